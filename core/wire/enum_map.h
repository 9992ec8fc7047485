#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace tidemark::wire {

/// Pairs the values of a domain enum with their numbers on the wire, so that reordering the one never changes
/// the other.
template <typename Domain, typename Wire, std::size_t Size>
class EnumMap {
public:
    constexpr explicit EnumMap(std::array<std::pair<Domain, Wire>, Size> pairs) : m_pairs(std::move(pairs)) {}

    /// `fallback` for a value that is not listed.
    [[nodiscard]] constexpr Wire toWire(Domain value, Wire fallback) const
    {
        const auto found = std::find_if(m_pairs.begin(), m_pairs.end(),
                                        [value](const auto& pair) { return pair.first == value; });
        return found == m_pairs.end() ? fallback : found->second;
    }

    /// None for a number that is not listed: one of a later protocol.
    [[nodiscard]] constexpr std::optional<Domain> find(Wire value) const
    {
        const auto found = std::find_if(m_pairs.begin(), m_pairs.end(),
                                        [value](const auto& pair) { return pair.second == value; });
        return found == m_pairs.end() ? std::nullopt : std::optional(found->first);
    }
    /// `fallback` instead of none.
    [[nodiscard]] constexpr Domain toDomain(Wire value, Domain fallback) const
    {
        return find(value).value_or(fallback);
    }

private:
    std::array<std::pair<Domain, Wire>, Size> m_pairs;
};

template <typename Domain, typename Wire, std::size_t Size>
EnumMap(std::array<std::pair<Domain, Wire>, Size>) -> EnumMap<Domain, Wire, Size>;

} // namespace tidemark::wire
