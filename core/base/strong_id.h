#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace tidemark {

/// An integer that cannot be mixed up with another kind of integer. Zero means "none".
template <typename Tag, typename Rep = std::uint64_t>
struct StrongId {
    Rep value = 0;

    constexpr StrongId() = default;
    constexpr explicit StrongId(Rep v) : value(v) {}

    [[nodiscard]] constexpr bool isValid() const { return value != 0; }
    friend constexpr auto operator<=>(const StrongId&, const StrongId&) = default;
};

} // namespace tidemark

template <typename Tag, typename Rep>
struct std::hash<tidemark::StrongId<Tag, Rep>> {
    std::size_t operator()(const tidemark::StrongId<Tag, Rep>& id) const noexcept
    {
        return std::hash<Rep>{}(id.value);
    }
};
