#pragma once

#include <QString>

namespace tidemark {

/// Says, for settings and tooltips, what other users see of a user's reading.
[[nodiscard]] QString receiptsSeenText(bool isPrivate);

} // namespace tidemark
