#include "tests/sync/device.h"

#include <random>

namespace tidemark::test::pull_test {
namespace {

using protocol::PullFrom;

TEST_CASE("I9: a notify causes one pull; doubled and reordered ones cause none")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    const protocol::Notify old = chat.notify();
    chat.talks(bob, 3);
    device.receives(chat.notify());
    const auto pull = device.sends<protocol::Pull>();
    CHECK(pull.after == Seq(5));
    CHECK(pull.from == PullFrom::Start);
    device.receives(chat.notify());
    device.receives(old);
    device.sendsNothing();

    const protocol::Range range = chat.answer(pull);
    device.answers(range);
    CHECK(device.changes<change::EntriesAdded>().size() == 1);
    CHECK(device.changes<change::EntriesAdded>()[0].live);
    device.agreesWith(chat);
    device.answers(range);
    CHECK(device.changes<change::EntriesAdded>().empty());
    device.agreesWith(chat);
    device.receives(old);
    device.receives(chat.notify());
    device.sendsNothing();
    CHECK(device.effects().writes.empty());
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("entries with more files than a message may have are stored with those that it may have")
{
    Chat chat(7);
    Device device;
    device.comesOnline({&chat});
    chat.talks(bob, 1);
    device.receives(chat.notify());
    protocol::Range range = chat.answer(device.sends<protocol::Pull>());
    content::Message message;
    message.attachments.resize(40);
    range.entries.back().content = message;
    device.answers(range);
    std::size_t stored = 0;
    for (const Write& write : device.effects().writes) {
        if (const auto* put = std::get_if<write::PutEntries>(&write)) {
            stored += put->entries.back().as<content::Message>()->attachments.size();
        }
    }
    CHECK(stored == 10);
}

TEST_CASE("I10: pulls are single-flight; entries that came meanwhile follow in the next one")
{
    Chat chat(7);
    Device device;
    device.comesOnline({&chat});
    chat.talks(bob, 1);
    device.receives(chat.notify());
    const auto first = device.sends<protocol::Pull>();
    const protocol::Range answer = chat.answer(first);
    const RequestId request = device.lastRequest();
    chat.talks(bob, 2);
    device.receives(chat.notify());
    device.sendsNothing();
    device.receives(answer, request);
    const auto second = device.sends<protocol::Pull>();
    CHECK(second.after == Seq(1));
    device.answers(chat.answer(second));
    device.agreesWith(chat);
}

TEST_CASE("I10: a small gap is pulled forward in pages")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    chat.talks(bob, 1000);
    device.receives(chat.notify());
    CHECK(device.pulls(chat).after == Seq(3));
    CHECK(device.engine().held(chat.id)->top() == Seq(515));
    CHECK(device.in(chat).countedHead == Seq(515));
    const auto second = device.pulls(chat);
    CHECK(second.after == Seq(515));
    CHECK(second.from == PullFrom::Start);
    device.sendsNothing();
    device.agreesWith(chat);
}

TEST_CASE("I10: a large gap gets its newest page first, a gap marker and an exact badge from the state")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 3);
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    chat.talks(bob, 5000);
    device.receives(chat.notify());
    const auto pull = device.pulls(chat);
    CHECK(pull.from == PullFrom::End);
    CHECK(pull.limit == config.newestPageEntries);
    CHECK(device.engine().held(chat.id)->ranges()
          == std::vector{SeqRange{Seq(1), Seq(3)}, SeqRange{Seq(4940), Seq(5003)}});

    CHECK(device.sends<protocol::GetStates>().conversations == std::vector{chat.id});
    CHECK_FALSE(device.engine().isQuiescent());
    device.answers(chat.states());
    device.agreesWith(chat);
    CHECK(device.engine().totals().unread == 5003);
    device.sendsNothing();

    // The next message extends the counted head, with or without a gap.
    chat.says(bob, "more", true);
    device.receives(chat.notify());
    device.pulls(chat);
    device.agreesWith(chat);
    device.sendsNothing();
}

