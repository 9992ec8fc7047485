#include "tests/hub/rights_scene.h"

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

namespace tidemark::server::rights_test {

namespace {

/// One request of one kind of user.
struct Asking {
    Case which;
    RightsScene& scene;
    Client& actor;

    [[nodiscard]] bool is(Case one) const { return which == one; }
    [[nodiscard]] Seq seq() const { return is(Case::OtherSeq) ? scene.otherSeq : scene.messageOfAda; }
    /// Another member, or a user who was never in the group.
    [[nodiscard]] UserId user() const { return is(Case::OtherUser) ? scene.eve.user : scene.cat.user; }
    [[nodiscard]] std::string name() const { return is(Case::OtherUser) ? "bob" : actor.name; }
    [[nodiscard]] Generation generation(ConversationId conversation) const
    {
        const Generation now = scene.generationIn(conversation, actor.user);
        return is(Case::OldGeneration) ? Generation(now.value - 1) : now;
    }
    [[nodiscard]] MessageUuid uuid() const { return scene.world.freshUuid(); }
};

template <typename Frame>
using Of = std::type_identity<Frame>;
using Frame = protocol::ClientFrame;

/// Makes the requests that test the rights of one kind of request.
struct Operation {
    std::string name;
    Frame (*make)(const Asking&);
};

// Each alternative of ClientFrame has an overload. Without it operationsOf() does not compile.
Operation operation(Of<protocol::UnknownFrame>)
{
    return {"UnknownFrame", [](const Asking&) -> Frame { return protocol::UnknownFrame{}; }};
}
Operation operation(Of<protocol::Hello>)
{
    return {"Hello", [](const Asking& by) -> Frame {
                protocol::Hello hello = by.actor.helloFrame();
                hello.held = {{by.scene.group, by.scene.logEpoch, by.seq(), {}, 0}};
                return hello;
            }};
}
Operation operation(Of<protocol::Register>)
{
    return {"Register", [](const Asking& by) -> Frame {
                protocol::Register request = by.actor.registerFrame();
                request.name = by.is(Case::OtherUser) ? "bob" : "somebody new";
                request.token = std::string(32, 'n');
                return request;
            }};
}
Operation operation(Of<protocol::SignIn>)
{
    return {"SignIn", [](const Asking& by) -> Frame {
                return protocol::SignIn{
                    protocol::version, by.name(),       RightsScene::passwordOf(by.actor.name),
                    by.actor.token,    by.actor.device, "phone"};
            }};
}
Operation operation(Of<protocol::SignOut>)
{
    return {"SignOut", [](const Asking&) -> Frame { return protocol::SignOut{}; }};
}
Operation operation(Of<protocol::Sync>)
{
    return {"Sync", [](const Asking& by) -> Frame {
                return protocol::Sync{{{by.scene.group, by.scene.logEpoch, by.seq(), {}, 0}}};
            }};
}
Operation operation(Of<protocol::GetStates>)
{
    return {"GetStates", [](const Asking& by) -> Frame { return protocol::GetStates{{by.scene.group}}; }};
}
Operation operation(Of<protocol::Pull>)
{
    return {"Pull", [](const Asking& by) -> Frame {
                return protocol::Pull{by.scene.group, by.scene.logEpoch, by.seq(), {}, {}, 0};
            }};
}
Operation operation(Of<protocol::Send>)
{
    return {"Send", [](const Asking& by) -> Frame {
                protocol::Send send{by.scene.group, by.uuid(), {}, {}};
                if (by.is(Case::OtherUser)) {
                    send.content = content::Edit{by.scene.messageOfBob, "changed"};
                } else {
                    send.content = content::Message{"said", false, by.seq(), {}, false};
                }
                return send;
            }};
}
Operation operation(Of<protocol::Read>)
{
    return {"Read", [](const Asking& by) -> Frame {
                return protocol::Read{{{by.scene.group, by.generation(by.scene.group), {0, by.seq()}}}};
            }};
}
Operation operation(Of<protocol::Delivered>)
{
    return {"Delivered", [](const Asking& by) -> Frame {
                return protocol::Delivered{{{by.scene.group, by.scene.logEpoch, by.seq()}}};
            }};
}
Operation operation(Of<protocol::MarkUnread>)
{
    return {
        "MarkUnread", [](const Asking& by) -> Frame {
            return protocol::MarkUnread{by.scene.group, by.generation(by.scene.group), by.seq(), by.uuid()};
        }};
}
Operation operation(Of<protocol::SetSettings>)
{
    return {
        "SetSettings", [](const Asking& by) -> Frame {
            return protocol::SetSettings{by.scene.group, by.generation(by.scene.group), {true, false, false}};
        }};
}
Operation operation(Of<protocol::SetAccountSettings>)
{
    return {"SetAccountSettings",
            [](const Asking&) -> Frame { return protocol::SetAccountSettings{ReceiptPrivacy::Private}; }};
}
Operation operation(Of<protocol::CreateGroup>)
{
    return {"CreateGroup", [](const Asking& by) -> Frame {
                return protocol::CreateGroup{by.uuid(), "another", {"cat"}};
            }};
}
Operation operation(Of<protocol::OpenDirect>)
{
    return {"OpenDirect", [](const Asking&) -> Frame { return protocol::OpenDirect{"cat"}; }};
}
Operation operation(Of<protocol::Join>)
{
    return {"Join", [](const Asking& by) -> Frame { return protocol::Join{by.scene.group}; }};
}
Operation operation(Of<protocol::Leave>)
{
    return {"Leave", [](const Asking& by) -> Frame { return protocol::Leave{by.scene.group}; }};
}
Operation operation(Of<protocol::AddMember>)
{
    return {"AddMember", [](const Asking& by) -> Frame {
                return protocol::AddMember{by.scene.group, by.is(Case::OtherUser) ? "ken" : "oda"};
            }};
}
Operation operation(Of<protocol::RemoveMember>)
{
    return {"RemoveMember", [](const Asking& by) -> Frame {
                return protocol::RemoveMember{by.scene.group, by.user(), true};
            }};
}
Operation operation(Of<protocol::SetRole>)
{
    return {"SetRole", [](const Asking& by) -> Frame {
                return protocol::SetRole{by.scene.group, by.user(), Role::Moderator};
            }};
}
Operation operation(Of<protocol::Rename>)
{
    return {"Rename", [](const Asking& by) -> Frame { return protocol::Rename{by.scene.group, "new"}; }};
}
Operation operation(Of<protocol::SetForwarding>)
{
    return {"SetForwarding", [](const Asking& by) -> Frame {
                return protocol::SetForwarding{by.scene.group, true};
            }};
}
Operation operation(Of<protocol::CreateChannel>)
{
    return {"CreateChannel", [](const Asking& by) -> Frame {
                return protocol::CreateChannel{by.uuid(), "mine"};
            }};
}
Operation operation(Of<protocol::FindChannels>)
{
    return {"FindChannels", [](const Asking&) -> Frame { return protocol::FindChannels{"chan", 0}; }};
}
Operation operation(Of<protocol::Follow>)
{
    return {"Follow", [](const Asking& by) -> Frame { return protocol::Follow{by.scene.channel}; }};
}
Operation operation(Of<protocol::Unfollow>)
{
    return {"Unfollow", [](const Asking& by) -> Frame { return protocol::Unfollow{by.scene.channel}; }};
}
Operation operation(Of<protocol::OpenFeed>)
{
    return {"OpenFeed", [](const Asking& by) -> Frame {
                const auto record = by.scene.world.store.conversations().find(by.scene.channel);
                return protocol::OpenFeed{
                    {{by.scene.channel, record->logEpoch, by.generation(by.scene.channel),
                      by.is(Case::OtherSeq) ? by.scene.otherSeq : record->head}}};
            }};
}
Operation operation(Of<protocol::React>)
{
    return {"React", [](const Asking& by) -> Frame {
                return protocol::React{by.scene.group, by.scene.logEpoch, by.seq(), "\U0001F44D",
                                       true,           by.uuid()};
            }};
}
Operation operation(Of<protocol::PullReactions>)
{
    return {"PullReactions", [](const Asking& by) -> Frame {
                return protocol::PullReactions{by.scene.group, by.scene.logEpoch, ReactionSeq()};
            }};
}
Operation operation(Of<protocol::SeeReactions>)
{
    return {"SeeReactions", [](const Asking& by) -> Frame {
                return protocol::SeeReactions{by.scene.group, by.scene.logEpoch,
                                              by.generation(by.scene.group), ReactionSeq(1)};
            }};
}
Operation operation(Of<protocol::ClearHistory>)
{
    return {"ClearHistory", [](const Asking& by) -> Frame {
                return protocol::ClearHistory{by.scene.group, by.scene.logEpoch,
                                              by.generation(by.scene.group), Seq(1)};
            }};
}
Operation operation(Of<protocol::HideMessages>)
{
    return {"HideMessages", [](const Asking& by) -> Frame {
                return protocol::HideMessages{
                    by.scene.group, by.scene.logEpoch, by.generation(by.scene.group), {Seq(1)}};
            }};
}
Operation operation(Of<protocol::GetReactors>)
{
    return {"GetReactors", [](const Asking& by) -> Frame {
                return protocol::GetReactors{by.scene.group, by.seq()};
            }};
}
Operation operation(Of<protocol::SetDraft>)
{
    return {"SetDraft", [](const Asking& by) -> Frame {
                return protocol::SetDraft{by.scene.group, 0, "draft", by.seq(), by.uuid()};
            }};
}
Operation operation(Of<protocol::GetDrafts>)
{
    return {"GetDrafts", [](const Asking&) -> Frame { return protocol::GetDrafts{}; }};
}
Operation operation(Of<protocol::Schedule>)
{
    return {"Schedule", [](const Asking& by) -> Frame {
                return protocol::Schedule{.conversation = by.scene.group,
                                          .uuid = by.uuid(),
                                          .change = by.uuid(),
                                          .due = UnixMs{9000000},
                                          .message = {"later", false, by.seq()}};
            }};
}
Operation operation(Of<protocol::GetScheduled>)
{
    return {"GetScheduled", [](const Asking&) -> Frame { return protocol::GetScheduled{}; }};
}
Operation operation(Of<protocol::GetReaders>)
{
    return {"GetReaders", [](const Asking& by) -> Frame {
                return protocol::GetReaders{by.scene.group, by.seq()};
            }};
}
Operation operation(Of<protocol::GetMembers>)
{
    return {"GetMembers", [](const Asking& by) -> Frame { return protocol::GetMembers{by.scene.group}; }};
}
Operation operation(Of<protocol::Typing>)
{
    return {"Typing", [](const Asking& by) -> Frame { return protocol::Typing{by.scene.group}; }};
}
Operation operation(Of<protocol::Activity>)
{
    return {"Activity", [](const Asking&) -> Frame { return protocol::Activity{true}; }};
}
Operation operation(Of<protocol::GetDevices>)
{
    return {"GetDevices", [](const Asking&) -> Frame { return protocol::GetDevices{}; }};
}
Operation operation(Of<protocol::RevokeDevice>)
{
    return {"RevokeDevice", [](const Asking& by) -> Frame {
                return protocol::RevokeDevice{by.is(Case::OtherUser) ? by.scene.bob.device : DeviceId(77)};
            }};
}
Operation operation(Of<protocol::ChangePassword>)
{
    return {"ChangePassword", [](const Asking& by) -> Frame {
                return protocol::ChangePassword{RightsScene::passwordOf(by.name()), "another password", true};
            }};
}
Operation operation(Of<protocol::DeleteAccount>)
{
    return {"DeleteAccount", [](const Asking& by) -> Frame {
                return protocol::DeleteAccount{RightsScene::passwordOf(by.name())};
            }};
}
Operation operation(Of<protocol::GetUsers>)
{
    return {"GetUsers", [](const Asking& by) -> Frame { return protocol::GetUsers{{by.user()}}; }};
}
Operation operation(Of<protocol::GetTotals>)
{
    return {"GetTotals", [](const Asking&) -> Frame { return protocol::GetTotals{}; }};
}
Operation operation(Of<protocol::SetIgnored>)
{
    return {"SetIgnored", [](const Asking& by) -> Frame {
                const UserId other = by.user() == by.actor.user ? by.scene.eve.user : by.user();
                return protocol::SetIgnored{other, IgnoreLevel::Ignored, by.uuid()};
            }};
}
Operation operation(Of<protocol::GetIgnored>)
{
    return {"GetIgnored", [](const Asking&) -> Frame { return protocol::GetIgnored{}; }};
}
Operation operation(Of<protocol::SetFolder>)
{
    return {"SetFolder", [](const Asking& by) -> Frame {
                return protocol::SetFolder{{by.uuid(), {by.uuid(), "folder", {}, {by.scene.group}}}};
            }};
}
Operation operation(Of<protocol::GetFolders>)
{
    return {"GetFolders", [](const Asking&) -> Frame { return protocol::GetFolders{}; }};
}
Operation operation(Of<protocol::AnswerInvitation>)
{
    return {"AnswerInvitation", [](const Asking& by) -> Frame {
                return protocol::AnswerInvitation{by.scene.group, false};
            }};
}
Operation operation(Of<protocol::GetInvitations>)
{
    return {"GetInvitations", [](const Asking&) -> Frame { return protocol::GetInvitations{}; }};
}
Operation operation(Of<protocol::SeeDot>)
{
    return {"SeeDot", [](const Asking&) -> Frame { return protocol::SeeDot{"news", 1}; }};
}
Operation operation(Of<protocol::GetDots>)
{
    return {"GetDots", [](const Asking&) -> Frame { return protocol::GetDots{}; }};
}
Operation operation(Of<protocol::BeginUpload>)
{
    return {"BeginUpload", [](const Asking& by) -> Frame {
                return protocol::BeginUpload{by.uuid(), test::fakeHash("byte"), 4};
            }};
}
Operation operation(Of<protocol::UploadChunk>)
{
    return {"UploadChunk", [](const Asking& by) -> Frame {
                return protocol::UploadChunk{by.uuid(), 0, "byte"};
            }};
}
Operation operation(Of<protocol::FinishUpload>)
{
    return {"FinishUpload", [](const Asking& by) -> Frame { return protocol::FinishUpload{by.uuid()}; }};
}
Operation operation(Of<protocol::CancelUpload>)
{
    return {"CancelUpload", [](const Asking& by) -> Frame { return protocol::CancelUpload{by.uuid()}; }};
}
Operation operation(Of<protocol::GetBlob>)
{
    return {"GetBlob", [](const Asking& by) -> Frame {
                return protocol::GetBlob{by.scene.group,
                                         by.is(Case::OtherSeq) ? by.scene.otherSeq : by.scene.picture};
            }};
}
Operation operation(Of<protocol::SetAvatar>)
{
    return {"SetAvatar",
            [](const Asking& by) -> Frame { return protocol::SetAvatar{by.scene.group, {}, 0, {}, 0, 0}; }};
}
Operation operation(Of<protocol::GetAvatars>)
{
    return {"GetAvatars", [](const Asking& by) -> Frame {
                return protocol::GetAvatars{{{by.scene.group, by.scene.ada.user}}};
            }};
}
Operation operation(Of<protocol::Heartbeat>)
{
    return {"Heartbeat", [](const Asking&) -> Frame { return protocol::Heartbeat{}; }};
}

template <typename... Frames>
std::vector<Operation> operationsOf(const std::variant<Frames...>&)
{
    return {operation(Of<Frames>{})...};
}

/// The requests with other answers in an invite-only group.
std::vector<Operation> operationsOfInvited()
{
    return {
        {"Join, invite only", [](const Asking& by) -> Frame { return protocol::Join{by.scene.invited}; }},
        {"Pull, invite only",
         [](const Asking& by) -> Frame {
             const auto record = by.scene.world.store.conversations().find(by.scene.invited);
             return protocol::Pull{
                 by.scene.invited, record ? record->logEpoch : LogEpoch(), by.seq(), {}, {}, 0};
         }},
        {"Leave, invite only", [](const Asking& by) -> Frame { return protocol::Leave{by.scene.invited}; }},
        {"Send, invite only",
         [](const Asking& by) -> Frame {
             const content::Edit edit{by.scene.messageOfBob, "changed"};
             const content::Message text{"said", false, by.seq(), {}, false};
             return protocol::Send{by.scene.invited,
                                   by.uuid(),
                                   {},
                                   by.is(Case::OtherUser) ? protocol::Send{{}, {}, {}, edit}.content
                                                          : protocol::Send{{}, {}, {}, text}.content};
         }},
        {"Send, pin",
         [](const Asking& by) -> Frame {
             const content::Notice pin{.kind = NoticeKind::Pinned, .target = by.seq()};
             return protocol::Send{by.scene.group, by.uuid(), {}, pin};
         }},
        {"Send, forward",
         [](const Asking& by) -> Frame {
             const auto record = by.scene.world.store.conversations().find(by.scene.group);
             const ForwardSource source{by.scene.group, record ? record->logEpoch : LogEpoch(), by.seq()};
             return protocol::Send{by.scene.group, by.uuid(), {}, content::Message{.source = source}};
         }},
        {"AddMember, invite only", [](const Asking& by) -> Frame {
             return protocol::AddMember{by.scene.invited, by.is(Case::OtherUser) ? "ken" : "oda"};
         }}};
}

std::vector<std::string> cellsOf(const std::string& line)
{
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, '\t');) {
        cells.push_back(cell);
    }
    return cells;
}

