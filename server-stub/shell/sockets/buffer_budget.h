#pragma once

#include <cstddef>

namespace tidemark::server {

/// Bounds the memory for incomplete messages of all connections that are not signed in, and for the upgrade
/// requests before them. Each connection has a small part of its own, so that an attacker who fills the rest
/// does not keep others from signing in. A message that arrives in one piece takes nothing.
class BufferBudget {
public:
    /// Each connection's own part, which is not taken from the budget.
    static constexpr std::size_t ownBytes = std::size_t{4} * 1024;
    /// A connection may hold more than this only while half of the budget is free.
    static constexpr std::size_t usualBytes = std::size_t{64} * 1024;

    explicit BufferBudget(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Changes a connection's use of the budget from `held` to `wanted` bytes. Returns false, and changes
    /// nothing, if it may not hold that much.
    [[nodiscard]] bool change(std::size_t held, std::size_t wanted);
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    [[nodiscard]] static std::size_t counted(std::size_t held) { return held > ownBytes ? held : 0; }

    std::size_t m_maxBytes;
    std::size_t m_bytes = 0;
};

} // namespace tidemark::server
