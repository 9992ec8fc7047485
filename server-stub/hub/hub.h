#pragma once

#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/stores/store.h"

#include <memory>
#include <span>

namespace tidemark::server {

class HubState;

/// Makes all decisions of the server: frames in, frames out, durable data through `Store`. It has no sockets,
/// clock, threads, SQL or randomness of its own: the same inputs on the same store give the same effects.
/// Call from one thread.
class Hub {
public:
    Hub(HubConfig config, Store& store, Secrets& secrets);
    ~Hub();
    Hub(const Hub&) = delete;
    Hub& operator=(const Hub&) = delete;

    /// Handles all inputs of one turn of the event loop as one transaction (group commit). Carry out the
    /// effects at once: the transaction is committed (I12). If the commit failed, every request of the turn
    /// is answered with Unavailable. `now` never goes back; `wall` is for display only (I16).
    [[nodiscard]] Effects step(std::span<const Input> inputs, Instant now, UnixMs wall);

    /// Uses another configuration from the next step on. Server name, blocks and cache size stay; all rate
    /// limits start again.
    void reconfigure(const HubConfig& config);

    /// The user who pays for what comes on this connection: that of its first session. Invalid: nobody has
    /// signed in.
    [[nodiscard]] UserId payerOf(ConnectionId connection) const;

    /// Statistics since the start.
    [[nodiscard]] HubStats stats() const;

private:
    std::unique_ptr<HubState> m_state;
};

} // namespace tidemark::server
