#include "tests/hub/rights_scene.h"

#include <array>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark::server::positions_test {

namespace {

/// The kind of conversation in which a request names an entry.
enum class Where { Group, Direct, Channel, OwnChannel, Dot };

std::string_view suffixOf(Where where)
{
    switch (where) {
    case Where::Direct:
        return ", direct chat";
    case Where::Channel:
        return ", channel";
    case Where::OwnChannel:
        return ", own channel";
    case Where::Group:
    case Where::Dot:
        break;
    }
    return {};
}

/// The users in the conversation, who all get the same answer. In a channel these are its followers.
std::vector<Case> insiders(Where where)
{
    switch (where) {
    case Where::Direct:
        return {Case::Owner, Case::Member};
    case Where::Channel:
        return {Case::Moderator, Case::Member};
    case Where::OwnChannel:
        return {Case::Owner};
    case Where::Group:
    case Where::Dot:
        break;
    }
    return {Case::Owner, Case::Moderator, Case::Member};
}

/// The users outside of the conversation. Lea has left the group and unfollowed the channel. In the direct
/// chat there never was another user.
std::vector<Case> outsiders(Where where)
{
    switch (where) {
    case Where::Direct:
        return {Case::Moderator, Case::NoMember, Case::Left};
    case Where::OwnChannel:
    case Where::Dot:
        return {};
    case Where::Group:
    case Where::Channel:
        break;
    }
    return {Case::NoMember, Case::Left, Case::Banned};
}

/// The author of the two newest messages.
enum class Author { Own, Other };

/// One request about a conversation, or about a dot, which has versions in place of seqs.
struct Asking {
    RightsScene& scene;
    Client& actor;
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq seq;
    bool byOldMembership = false;

