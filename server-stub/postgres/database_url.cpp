#include "server-stub/postgres/database_url.h"

#include <QByteArray>
#include <QStringList>
#include <QStringView>

#include <algorithm>
#include <array>
#include <utility>

namespace tidemark::server {

namespace {

constexpr std::array schemes{"postgres://", "postgresql://"};

constexpr const char* userTimeout = "tcp_user_timeout";
constexpr const char* defaultUserTimeout = "15000";

/// Defaults of parameters that are not given. In seconds, except the last one: milliseconds.
constexpr std::array<std::pair<const char*, const char*>, 7> defaults{{
    {"target_session_attrs", "read-write"},
    {"application_name", "tidemark-server"},
    {"connect_timeout", "2"},
    {"keepalives_idle", "10"},
    {"keepalives_interval", "3"},
    {"keepalives_count", "3"},
    {userTimeout, defaultUserTimeout},
}};

/// The text after the scheme; null if it has none of the schemes.
QStringView withoutScheme(const QString& text)
{
    for (const char* scheme : schemes) {
        const QLatin1String prefix(scheme);
        if (text.startsWith(prefix)) {
            return QStringView(text).mid(prefix.size());
        }
    }
    return {};
}

/// Cuts `text` at the first `mark`: returns the part before the mark and leaves the part after it in `text`.
QStringView cutAt(QStringView& text, QChar mark)
{
    const qsizetype place = text.indexOf(mark);
    const QStringView before = place < 0 ? text : text.left(place);
    text = place < 0 ? QStringView() : text.mid(place + 1);
    return before;
}

QString decoded(QStringView text)
{
    return QString::fromUtf8(QByteArray::fromPercentEncoding(text.toUtf8()));
}

/// Quotes a value for libpq's list of names and values.
QString quoted(QString value)
{
    value.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
    value.replace(QLatin1Char('\''), QStringLiteral("\\'"));
    return QLatin1Char('\'') + value + QLatin1Char('\'');
}

bool isName(const QString& text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar letter) {
        return (letter >= QLatin1Char('a') && letter <= QLatin1Char('z')) || letter == QLatin1Char('_');
    });
}

/// The index of the colon before the host's port; -1 if there is no port. `[::1]:5432` has colons of two
/// kinds.
qsizetype placeOfPort(QStringView host)
{
    const qsizetype colon = host.lastIndexOf(QLatin1Char(':'));
    return colon > host.lastIndexOf(QLatin1Char(']')) ? colon : -1;
}

QString withoutBrackets(QStringView host)
{
    const bool isBracketed = host.startsWith(QLatin1Char('[')) && host.endsWith(QLatin1Char(']'));
    return decoded(isBracketed ? host.mid(1, host.size() - 2) : host);
}

void readUser(DatabaseUrl& url, QStringView text)
{
    const QStringView name = cutAt(text, QLatin1Char(':'));
    url.user = decoded(name);
    url.password = decoded(text);
}

/// Returns what is wrong; empty if nothing is.
QString readHosts(DatabaseUrl& url, QStringView text)
{
    if (text.isEmpty()) {
        return {};
    }
    QStringList hosts;
    QStringList ports;
    bool hasPort = false;
    for (const QStringView one : text.split(QLatin1Char(','))) {
        const qsizetype colon = placeOfPort(one);
        hosts.append(withoutBrackets(colon < 0 ? one : one.left(colon)));
        const QStringView port = colon < 0 ? QStringView() : one.mid(colon + 1);
        if (!port.isEmpty() && port.toUShort() == 0) {
            return QStringLiteral("the text after a host's colon is not a port");
        }
        hasPort = hasPort || !port.isEmpty();
        ports.append(port.toString());
    }
    url.hosts = hosts.join(QLatin1Char(','));
    url.ports = hasPort ? ports.join(QLatin1Char(',')) : QString();
    return {};
}

/// Returns what is wrong; empty if nothing is.
QString readParameter(DatabaseUrl& url, QStringView text)
{
    const QString name = decoded(cutAt(text, QLatin1Char('=')));
    const QString value = decoded(text);
    if (!isName(name)) {
        return QStringLiteral("'%1' is not the name of a connection parameter").arg(name);
    }
    if (value.contains(QLatin1Char(';'))) {
        return QStringLiteral("the value of %1 has a semicolon").arg(name);
    }
    const std::array<std::pair<const char*, QString*>, 5> places{{{"user", &url.user},
                                                                  {"password", &url.password},
                                                                  {"host", &url.hosts},
                                                                  {"port", &url.ports},
                                                                  {"dbname", &url.database}}};
    for (const auto& [known, place] : places) {
        if (name == QLatin1String(known)) {
            *place = value;
            return {};
        }
    }
    url.parameters.push_back({name, value});
    return {};
}

} // namespace

bool isDatabaseUrl(const QString& database)
{
    return !withoutScheme(database).isNull();
}

Expected<DatabaseUrl, QString> DatabaseUrl::parse(const QString& text)
{
    QStringView rest = withoutScheme(text);
    if (rest.isNull()) {
        return Unexpected(QStringLiteral("the address of a database must begin with postgres://"));
    }
    QStringView place = cutAt(rest, QLatin1Char('?'));
    QStringView parameters = rest;
    QStringView authority = cutAt(place, QLatin1Char('/'));
    if (place.contains(QLatin1Char('@')) || parameters.contains(QLatin1Char('@'))) {
        return Unexpected(QStringLiteral(
            "there is an @ after the host; write /, ? and @ in a password as %2F, %3F and %40"));
    }
    DatabaseUrl url;
    url.database = decoded(place);
    if (const qsizetype at = authority.lastIndexOf(QLatin1Char('@')); at >= 0) {
        readUser(url, authority.left(at));
        authority = authority.mid(at + 1);
    }
    QString wrong = readHosts(url, authority);
    while (wrong.isEmpty() && !parameters.isEmpty()) {
        wrong = readParameter(url, cutAt(parameters, QLatin1Char('&')));
    }
    if (!wrong.isEmpty()) {
        return Unexpected(wrong);
    }
    return url;
}

QString DatabaseUrl::options() const
{
    QStringList options;
    if (!ports.isEmpty()) {
        options.append(QStringLiteral("port=") + quoted(ports));
    }
    for (const Parameter& parameter : parameters) {
        options.append(parameter.name + QLatin1Char('=') + quoted(parameter.value));
    }
    for (const auto& [name, value] : defaults) {
        const bool isSaid = std::any_of(
            parameters.begin(), parameters.end(),
            [name = QLatin1String(name)](const Parameter& parameter) { return parameter.name == name; });
        if (!isSaid) {
            options.append(QLatin1String(name) + QLatin1Char('=') + quoted(QLatin1String(value)));
        }
    }
    return options.join(QLatin1Char(' '));
}

std::chrono::milliseconds DatabaseUrl::answerTimeout() const
{
    const auto said = std::find_if(parameters.begin(), parameters.end(), [](const Parameter& parameter) {
        return parameter.name == QLatin1String(userTimeout);
    });
    const int requested = said == parameters.end() ? 0 : said->value.toInt();
    return std::chrono::milliseconds(requested > 0 ? requested : QByteArray(defaultUserTimeout).toInt());
}

QString DatabaseUrl::shown() const
{
    const QString who = user.isEmpty() ? QString() : QString(user + QLatin1Char('@'));
    const QString where = ports.isEmpty() ? hosts : QString(hosts + QLatin1Char(':') + ports);
    return QStringLiteral("postgres://%1%2/%3").arg(who, where, database);
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
