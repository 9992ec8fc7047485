#pragma once

#include "core/base/random.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace tidemark {

/// Chooses which server of a service the client tries next. Each client uses its own random order, so that
/// the clients of a server that stops spread over all the others. A round tries each server once; a server
/// that works ends the round.
class ServerRound {
public:
    /// For `count` servers; 0 counts as 1. Draws from `random` only if there is more than one server.
    ServerRound(std::size_t count, SplitMix64& random)
    {
        m_order.push_back(0);
        for (std::size_t server = 1; server < count; ++server) {
            m_order.push_back(server);
            std::swap(m_order[server], m_order[random.below(server + 1)]);
        }
    }

    /// The index of the current server in the list of servers.
    [[nodiscard]] std::size_t current() const { return m_order[m_place]; }
    [[nodiscard]] std::size_t count() const { return m_order.size(); }

    /// Moves on because the current server does not work. Returns true if the next server is untried in this
    /// round, false if all have been tried; then the next server starts a new round.
    [[nodiscard]] bool moveOn()
    {
        m_place = (m_place + 1) % m_order.size();
        ++m_tried;
        if (m_tried < m_order.size()) {
            return true;
        }
        m_tried = 0;
        return false;
    }

    /// Ends the round: the current server works.
    void settle() { m_tried = 0; }

private:
    std::vector<std::size_t> m_order;
    std::size_t m_place = 0;
    std::size_t m_tried = 0; ///< servers that have failed in this round
};

} // namespace tidemark
