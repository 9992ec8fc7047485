#include "core/domain/request_caps.h"
#include "tests/sync/device.h"

namespace tidemark::test::scale_test {
namespace {

#ifdef TIDEMARK_SANITIZED
// The sanitizers make this test ten times as slow, and ten times as many conversations find no more faults.
constexpr std::uint64_t manyConversations = 500;
#else
constexpr std::uint64_t manyConversations = 2000;
#endif

TEST_CASE("five thousand messages leave the outbox")
{
    constexpr std::uint64_t messages = 5000;
    Chat chat(7);
    Device device;
    device.checksEveryStep = false;
    device.comesOnline({&chat});
    device.losesConnection();
    for (std::uint64_t number = 1; number <= messages; ++number) {
        device.types(chat, number);
    }
    device.restarts();
    device.comesOnline({&chat});
    // `chat` would search its log for each send, so here a counter stands for the server.
    std::uint64_t seq = 0;
    while (device.sentCount() > 0) {
        const auto send = device.sends<protocol::Send>();
        device.answers(protocol::SendAck{chat.id, chat.epoch, send.uuid, Seq(++seq), {}, false});
    }
    CHECK(seq == messages);
    CHECK(device.store().pending().empty());
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("thousands of conversations catch up and then change one by one")
{
    constexpr std::uint64_t conversations = manyConversations;
    EngineConfig config;
    config.maxPullsInFlight = 64;
    Device device(config);
    device.checksEveryStep = false;
    std::vector<Chat> chats;
    std::vector<ConversationState> states;
    for (std::uint64_t id = 1; id <= conversations; ++id) {
        chats.emplace_back(id).talks(bob, 2);
        states.push_back(chats.back().state());
    }
    device.connects();
    device.sends<protocol::Hello>();
    device.isWelcomed(states);
    while (device.sentCount() > 0) {
        const auto pull = device.sends<protocol::Pull>();
        device.answers(chats[pull.conversation.value - 1].answer(pull));
    }
    CHECK(device.engine().isQuiescent());
    CHECK(device.engine().totals().unread == 2 * conversations);
    // Everyday use follows: a message here, one there.
    for (std::uint64_t i = 0; i < conversations; ++i) {
        Chat& chat = chats[(i * 7919) % conversations];
        chat.says(bob);
        device.receives(chat.notify());
        device.pulls(chat);
        CHECK(device.engine().isQuiescent());
    }
    CHECK(device.engine().totals().unread == 3 * conversations);
    CHECK(device.engine().totals() == totalsOf(device.engine().conversations()));
}

TEST_CASE("a user of more conversations than a frame may name gets as many as fit")
{
    Device device;
    device.checksEveryStep = false;
    std::vector<ConversationState> states;
    for (std::uint64_t id = 1; id <= caps::maxHeldStates + 1; ++id) {
        states.push_back(Chat(id).state());
    }
    device.connects();
    device.sends<protocol::Hello>();
    device.isWelcomed(states);
    device.losesConnection();
    device.waits(Milliseconds(300));
    device.connects();
    CHECK(device.sends<protocol::Hello>().held.size() == caps::maxHeldStates);
}

TEST_CASE("a long log arrives in pages without a hole")
{
    constexpr std::uint64_t entries = 100000;
    Chat chat(7);
    chat.talks(bob, entries);
    Device device;
    device.checksEveryStep = false;
    device.comesOnline({&chat});
    int pulls = 0;
    while (device.sentCount() > 0) {
        const auto pull = device.sends<protocol::Pull>();
        device.answers(chat.answer(pull));
        ++pulls;
    }
    CHECK(pulls == 1 + (entries - 64 + 511) / 512);
    CHECK(device.holdsAllOf(chat));
    device.agreesWith(chat);
}

} // namespace
} // namespace tidemark::test::scale_test
