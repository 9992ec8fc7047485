#pragma once

#include "server-stub/hub/contract/hint.h"

#include <span>
#include <vector>

namespace tidemark::server {

/// Carries hints from one server to all others on its database. Hints may arrive in any order, late, twice or
/// not at all.
class Bus {
public:
    virtual ~Bus() = default;
    /// Sends the hints to all other servers. Does not block.
    virtual void publish(std::span<const Hint> hints) = 0;
};

/// Receives hints from a bus, on a thread of its own.
class BusListener {
public:
    virtual ~BusListener() = default;
    virtual void received(NodeId from, std::vector<Hint> hints) = 0;
    /// The bus was interrupted and works again: hints may have been lost.
    virtual void missed() = 0;
};

} // namespace tidemark::server
