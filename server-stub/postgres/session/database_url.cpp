#include "server-stub/postgres/session/database_url.h"

#include <QByteArray>
#include <QStringList>

#include <libpq-fe.h>

#include <algorithm>
#include <memory>

namespace tidemark::server {

namespace {

constexpr const char* userTimeout = "tcp_user_timeout";
constexpr int defaultUserTimeoutMs = 15000;

/// In seconds, except the last one: milliseconds.
std::map<std::string, std::string> defaults()
{
    return {
        {"target_session_attrs", "read-write"},
        {"application_name", "tidemark-server"},
        {"connect_timeout", "2"},
        {"keepalives_idle", "10"},
        {"keepalives_interval", "3"},
        {"keepalives_count", "3"},
        {userTimeout, std::to_string(defaultUserTimeoutMs)},
    };
}

QString parameter(const DatabaseUrl& url, const char* name)
{
    const auto found = url.parameters.find(name);
    return found == url.parameters.end() ? QString() : QString::fromStdString(found->second);
}

/// Whether the address has an @ that does not end a password for libpq, because the password contains an @, /
/// or ?. libpq would take a part of the password for a name, and messages would show it.
bool hasStrayAt(const QString& text)
{
    const qsizetype begin = text.indexOf(QLatin1String("//")) + 2;
    const qsizetype at = text.lastIndexOf(QLatin1Char('@'));
    const auto isBeforeAt = [&](QLatin1Char mark) {
        const qsizetype place = text.indexOf(mark, begin);
        return place >= 0 && place < at;
    };
    return isBeforeAt(QLatin1Char('/')) || isBeforeAt(QLatin1Char('?')) || isBeforeAt(QLatin1Char('@'));
}

/// libpq's error for an address, without its quotations, which may contain the password. Only the name of a
/// parameter stays.
QString shownReason(const char* message, const QString& text)
{
    const QString reason = QString::fromUtf8(message).simplified();
    const QString quoted = reason.section(QLatin1Char('"'), -2, -2);
    const auto isAfter = [&](char mark) {
        return text.contains(QLatin1Char(mark) + quoted + QLatin1Char('='));
    };
    return isAfter('?') || isAfter('&') ? reason : reason.section(QLatin1Char('"'), 0, 0).trimmed();
}

bool arePorts(const QString& text)
{
    const QStringList ports = text.split(QLatin1Char(','));
    return std::all_of(ports.begin(), ports.end(),
                       [](const QString& port) { return port.isEmpty() || port.toUShort() != 0; });
}

} // namespace

bool isDatabaseUrl(const QString& database)
{
    return database.startsWith(QLatin1String("postgres://"))
           || database.startsWith(QLatin1String("postgresql://"));
}

Expected<DatabaseUrl, QString> DatabaseUrl::parse(const QString& text)
{
    if (!isDatabaseUrl(text)) {
        return Unexpected(QStringLiteral("the address of a database must begin with postgres://"));
    }
    if (hasStrayAt(text)) {
        return Unexpected(
            QStringLiteral("there is an @ that does not end a password; write /, ? and @ in a password "
                           "as %2F, %3F and %40"));
    }
    char* message = nullptr;
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> options(
        PQconninfoParse(text.toUtf8().constData(), &message), &PQconninfoFree);
    const std::unique_ptr<char, void (*)(void*)> reason(message, &PQfreemem);
    if (!options) {
        return Unexpected(shownReason(message, text));
    }
    DatabaseUrl url{defaults()};
    for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
        if (option->val != nullptr) {
            url.parameters[option->keyword] = option->val;
        }
    }
    url.parameters["client_encoding"] = "UTF8";
    if (!arePorts(parameter(url, "port"))) {
        return Unexpected(QStringLiteral("the text after a host's colon is not a port"));
    }
    return url;
}

std::chrono::milliseconds DatabaseUrl::answerTimeout() const
{
    const int requested = parameter(*this, userTimeout).toInt();
    return std::chrono::milliseconds(requested > 0 ? requested : defaultUserTimeoutMs);
}

QString DatabaseUrl::shown() const
{
    const QString user = parameter(*this, "user");
    const QString who = user.isEmpty() ? QString() : QString(user + QLatin1Char('@'));
    const QString hosts = parameter(*this, "host");
    const QString ports = parameter(*this, "port");
    const bool hasPort =
        std::any_of(ports.begin(), ports.end(), [](QChar letter) { return letter.isDigit(); });
    const QString where = hasPort ? QString(hosts + QLatin1Char(':') + ports) : hosts;
    return QStringLiteral("postgres://%1%2/%3").arg(who, where, parameter(*this, "dbname"));
}

QString shownDatabase(const QString& database)
{
    if (!isDatabaseUrl(database)) {
        return database;
    }
    const auto url = DatabaseUrl::parse(database);
    return url ? url->shown() : QStringLiteral("postgres://…");
}

} // namespace tidemark::server
