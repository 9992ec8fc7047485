#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A red dot: something new that the user has not looked at yet. Both numbers only rise, so that devices
/// agree whatever order they hear of them in, and no clock is asked.
struct Dot {
    std::string name;
    std::uint64_t version = 0; ///< given by the server, the same for all users
    std::uint64_t seen = 0;    ///< the newest version that the user has seen, on any device
    friend bool operator==(const Dot&, const Dot&) = default;
};

/// Whether there is something that the user has not seen.
[[nodiscard]] constexpr bool isLit(const Dot& dot)
{
    return dot.version > dot.seen;
}

/// The dot in the menu of programs with a window.
inline constexpr std::string_view whatsNewDot = "whats-new";

inline constexpr std::size_t longestDotName = 32;
/// Of one server.
inline constexpr std::size_t mostDots = 100;

/// A dot's name: 1 to longestDotName of a-z, 0-9 and '-', no '-' at either end.
[[nodiscard]] constexpr bool isDotName(std::string_view name)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !name.empty() && name.size() <= longestDotName && isLetter(name.front()) && isLetter(name.back())
           && std::all_of(name.begin(), name.end(), [&](char c) { return isLetter(c) || c == '-'; });
}

/// Order-free digest over dots; equal on device and server when they agree (heartbeat). 0 for none.
[[nodiscard]] std::uint64_t digestOfDots(const std::vector<Dot>& dots);

} // namespace tidemark
