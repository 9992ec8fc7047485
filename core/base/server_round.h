#pragma once

#include "core/base/random.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace tidemark {

/// Which of the servers of one service a client tries next. Each client goes through them in a random order
/// of its own, so that the clients of a server that ends spread over all the others. A round is one try of
/// each; one that works ends it.
class ServerRound {
public:
    /// `count` servers, 0 counting as 1. Takes nothing from `random` where there is nothing to choose.
    ServerRound(std::size_t count, SplitMix64& random)
    {
        m_order.push_back(0);
        for (std::size_t server = 1; server < count; ++server) {
            m_order.push_back(server);
            std::swap(m_order[server], m_order[random.below(server + 1)]);
        }
    }

    /// The place of one in the list.
    [[nodiscard]] std::size_t current() const { return m_order[m_place]; }
    [[nodiscard]] std::size_t count() const { return m_order.size(); }

    /// The current one does not work: the next takes its place. True: that one has not been tried in this
    /// round. False: all have, and the next round begins with it.
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

    /// The current one works.
    void settle() { m_tried = 0; }

private:
    std::vector<std::size_t> m_order;
    std::size_t m_place = 0;
    std::size_t m_tried = 0; ///< in this round, and did not work
};

} // namespace tidemark
