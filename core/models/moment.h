#pragma once

#include "core/domain/ids.h"

#include <QDate>
#include <QString>

namespace tidemark {

/// Local day of `at`; invalid when `at` is unknown.
[[nodiscard]] QDate dayOf(UnixMs at);

/// "14:32" in the user's locale; empty when unknown.
[[nodiscard]] QString clockTime(UnixMs at);

/// The time in a list row: the clock today, "Mon" within the last six days, "19 Nov" this year, else the
/// short date.
[[nodiscard]] QString listTime(UnixMs at, QDate today);

/// A day separator: "Today", "Yesterday", "Thursday, 19 November", with the year where it is another one.
[[nodiscard]] QString dayLabel(QDate day, QDate today);

/// A moment in a sentence: "at 10:32", "yesterday at 10:32", "on 19 November at 10:32"; empty when unknown.
[[nodiscard]] QString pastMoment(UnixMs at, QDate today);

/// The end of something: "until 15:40", "until tomorrow at 15:40", "until 22 November at 15:40"; empty when
/// there is none.
[[nodiscard]] QString untilMoment(UnixMs at, QDate today);
/// "2026-11-21 14:02" in local time, for texts that are copied; empty when unknown.
[[nodiscard]] QString copiedMoment(UnixMs at);

/// Date and time in full, for tooltips; empty when unknown.
[[nodiscard]] QString fullMoment(UnixMs at);

} // namespace tidemark
