#pragma once

#include <concepts>

namespace tidemark {

/// `T` is one of `Types`: std::same_as for a list of types.
template <typename T, typename... Types>
concept OneOf = (std::same_as<T, Types> || ...);

} // namespace tidemark
