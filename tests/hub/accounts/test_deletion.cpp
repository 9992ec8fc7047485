// Accounts that are deleted by their owners or by the operator.
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

#include <algorithm>

namespace tidemark::server::deletion_test {

using protocol::ErrorCode;

namespace {

const std::string thumb = "\U0001F44D";

HubConfig configThat(bool removesTexts)
{
    HubConfig config = HubWorld::openConfig();
    config.limits.removesDeletedTexts = removesTexts;
    return config;
}

/// Ada has two devices. She owns a group with bob and cat, has a direct chat with bob, a chat with herself,
/// and a channel that bob follows.
struct Deleting {
    HubWorld world;
    Client ada{world, "ada"};
    Client phone{world, "ada"};
    Client bob{world, "bob"};
    Client cat{world, "cat"};
    ConversationId group;
    ConversationId direct;
    ConversationId notes;
    ConversationId channel;

    explicit Deleting(HubConfig config = configThat(false)) : world(std::move(config))
    {
        ada.enter();
        world.store.accounts().putPasswordHash(ada.user, "hash of her password");
        phone.token = ada.token;
        phone.device = ada.device;
        phone.hello();
        bob.enter();
        cat.enter();
        group = ada.createGroup("group", {"bob", "cat"});
        direct = ada.askState(protocol::OpenDirect{"bob"}).id;
        notes = ada.askState(protocol::OpenDirect{"ada"}).id;
        channel = ada.askState(protocol::CreateChannel{world.freshUuid(), "news"}).id;
        bob.ask(protocol::Follow{channel});
        forgetPushes();
    }