    [[nodiscard]] Generation generation() const
    {
        const Generation now = scene.generationIn(conversation, actor.user);
        return byOldMembership ? Generation(now.value - 1) : now;
    }
    [[nodiscard]] HeldState held() const { return {conversation, logEpoch, seq, {}, 0, seq}; }
    [[nodiscard]] protocol::Send send(SentContent content) const
    {
        return {conversation, scene.world.freshUuid(), {}, std::move(content)};
    }
};

using Make = std::function<protocol::ClientFrame(const Asking&)>;

struct Operation {
    std::string name;
    std::vector<Where> where;
    Make make;
    Author author = Author::Other;
    bool namesGeneration = false;
    bool namesFile = false; ///< so the two newest messages have one
};

protocol::ClientFrame edit(const Asking& by)
{
    return by.send(content::Edit{by.seq, "said better"});
}

protocol::ClientFrame recall(const Asking& by)
{
    return by.send(content::Recall{by.seq});
}

protocol::ClientFrame pin(const Asking& by)
{
    return by.send(content::Notice{.kind = NoticeKind::Pinned, .target = by.seq});
}

protocol::ClientFrame forward(const Asking& by)
{
    return by.send(content::Message{.source = {by.conversation, by.logEpoch, by.seq}});
}

const std::vector<Where> conversations{Where::Group, Where::Direct, Where::Channel, Where::OwnChannel};
const std::vector<Where> ofFollowers{Where::Group, Where::Direct, Where::Channel};
const std::vector<Where> whereOneWrites{Where::Group, Where::Direct, Where::OwnChannel};

std::vector<Operation> holding()
{
    return {
        {"Hello", conversations,
         [](const Asking& by) {
             protocol::Hello hello = by.actor.helloFrame();
             hello.held = {by.held()};
             return hello;
         }},
        {"Sync", conversations, [](const Asking& by) { return protocol::Sync{{by.held()}}; }},
        {"Pull", conversations,
         [](const Asking& by) { return protocol::Pull{by.conversation, by.logEpoch, by.seq, {}, {}, 0}; }},
        {"Pull up to", conversations,
         [](const Asking& by) { return protocol::Pull{by.conversation, by.logEpoch, {}, by.seq, {}, 0}; }},
        {"Pull around", conversations,
         [](const Asking& by) {
             return protocol::Pull{by.conversation,           by.logEpoch, {}, {}, by.seq, 2,
                                   protocol::PullFrom::Around};
         }},
        {"Delivered", conversations,
         [](const Asking& by) {
             return protocol::Delivered{{{by.conversation, by.logEpoch, by.seq}}};
         }},
    };
}

std::vector<Operation> writing()
{
    return {
        {"Send", conversations,
         [](const Asking& by) {
             return by.send(content::Message{"said", false, by.seq, {}, false});
         }},
        {"Send, edit of an own entry", whereOneWrites, edit, Author::Own},
        {"Send, edit of another's entry", ofFollowers, edit},
        {"Send, recall of an own entry", whereOneWrites, recall, Author::Own},
        {"Send, recall of another's entry", ofFollowers, recall},
        {"Send, pin", conversations, pin},
        {"Send, forward", conversations, forward},
    };
}

std::vector<Operation> reading()
{
    return {
        {"Read", conversations,
         [](const Asking& by) {
             return protocol::Read{{{by.conversation, by.generation(), {0, by.seq}}}};
         },
         Author::Other, true},
        {"MarkUnread", conversations,
         [](const Asking& by) {
             return protocol::MarkUnread{by.conversation, by.generation(), by.seq,
                                         by.scene.world.freshUuid()};
         },
         Author::Other, true},
        {"ClearHistory", conversations,
         [](const Asking& by) {
             return protocol::ClearHistory{by.conversation, by.logEpoch, by.generation(), by.seq};
         }},
        {"HideMessages", conversations,
         [](const Asking& by) {
             return protocol::HideMessages{by.conversation, by.logEpoch, by.generation(), {by.seq}};
         }},
        {"OpenFeed",
         {Where::Channel, Where::OwnChannel},
         [](const Asking& by) {
             return protocol::OpenFeed{{{by.conversation, by.logEpoch, by.generation(), by.seq}}};
         }},
        {"GetBlob", conversations,
         [](const Asking& by) {
             return protocol::GetBlob{by.conversation, by.seq, 0, 0, 0};
         },
         Author::Other, false, true},
        {"React", conversations,
         [](const Asking& by) {
             return protocol::React{by.conversation, by.logEpoch, by.seq,
                                    "\U0001F44D",    true,        by.scene.world.freshUuid()};
         }},
        {"GetReactors", conversations,
         [](const Asking& by) {
             return protocol::GetReactors{by.conversation, by.seq};
         }},
        {"GetReaders", conversations,
         [](const Asking& by) {
             return protocol::GetReaders{by.conversation, by.seq};
         }},
        {"SeeDot",
         {Where::Dot},
         [](const Asking& by) {
             return protocol::SeeDot{"news", by.seq.value};
         }},
    };
}

template <class... Frames>
struct Kinds {
    static constexpr std::size_t count = sizeof...(Frames);
    static std::set<std::size_t> indexes() { return {protocol::ClientFrame(Frames()).index()...}; }
};
using namespace protocol;
/// The requests that name a seq, or a version of a dot.
using WithPosition = Kinds<Hello, Sync, Pull, Send, Read, Delivered, MarkUnread, OpenFeed, React, GetReactors,
                           ClearHistory, HideMessages, GetReaders, SeeDot, GetBlob>;
/// A new request has to be in one of the two lists. Positions of reactions are not positions of a log.
using WithoutPosition =
    Kinds<UnknownFrame, Register, SignIn, SignOut, GetStates, SetSettings, SetAccountSettings, CreateGroup,
          OpenDirect, Join, Leave, AddMember, RemoveMember, SetRole, Rename, SetForwarding, CreateChannel,
          FindChannels, Follow, Unfollow, GetMembers, Typing, Activity, GetDevices, RevokeDevice,
          ChangePassword, DeleteAccount, GetUsers, GetTotals, GetDots, BeginUpload, UploadChunk, FinishUpload,
          CancelUpload, SetAvatar, GetAvatars, PullReactions, SeeReactions, SetIgnored, GetIgnored, SetDraft,
          GetDrafts, Schedule, GetScheduled, SetFolder, GetFolders, AnswerInvitation, GetInvitations,
          Heartbeat>;

const std::vector<Operation>& operations()
{
    static const std::vector<Operation> all = [] {
        std::vector<Operation> joined;
        for (const auto& some : {holding(), writing(), reading()}) {
            joined.insert(joined.end(), some.begin(), some.end());
        }
        return joined;
    }();
    return all;
}

constexpr std::array<std::string_view, 4> places{"below", "head", "beyond", "other log"};

Seq seqAt(Seq head, std::string_view place)
{
    // The entry below the head is a message too.
    return place == "below" ? previous(head) : place == "beyond" ? next(head) : head;
}

/// The answer to one request, in a scene of its own.
struct Trial {
    RightsScene scene;
    Client& actor;
    ConversationId conversation;
    protocol::ClientFrame frame;

