#pragma once

#include "server-stub/bus/watched_bus.h"

#include <memory>

namespace tidemark::server {

/// Joins several hubs of one process. No hint is lost while all of them live.
class InProcessBus {
public:
    InProcessBus();

    /// The end of `node`. It receives the hints of all other ends in the event loop of the calling thread,
    /// and must be destroyed in that thread. `listener` must outlive the end; the end may outlive the bus.
    [[nodiscard]] std::unique_ptr<WatchedBus> join(NodeId node, BusListener& listener);

private:
    class End;
    struct Ends;
    std::shared_ptr<Ends> m_ends;
};

} // namespace tidemark::server