/// operation -> column -> expected answer.
using Table = std::map<std::string, std::map<std::string, std::string>>;

Table expectedTable()
{
    std::ifstream file(TIDEMARK_SOURCE_DIR "/tests/hub/rights.tsv");
    REQUIRE(file.is_open());
    Table table;
    std::vector<std::string> columns;
    for (std::string line; std::getline(file, line);) {
        const std::vector<std::string> cells = cellsOf(line);
        if (line.starts_with('#')) {
            continue;
        }
        if (columns.empty()) {
            columns = cells;
            continue;
        }
        REQUIRE(cells.size() == columns.size());
        for (std::size_t i = 1; i < cells.size(); ++i) {
            table[cells.front()][columns[i]] = cells[i];
        }
    }
    return table;
}

/// Refused requests change nothing, nor do ignored ones.
void expectNoTraces(const std::string& answer, const std::string& before, const std::string& after)
{
    static const std::set<std::string> refusals{
        "Unsupported",      "NotSignedIn",        "BadCredentials", "NameTaken",   "AccountDisabled",
        "NoSuchUser",       "NoSuchEntry",        "NotMember",      "NotAllowed",  "OldGeneration",
        "CursorBeyondHead", "NoSuchConversation", "NoSuchUpload",   "BlobMissing", "AlreadyRecalled"};
    if (refusals.contains(answer)) {
        CHECK(before == after);
    }
}

} // namespace