    Trial(Case standing, const Operation& operation, Where where, std::string_view place,
          bool byOldMembership = false)
        : actor(scene.actorOf(standing)), conversation(conversationOf(where))
    {
        Client& other = &actor == &scene.ada && where != Where::OwnChannel ? scene.bob : scene.ada;
        Client& author = operation.author == Author::Own ? actor : other;
        const bool writes = conversation.isValid()
                            && scene.world.store.members().find(conversation, author.user)
                            && scene.world.store.members().find(conversation, author.user)->isMember;
        for (const char* text : {"one", "two"}) {
            Client& sender = writes ? author : scene.ada;
            protocol::Send send = sender.message(conversation, text);
            if (operation.namesFile) {
                send.content = content::Message{.attachments = {sender.upload(text)}};
            }
            sender.ask<protocol::SendAck>(send);
        }
        if (where == Where::Dot) {
            scene.world.queue(OperatorAsked{OperatorTicket(3), RaiseDot{scene.world.freshUuid(), "news"}});
            scene.world.turn();
        }
        for (Client* client : {&scene.ada, &scene.max, &scene.bob}) {
            client->pushes();
        }
        const auto record = scene.world.store.conversations().find(conversation);
        const Seq head = where == Where::Dot ? Seq(dotVersion) : record->head;
        const LogEpoch epoch(record->logEpoch.value + (place == "other log" ? 1 : 0));
        frame = operation.make({scene, actor, conversation, epoch, seqAt(head, place), byOldMembership});
    }

    /// The data that a request of a user outside of the conversation could change.
    [[nodiscard]] std::string traces()
    {
        std::string found =
            scene.traces() + std::to_string(scene.world.store.conversations().find(conversation)->head.value);
        for (const Client* client :
             {&scene.ada, &scene.max, &scene.bob, &scene.lea, &scene.ken, &scene.eve}) {
            if (const auto row = scene.world.store.members().find(conversation, client->user)) {
                found += " " + std::to_string(row->version) + "," + std::to_string(row->cursor.readSeq.value)
                         + "," + std::to_string(row->feedSnapshot.value);
            }
        }
        return found;
    }

private:
    static constexpr std::uint64_t dotVersion = 2; ///< the scene and the trial each raise the dot once

    [[nodiscard]] ConversationId conversationOf(Where where)
    {
        switch (where) {
        case Where::Direct:
            return scene.ada.askState(protocol::OpenDirect{"bob"}).id;
        case Where::Channel:
        case Where::OwnChannel:
            return scene.channel;
        case Where::Group:
        case Where::Dot:
            break;
        }
        return scene.group;
    }
};

std::vector<std::vector<std::string>> expectedRows()
{
    std::ifstream file(TIDEMARK_SOURCE_DIR "/tests/hub/positions.tsv");
    REQUIRE(file.is_open());
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) {
            continue;
        }
        std::istringstream in(line);
        rows.emplace_back();
        for (std::string cell; std::getline(in, cell, '\t');) {
            rows.back().push_back(cell);
        }
    }
    return rows;
}

} // namespace

