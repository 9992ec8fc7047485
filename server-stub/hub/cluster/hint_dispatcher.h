#pragma once

#include "server-stub/hub/cluster/head_poller.h"
#include "server-stub/hub/cluster/peer_servers.h"
#include "server-stub/hub/cluster/resync.h"
#include "server-stub/hub/publishing/activity_relay.h"
#include "server-stub/hub/publishing/typing_relay.h"
#include "server-stub/hub/requests/account_removal.h"
#include "server-stub/hub/requests/accounts.h"
#include "server-stub/hub/requests/avatars.h"
#include "server-stub/hub/requests/dot_board.h"
#include "server-stub/hub/requests/drafts.h"
#include "server-stub/hub/requests/notices.h"
#include "server-stub/hub/requests/scheduling.h"
#include "server-stub/hub/state/hub_context.h"
#include "server-stub/hub/upkeep/retention.h"

#include <optional>
#include <span>
#include <vector>

namespace tidemark::server {

/// Dispatches hints from other servers to the parts they concern. Never forwards them, and sends no hints
/// about the changes that they cause here.
class HintDispatcher {
public:
    struct Subjects {
        Accounts& accounts;
        ActivityRelay& activity;
        Avatars& avatars;
        DotBoard& dots;
        Drafts& drafts;
        Scheduling& scheduling;
        HeadPoller& heads;
        Resync& resync;
        Retention& retention;
        PeerServers& peerServers;
        TypingRelay& typing;
        AccountRemoval& removal;
    };
    HintDispatcher(HubContext& context, Subjects subjects) : m_context(context), m_subjects(subjects) {}

    void received(const HintsReceived& received);
    /// This server was cut off from the others, so hints may have been lost.
    void missed();
    /// Applies the LogMoved hints among `inputs`, and repeats the hints of turns that could not be committed.
    /// Must run before the inputs of the turn.
    void run(std::span<const Input> inputs);
    /// The turn was not committed, so its results were not sent: its hints are applied again.
    void undo();
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    /// Maximum number of hints that wait for the store; beyond it the server resyncs everything instead.
    static constexpr std::size_t maxWaiting = 10000;

    void received(NodeId from, const Hint& hint);
    /// The logs whose LogMoved hints in `inputs` are news for the sessions on this server, ascending.
    [[nodiscard]] std::vector<ConversationId> movedIn(std::span<const Input> inputs) const;
    void apply(const Hint& hint);
    void stateChanged(const hint::StateChanged& changed);
    void reactionsMoved(const hint::ReactionsMoved& moved);
    void seenMoved(const hint::SeenMoved& moved);

    HubContext& m_context;
    Subjects m_subjects;
    std::vector<Hint> m_received; ///< hints of this turn about stored data
    std::vector<Hint> m_retries;
    Instant m_notBefore{};
};

} // namespace tidemark::server
