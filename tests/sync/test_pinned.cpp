#include "tests/sync/device.h"

namespace tidemark::test::pinned_test {
namespace {

using protocol::ErrorCode;
using Seqs = std::vector<Seq>;

Device deviceWith(std::initializer_list<const Chat*> chats)
{
    Device device;
    device.comesOnline(chats);
    device.catchesUp(chats);
    return device;
}

input::Send pin(const Chat& chat, std::uint64_t number, Seq target, NoticeKind kind = NoticeKind::Pinned)
{
    return {chat.id, uuidOf(number), content::Notice{.kind = kind, .target = target}};
}

Seqs shown(const Device& device, const Chat& chat)
{
    const LocalConversation& conversation = device.in(chat);
    std::vector<PendingMessage> pending;
    for (const auto& [uuid, message] : device.store().pending()) {
        pending.push_back(message);
    }
    std::ranges::sort(pending, {}, &PendingMessage::order);
    return shownPinned(conversation.pinned, conversation.countedHead, conversation.clearedThrough, pending);
}

TEST_CASE("a device knows the pinned messages from the state, although it holds only the end of the log")
{
    Chat chat(7);
    chat.talks(bob, 900);
    chat.pins(bob, Seq(3));
    chat.pins(carol, Seq(700));
    chat.talks(bob, 20);
    EngineConfig config;
    config.backfill = false;
    Device device(config);
    device.comesOnline({&chat});
    CHECK(device.in(chat).pinned == Seqs{Seq(3), Seq(700)});
    device.catchesUp({&chat});
    CHECK_FALSE(device.holdsAllOf(chat));
    CHECK(device.in(chat).pinned == Seqs{Seq(3), Seq(700)});
    device.agreesWith(chat);
}

TEST_CASE("entries that arrive change the pinned messages, and nothing else that counts")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device = deviceWith({&chat});
    const ReadCounts before = device.badge(chat);
    chat.pins(bob, Seq(2));
    chat.pins(bob, Seq(4));
    device.receives(chat.notify());
    device.catchesUp({&chat});
    CHECK(device.in(chat).pinned == Seqs{Seq(2), Seq(4)});
    CHECK(device.badge(chat) == before);
    CHECK(device.in(chat).cursor == chat.cursor);
    CHECK(device.store().intents().empty());

    chat.unpins(carol, Seq(2));
    chat.recalls(Seq(4));
    chat.pins(carol, Seq(1));
    device.receives(chat.notify());
    device.catchesUp({&chat});
    CHECK(device.in(chat).pinned == Seqs{Seq(1)});
    device.agreesWith(chat);
}

TEST_CASE("I8: a state is moved on by the entries that the device holds beyond it")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device = deviceWith({&chat});
    const ConversationState early = chat.state();
    chat.pins(bob, Seq(2));
    device.receives(chat.notify());
    device.catchesUp({&chat});
    device.receives(protocol::States{{early}, {}, 0});
    CHECK(device.in(chat).pinned == Seqs{Seq(2)});
    device.agreesWith(chat);
}

TEST_CASE("I8: equal stamps with other pinned messages are reported and taken from the server")
{
    Chat chat(7);
    chat.talks(bob, 5);
    chat.pins(bob, Seq(2));
    Device device = deviceWith({&chat});
    ConversationState other = chat.state();
    other.pinned = {Seq(3)};
    device.receives(protocol::States{{other}, {}, 0});
    CHECK(device.changes<change::Mismatch>().size() == 1);
    CHECK(device.in(chat).pinned == Seqs{Seq(3)});
}

TEST_CASE("a large gap in the log does not make the pinned messages wrong")
{
    Chat chat(7);
    chat.talks(bob, 5);
    EngineConfig config;
    config.backfill = false;
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.losesConnection();
    chat.pins(bob, Seq(2));
    chat.talks(bob, 3000);
    chat.pins(bob, Seq(1500));
    chat.talks(bob, 10);
    device.waits(Milliseconds(120000));
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    CHECK_FALSE(device.holdsAllOf(chat));
    CHECK(device.in(chat).pinned == Seqs{Seq(2), Seq(1500)});
}

TEST_CASE("trimmed messages are not pinned any more")
{
    Chat chat(7);
    chat.talks(bob, 9);
    chat.pins(bob, Seq(2));
    chat.pins(bob, Seq(8));
    Device device = deviceWith({&chat});
    chat.trims(Seq(4));
    device.receives(chat.states());
    CHECK(device.in(chat).pinned == Seqs{Seq(8)});
    CHECK(device.changes<change::Mismatch>().empty());
    chat.pins(bob, Seq(6));
    device.receives(chat.notify());
    device.catchesUp({&chat});
    CHECK(device.in(chat).pinned == Seqs{Seq(6), Seq(8)});
}

