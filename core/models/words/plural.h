#pragma once

#include <QtGlobal>

#include <algorithm>
#include <limits>

namespace tidemark {

/// Converts `count` for translated texts ("%n", "%Ln"), which take an int; larger counts are capped.
template <typename Count>
[[nodiscard]] int pluralOf(Count count)
{
    return static_cast<int>(std::min<quint64>(static_cast<quint64>(count), std::numeric_limits<int>::max()));
}

} // namespace tidemark