    void forgetPushes()
    {
        for (Client* client : {&ada, &phone, &bob, &cat}) {
            client->pushes();
        }
    }
    RequestId begin(Client& by, const std::string& password = "her password")
    {
        const RequestId request = by.post(protocol::DeleteAccount{password});
        world.turn();
        return request;
    }
    void verify(bool matches)
    {
        REQUIRE(world.verifyJobs.size() == 1);
        world.queue(PasswordVerified{world.verifyJobs.front().ticket, matches});
        world.verifyJobs.clear();
        world.turn();
    }
    /// Ada deletes her account; nothing but the request's turn has run.
    void confirm()
    {
        const RequestId request = begin(ada);
        verify(true);
        ada.answerTo<protocol::Done>(request);
    }
    [[nodiscard]] bool isUnfinished() { return world.store.deletions().next().has_value(); }
    void finish()
    {
        for (int turns = 0; isUnfinished(); ++turns) {
            REQUIRE(turns < 1000);
            world.pass(Milliseconds(20));
        }
    }
    void remove()
    {
        confirm();
        finish();
    }
    protocol::React reaction(ConversationId conversation, Seq target)
    {
        const LogEpoch epoch = world.store.conversations().find(conversation)->logEpoch;
        return {conversation, epoch, target, thumb, true, world.freshUuid()};
    }
    protocol::Range pull(Client& by, ConversationId conversation)
    {
        const LogEpoch epoch = world.store.conversations().find(conversation)->logEpoch;
        return by.ask<protocol::Range>(protocol::Pull{conversation, epoch, {}, {}, {}, 500});
    }
    [[nodiscard]] static bool isShownDeleted(const std::vector<User>& users, UserId user)
    {
        const auto found = std::ranges::find(users, user, &User::id);
        return found != users.end() && found->isDeleted;
    }
    void isSound() { CHECK(audit(world.store) == std::vector<std::string>()); }
};

struct Removing : Deleting {
    Removing() : Deleting(configThat(true)) {}
};

protocol::SignIn signInOf(const Client& client)
{
    return {protocol::version, client.name, "some password", client.token, client.device, "phone"};
}

} // namespace

TEST_CASE_FIXTURE(Deleting, "an account is deleted only with its password")
{
    const RequestId wrong = begin(ada, "a guess");
    CHECK(world.verifyJobs.front().password == "a guess");
    CHECK(world.verifyJobs.front().hash == "hash of her password");
    verify(false);
    CHECK(ada.answerTo<protocol::Error>(wrong).code == ErrorCode::BadCredentials);
    CHECK_FALSE(world.store.accounts().find(ada.user)->deleted);
    CHECK_MESSAGE(ada.state(group).isMember, "nothing has changed");
    CHECK(ada.refused(protocol::DeleteAccount{std::string(2000, 'x')}) == ErrorCode::BadCredentials);
    const RequestId request = begin(ada);
    verify(true);
    ada.answerTo<protocol::Done>(request);
    CHECK(world.store.accounts().find(ada.user)->deleted);
}

TEST_CASE_FIXTURE(Deleting, "guesses of the password wait longer and longer")
{
    for (int i = 0; i < 20; ++i) {
        const RequestId request = begin(ada, "a guess");
        if (world.verifyJobs.empty()) {
            CHECK(ada.answerTo<protocol::Error>(request).code == ErrorCode::TooFast);
            CHECK_MESSAGE(i > 4, "the first guesses do not wait");
            return;
        }
        verify(false);
        CHECK(ada.answerTo<protocol::Error>(request).code == ErrorCode::BadCredentials);
        world.pass(Milliseconds(5000));
    }
    FAIL("no guess had to wait");
}

TEST_CASE_FIXTURE(Deleting, "all sessions end at once, and every later attempt says why")
{
    confirm();
    for (Client* client : {&ada, &phone}) {
        const auto errors = client->pushed<protocol::Error>();
        REQUIRE(errors.size() == 1);
        CHECK(errors.front().code == ErrorCode::AccountDeleted);
        CHECK(world.closed.contains(client->target.connection));
    }
    CHECK_FALSE(world.closed.contains(bob.target.connection));
    for (const bool isFinished : {false, true}) {
        if (isFinished) {
            finish();
        }
        Client again(world, "ada");
        again.token = ada.token;
        again.device = ada.device;
        CHECK(again.refused(again.helloFrame()) == ErrorCode::AccountDeleted);
        const RequestId right = again.post(signInOf(again));
        world.turn();
        verify(true);
        CHECK(again.answerTo<protocol::Error>(right).code == ErrorCode::AccountDeleted);
        const RequestId wrong = again.post(signInOf(again));
        world.turn();
        verify(false);
        CHECK_MESSAGE(again.answerTo<protocol::Error>(wrong).code == ErrorCode::BadCredentials,
                      "without the password there is no answer about the account");
    }
}

TEST_CASE_FIXTURE(Deleting, "two requests at once delete the account once")
{
    Client tablet(world, "ada");
    tablet.token = ada.token;
    tablet.device = ada.device;
    tablet.hello();
    const RequestId first = begin(ada);
    const RequestId second = begin(tablet);
    REQUIRE(world.verifyJobs.size() == 2);
    for (const VerifyPassword& job : world.verifyJobs) {
        world.queue(PasswordVerified{job.ticket, true});
    }
    world.verifyJobs.clear();
    world.turn();
    ada.answerTo<protocol::Done>(first);
    CHECK_MESSAGE(tablet.answersTo(second).empty(), "its session has ended");
    CHECK(tablet.pushed<protocol::Error>().front().code == ErrorCode::AccountDeleted);
    finish();
    isSound();
}

TEST_CASE_FIXTURE(Deleting, "a deletion that cannot be committed has not happened")
{
    const RequestId request = begin(ada);
    world.store.failNextCommit();
    verify(true);
    CHECK(ada.answerTo<protocol::Error>(request).code == ErrorCode::Unavailable);
    CHECK_FALSE(world.store.accounts().find(ada.user)->deleted);
    CHECK_FALSE(isUnfinished());
    CHECK_FALSE(world.closed.contains(bob.target.connection));
}

TEST_CASE_FIXTURE(Deleting, "nobody gets the name again")
{
    remove();
    for (const char* name : {"ada", "Ada"}) {
        Client other(world, name);
        other.token = std::string(32, 'o');
        CHECK(other.refused(other.registerFrame()) == ErrorCode::NameTaken);
    }
}

TEST_CASE_FIXTURE(Deleting, "nobody can bring the account into a conversation")
{
    confirm();
    for (const bool isFinished : {false, true}) {
        if (isFinished) {
            finish();
        }
        CHECK(cat.refused(protocol::OpenDirect{"ada"}) == ErrorCode::AccountDeleted);
        CHECK(cat.refused(protocol::CreateGroup{world.freshUuid(), "other", {"bob", "ada"}})
              == ErrorCode::AccountDeleted);
        const ConversationId other = cat.createGroup("third");
        CHECK(cat.refused(protocol::AddMember{other, "ada"}) == ErrorCode::AccountDeleted);
        CHECK(bob.refused(bob.message(direct, "hello?")) == ErrorCode::AccountDeleted);
        CHECK_MESSAGE(bob.askState(protocol::OpenDirect{"ada"}).id == direct, "the chat can be opened");
        CHECK(bob.state(direct).isMember);
    }
    const Entry said = pull(bob, direct).entries.back();
    CHECK(said.content == EntryContent(content::Notice{NoticeKind::AccountDeleted}));
    bob.ask<protocol::SendAck>(bob.message(group, "@ada are you there?"));
    CHECK_MESSAGE(pull(cat, group).entries.back().as<content::Message>()->mentions.empty(),
                  "a deleted account is not mentioned");
}

TEST_CASE_FIXTURE(Deleting, "the account leaves its conversations, and the group gets another owner")
{
    ada.ask(protocol::SetRole{group, cat.user, Role::Moderator});
    ada.send(group, "one");
    bob.send(group, "two");
    forgetPushes();
    const std::uint64_t unreadBefore = cat.state(group).counts.unread;
    remove();
    const ConversationState after = cat.state(group);
    CHECK(after.memberCount == 2);
    CHECK(after.role == Role::Owner);
    CHECK_MESSAGE(after.counts.unread == unreadBefore, "a notice counts in nobody's number");
    const protocol::Range range = pull(bob, group);
    CHECK(range.entries.back().content == EntryContent(content::Notice{NoticeKind::AccountDeleted}));
    CHECK(range.entries.back().author == ada.user);
    CHECK(isShownDeleted(range.users, ada.user));
    CHECK(bob.state(direct).memberCount == 2);
    CHECK(bob.state(channel).isMember);
    CHECK(pull(bob, channel).entries.back().content
          == EntryContent(content::Notice{NoticeKind::AccountDeleted}));
    for (const Client* client : {&bob, &cat}) {
        CHECK_FALSE(isShownDeleted(range.users, client->user));
    }
    isSound();
}

TEST_CASE_FIXTURE(Deleting, "everybody is told of the account as deleted")
{
    remove();
    CHECK(isShownDeleted(bob.ask<protocol::Users>(protocol::GetUsers{{ada.user, cat.user}}).users, ada.user));
    CHECK(isShownDeleted(bob.ask<protocol::States>(protocol::GetStates{{direct}}).users, ada.user));
    const auto members = bob.ask<protocol::Members>(protocol::GetMembers{group}).members;
    CHECK(members.size() == 2);
    CHECK_FALSE(std::ranges::any_of(members, [](const protocol::Member& one) { return one.user.isDeleted; }));
}

TEST_CASE_FIXTURE(Deleting, "texts stay if the operator keeps them, and reactions go in any case")
{
    const Seq said = ada.send(group, "a text that stays").seq;
    const Seq bobs = bob.send(group, "his").seq;
    ada.ask(reaction(group, bobs));
    cat.ask(reaction(group, bobs));
    ada.send(notes, "for me alone");
    CHECK(bob.state(group).unreadReactions == 2);
    forgetPushes();
    remove();
    CHECK(textOf(pull(bob, group).entries[said.value - 1]) == "a text that stays");
    CHECK(bob.state(group).unreadReactions == 1);
    const auto reactions = pull(bob, group).reactions;
    REQUIRE(reactions.size() == 1);
    CHECK(reactions.front().counts == std::vector{ReactionCount{thumb, 1, false}});
    CHECK_MESSAGE(isRecalled(world.store.log().entry(notes, Seq(1))->entry),
                  "notes to self belong to the account alone");
    isSound();
}

TEST_CASE_FIXTURE(Removing, "recalled messages leave every number as recalls do")
{
    protocol::Send named = ada.message(group, "for @bob");
    const Seq mention = ada.ask<protocol::SendAck>(named).seq;
    ada.send(group, "second");
    bob.ask(reaction(group, mention));
    const Seq bobs = bob.send(group, "his").seq;
    ada.send(direct, "between us");
    cat.read(group, mention.value);
    CHECK(bob.state(group).counts == ReadCounts{2, 1, 0});
    CHECK(cat.state(group).counts == ReadCounts{2, 0, 0});
    CHECK(bob.state(direct).counts == ReadCounts{1, 0, 0});
    forgetPushes();
    remove();
    CHECK(bob.state(group).counts == ReadCounts());
    CHECK(cat.state(group).counts == ReadCounts{1, 0, 0});
    CHECK(bob.state(direct).counts == ReadCounts());
    CHECK(bob.ask<protocol::TotalsNow>(protocol::GetTotals{}).unread == 0);
    for (const Entry& entry : pull(bob, group).entries) {
        CHECK((entry.author != ada.user || textOf(entry).empty() || entry.kind() == EntryKind::Notice));
    }
    CHECK(textOf(pull(bob, group).entries[bobs.value - 1]) == "his");
    isSound();
}

TEST_CASE_FIXTURE(Removing,
                  "a group that the account had left before loses its messages too, and gets no notice")
{
    const Seq said = ada.send(group, "before I left").seq;
    ada.ask(protocol::Leave{group});
    remove();
    const protocol::Range range = pull(bob, group);
    CHECK(isRecalled(range.entries[said.value - 1]));
    CHECK(std::ranges::none_of(range.entries, [](const Entry& entry) {
        return entry.content == EntryContent(content::Notice{NoticeKind::AccountDeleted});
    }));
    CHECK(isShownDeleted(range.users, ada.user));
    isSound();
}

TEST_CASE_FIXTURE(Removing, "files of recalled messages go, and so does the picture")
{
    protocol::Send send = ada.message(group, "");
    send.content = content::Message{.attachments = {ada.upload("the bytes of a file")}};
    const Seq with = ada.askFiles<protocol::SendAck>(send).seq;
    CHECK(std::holds_alternative<protocol::BlobPart>(bob.fetch(group, with)));
    remove();
    world.pass(Milliseconds(60000));
    world.workOnBlobs();
    CHECK(std::holds_alternative<protocol::Error>(bob.fetch(group, with)));
    CHECK(world.store.blobs().allBlobs().empty());
}

TEST_CASE_FIXTURE(Deleting, "what belongs to the account alone is erased")
{
    ada.ask(protocol::SetDraft{.conversation = group, .text = "a draft", .uuid = world.freshUuid()});
    ada.ask(protocol::SetIgnored{.user = cat.user, .level = IgnoreLevel::Ignored, .uuid = world.freshUuid()});
    REQUIRE(world.store.drafts().head(ada.user) > 0);
    REQUIRE(world.store.ignores().of(ada.user).version > 0);
    ada.read(group, 1);
    const Seq said = bob.send(group, "text").seq;
    const LogEpoch epoch = world.store.conversations().find(group)->logEpoch;
    ada.ask(protocol::HideMessages{group, epoch, Generation(1), {said}});
    REQUIRE(world.store.members().find(group, ada.user)->hidden.size() == 1);
    remove();
    CHECK(world.store.drafts().head(ada.user) == 0);
    CHECK(world.store.ignores().of(ada.user) == IgnoredSet());
    const auto row = world.store.members().find(group, ada.user);
    CHECK(row->settings == ConversationSettings());
    CHECK(row->hidden.empty());
    CHECK(row->seen == Seq());
    for (const DeviceRecord& device : world.store.tokens().devices(ada.user)) {
        CHECK(device.name.empty());
    }
}

TEST_CASE_FIXTURE(Deleting, "receipts of the account are gone")
{
    const Seq said = bob.send(group, "who reads this?").seq;
    ada.read(group, said.value);
    cat.read(group, said.value);
    CHECK(bob.ask<protocol::Readers>(protocol::GetReaders{group, said}).readerCount == 2);
    remove();
    const auto readers = bob.ask<protocol::Readers>(protocol::GetReaders{group, said});
    CHECK(readers.readerCount == 1);
    CHECK(readers.memberCount == 2);
}

TEST_CASE_FIXTURE(Deleting, "a scheduled message is not sent any more")
{
    ada.ask<protocol::ScheduleResult>(protocol::Schedule{.conversation = group,
                                                         .uuid = world.freshUuid(),
                                                         .change = world.freshUuid(),
                                                         .due = UnixMs{world.wall().value + 1000},
                                                         .message = {.text = "later"}});
    confirm();
    world.pass(Milliseconds(2000));
    finish();
    for (const Entry& entry : pull(bob, group).entries) {
        CHECK(entry.kind() == EntryKind::Notice);
    }
}

TEST_CASE_FIXTURE(Removing, "the work goes on after a restart, and each step is bounded")
{
    constexpr int messages = 350;
    for (int i = 0; i < messages; ++i) {
        ada.send(group, "text");
        world.pass(Milliseconds(100));
    }
    forgetPushes();
    const std::uint64_t head = bob.state(group).head.value;
    confirm();
    int steps = 0;
    std::uint64_t before = head;
    while (isUnfinished()) {
        REQUIRE(++steps < 200);
        if (steps % 2 == 0) {
            world.restart();
            bob.target.connection = world.connect();
            bob.hello();
        }
        world.pass(Milliseconds(20));
        const std::uint64_t now = bob.state(group).head.value;
        CHECK_MESSAGE(now - before <= 2 * 101, "the entries of at most two steps");
        before = now;
    }
    CHECK(steps > 4);
    CHECK_MESSAGE(bob.state(group).head.value == head + messages + 1, "each message is recalled once");
    CHECK(bob.state(group).counts.unread == 0);
    isSound();
}

TEST_CASE_FIXTURE(Removing, "a step that cannot be committed is done again")
{
    ada.send(group, "text");
    confirm();
    for (int failures = 0; failures < 5 && isUnfinished(); ++failures) {
        world.store.failNextCommit();
        world.pass(Milliseconds(1000));
    }
    for (int turns = 0; isUnfinished(); ++turns) {
        REQUIRE(turns < 100);
        world.pass(Milliseconds(1000));
    }
    const protocol::Range range = pull(bob, group);
    CHECK(
        std::ranges::count_if(range.entries, [](const Entry& one) { return one.kind() == EntryKind::Recall; })
        == 1);
    isSound();
}

TEST_CASE_FIXTURE(Deleting, "a group without any member stays, and who joins it next owns it")
{
    const ConversationId alone = ada.createGroup("alone");
    remove();
    CHECK(bob.askState(protocol::Join{alone}).role == Role::Owner);
    isSound();
}

TEST_CASE_FIXTURE(Deleting, "the operator deletes an account for which nobody has the password")
{
    const auto operate = [this](OperatorRequest request) {
        world.queue(OperatorAsked{OperatorTicket(7), std::move(request)});
        world.turn();
        REQUIRE(world.operatorAnswers.size() == 1);
        return world.operatorAnswers.front().result;
    };
    const auto codeOf = [](const OperatorResult& result) {
        REQUIRE(std::holds_alternative<protocol::Error>(result));
        return std::get<protocol::Error>(result).code;
    };
    CHECK(codeOf(operate(DeleteUser{"nobody"})) == ErrorCode::NoSuchUser);
    const auto result = operate(DeleteUser{"bob"});
    REQUIRE(std::holds_alternative<UserList>(result));
    CHECK(std::get<UserList>(result).users.front().isDeleted);
    CHECK(bob.pushed<protocol::Error>().front().code == ErrorCode::AccountDeleted);
    finish();
    CHECK(ada.state(group).memberCount == 2);
    CHECK(codeOf(operate(DeleteUser{"bob"})) == ErrorCode::AccountDeleted);
    CHECK(codeOf(operate(SetUserDisabled{"bob", false})) == ErrorCode::AccountDeleted);
    CHECK(codeOf(operate(ResetPassword{"bob", "hash"})) == ErrorCode::AccountDeleted);
    CHECK(codeOf(operate(AddUser{"bob", "hash"})) == ErrorCode::NameTaken);
    isSound();
}

TEST_CASE_FIXTURE(Deleting,
                  "a backup from before the deletion has the account again, and it can be deleted again")
{
    const MemoryData backup = world.store.backup();
    remove();
    world.store.restore(backup);
    world.restart();
    Client again(world, "ada");
    again.token = ada.token;
    again.device = ada.device;
    again.hello();
    const RequestId request = begin(again);
    verify(true);
    again.answerTo<protocol::Done>(request);
    finish();
    CHECK(world.store.accounts().find(ada.user)->deleted);
    isSound();
}

} // namespace tidemark::server::deletion_test
