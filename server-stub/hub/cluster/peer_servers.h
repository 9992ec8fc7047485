#pragma once

#include "server-stub/hub/cluster/resync.h"
#include "server-stub/hub/publishing/activity_relay.h"
#include "server-stub/hub/state/hub_context.h"

#include <map>
#include <optional>

namespace tidemark::server {

/// Tracks the other servers on the database by their hints. A peer server's reports of active users hold as
/// long as it runs. If it stops without a hint, its last hints may be lost, so this server resyncs.
class PeerServers {
public:
    /// Interval at which each server reports that it is running.
    static constexpr Milliseconds reportInterval{2000};
    /// A server that is silent for longer than this counts as stopped.
    static constexpr Milliseconds maxSilence{10000};

    PeerServers(HubContext& context, ActivityRelay& activity, Resync& resync)
        : m_context(context), m_activity(activity), m_resync(resync)
    {
    }

    void received(NodeId node);
    /// The server has reported that it is running.
    void isHere(NodeId node);
    /// The server has reported that it is shutting down.
    void gone(NodeId node);
    /// Does the due work. Must run before the inputs of the turn.
    void run();
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    HubContext& m_context;
    ActivityRelay& m_activity;
    Resync& m_resync;
    std::map<NodeId, Instant> m_lastReceived;
    Instant m_next{};
};

} // namespace tidemark::server