TEST_CASE("whether all history is pulled can be changed at any time")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 2000);
    Device device(config);
    device.comesOnline({&chat});
    device.pulls(chat);
    device.sendsNothing();
    CHECK(device.engine().isQuiescent());
    CHECK_MESSAGE(device.changes<change::Progress>().at(0).remaining == 0, "no pull is in flight");

    device.does(input::KeepHistory{true});
    CHECK(device.changes<change::Progress>().at(0).remaining == 2000 - 64);
    CHECK(device.pulls(chat).through == Seq(1936));
    device.does(input::KeepHistory{false});
    CHECK(device.changes<change::Progress>().at(0).remaining == 0);
    device.pulls(chat); // this pull was on its way
    device.sendsNothing();
    CHECK(device.engine().isQuiescent());
    CHECK_FALSE(device.holdsAllOf(chat));
    device.agreesWith(chat);

    device.does(input::KeepHistory{true});
    device.catchesUp({&chat});
    CHECK(device.holdsAllOf(chat));
    device.agreesWith(chat);
}

TEST_CASE("backfill fills gaps from their newest end until the whole log is held")
{
    Chat chat(7);
    chat.talks(bob, 2000);
    Device device;
    device.comesOnline({&chat});
    const auto newest = device.pulls(chat);
    CHECK(newest.from == PullFrom::End);
    CHECK(newest.limit == 64);
    const auto older = device.pulls(chat);
    CHECK(older.from == PullFrom::End);
    CHECK(older.through == Seq(1936));
    CHECK(older.limit == 512);
    CHECK(device.changes<change::EntriesAdded>()[0].live == false);
    REQUIRE(device.changes<change::Progress>().size() == 1);
    CHECK(device.changes<change::Progress>()[0].pulled == 576);
    CHECK(device.changes<change::Progress>()[0].remaining == 2000 - 576);
    device.catchesUp({&chat});
    CHECK(device.holdsAllOf(chat));
    device.agreesWith(chat);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("the conversation that the user looks at goes first, its newest page before the rest")
{
    Chat quiet(1);
    quiet.talks(bob, 10);
    std::vector<Chat> busy;
    EngineConfig config;
    config.maxPullsInFlight = 1;
    Device device(config);
    for (std::uint64_t id = 2; id < 8; ++id) {
        busy.emplace_back(id).talks(bob, 600);
    }
    device.comesOnline({&quiet, &busy[0], &busy[1], &busy[2], &busy[3], &busy[4], &busy[5]});
    CHECK(device.sends<protocol::Pull>().conversation != quiet.id);
    device.sendsNothing();
    // This conversation does not wait for the background pull either.
    device.does(input::LookAt{quiet.id});
    CHECK(device.sends<protocol::Pull>().conversation == quiet.id);
    device.sendsNothing();

    device.answers(quiet.answer({quiet.id, quiet.epoch, {}, {}, {}, 64, PullFrom::End}));
    quiet.talks(bob, 100);
    device.receives(quiet.notify());
    const auto newest = device.sends<protocol::Pull>();
    CHECK(newest.conversation == quiet.id);
    CHECK(newest.from == PullFrom::End);
    CHECK(newest.limit == 64);
}

TEST_CASE("background pulls are bounded")
{
    std::vector<Chat> chats;
    std::vector<ConversationState> states;
    for (std::uint64_t id = 1; id <= 50; ++id) {
        chats.emplace_back(id).talks(bob, 3);
        states.push_back(chats.back().state());
    }
    Device device;
    device.connects();
    device.sends<protocol::Hello>();
    device.isWelcomed(states);
    CHECK(device.sentCount() == 4);
    int pulls = 0;
    while (device.sentCount() > 0) {
        const auto pull = device.sends<protocol::Pull>();
        device.answers(chats[pull.conversation.value - 1].answer(pull));
        CHECK(device.sentCount() <= 4);
        ++pulls;
    }
    CHECK(pulls == 50);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("a pull without an answer is repeated; the end of a connection ends it")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.sends<protocol::Pull>();
    device.waits(Milliseconds(15000));
    device.sends<protocol::Pull>();
    device.losesConnection();
    device.comesOnline({});
    device.pulls(chat);
    CHECK(device.holdsAllOf(chat));
}

TEST_CASE("a server that asks for a wait gets no pull before its end")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.sends<protocol::Pull>();
    device.isRefused(protocol::ErrorCode::TooFast, Milliseconds(800));
    device.waits(Milliseconds(799));
    device.sendsNothing();
    device.waits(Milliseconds(1));
    device.pulls(chat);
    CHECK(device.holdsAllOf(chat));
}

