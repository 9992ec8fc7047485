#pragma once

#include "server-stub/hub/hint.h"

#include <span>
#include <vector>

namespace tidemark::server {

/// Carries hints from one server to all others on its database, in any order, perhaps late, twice or not at
/// all.
class Bus {
public:
    virtual ~Bus() = default;
    /// For all but the sender. Returns at once.
    virtual void tell(std::span<const Hint> hints) = 0;
};

/// What a bus has to say, on the thread of whoever listens.
class BusListener {
public:
    virtual ~BusListener() = default;
    virtual void heard(NodeId from, std::vector<Hint> hints) = 0;
    /// Hints may have been lost, because the bus was cut off; it is not any more.
    virtual void missed() = 0;
};

} // namespace tidemark::server