TEST_CASE("members are answered by the position that a request names, as docs/rights.md says")
{
    const auto rows = expectedRows();
    std::size_t next = 1;
    for (const Operation& operation : operations()) {
        for (const Where where : operation.where) {
            REQUIRE(next < rows.size());
            const std::vector<std::string>& row = rows[next++];
            REQUIRE(row.size() == places.size() + 1);
            REQUIRE(row.front() == operation.name + std::string(suffixOf(where)));
            INFO(row.front());
            for (std::size_t place = 0; place < places.size(); ++place) {
                if (row[place + 1] == "-") {
                    continue;
                }
                CAPTURE(places[place]);
                for (const Case standing : insiders(where)) {
                    CAPTURE(static_cast<int>(standing));
                    Trial trial(standing, operation, where, places[place]);
                    CHECK(trial.scene.answerTo(trial.actor, trial.frame) == row[place + 1]);
                }
            }
        }
    }
    CHECK(next == rows.size());
}

TEST_CASE("every request that names a position is in the table")
{
    std::set<std::size_t> all = WithoutPosition::indexes();
    all.merge(WithPosition::indexes());
    CHECK(all.size() == WithPosition::count + WithoutPosition::count);
    CHECK_MESSAGE(all.size() == std::variant_size_v<protocol::ClientFrame::variant>,
                  "name the new request in WithPosition or WithoutPosition");
    std::set<std::size_t> found;
    for (const Operation& operation : operations()) {
        const Trial trial(Case::Member, operation, operation.where.front(), "head");
        found.insert(trial.frame.index());
    }
    CHECK(found == WithPosition::indexes());
}

TEST_CASE("users who are not members get the same answer for every position")
{
    for (const Operation& operation : operations()) {
        for (const Where where : operation.where) {
            INFO(operation.name << suffixOf(where));
            for (const Case standing : outsiders(where)) {
                CAPTURE(static_cast<int>(standing));
                if (operation.name == "ClearHistory" && standing != Case::NoMember) {
                    continue; // users who have left clear their own copy: see test_clearing.cpp
                }
                std::optional<std::vector<protocol::ServerFrame>> first;
                for (const std::string_view place : places) {
                    CAPTURE(place);
                    Trial trial(standing, operation, where, place);
                    const std::string before = trial.traces();
                    const auto answers = trial.scene.answersTo(trial.actor, trial.frame);
                    CHECK(trial.traces() == before);
                    if (!first) {
                        first = answers;
                    }
                    CHECK((answers == *first));
                }
            }
        }
    }
}

TEST_CASE("a request of an earlier membership is refused for every position")
{
    for (const Operation& operation : operations()) {
        if (!operation.namesGeneration) {
            continue;
        }
        for (const Where where : operation.where) {
            INFO(operation.name << suffixOf(where));
            for (const Case standing : insiders(where)) {
                for (const std::string_view place : places) {
                    CAPTURE(place);
                    Trial trial(standing, operation, where, place, true);
                    const std::string before = trial.traces();
                    CHECK(trial.scene.answerTo(trial.actor, trial.frame) == "OldGeneration");
                    CHECK(trial.traces() == before);
                }
            }
        }
    }
}

TEST_CASE("a dot is never seen beyond its version")
{
    const Operation& operation = operations().back();
    REQUIRE(operation.name == "SeeDot");
    Trial trial(Case::Member, operation, Where::Dot, "beyond");
    const auto answers = trial.scene.answersTo(trial.actor, trial.frame);
    REQUIRE(answers.size() == 1);
    const auto& dots = std::get<protocol::Dots>(answers.front()).dots;
    REQUIRE(dots.size() == 1);
    CHECK(dots.front().version == 2);
    CHECK(dots.front().seen == 2);
}

} // namespace tidemark::server::positions_test
