#include "tests/sync/device.h"

namespace tidemark::test::ignoring_test {
namespace {

using protocol::ErrorCode;

constexpr UserId cat(4);

/// A device that holds a chat, with messages of bob and cat unread.
struct Ignoring {
    Chat chat{7};
    Device device;
    protocol::IgnoredUsers server;

    Ignoring()
    {
        chat.talks(bob, 3);
        chat.talks(cat, 2);
        device.comesOnline({&chat});
        device.catchesUp({&chat});
    }
    void setIgnored(UserId user, IgnoreLevel level, std::uint64_t number = 900, CommandId command = {})
    {
        device.does(input::SetIgnored{command, user, level, uuidOf(number)});
    }
    /// The server takes the change; the chat's states are counted under the new set.
    protocol::IgnoredUsers takes(UserId user, IgnoreLevel level)
    {
        std::erase_if(server.ignored, [&](const IgnoredUser& one) { return one.user == user; });
        if (level != IgnoreLevel::None) {
            server.ignored.push_back({user, level});
        }
        chat.ignored = {};
        for (const IgnoredUser& one : server.ignored) {
            chat.ignored.push_back(one.user);
        }
        chat.ignoresVersion = ++server.version;
        return server;
    }
    [[nodiscard]] std::uint64_t unread() const { return device.badge(chat).unread; }
};

TEST_CASE_FIXTURE(Ignoring, "a change counts at once, is sent once, and agrees with the server's numbers")
{
    CHECK(unread() == 5);
    setIgnored(bob, IgnoreLevel::Ignored, 900, CommandId(5));
    CHECK(unread() == 2);
    CHECK(device.engine().totals().unread == 2);
    CHECK(device.changes<change::IgnoredChanged>().back().ignored
          == std::vector<IgnoredUser>{{bob, IgnoreLevel::Ignored}});
    const auto sent = device.sends<protocol::SetIgnored>();
    CHECK(sent == protocol::SetIgnored{bob, IgnoreLevel::Ignored, uuidOf(900), {}});
    CHECK_FALSE(device.engine().isFlushed());
    device.answers(takes(bob, IgnoreLevel::Ignored));
    CHECK(device.changes<change::CommandDone>().at(0).command == CommandId(5));
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
    device.receives(chat.states());
    CHECK(device.changes<change::Mismatch>().empty());
    setIgnored(bob, IgnoreLevel::None, 901);
    CHECK(unread() == 5);
    device.sends<protocol::SetIgnored>();
    device.answers(takes(bob, IgnoreLevel::None));
    device.agreesWith(chat);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Ignoring, "a change survives days offline and a restart, and is sent with the same uuid")
{
    device.losesConnection();
    setIgnored(bob, IgnoreLevel::Blocked);
    CHECK(unread() == 2);
    device.restarts();
    CHECK(unread() == 2);
    CHECK(device.engine().ignored() == std::vector<IgnoredUser>{{bob, IgnoreLevel::Blocked}});
    chat.says(bob);
    chat.says(cat);
    device.comesOnline({&chat});
    const auto sent = device.sends<protocol::SetIgnored>();
    CHECK(sent.uuid == uuidOf(900));
    device.answers(takes(bob, IgnoreLevel::Blocked));
    device.catchesUp({&chat});
    CHECK(unread() == 3);
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Ignoring,
                  "a change by another device is taken from a push, and entries that come are counted")
{
    device.receives(takes(bob, IgnoreLevel::Ignored));
    CHECK(unread() == 2);
    chat.says(bob, "not counted", true);
    const Seq recalled = chat.says(cat);
    chat.recalls(recalled);
    device.receives(chat.notify());
    device.pulls(chat);
    CHECK(unread() == 2);
    device.agreesWith(chat);
    chat.recalls(Seq(1));
    device.receives(chat.notify());
    device.pulls(chat);
    CHECK_MESSAGE(unread() == 2, "the recall of an ignored message takes nothing off");
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Ignoring, "a late push does not undo a newer set; the server is asked")
{
    const protocol::IgnoredUsers first = takes(bob, IgnoreLevel::Ignored);
    device.receives(takes(cat, IgnoreLevel::Ignored));
    CHECK(unread() == 0);
    device.receives(first);
    CHECK(unread() == 0);
    device.sends<protocol::GetIgnored>();
    device.answers(server);
    CHECK(unread() == 0);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Ignoring, "a state that was counted under another set is not taken for the present one")
{
    const protocol::States before = chat.states();
    device.receives(takes(bob, IgnoreLevel::Ignored));
    device.receives(before);
    CHECK_MESSAGE(unread() == 2, "the state was on its way when the set changed");
    device.sends<protocol::GetIgnored>();
    device.answers(server);
    const protocol::IgnoredUsers next = takes(cat, IgnoreLevel::Ignored);
    device.receives(chat.states());
    device.sends<protocol::GetIgnored>();
    device.answers(next);
    CHECK(unread() == 0);
    device.agreesWith(chat);
    CHECK(device.changes<change::Mismatch>().empty());
}

TEST_CASE("where messages are missing, a change gives a lower bound until the server has counted")
{
    Chat chat{7};
    chat.talks(bob, 3000);
    chat.talks(cat, 100);
    EngineConfig config;
    config.backfill = false;
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    REQUIRE(device.badge(chat).unread == 3100);
    device.does(input::SetIgnored{{}, cat, IgnoreLevel::Ignored, uuidOf(900)});
    CHECK_FALSE(device.in(chat).exact);
    CHECK(device.badge(chat).unread <= 3000);
    device.sends<protocol::SetIgnored>();
    device.sendsNothing();
    chat.ignored = {cat};
    chat.ignoresVersion = 1;
    device.answers(protocol::IgnoredUsers{1, {{cat, IgnoreLevel::Ignored}}, {}});
    device.sends<protocol::GetStates>();
    device.answers(chat.states());
    CHECK(device.in(chat).exact);
    CHECK(device.badge(chat).unread == 3000);
}

TEST_CASE("the server's first unread message is forgotten with the set that it was found under")
{
    Chat chat{7};
    chat.talks(bob, 1500);
    chat.talks(cat, 1500);
    EngineConfig config;
    config.backfill = false;
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    REQUIRE(device.in(chat).firstUnread == Seq(1));
    const protocol::IgnoredUsers set{1, {{bob, IgnoreLevel::Ignored}}, {}};

    SUBCASE("when the set changes")
    {
        device.receives(set);
    }
    SUBCASE("when a state comes that was counted under another set")
    {
        // Only the state of a newer version brings it, so nothing on this device has changed before.
        chat.ignored = {bob};
        chat.ignoresVersion = 1;
        ++chat.version;
        device.receives(chat.states());
    }
    CHECK(device.in(chat).firstUnread == Seq());
    CHECK_FALSE(device.in(chat).exact);
}

TEST_CASE_FIXTURE(Ignoring, "unread reactions are asked for again, because only the server can count them")
{
    chat.reactionHead = ReactionSeq(2);
    chat.unreadReactions = 2;
    ++chat.version;
    device.receives(chat.states());
    device.sends<protocol::PullReactions>();
    device.answers(protocol::Reactions{chat.id, chat.epoch, {}, ReactionSeq(2), ReactionSeq(2), {}});
    CHECK(device.in(chat).reactions.unread == 2);
    const protocol::IgnoredUsers set = takes(bob, IgnoreLevel::Ignored);
    chat.unreadReactions = 1;
    device.receives(set);
    device.sends<protocol::GetStates>();
    device.answers(chat.states());
    CHECK(device.in(chat).reactions.unread == 1);
    CHECK(device.changes<change::Mismatch>().empty());
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Ignoring, "a change that the server refuses is taken back")
{
    setIgnored(bob, IgnoreLevel::Ignored, 900, CommandId(5));
    device.sends<protocol::SetIgnored>();
    device.isRefused(ErrorCode::TooManyIgnored);
    CHECK(unread() == 5);
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::TooManyIgnored);
    CHECK(device.engine().ignored().empty());
    CHECK(device.engine().isFlushed());
    setIgnored(me.id, IgnoreLevel::Ignored, 901, CommandId(6));
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::NotAllowed);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Ignoring, "a later change wins over the answer to an earlier one")
{
    setIgnored(bob, IgnoreLevel::Ignored, 900);
    device.sends<protocol::SetIgnored>();
    const RequestId first = device.lastRequest();
    setIgnored(bob, IgnoreLevel::None, 901);
    device.sendsNothing();
    device.receives(takes(bob, IgnoreLevel::Ignored), first);
    CHECK(unread() == 5);
    CHECK(device.sends<protocol::SetIgnored>().uuid == uuidOf(901));
    device.answers(takes(bob, IgnoreLevel::None));
    CHECK(unread() == 5);
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Ignoring, "Welcome brings the set, whatever its version")
{
    device.receives(takes(bob, IgnoreLevel::Ignored));
    device.losesConnection();
    device.does(input::Connect{});
    device.connects();
    CHECK(device.sends<protocol::Hello>().ignoresVersion == 1);
    protocol::Welcome welcome;
    welcome.user = me;
    welcome.statesToCome = 0;
    welcome.ignored = protocol::IgnoredUsers{};
    chat.ignored = {};
    chat.ignoresVersion = 0;
    device.answers(welcome);
    CHECK(unread() == 5);
    CHECK(device.engine().ignored().empty());
}

TEST_CASE_FIXTURE(Ignoring, "an earlier server is asked once, and its numbers are not taken")
{
    device.receives(takes(bob, IgnoreLevel::Ignored));
    chat.ignored = {};
    chat.ignoresVersion = 0;
    chat.says(cat);
    ++chat.version;
    device.receives(chat.states());
    device.sends<protocol::GetIgnored>();
    device.isRefused(ErrorCode::Unsupported);
    device.catchesUp({&chat});
    CHECK_FALSE(device.in(chat).exact);
    CHECK(unread() <= 3);
    device.waits(Milliseconds(60000));
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Ignoring, "an ignored user does not type")
{
    device.receives(protocol::TypingNow{chat.id, {bob, "bob"}});
    CHECK(device.changes<change::TypingChanged>().at(0).users.size() == 1);
    device.receives(takes(bob, IgnoreLevel::Ignored));
    CHECK(device.changes<change::TypingChanged>().at(0).users.empty());
    device.receives(protocol::TypingNow{chat.id, {bob, "bob"}});
    CHECK(device.changes<change::TypingChanged>().empty());
}

} // namespace
} // namespace tidemark::test::ignoring_test
