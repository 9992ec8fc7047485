#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace tidemark::wire {

/// Maps the values of a domain enum to their numbers on the wire, so that reordering the domain enum does not
/// change the wire format.
template <typename Domain, typename Wire, std::size_t Size>
class EnumMap {
public:
    constexpr explicit EnumMap(std::array<std::pair<Domain, Wire>, Size> pairs) : m_pairs(std::move(pairs)) {}

    static constexpr std::size_t size = Size;

    /// Returns `fallback` for a value that is not listed.
    [[nodiscard]] constexpr Wire toWire(Domain value, Wire fallback) const
    {
        const auto found = std::find_if(m_pairs.begin(), m_pairs.end(),
                                        [value](const auto& pair) { return pair.first == value; });
        return found == m_pairs.end() ? fallback : found->second;
    }

    /// Returns empty for a number that is not listed: it is from a later protocol.
    [[nodiscard]] constexpr std::optional<Domain> find(Wire value) const
    {
        const auto found = std::find_if(m_pairs.begin(), m_pairs.end(),
                                        [value](const auto& pair) { return pair.second == value; });
        return found == m_pairs.end() ? std::nullopt : std::optional(found->first);
    }
    /// Returns `fallback` for a number that is not listed.
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
