#pragma once

#include "server-stub/hub/contract/bus.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Records the calls of a bus.
class ReceivedHints final : public BusListener {
public:
    void received(NodeId from, std::vector<Hint> batch) override
    {
        last = from;
        ++parcels;
        std::move(batch.begin(), batch.end(), std::back_inserter(hints));
    }
    void missed() override { ++timesMissed; }

    [[nodiscard]] bool has(const Hint& hint) const
    {
        return std::find(hints.begin(), hints.end(), hint) != hints.end();
    }

    NodeId last;
    std::size_t parcels = 0;
    std::vector<Hint> hints; ///< in the order of arrival
    int timesMissed = 0;
};

} // namespace tidemark::server
