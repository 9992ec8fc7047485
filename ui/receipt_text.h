#pragma once

#include <QString>

namespace tidemark {

/// What the other side sees of a reader, in words for settings and tooltips.
[[nodiscard]] QString receiptsSeenText(bool isPrivate);

} // namespace tidemark
