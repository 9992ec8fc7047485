#pragma once

#include "server-stub/hub/contract/bus.h"

#include <cstdint>

namespace tidemark::server {

/// The state of a bus, for monitoring. The server's decisions do not depend on it.
struct BusStatus {
    bool isConnected = true;
    std::uint64_t undecodable = 0; ///< messages that did not decode and were ignored
    std::uint64_t dropped = 0;     ///< hints, sent or received, dropped because too many waited
    friend bool operator==(const BusStatus&, const BusStatus&) = default;
};

/// A bus that reports its state.
class WatchedBus : public Bus {
public:
    /// Call from any thread.
    [[nodiscard]] virtual BusStatus status() const = 0;
};

} // namespace tidemark::server
