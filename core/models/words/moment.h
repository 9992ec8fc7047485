#pragma once

#include "core/domain/ids.h"

#include <QDate>
#include <QString>

namespace tidemark {

/// Returns the local day of `at`; invalid if `at` is unknown.
[[nodiscard]] QDate dayOf(UnixMs at);

/// Returns "14:32" in the user's locale; empty if unknown.
[[nodiscard]] QString clockTime(UnixMs at);

/// Returns the time for a list row: the clock time today, "Mon" within the last six days, "19 Nov" this year,
/// otherwise the short date.
[[nodiscard]] QString listTime(UnixMs at, QDate today);

/// Returns the text of a day separator: "Today", "Yesterday", "Thursday, 19 November", with the year if it is
/// not the current one.
[[nodiscard]] QString dayLabel(QDate day, QDate today);

/// Returns a moment in a sentence: "at 10:32", "yesterday at 10:32", "on 19 November at 10:32"; empty if
/// unknown.
[[nodiscard]] QString pastMoment(UnixMs at, QDate today);

/// Returns an end: "until 15:40", "until tomorrow at 15:40", "until 22 November at 15:40"; empty if there is
/// none.
[[nodiscard]] QString untilMoment(UnixMs at, QDate today);
/// Returns "2026-11-21 14:02" in local time, for copied text; empty if unknown.
[[nodiscard]] QString copiedMoment(UnixMs at);

/// Returns the full date and time, for tooltips; empty if unknown.
[[nodiscard]] QString fullMoment(UnixMs at);

} // namespace tidemark
