#include "tests/sync/device.h"

namespace tidemark::test::invitations_test {
namespace {

using protocol::ErrorCode;

/// A device of an account, and the invitations as its server has them.
struct Scene {
    Device device;
    protocol::Invitations server;
    User ada{UserId(70), "ada"};
    User eve{UserId(71), "eve"};

    Scene() { device.comesOnline({}); }

    protocol::Invitations asks(std::uint64_t conversation, const User& inviter)
    {
        ++server.version;
        server.invitations.push_back({ConversationId(conversation), "group", inviter, UnixMs{5}});
        return server;
    }
    protocol::Invitations ends(std::uint64_t conversation)
    {
        ++server.version;
        std::erase_if(server.invitations, [&](const Invitation& one) {
            return one.conversation == ConversationId(conversation);
        });
        return server;
    }
    [[nodiscard]] std::vector<std::uint64_t> shown()
    {
        std::vector<std::uint64_t> ids;
        for (const Invitation& one : device.engine().invitations()) {
            ids.push_back(one.conversation.value);
        }
        return ids;
    }
    std::vector<std::vector<Invitation>> reports()
    {
        std::vector<std::vector<Invitation>> all;
        for (const auto& one : device.changes<change::InvitationsChanged>()) {
            all.push_back(one.invitations);
        }
        return all;
    }
};

using Ids = std::vector<std::uint64_t>;

TEST_CASE_FIXTURE(Scene, "an invitation is shown, kept over a restart, and counts in no number")
{
    const Totals before = device.engine().totals();
    device.receives(asks(4, ada));
    CHECK(shown() == Ids{4});
    CHECK(reports().size() == 1);
    CHECK(reports().back() == server.invitations);
    CHECK(device.engine().totals() == before);
    CHECK(device.engine().isFlushed());
    device.restarts();
    CHECK(shown() == Ids{4});
    CHECK(device.store().invitations() == LocalInvitations{1, server.invitations});
}

TEST_CASE_FIXTURE(Scene, "invitations of ignored users are hidden and come back, at once and offline")
{
    device.receives(asks(4, ada));
    device.receives(asks(5, eve));
    device.losesConnection();
    device.does(input::SetIgnored{{}, ada.id, IgnoreLevel::Ignored, uuidOf(900)});
    CHECK(shown() == Ids{5});
    CHECK(reports().back().size() == 1);
    device.restarts();
    CHECK(shown() == Ids{5});
    device.does(input::SetIgnored{{}, ada.id, IgnoreLevel::None, uuidOf(901)});
    CHECK(shown() == Ids{4, 5});
    CHECK(reports().back().size() == 2);
}

TEST_CASE_FIXTURE(Scene, "answering needs a connection, and takes the list that comes back")
{
    device.receives(asks(4, ada));
    device.losesConnection();
    device.does(input::AnswerInvitation{CommandId(5), ConversationId(4), true});
    CHECK(device.changes<change::CommandDone>().back().error == ErrorCode::Unavailable);
    CHECK(shown() == Ids{4});
    device.comesOnline({});
    device.does(input::AnswerInvitation{CommandId(6), ConversationId(4), false});
    const auto sent = device.sends<protocol::AnswerInvitation>();
    CHECK(sent == protocol::AnswerInvitation{ConversationId(4), false});
    CHECK(shown() == Ids{4});
    device.answers(ends(4));
    CHECK(shown().empty());
    CHECK(device.changes<change::CommandDone>().back().command == CommandId(6));
    CHECK_FALSE(device.changes<change::CommandDone>().back().error);
}

TEST_CASE_FIXTURE(Scene, "an answer to an invitation that has ended is refused, and changes nothing")
{
    device.receives(asks(4, ada));
    device.does(input::AnswerInvitation{CommandId(6), ConversationId(4), true});
    device.sends<protocol::AnswerInvitation>();
    device.isRefused(ErrorCode::NoSuchInvitation);
    CHECK(device.changes<change::CommandDone>().back().error == ErrorCode::NoSuchInvitation);
    CHECK(shown() == Ids{4});
}

TEST_CASE_FIXTURE(Scene, "a late push does not undo newer invitations; the server is asked")
{
    const protocol::Invitations first = asks(4, ada);
    device.receives(asks(5, eve));
    device.receives(first);
    CHECK(shown() == Ids{4, 5});
    device.sends<protocol::GetInvitations>();
    device.answers(server);
    CHECK(shown() == Ids{4, 5});
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Scene, "after a server lost invitations, its answer is taken; a busy server is asked again")
{
    device.receives(asks(4, ada));
    device.receives(asks(5, eve));
    server = {1, {server.invitations[0]}};
    device.receives(server);
    device.sends<protocol::GetInvitations>();
    device.isRefused(ErrorCode::Unavailable);
    device.sendsNothing();
    device.waits(Milliseconds(2000));
    device.sends<protocol::GetInvitations>();
    device.answers(server);
    CHECK(shown() == Ids{4});
}

TEST_CASE_FIXTURE(Scene, "Hello and heartbeats name the version, so that a lost push is found")
{
    device.receives(asks(4, ada));
    device.answersHeartbeats = false;
    device.waits(Milliseconds(5000));
    CHECK(device.sends<protocol::Heartbeat>().invitationsVersion == 1U);
    device.losesConnection();
    asks(5, eve);
    device.waits(Milliseconds(300));
    device.connects();
    CHECK(device.sends<protocol::Hello>().invitationsVersion == 1U);
    protocol::Welcome welcome;
    welcome.user = me;
    welcome.invitations = server;
    device.answers(welcome);
    CHECK(shown() == Ids{4, 5});
    server = {};
    device.losesConnection();
    device.waits(Milliseconds(300));
    device.connects();
    device.sends<protocol::Hello>();
    welcome.invitations = server;
    device.answers(welcome);
    CHECK_MESSAGE(shown().empty(), "a server that has lost all invitations");
}

TEST_CASE_FIXTURE(Scene, "the users who are asked first are part of the result of adding them")
{
    device.does(input::AddMember{CommandId(7), ConversationId(4), "ada"});
    device.sends<protocol::AddMember>();
    protocol::States answer;
    answer.invited = {ada};
    device.answers(answer);
    CHECK(device.changes<change::CommandDone>().back().invited == std::vector{ada});
}

} // namespace
} // namespace tidemark::test::invitations_test
