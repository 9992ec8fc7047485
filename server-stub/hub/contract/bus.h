#pragma once

#include "server-stub/hub/contract/hint.h"

#include <span>
#include <vector>

namespace tidemark::server {

/// Carries hints from one server to all others on its database. They may arrive in any order, late, twice or
/// not at all.
class Bus {
public:
    virtual ~Bus() = default;
    /// Sends to all servers but this one. Returns at once.
    virtual void publish(std::span<const Hint> hints) = 0;
};

/// Receives what comes over a bus, on the listener's own thread.
class BusListener {
public:
    virtual ~BusListener() = default;
    virtual void received(NodeId from, std::vector<Hint> hints) = 0;
    /// The bus was cut off and is connected again: hints may have been lost.
    virtual void missed() = 0;
};

} // namespace tidemark::server
