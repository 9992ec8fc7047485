#pragma once

#include "core/domain/ids.h"

#include <QString>

#include <optional>

namespace tidemark::cli {

/// Reads a time: ISO 8601 with a zone ("2026-12-01T08:00:00Z", "2026-12-01T08:00+01:00"), or a distance from
/// `now` in seconds, minutes, hours, days or weeks ("+90s", "+30m", "+2h", "+3d", "+1w"). Empty if it is
/// neither.
[[nodiscard]] std::optional<UnixMs> dueTime(const QString& text, UnixMs now);

} // namespace tidemark::cli
