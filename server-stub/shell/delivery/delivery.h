#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/shell/base/metrics.h"
#include "server-stub/shell/delivery/encoded_push.h"
#include "server-stub/shell/sockets/connection_table.h"

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tidemark::server {

class BlobWorker;
class PasswordWorker;

/// Carries out the effects of one step: encodes each frame once per session number for any number of
/// receivers, sends the heads of the step as one Notify per session, and flushes each connection once.
class Delivery {
public:
    Delivery(ConnectionTable& connections, PasswordWorker& passwords, BlobWorker& blobs, Counters& counters);

    void carryOut(std::span<const Effect> effects);

private:
    /// A head for a target; `head` is its index in m_heads.
    struct HeadForTarget {
        Target target;
        std::uint32_t head = 0;
        friend constexpr auto operator<=>(const HeadForTarget&, const HeadForTarget&) = default;
    };

    void carryOut(const Reply& reply);
    void carryOut(const Push& push);
    void carryOut(const PushHead& push);
    void carryOut(const PushTotals& push);
    void carryOut(const CloseConnection& close);
    void carryOut(const HashPassword& job);
    void carryOut(const VerifyPassword& job);
    void carryOut(const BlobJob& job);

    void sendHeads();
    /// `group`: all heads for one target, without duplicates. Returns the target's connection, which must be
    /// flushed; null if it has gone.
    ClientConnection* sendHeads(std::span<const HeadForTarget> group);
    EncodedPush& notifyOf(std::span<const HeadForTarget> group);
    /// Sends the totals of sessions that no head was pushed to.
    void sendTotals();
    void flush();

    EncodedPush encodePush(const protocol::ServerFrame& frame);
    void send(ClientConnection& connection, std::string_view frame);
    [[nodiscard]] ClientConnection* find(ConnectionId id) const;

    ConnectionTable& m_connections;
    PasswordWorker& m_passwords;
    BlobWorker& m_blobs;
    Counters& m_counters;

    // The data of one step.
    std::vector<protocol::Head> m_heads;
    std::unordered_map<ConversationId, std::uint32_t> m_headPlaces;
    std::vector<HeadForTarget> m_headsForTargets;
    std::map<Target, protocol::TotalsNow> m_totals;
    std::map<std::vector<std::uint32_t>, EncodedPush> m_notifies; ///< by indexes in m_heads
    std::vector<ClientConnection*> m_touched; ///< each lives until the next turn of the loop
};

} // namespace tidemark::server
