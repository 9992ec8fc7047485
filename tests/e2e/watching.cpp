#include "tests/e2e/watching.h"

#include <QDeadlineTimer>

namespace tidemark::test {

namespace {

/// Timeouts and pauses between tries add up. If this one passes, something is stuck.
constexpr int watchTimeoutMs = 180000;

/// The values of `key` in all events of one kind.
QStringList valuesOn(const CliProcess& watch, const QString& event, const QString& key)
{
    QStringList values;
    for (const QJsonObject& line : watch.lines()) {
        if (line[QLatin1String("event")].toString() == event) {
            values << line[key].toString();
        }
    }
    return values;
}

} // namespace

QStringList textsOn(const CliProcess& watch)
{
    return valuesOn(watch, QStringLiteral("message"), QStringLiteral("text"));
}

QStringList statesOn(const CliProcess& watch)
{
    return valuesOn(watch, QStringLiteral("connection"), QStringLiteral("state"));
}

bool isOnline(const CliProcess& watch)
{
    const QStringList states = statesOn(watch);
    return !states.isEmpty() && states.last() == QLatin1String("online");
}

QString serverOf(const CliProcess& watch)
{
    const QStringList servers = valuesOn(watch, QStringLiteral("connection"), QStringLiteral("server"));
    return servers.isEmpty() ? QString() : servers.last();
}

bool takeUntil(CliProcess& watch, const std::function<bool()>& isTrue)
{
    const QDeadlineTimer deadline(watchTimeoutMs);
    while (!isTrue()) {
        if (deadline.hasExpired() || !watch.poll(100)) {
            return isTrue();
        }
    }
    return true;
}

std::unique_ptr<CliProcess> watchOnline(const Device& device)
{
    constexpr int seconds = 800;
    auto watch = device.start({QStringLiteral("watch"), QStringLiteral("--for"), number(seconds)});
    return takeUntil(*watch, [&] { return isOnline(*watch); }) ? std::move(watch) : nullptr;
}

bool takeUntilReceived(CliProcess& watch, const QString& text)
{
    return takeUntil(watch, [&] { return isOnline(watch) && textsOn(watch).contains(text); });
}

bool takeUntilMoved(CliProcess& watch, const QString& before)
{
    return takeUntil(watch, [&] { return isOnline(watch) && serverOf(watch) != before; });
}

} // namespace tidemark::test
