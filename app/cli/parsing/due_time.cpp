#include "app/cli/parsing/due_time.h"

#include <QDateTime>

#include <algorithm>

namespace tidemark::cli {

namespace {

constexpr std::int64_t secondMs = 1000;

/// The length of a unit in milliseconds; 0 for another letter.
std::int64_t lengthOf(QChar unit)
{
    switch (unit.toLatin1()) {
    case 's':
        return secondMs;
    case 'm':
        return 60 * secondMs;
    case 'h':
        return 3600 * secondMs;
    case 'd':
        return 24 * 3600 * secondMs;
    case 'w':
        return 7 * 24 * 3600 * secondMs;
    default:
        return 0;
    }
}

std::optional<UnixMs> distantTime(const QString& text, UnixMs now)
{
    constexpr int maxDigits = 9; // longer distances are beyond what any server keeps
    const QString digits = text.mid(1, text.size() - 2);
    const bool isNumber = std::ranges::all_of(
        digits, [](QChar one) { return one >= QLatin1Char('0') && one <= QLatin1Char('9'); });
    const std::int64_t unit = lengthOf(text.back());
    if (!isNumber || digits.isEmpty() || digits.size() > maxDigits || unit == 0) {
        return std::nullopt;
    }
    return UnixMs{now.value + digits.toLongLong() * unit};
}

} // namespace

std::optional<UnixMs> dueTime(const QString& text, UnixMs now)
{
    if (text.startsWith(QLatin1Char('+'))) {
        return text.size() < 3 ? std::nullopt : distantTime(text, now);
    }
    const QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    // Without a zone the time would depend on the place of the program.
    if (!time.isValid() || time.timeSpec() == Qt::LocalTime) {
        return std::nullopt;
    }
    return UnixMs{time.toMSecsSinceEpoch()};
}

} // namespace tidemark::cli
