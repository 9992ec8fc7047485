#include "tests/sync/device.h"

namespace tidemark::test::clearing_test {
namespace {

using protocol::ClearHistory;
using protocol::ErrorCode;

/// A device that holds a chat, with five messages of bob unread.
struct Clearing {
    Chat chat{7};
    Device device;

    Clearing()
    {
        chat.talks(bob, 5);
        device.comesOnline({&chat});
        device.catchesUp({&chat});
    }
    /// The server takes what the device has sent, or what another device has.
    protocol::States clearedOnServer(Seq through)
    {
        chat.clearedThrough = chat.floor = through;
        ++chat.version;
        return chat.states();
    }
    [[nodiscard]] const LocalConversation& state() const { return device.in(chat); }
    void holdsNothingThrough(Seq through)
    {
        CHECK(device.engine().held(chat.id)->size() == device.engine().held(chat.id)->size(through));
        for (Seq seq(1); seq <= through; seq = next(seq)) {
            CHECK(device.store().entry(chat.id, seq) == nullptr);
        }
    }
};

TEST_CASE_FIXTURE(Clearing, "the history is gone at once, is cleared on the server, and nothing counts")
{
    device.does(input::ClearHistory{CommandId(5), chat.id});
    CHECK(device.badge(chat) == ReadCounts());
    CHECK(state().exact);
    CHECK(device.engine().totals().unread == 0);
    holdsNothingThrough(Seq(5));
    CHECK(device.changes<change::LogDropped>().size() == 1);
    CHECK(device.sends<ClearHistory>() == ClearHistory{chat.id, chat.epoch, chat.generation, Seq(5)});
    CHECK_FALSE(device.engine().isFlushed());
    device.answers(clearedOnServer(Seq(5)));
    CHECK(device.changes<change::CommandDone>().at(0).command == CommandId(5));
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
    chat.says(bob, "new");
    device.receives(chat.notify());
    device.pulls(chat);
    CHECK(device.badge(chat).unread == 1);
    device.agreesWith(chat);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Clearing, "messages after a clearing count also when a state of before it arrives")
{
    ConversationState early = chat.state();
    chat.talks(bob, 2);
    device.receives(chat.notify());
    device.catchesUp({&chat});
    device.does(input::ClearHistory{CommandId(5), chat.id});
    device.sends<ClearHistory>();
    chat.talks(bob, 2);
    device.receives(chat.notify());
    device.catchesUp({&chat});
    early.version = chat.version;
    device.receives(protocol::States{{early}, {}, 0});
    CHECK(state().countedHead == Seq(9));
    CHECK(device.badge(chat).unread == 2);
}

TEST_CASE_FIXTURE(Clearing, "I13: what was cleared offline survives a restart, and messages that come count")
{
    device.losesConnection();
    device.does(input::ClearHistory{CommandId(5), chat.id});
    CHECK_MESSAGE(device.changes<change::CommandDone>().size() == 1, "it is kept, and sent later");
    device.restarts();
    CHECK(device.badge(chat) == ReadCounts());
    holdsNothingThrough(Seq(5));
    chat.says(bob, "meanwhile");
    device.comesOnline({&chat});
    CHECK_MESSAGE(device.badge(chat).unread <= 1, "the state of before the clearing says six");
    CHECK(device.sends<ClearHistory>().through == Seq(5));
    device.answers(clearedOnServer(Seq(5)));
    device.catchesUp({&chat});
    CHECK(device.badge(chat).unread == 1);
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Clearing,
                  "another device has cleared the history: it goes here too, also from an old profile")
{
    chat.says(bob, "unread");
    device.receives(clearedOnServer(Seq(5)));
    holdsNothingThrough(Seq(5));
    device.catchesUp({&chat});
    CHECK(device.badge(chat).unread == 1);
    device.agreesWith(chat);
    CHECK(device.changes<change::Mismatch>().empty());
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Clearing, "entries that were on their way when the history was cleared are not kept")
{
    chat.says(bob, "on its way");
    device.receives(chat.notify());
    device.sends<protocol::Pull>();
    const RequestId pull = device.lastRequest();
    device.does(input::ClearHistory{{}, chat.id});
    device.receives(chat.range(Seq(5), Seq(6)), pull);
    holdsNothingThrough(Seq(6));
    CHECK(device.badge(chat) == ReadCounts());
    CHECK(device.sends<ClearHistory>().through == Seq(6));
    device.answers(clearedOnServer(Seq(6)));
    device.agreesWith(chat);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Clearing,
                  "an own message whose acknowledgement comes after the clearing is gone, and not sent twice")
{
    device.types(chat, 1, "on its way");
    const auto sent = device.sends<protocol::Send>();
    const RequestId request = device.lastRequest();
    const Seq seq = chat.says(me.id, "on its way", false, sent.uuid);
    device.receives(chat.notify());
    device.sends<protocol::Pull>();
    const RequestId pull = device.lastRequest();
    device.does(input::ClearHistory{{}, chat.id});
    device.sends<ClearHistory>();
    device.answers(clearedOnServer(seq));
    device.receives(protocol::SendAck{chat.id, chat.epoch, sent.uuid, seq, {}, false}, request);
    device.receives(chat.range(Seq(5), seq), pull);
    holdsNothingThrough(seq);
    CHECK(device.engine().pending(sent.uuid) == nullptr);
    device.agreesWith(chat);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Clearing, "a server that was restored from a backup is told again")
{
    device.does(input::ClearHistory{{}, chat.id});
    device.sends<ClearHistory>();
    device.answers(clearedOnServer(Seq(5)));
    device.losesConnection();
    chat.clearedThrough = chat.floor = {};
    chat.version += 1000;
    device.comesOnline({&chat});
    CHECK(device.badge(chat) == ReadCounts());
    CHECK(device.sends<ClearHistory>().through == Seq(5));
    device.answers(clearedOnServer(Seq(5)));
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Clearing, "a refusal is told, and not repeated")
{
    device.does(input::ClearHistory{CommandId(5), chat.id});
    device.sends<ClearHistory>();
    device.isRefused(ErrorCode::OldGeneration);
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::OldGeneration);
    CHECK(device.engine().isFlushed());
    device.sendsNothing();
}

} // namespace
} // namespace tidemark::test::clearing_test