TEST_CASE("I13, I15: a pin offline shows at once, survives a restart, is sent later, and reads nothing")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device = deviceWith({&chat});
    const Cursor before = device.in(chat).cursor;
    device.losesConnection();
    device.does(pin(chat, 1, Seq(2)));
    device.does(pin(chat, 2, Seq(4)));
    device.does(pin(chat, 3, Seq(2), NoticeKind::Unpinned));
    CHECK(shown(device, chat) == Seqs{Seq(4)});
    CHECK(device.in(chat).pinned.empty());
    device.restarts();
    CHECK(shown(device, chat) == Seqs{Seq(4)});

    device.comesOnline({&chat});
    for (const std::uint64_t number : {1, 2, 3}) {
        const auto send = device.sends<protocol::Send>();
        CHECK(send.uuid == uuidOf(number));
        device.answers(chat.accepts(send));
        CHECK(shown(device, chat).back() == Seq(4));
    }
    device.catchesUp({&chat});
    CHECK(device.store().pending().empty());
    CHECK(device.in(chat).pinned == Seqs{Seq(4)});
    CHECK(device.in(chat).cursor == before);
    CHECK(device.store().intents().empty());
    device.agreesWith(chat);
}

TEST_CASE("I2: a pin whose answer was lost is sent again with its uuid")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device = deviceWith({&chat});
    device.does(pin(chat, 1, Seq(2)));
    const auto first = device.sends<protocol::Send>();
    static_cast<void>(chat.accepts(first));
    device.losesConnection();
    device.restarts();
    device.comesOnline({&chat});
    const auto again = device.sends<protocol::Send>();
    CHECK(again.uuid == first.uuid);
    device.answers(chat.accepts(again));
    device.catchesUp({&chat});
    CHECK(device.store().pending().empty());
    CHECK(device.in(chat).pinned == Seqs{Seq(2)});
    CHECK(chat.head() == Seq(6));
}

TEST_CASE("a refused pin is taken back")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device = deviceWith({&chat});
    device.does(pin(chat, 1, Seq(2)));
    device.sends<protocol::Send>();
    device.isRefused(ErrorCode::TooManyPinned);
    REQUIRE(device.changes<change::MessageFailed>().size() == 1);
    CHECK(device.changes<change::MessageFailed>()[0].error == ErrorCode::TooManyPinned);
    CHECK(device.store().pending().empty());
    CHECK(shown(device, chat).empty());
}

TEST_CASE("what another device changed later wins over an acknowledged pin")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device = deviceWith({&chat});
    device.does(pin(chat, 1, Seq(2)));
    const auto send = device.sends<protocol::Send>();
    const RequestId request = device.lastRequest();
    chat.talks(bob, 1);
    const auto ack = chat.accepts(send);
    chat.unpins(carol, Seq(2));
    device.receives(ack, request);
    CHECK(shown(device, chat) == Seqs{Seq(2)});
    device.receives(chat.states());
    CHECK(shown(device, chat).empty());
    device.catchesUp({&chat});
    CHECK(shown(device, chat).empty());
    device.agreesWith(chat);
}

TEST_CASE("I14: in another log nothing is pinned that only the old one had, and no unsent pin goes to it")
{
    Chat chat(7);
    chat.talks(bob, 5);
    chat.pins(bob, Seq(2));
    chat.talks(bob, 5);
    chat.pins(bob, Seq(9));
    Device device = deviceWith({&chat});
    CHECK(device.in(chat).pinned == Seqs{Seq(2), Seq(9)});
    device.losesConnection();
    device.does(pin(chat, 1, Seq(10)));
    chat.losesLogAfter(Seq(8), LogEpoch(555));
    device.waits(Milliseconds(120000));
    device.comesOnline({&chat});
    CHECK(device.changes<change::MessageFailed>().size() == 1);
    device.catchesUp({&chat});
    CHECK(device.in(chat).pinned == Seqs{Seq(2)});
    CHECK(shown(device, chat) == Seqs{Seq(2)});
    CHECK(device.store().pending().empty());
    device.agreesWith(chat);
}

TEST_CASE("cleared messages are not pinned, also while the server does not know that they are cleared")
{
    Chat chat(7);
    chat.talks(bob, 5);
    chat.pins(bob, Seq(2));
    Device device = deviceWith({&chat});
    device.losesConnection();
    device.does(pin(chat, 1, Seq(4)));
    device.does(input::ClearHistory{CommandId(5), chat.id});
    CHECK(device.in(chat).pinned.empty());
    CHECK(shown(device, chat).empty());
    chat.says(bob, "new");
    chat.pins(bob, Seq(7));
    device.waits(Milliseconds(120000));
    device.comesOnline({&chat});
    CHECK(device.sends<protocol::ClearHistory>().through == Seq(6));
    const RequestId clearing = device.lastRequest();
    const auto sent = device.sends<protocol::Send>();
    const RequestId sending = device.lastRequest();
    device.catchesUp({&chat});
    CHECK(device.in(chat).pinned == Seqs{Seq(7)});
    chat.clearedThrough = chat.floor = Seq(6);
    ++chat.version;
    device.receives(chat.states(), clearing);
    device.receives(chat.accepts(sent), sending);
    device.receives(chat.notify());
    device.catchesUp({&chat});
    CHECK(shown(device, chat) == Seqs{Seq(7)});
    device.agreesWith(chat);
}

TEST_CASE("nothing is pinned for a former member")
{
    Chat chat(7);
    chat.talks(bob, 5);
    chat.pins(bob, Seq(2));
    Device device = deviceWith({&chat});
    chat.leaves();
    device.receives(chat.states());
    CHECK(device.in(chat).pinned.empty());
}

} // namespace
} // namespace tidemark::test::pinned_test