TEST_CASE("every request of every kind of user is answered as docs/rights.md says")
{
    const Table expected = expectedTable();
    std::vector<Operation> operations = operationsOf(protocol::ClientFrame());
    const std::vector<Operation> ofInvited = operationsOfInvited();
    operations.insert(operations.end(), ofInvited.begin(), ofInvited.end());
    CHECK(expected.size() == operations.size());
    for (const Operation& one : operations) {
        const auto row = expected.find(one.name);
        INFO(one.name);
        REQUIRE(row != expected.end());
        for (const auto& oneCase : cases) {
            const Case which = oneCase.first;
            const std::string column(oneCase.second);
            const std::string& cell = row->second.at(column);
            if (cell == "-") {
                continue;
            }
            INFO(column);
            RightsScene scene;
            const Asking asking{which, scene, scene.actorOf(which)};
            const std::string before = scene.traces();
            CHECK(scene.answerTo(asking.actor, one.make(asking)) == cell);
            expectNoTraces(cell, before, scene.traces());
        }
    }
}

TEST_CASE("ignored parts of a request leave nothing behind")
{
    RightsScene scene;
    const std::string before = scene.traces();
    CHECK(scene.answerTo(scene.eve, protocol::Delivered{{{scene.group, scene.logEpoch, scene.head}}})
          == "Done");
    CHECK(scene.answerTo(scene.ada, protocol::RevokeDevice{scene.bob.device}) == "Done");
    CHECK(scene.traces() == before);
    CHECK_FALSE(scene.world.store.members().find(scene.group, scene.eve.user));
    CHECK_MESSAGE(scene.bob.send(scene.group, "still here").seq > scene.head,
                  "the revoked device was not bob's");

    for (Client* client : {&scene.eve, &scene.lea, &scene.ken}) {
        client->post(protocol::Typing{scene.group});
    }
    scene.world.turn();
    CHECK(scene.ada.pushed<protocol::TypingNow>().empty());
}

