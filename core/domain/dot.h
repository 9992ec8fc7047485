#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A red dot: something new that the user has not looked at yet. Both numbers only rise, so devices agree
/// without a clock, in whatever order they receive updates.
struct Dot {
    std::string name;
    std::uint64_t version = 0; ///< set by the server; the same for all users
    std::uint64_t seen = 0;    ///< the newest version that the user has seen on any device
    friend bool operator==(const Dot&, const Dot&) = default;
};

[[nodiscard]] constexpr bool isLit(const Dot& dot)
{
    return dot.version > dot.seen;
}

/// The dot in the menu of programs that have a window.
inline constexpr std::string_view whatsNewDot = "whats-new";

inline constexpr std::size_t maxDotNameBytes = 32;
/// The maximum number of dots of one server.
inline constexpr std::size_t maxDots = 100;

/// A dot's name: 1 to maxDotNameBytes of a-z, 0-9 and '-', no '-' at either end.
[[nodiscard]] constexpr bool isDotName(std::string_view name)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !name.empty() && name.size() <= maxDotNameBytes && isLetter(name.front()) && isLetter(name.back())
           && std::all_of(name.begin(), name.end(), [&](char c) { return isLetter(c) || c == '-'; });
}

/// Order-free digest of dots. Device and server have equal digests when they agree (heartbeat). 0 if there
/// are no dots.
[[nodiscard]] std::uint64_t digestOfDots(const std::vector<Dot>& dots);

} // namespace tidemark