TEST_CASE("empty answers do not make a storm of pulls")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({&chat});
    int requests = 0;
    for (int i = 0; i < 50 && device.sentCount() > 0; ++i) {
        if (i % 2 == 0) {
            device.sends<protocol::Pull>();
            device.answers(chat.range(chat.head(), chat.head()));
        } else {
            device.sends<protocol::GetStates>();
            device.answers(chat.states());
        }
        ++requests;
    }
    CHECK(requests < 5);
    CHECK_FALSE(device.engine().isQuiescent());
    device.waits(Milliseconds(999));
    device.sendsNothing();
    device.waits(Milliseconds(1));
    device.pulls(chat);
    device.agreesWith(chat);
}

TEST_CASE("a range that does not follow from its start is not applied")
{
    Chat chat(7);
    chat.talks(bob, 6);
    Device device;
    device.comesOnline({&chat});
    const auto pull = device.sends<protocol::Pull>();
    protocol::Range range = chat.answer(pull);
    range.entries.erase(range.entries.begin() + 2);
    device.answers(range);
    CHECK(device.store().entryCount(chat.id) == 0);
    CHECK(device.engine().held(chat.id)->empty());
    device.waits(Milliseconds(2000));
    device.catchesUp({&chat});
    CHECK(device.holdsAllOf(chat));
}

TEST_CASE("the view gets the older entries that it requests, with and without backfill")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 1000);
    Device device(config);
    device.comesOnline({&chat});
    device.pulls(chat);
    device.sendsNothing();
    device.does(input::LoadOlder{chat.id, Seq(937)});
    const auto older = device.pulls(chat);
    CHECK(older.through == Seq(936));
    device.sendsNothing();
    CHECK(device.engine().isQuiescent());
    // Held entries are not requested again.
    device.does(input::LoadOlder{chat.id, Seq(937)});
    device.sendsNothing();
    device.does(input::LoadOlder{chat.id, Seq(1)});
    device.sendsNothing();
}

TEST_CASE("a command waits for its range and is answered in every case")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 3000);
    Device device(config);
    device.comesOnline({&chat});
    device.pulls(chat);

    device.does(input::LoadRange{CommandId(1), chat.id, Seq(100), Seq(1500)});
    int pulls = 0;
    while (device.sentCount() > 0) {
        CHECK(device.changes<change::CommandDone>().empty());
        device.pulls(chat);
        ++pulls;
    }
    CHECK(pulls == 3);
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].error == std::nullopt);
    CHECK(device.engine().held(chat.id)->covers(Seq(100), Seq(1500)));

    SUBCASE("held already")
    {
        device.does(input::LoadRange{CommandId(2), chat.id, Seq(200), Seq(300)});
        CHECK(device.changes<change::CommandDone>().at(0).error == std::nullopt);
    }
    SUBCASE("unknown conversation")
    {
        device.does(input::LoadRange{CommandId(2), ConversationId(99), {}, {}});
        CHECK(device.changes<change::CommandDone>().at(0).error == protocol::ErrorCode::NoSuchConversation);
    }
    SUBCASE("left conversation")
    {
        chat.leaves();
        device.receives(chat.states());
        device.does(input::LoadRange{CommandId(2), chat.id, {}, {}});
        REQUIRE(device.changes<change::CommandDone>().size() == 1);
        CHECK(device.changes<change::CommandDone>()[0].error == protocol::ErrorCode::NotMember);
    }
    SUBCASE("the connection ends")
    {
        device.does(input::LoadRange{CommandId(2), chat.id, {}, {}});
        device.losesConnection();
        CHECK(device.changes<change::CommandDone>().at(0).error == protocol::ErrorCode::Unavailable);
        device.does(input::LoadRange{CommandId(3), chat.id, {}, {}});
        CHECK(device.changes<change::CommandDone>().at(0).error == protocol::ErrorCode::Unavailable);
    }
    SUBCASE("left while it waits")
    {
        device.does(input::LoadRange{CommandId(2), chat.id, {}, {}});
        chat.leaves();
        device.receives(chat.states());
        REQUIRE(device.changes<change::CommandDone>().size() == 1);
        CHECK(device.changes<change::CommandDone>()[0].error == protocol::ErrorCode::NotMember);
    }
    SUBCASE("the log is another one")
    {
        device.does(input::LoadRange{CommandId(2), chat.id, {}, {}});
        device.sends<protocol::Pull>();
        device.isRefused(protocol::ErrorCode::LogEpochChanged);
        CHECK(device.changes<change::CommandDone>().at(0).error == protocol::ErrorCode::LogEpochChanged);
    }
}

