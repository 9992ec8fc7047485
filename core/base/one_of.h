#pragma once

#include <concepts>

namespace tidemark {

/// `T` is one of `Types`. Says for a whole list what std::same_as says for one type.
template <typename T, typename... Types>
concept OneOf = (std::same_as<T, Types> || ...);

} // namespace tidemark
