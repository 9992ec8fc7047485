#include "server-stub/hub/state/lock_set.h"

#include <doctest/doctest.h>

#include <vector>

namespace tidemark::server::lock_set_test {

namespace {

/// Users 1 and 2, each on the connection with the same number.
struct TwoUsers {
    TwoUsers()
    {
        for (const std::uint64_t user : {1, 2}) {
            sessions.connect(ConnectionId(user));
            Session session;
            session.user = UserId(user);
            sessions.signIn({ConnectionId(user), 0}, session);
        }
    }

    void ask(std::uint64_t connection, protocol::ClientFrame frame)
    {
        inputs.emplace_back(
            Received{ConnectionId(connection), protocol::ClientEnvelope{RequestId(1), 0, std::move(frame)}});
    }

    [[nodiscard]] LockSet lockSet() const { return lockSetOf(inputs, sessions); }

    SessionRegistry sessions;
    std::vector<Input> inputs;
};

constexpr ConversationId first(1);
constexpr ConversationId second(2);
constexpr UserId ada(1);
constexpr UserId bea(2);

protocol::Send sendTo(ConversationId conversation)
{
    protocol::Send send;
    send.conversation = conversation;
    return send;
}

} // namespace

TEST_CASE_FIXTURE(TwoUsers, "logs that grow are locked once, ascending")
{
    ask(1, sendTo(second));
    ask(2, sendTo(first));
    ask(1, sendTo(second));
    ask(2, protocol::Rename{second, "title"});
    protocol::React react;
    react.conversation = second;
    ask(2, react);
    const std::vector<ExpectedSend> sends{{second, ada}, {first, bea}, {second, ada}};
    CHECK(lockSet() == LockSet{{first, second}, {}, sends});
}

TEST_CASE_FIXTURE(TwoUsers, "moving a cursor locks the reader's own rows, and no log")
{
    protocol::Read read;
    read.intents.push_back({second, Generation(1), {}});
    read.intents.push_back({first, Generation(1), {}});
    ask(2, read);
    protocol::MarkUnread mark;
    mark.conversation = first;
    ask(1, mark);
    ask(2, protocol::OpenFeed{{{second, LogEpoch(1), Generation(1), Seq(3)}}});
    ask(1, protocol::Delivered{{{second, LogEpoch(1), Seq(3)}}});
    ask(1, protocol::SeeReactions{first, LogEpoch(1), Generation(1), ReactionSeq(3)});
    CHECK(lockSet() == LockSet{{}, {{first, ada}, {first, bea}, {second, ada}, {second, bea}}});
}

TEST_CASE_FIXTURE(TwoUsers, "joining and leaving lock log and member")
{
    ask(1, protocol::Leave{first});
    protocol::RemoveMember removal;
    removal.conversation = second;
    removal.user = bea;
    ask(1, removal);
    CHECK(lockSet() == LockSet{{first, second}, {{first, ada}, {second, bea}}});
}

TEST_CASE_FIXTURE(TwoUsers, "a request about all conversations locks its user once, ascending")
{
    ask(2, protocol::GetTotals{});
    ask(1, protocol::Heartbeat{});
    ask(2, protocol::Sync{});
    CHECK(lockSet() == LockSet{{}, {}, {}, {ada, bea}});
}

TEST_CASE_FIXTURE(TwoUsers, "a draft is expected when it is set, and when a message may clear it")
{
    ask(2, protocol::SetDraft{second, 0, "half a sen", {}, {}});
    protocol::Send send = sendTo(first);
    send.draftVersion = 0;
    ask(1, send);
    CHECK(lockSet() == LockSet{{first}, {}, {{first, ada}}, {}, {{ada, first}, {bea, second}}});
}

TEST_CASE_FIXTURE(TwoUsers, "a message that is scheduled may be sent at once")
{
    ask(1, protocol::Schedule{.conversation = first, .uuid = {}, .change = {}});
    CHECK(lockSet() == LockSet{{first}, {}, {{first, ada}}, {}, {}});
}

TEST_CASE_FIXTURE(TwoUsers, "queries and users outside the conversation lock nothing")
{
    ask(1, protocol::GetStates{{first}});
    ask(3, sendTo(first));
    inputs.emplace_back(Closed{ConnectionId(2)});
    CHECK(lockSet() == LockSet{});
}

} // namespace tidemark::server::lock_set_test
