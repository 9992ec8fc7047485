#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace tidemark::wire {

/// Pairs the values of a domain enum with their numbers on the wire, so that reordering the one never changes
/// the other.
template <typename Domain, typename Wire, std::size_t size>
class EnumMap {
public:
    constexpr explicit EnumMap(std::array<std::pair<Domain, Wire>, size> pairs) : m_pairs(pairs) {}

    /// `fallback` for a value that is not listed.
    [[nodiscard]] constexpr Wire toWire(Domain value, Wire fallback) const
    {
        const auto found = std::find_if(m_pairs.begin(), m_pairs.end(),
                                        [value](const auto& pair) { return pair.first == value; });
        return found == m_pairs.end() ? fallback : found->second;
    }

    /// `fallback` for a number that is not listed: one of a later protocol.
    [[nodiscard]] constexpr Domain toDomain(Wire value, Domain fallback) const
    {
        const auto found = std::find_if(m_pairs.begin(), m_pairs.end(),
                                        [value](const auto& pair) { return pair.second == value; });
        return found == m_pairs.end() ? fallback : found->first;
    }

private:
    std::array<std::pair<Domain, Wire>, size> m_pairs;
};

template <typename Domain, typename Wire, std::size_t size>
EnumMap(std::array<std::pair<Domain, Wire>, size>) -> EnumMap<Domain, Wire, size>;

} // namespace tidemark::wire