TEST_CASE("a new conversation is known by its first notify alone")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({});
    device.receives(chat.notify());
    CHECK(device.sends<protocol::GetStates>().conversations == std::vector{chat.id});
    device.answers(chat.states());
    device.catchesUp({&chat});
    device.agreesWith(chat);
}

TEST_CASE("a notify of a conversation that is not the user's leaves no trace")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({});
    device.receives(chat.notify());
    device.sends<protocol::GetStates>();
    ConversationState none;
    none.id = chat.id;
    SUBCASE("left out of the answer")
    {
        device.answers(protocol::States{});
    }
    SUBCASE("answered by an empty state")
    {
        device.answers(protocol::States{{none}, {}, 0});
    }
    CHECK(device.engine().conversation(chat.id) == nullptr);
    CHECK(device.store().conversations().empty());
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("states in several frames: no conversation counts as unknown before the last frame")
{
    Chat one(1);
    Chat two(2);
    Chat three(3);
    Device device;
    device.comesOnline({&one, &two, &three});
    const LogEpoch other(5);
    device.receives(protocol::Notify{{{one.id, other, {}}, {two.id, other, {}}, {three.id, other, {}}}});
    CHECK(device.sends<protocol::GetStates>().conversations.size() == 3);
    device.answers(protocol::States{{one.state()}, {}, 2});
    CHECK(device.in(two).isMember);
    CHECK(device.in(three).isMember);
    device.answers(protocol::States{{two.state()}, {}, 1});
    CHECK(device.in(three).isMember);
    CHECK_FALSE(device.engine().isQuiescent());
    device.answers(protocol::States{{}, {}, 0});
    CHECK(device.in(two).isMember);
    CHECK_FALSE(device.in(three).isMember);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("entries arrive in any cut: the badge is right after each (I8)")
{
    std::mt19937 random(4711);
    for (int round = 0; round < 60; ++round) {
        Chat chat(7);
        for (int i = 0; i < 40; ++i) {
            const UserId author(random() % 3 + 1);
            if (i > 2 && random() % 5 == 0) {
                const Seq target(random() % chat.head().value + 1);
                const Entry entry = chat.range(previous(target), target).entries.at(0);
                if (entry.kind() == EntryKind::Message && !isRecalled(entry)) {
                    chat.recalls(target);
                    continue;
                }
            }
            chat.says(author, "text", random() % 4 == 0);
        }
        // The state is of an earlier head. The rest comes as overlapping ranges.
        const Seq received(random() % 40 + 1);
        chat.reads(Seq(random() % (received.value + 1)));
        EngineConfig config;
        config.backfill = false;
        Device device(config);
        device.connects();
        device.sends<protocol::Hello>();
        device.isWelcomed({chat.stateAt(received)});
        device.receives(chat.notify());
        while (device.sentCount() > 0) {
            const auto pull = device.sends<protocol::Pull>();
            const Seq after = device.engine().held(chat.id)->top();
            const std::uint64_t missing = chat.head().value - after.value;
            const Seq first(after.value - std::min<std::uint64_t>(after.value, random() % 3));
            const Seq last(after.value + 1 + random() % missing);
            CHECK(pull.after == after);
            device.answers(chat.range(first, last));
        }
        device.agreesWith(chat);
    }
}

} // namespace

TEST_CASE("I9: a state that came by a push is not requested again although its answer was lost")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({});
    device.receives(chat.notify());
    CHECK(device.sends<protocol::GetStates>().conversations == std::vector{chat.id});
    const RequestId lost = device.lastRequest();
    device.receives(chat.states());
    device.pulls(chat);
    device.receives(protocol::Error{protocol::ErrorCode::Unavailable, Milliseconds(100), {}}, lost);
    device.waits(Milliseconds(1000));
    device.sendsNothing();
    CHECK(device.engine().isQuiescent());
    device.agreesWith(chat);
}

} // namespace tidemark::test::pull_test
