#pragma once

#include "server-stub/hub/bus.h"

#include <cstdint>

namespace tidemark::server {

/// How a bus is, for those who watch over a server; nothing is decided by it.
struct BusStatus {
    bool isConnected = true;
    std::uint64_t undecodable = 0; ///< parcels that were no hints, and passed over
    std::uint64_t dropped = 0;     ///< hints, because too many waited
    friend bool operator==(const BusStatus&, const BusStatus&) = default;
};

/// A bus that says how it is.
class WatchedBus : public Bus {
public:
    /// From any thread.
    [[nodiscard]] virtual BusStatus status() const = 0;
};

} // namespace tidemark::server
