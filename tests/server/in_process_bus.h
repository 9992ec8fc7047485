#pragma once

#include "server-stub/bus/watched_bus.h"

#include <memory>

namespace tidemark::server {

/// Joins several hubs of one process. Nothing is lost as long as all live.
class InProcessBus {
public:
    InProcessBus();

    /// The end of `node`: it hears what all others tell, in the thread that asks for it here, from its event
    /// loop, and is to be destroyed there. `listener` must live longer than the end, and the end may live
    /// longer than the bus.
    [[nodiscard]] std::unique_ptr<WatchedBus> join(NodeId node, BusListener& listener);

private:
    class End;
    struct Ends;
    std::shared_ptr<Ends> m_ends;
};

} // namespace tidemark::server
