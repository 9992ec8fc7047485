#pragma once

#include <QtGlobal>

#include <algorithm>
#include <limits>

namespace tidemark {

/// `count` as the number of a translated text ("%n", "%Ln"), which takes no larger one.
template <typename Count>
[[nodiscard]] int pluralOf(Count count)
{
    return static_cast<int>(std::min<quint64>(static_cast<quint64>(count), std::numeric_limits<int>::max()));
}

} // namespace tidemark