TEST_CASE("former members learn nothing new of the conversation")
{
    for (const Case which : {Case::Left, Case::Banned}) {
        RightsScene scene;
        Client& actor = scene.actorOf(which);
        const ConversationState before = actor.state(scene.group);
        CHECK(before.title == "group");
        CHECK(before.memberCount == 0);
        scene.ada.askState(protocol::Rename{scene.group, "secret"});
        scene.bob.read(scene.group, scene.ada.send(scene.group, "secret").seq.value);
        scene.ada.askState(protocol::AddMember{scene.group, "eve"});
        actor.pushes();
        CHECK(actor.state(scene.group) == before);
        CHECK(actor.ask<protocol::States>(protocol::Sync{}).states.empty());
        CHECK(actor.hello().empty());
        CHECK(actor.pushed<protocol::States>().empty());
        CHECK(actor.pushed<protocol::Receipts>().empty());
    }
}

TEST_CASE("users learn nothing of conversations that they were never in")
{
    RightsScene scene;
    CHECK(scene.eve.ask<protocol::States>(protocol::GetStates{{scene.group}}).states.empty());
}

TEST_CASE("users who were never members do not learn whether an invite-only group exists")
{
    std::vector<Operation> operations = operationsOf(protocol::ClientFrame());
    const std::vector<Operation> ofInvited = operationsOfInvited();
    operations.insert(operations.end(), ofInvited.begin(), ofInvited.end());
    for (const Operation& one : operations) {
        INFO(one.name);
        const auto answersOf = [&one](bool isThere) {
            RightsScene scene;
            scene.logEpoch = scene.world.store.conversations().find(scene.invited)->logEpoch;
            scene.group = isThere ? scene.invited : ConversationId(999);
            scene.invited = scene.group;
            const Asking asking{Case::NoMember, scene, scene.eve};
            std::vector<protocol::ServerFrame> answers = scene.answersTo(scene.eve, one.make(asking));
            for (protocol::ServerFrame& answer : answers) {
                if (auto* states = std::get_if<protocol::States>(&answer)) {
                    for (ConversationState& state : states->states) {
                        state.id = state.id == scene.group ? ConversationId() : state.id;
                    }
                }
                if (auto* folders = std::get_if<protocol::Folders>(&answer)) {
                    for (Folder& folder : folders->folders) {
                        std::erase(folder.conversations, scene.group); // as the request named it
                    }
                }
            }
            return answers;
        };
        CHECK((answersOf(true) == answersOf(false)));
    }
}

} // namespace tidemark::server::rights_test
