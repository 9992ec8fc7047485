#include "app/cli/parsing/option.h"

namespace tidemark::cli {

namespace {

/// A million seconds are 11 days, which a timer can still measure.
constexpr int maxFactor = 1'000'000;

} // namespace

QString problemOf(ValueKind kind, const QString& name, const QString& value)
{
    bool isNumber = true;
    switch (kind) {
    case ValueKind::None:
    case ValueKind::Text:
        return {};
    case ValueKind::Id:
        return value.toULongLong(&isNumber) > 0 && isNumber
                   ? QString()
                   : QStringLiteral("%1 must be a whole number from 1, not '%2'").arg(name, value);
    case ValueKind::Number:
        value.toULongLong(&isNumber);
        return isNumber ? QString() : QStringLiteral("%1 must be a whole number, not '%2'").arg(name, value);
    case ValueKind::Factor:
        const double factor = value.toDouble(&isNumber);
        return factor > 0 && factor <= maxFactor && isNumber
                   ? QString()
                   : QStringLiteral("%1 must be a number above 0 and at most %2, not '%3'")
                         .arg(name)
                         .arg(maxFactor)
                         .arg(value);
    }
    return {};
}

void OptionValues::insert(const Option& option, const QString& value)
{
    m_values[QLatin1String(option.name)].append(value);
}

bool OptionValues::has(const Option& option) const
{
    return m_values.contains(QLatin1String(option.name));
}

QString OptionValues::text(const Option& option, const QString& fallback) const
{
    Q_ASSERT(option.kind != ValueKind::None);
    return m_values.value(QLatin1String(option.name), {fallback}).last();
}

QStringList OptionValues::all(const Option& option) const
{
    Q_ASSERT(option.kind != ValueKind::None);
    return m_values.value(QLatin1String(option.name));
}

std::uint64_t OptionValues::number(const Option& option, std::uint64_t fallback) const
{
    Q_ASSERT(option.kind == ValueKind::Id || option.kind == ValueKind::Number);
    return has(option) ? text(option).toULongLong() : fallback;
}

std::optional<double> OptionValues::factor(const Option& option) const
{
    Q_ASSERT(option.kind == ValueKind::Factor);
    return has(option) ? std::optional(text(option).toDouble()) : std::nullopt;
}

std::optional<std::chrono::milliseconds> OptionValues::time(const Option& option) const
{
    const auto seconds = factor(option);
    return seconds ? std::optional(std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000)))
                   : std::nullopt;
}

} // namespace tidemark::cli
