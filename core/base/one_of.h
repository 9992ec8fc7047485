#pragma once

#include <concepts>
#include <variant>

namespace tidemark {

/// `T` is one of `Types`: std::same_as for a list of types.
template <typename T, typename... Types>
concept OneOf = (std::same_as<T, Types> || ...);

/// The variant holds one of `Types`: std::holds_alternative for a list of types.
template <typename... Types, typename... Alternatives>
constexpr bool holdsOneOf(const std::variant<Alternatives...>& variant)
{
    return (std::holds_alternative<Types>(variant) || ...);
}

} // namespace tidemark
