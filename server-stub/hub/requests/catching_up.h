#pragma once

#include "server-stub/hub/requests/delivering.h"
#include "server-stub/hub/requests/device_tracker.h"
#include "server-stub/hub/requests/drafts.h"
#include "server-stub/hub/requests/folders.h"
#include "server-stub/hub/requests/ignoring.h"
#include "server-stub/hub/requests/invitations.h"
#include "server-stub/hub/requests/reactions.h"
#include "server-stub/hub/requests/scheduling.h"
#include "server-stub/hub/state/hub_context.h"

#include <deque>
#include <optional>
#include <vector>

namespace tidemark::server {

/// Brings a device's view of its conversations up to date. States are sent first, so that badges are right
/// before the device pulls messages.
class CatchingUp {
public:
    static constexpr std::size_t statesInFrame = 200;
    static constexpr std::size_t receiptsInFrame = 2000;

    /// The parts of the hub that a device is told about when it has connected.
    struct Parts {
        DeviceTracker& devices;
        Delivering& delivering;
        Reactions& reactions;
        Ignoring& ignoring;
        Folders& folders;
        Invitations& invitations;
        Drafts& drafts;
        Scheduling& scheduling;
    };
    CatchingUp(HubContext& context, Parts parts)
        : m_context(context), m_devices(parts.devices), m_delivering(parts.delivering),
          m_reactions(parts.reactions), m_ignoring(parts.ignoring), m_folders(parts.folders),
          m_invitations(parts.invitations), m_drafts(parts.drafts), m_scheduling(parts.scheduling)
    {
    }

    /// Answers a Hello of `session`, which is signed in: first Welcome, with `nextToken` if the device is to
    /// use another token from now on (else empty), then all states that differ from `held`. A silent session
    /// gets no states and a totals-only session gets only the totals; from now on all but silent sessions are
    /// notified of their conversations.
    void welcome(const Caller& caller, const Session& session, const protocol::Hello& hello,
                 std::string nextToken);
    void sync(const Caller& caller, const protocol::Sync& sync);
    void states(const Caller& caller, const protocol::GetStates& request);
    /// Sends as many states of the connection's unfinished answer as one step may.
    void goOn(ConnectionId connection);
    [[nodiscard]] Answer heartbeat(const Caller& caller, const protocol::Heartbeat& heartbeat);

private:
    /// The states that a device with `held` lacks. Raises floors that are due, and charges the user for the
    /// states. `answered` is as in Turn::stateChanged().
    [[nodiscard]] std::deque<LongAnswer::Wanted> differing(UserId user, std::optional<Target> answered,
                                                           std::vector<MemberRecord>& rows,
                                                           const std::vector<HeldState>& held);
    void watchAll(Target target, bool totalsOnly, const std::vector<MemberRecord>& rows);
    /// Remembers the versions and heads that a new session is sent.
    void noteSent(const std::vector<MemberRecord>& rows);
    /// The user's marks, without those of conversations that have none.
    [[nodiscard]] std::vector<ConversationMarks> marksIn(const std::vector<MemberRecord>& rows);
    void sendMarks(Target target, const std::vector<ConversationMarks>& all);
    void begin(LongAnswer answer);
    /// The state to be sent; nothing if the caller may not know of the conversation.
    [[nodiscard]] std::optional<ConversationState> stateFor(const LongAnswer& answer,
                                                            LongAnswer::Wanted& wanted);

    HubContext& m_context;
    DeviceTracker& m_devices;
    Delivering& m_delivering;
    Reactions& m_reactions;
    Ignoring& m_ignoring;
    Folders& m_folders;
    Invitations& m_invitations;
    Drafts& m_drafts;
    Scheduling& m_scheduling;
};

} // namespace tidemark::server
