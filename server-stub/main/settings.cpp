#include "server-stub/main/settings.h"

#include "server-stub/postgres/database_url.h"

#include <limits>

namespace tidemark::server {
namespace {

constexpr bool required = true;
constexpr bool optional = false;
constexpr bool reloaded = true;
constexpr bool fixed = false;

constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();

template <auto Member, std::uint32_t Least = 1, std::uint32_t Most = unbounded>
QString putNumber(ServeSettings& settings, const QString& value)
{
    bool isNumber = false;
    const uint number = value.toUInt(&isNumber);
    if (!isNumber || number < Least || number > Most) {
        const QString most = Most == unbounded ? QString() : QStringLiteral(" to %1").arg(Most);
        return QStringLiteral("needs a whole number from %1%2, not '%3'").arg(Least).arg(most, value);
    }
    settings.*Member = number;
    return {};
}

template <auto Member>
QString putText(ServeSettings& settings, const QString& value)
{
    settings.*Member = value;
    return {};
}

template <auto Member>
QString putAddress(ServeSettings& settings, const QString& value)
{
    const auto address = parseListenAddress(value);
    if (!address)
        return address.error();
    settings.*Member = *address;
    return {};
}

QString putMetrics(ServeSettings& settings, const QString& value)
{
    const QString problem = putAddress<&ServeSettings::metrics>(settings, value);
    if (problem.isEmpty() && !settings.metrics->address.isLoopback())
        return QStringLiteral("is for this computer: give a loopback address");
    return problem;
}

/// Sets `target` to the element of `values` at the index that `text` has in `names`.
template <typename Value, typename Target>
QString putChoice(const QStringList& names, const QList<Value>& values, const QString& text, Target& target)
{
    const qsizetype place = names.indexOf(text);
    if (place < 0)
        return QStringLiteral("is one of %1, not '%2'").arg(names.join(QStringLiteral(", ")), text);
    target = values.at(place);
    return {};
}

QString putRegistration(ServeSettings& settings, const QString& value)
{
    return putChoice<bool>({QStringLiteral("open"), QStringLiteral("closed")}, {true, false}, value,
                           settings.registrationOpen);
}

QString putLogLevel(ServeSettings& settings, const QString& value)
{
    return putChoice<LogLevel>(
        {QStringLiteral("debug"), QStringLiteral("info"), QStringLiteral("warning"), QStringLiteral("error")},
        {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error}, value, settings.logLevel);
}

QString putLogFormat(ServeSettings& settings, const QString& value)
{
    return putChoice<LogFormat>({QStringLiteral("text"), QStringLiteral("json")},
                                {LogFormat::Text, LogFormat::Json}, value, settings.logFormat);
}

QString putProxies(ServeSettings& settings, const QString& value)
{
    QList<QHostAddress> proxies;
    const QStringList texts = value.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const QString& text : texts) {
        if (!proxies.emplaceBack().setAddress(text.trimmed()))
            return QStringLiteral("'%1' is not an address").arg(text);
    }
    settings.proxies = proxies;
    return {};
}

QString none()
{
    return QStringLiteral("-");
}

template <auto Member>
QString numberOrNone(const ServeSettings& settings, const ServerOptions& /*options*/)
{
    return settings.*Member ? QString::number(*(settings.*Member)) : none();
}

template <auto Member>
QString textOrNone(const ServeSettings& settings, const ServerOptions& /*options*/)
{
    return (settings.*Member).isEmpty() ? none() : settings.*Member;
}

template <auto Member>
QString limitOf(const ServeSettings& /*settings*/, const ServerOptions& options)
{
    return QString::number(options.hub.limits.*Member);
}

QString textOf(const ListenAddress& address)
{
    return hostAndPort(address.address, address.port);
}

QString proxiesOf(const ServeSettings& settings, const ServerOptions& /*options*/)
{
    QStringList texts;
    for (const QHostAddress& proxy : settings.proxies)
        texts.append(proxy.toString());
    return texts.isEmpty() ? none() : texts.join(QLatin1Char(','));
}

QString daysOf(Milliseconds time)
{
    return QString::number(time.count() / (std::int64_t{24} * 60 * 60 * 1000));
}

} // namespace

const std::vector<Setting>& allSettings()
{
    using Settings = ServeSettings;
    using Options = ServerOptions;
    static const std::vector<Setting> all{
        {"listen", "ADDRESS:PORT",
         "For example 127.0.0.1:8080, [::1]:8080 or localhost:0. Port 0 takes a free one. An address outside "
         "loopback needs TLS.",
         required, fixed, putAddress<&Settings::listen>,
         [](const Settings& settings, const Options&) { return textOf(settings.listen); }},
        {"database", "FILE",
         "SQLite database; created if it does not exist. One server at a time; it holds FILE.lock meanwhile, "
         "and takes commands on the socket FILE.control. Or the address of a PostgreSQL database that any "
         "number of servers may serve, as postgres://USER@HOST,HOST/DATABASE.",
         required, fixed, putText<&Settings::database>,
         [](const Settings& settings, const Options&) { return shownDatabase(settings.database); }},
        {"tls-certificate", "FILE",
         "PEM certificate, followed by its chain. Clients then connect with wss://. SIGHUP makes the server "
         "read certificate and key again, for those who connect from then on; a pair that does not fit is "
         "refused in the log, and the old one stays.",
         optional, fixed, putText<&Settings::tlsCertificate>, textOrNone<&Settings::tlsCertificate>},
        {"tls-key", "FILE", "Its PEM key, without a passphrase. Both or neither.", optional, fixed,
         putText<&Settings::tlsKey>, textOrNone<&Settings::tlsKey>},
        {"registration", "open|closed",
         "Whether anybody may create an account. Default: open on a loopback address without proxies, else "
         "closed.",
         optional, reloaded, putRegistration,
         [](const Settings&, const Options& options) {
             return options.hub.registrationOpen ? QStringLiteral("open") : QStringLiteral("closed");
         }},
        {"sends-per-second", "N",
         "Messages a second that one user may send for long. Default: 5000 on a loopback address without "
         "proxies, where imports and tests run, else 50.",
         optional, reloaded, putNumber<&Settings::sendsPerSecond>, limitOf<&Limits::sendsPerSecond>},
        {"send-burst", "N",
         "Messages that one user may send at once before that rate applies. Default: 50000 on such an "
         "address, else 500.",
         optional, reloaded, putNumber<&Settings::sendBurst>, limitOf<&Limits::sendBurst>},
        {"requests-per-second", "N",
         "Other requests a second that one user may make for long, of each kind (pulls, changes of "
         "conversations, signs of typing, the rest); what names much counts for more. Default: 5000 on such "
         "an address, else 500.",
         optional, reloaded, putNumber<&Settings::requestsPerSecond>, limitOf<&Limits::requestsPerSecond>},
        {"request-burst", "N", "The same at once. Default: 50000 on such an address, else 5000.", optional,
         reloaded, putNumber<&Settings::requestBurst>, limitOf<&Limits::requestBurst>},
        {"connections-per-user", "N", "Default: 1000 on such an address, else 32.", optional, reloaded,
         putNumber<&Settings::connectionsPerUser>, limitOf<&Limits::maxConnectionsPerUser>},
        {"sessions-per-user", "N",
         "Sessions of one user over all connections; 0: any number. Default: 0 on such an address, else 100.",
         optional, reloaded, putNumber<&Settings::sessionsPerUser, 0>, limitOf<&Limits::maxSessionsPerUser>},
        {"memberships-per-user", "N",
         "Conversations that one user is, or has been, in; others bring in at most half of them. 0: any "
         "number. Default: 0 on such an address, else 20000.",
         optional, reloaded, putNumber<&Settings::membershipsPerUser, 0, 60000>,
         limitOf<&Limits::maxMemberships>},
        {"groups-per-user", "N",
         "Groups and channels that one user makes, ever; 0: any number. Default: 0 on such an address, else "
         "2000.",
         optional, reloaded, putNumber<&Settings::groupsPerUser, 0>, limitOf<&Limits::maxCreated>},
        {"max-connections", "N",
         "Connections of all users together. Default: 20000, and never more than the system's limit of open "
         "files allows.",
         optional, reloaded, putNumber<&Settings::maxConnections>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.maxConnections);
         }},
        {"connections-per-address", "N",
         "Connections from one address (of IPv6: from one network of 64 bits), at a time and at once; for "
         "long 20 new ones and 20 attempts to sign in a second. Loopback addresses may do anything. "
         "Default: 256.",
         optional, reloaded, putNumber<&Settings::connectionsPerAddress>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.connectionsPerAddress);
         }},
        {"proxies", "ADDRESS,...",
         "Addresses of proxies through which others come. None of that applies to them: the client's address "
         "is "
         "the last one in X-Forwarded-For that is not a proxy's. The proxy has to replace what clients say "
         "there. With a proxy the limits are those of a public server also on a loopback address.",
         optional, reloaded, putProxies, proxiesOf},
        {"password-memory", "MIB",
         "What Argon2id takes for a password, 8 to 4095. Passwords that were kept with less are kept anew "
         "when "
         "somebody signs in with them. Default: 64.",
         optional, fixed, putNumber<&Settings::passwordMemoryMib, 8, 4095>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.passwordCost.memoryKib / 1024);
         }},
        {"password-passes", "N", "How often Argon2id goes through it, at most 100. Default: 2.", optional,
         fixed, putNumber<&Settings::passwordPasses, 1, 100>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.passwordCost.passes);
         }},
        {"rotate-tokens-days", "N",
         "A device that comes with a token older than N days is given a new one; the old one ends when the "
         "new one is used. Not for accounts without a password, nor for programs that are given their "
         "token. 0: never. Default: 30.",
         optional, reloaded, putNumber<&Settings::rotateTokensDays, 0>,
         [](const Settings&, const Options& options) { return daysOf(options.hub.rotateTokensAfter); }},
        {"large-group", "N",
         "In groups of more than N members each user may send one message a second for long, ten at once. "
         "Default: none on a loopback address without proxies, else 10000.",
         optional, reloaded, putNumber<&Settings::largeGroup>,
         [](const Settings&, const Options& options) {
             const std::uint32_t members = options.hub.limits.largeGroupMembers;
             return members == 0 ? none() : QString::number(members);
         }},
        {"pull-entries", "N",
         "Messages in one answer to a client that asks for a part of a conversation. Default: 1024.",
         optional, reloaded, putNumber<&Settings::pullEntries>, limitOf<&Limits::maxPullEntries>},
        {"keep-messages", "N",
         "Keep the newest N entries of each conversation. Older ones lose their text and no longer count for "
         "who has not read them. Default: keep all.",
         optional, reloaded, putNumber<&Settings::keepMessages>, numberOrNone<&Settings::keepMessages>},
        {"keep-days", "D", "The same for entries older than D days. With both, whatever keeps less.",
         optional, reloaded, putNumber<&Settings::keepDays>, numberOrNone<&Settings::keepDays>},
        {"unread-expires-days", "N",
         "Messages that were unread for N days no longer count. Default: they always do.", optional, reloaded,
         putNumber<&Settings::unreadExpiresDays>, numberOrNone<&Settings::unreadExpiresDays>},
        {"notices-forget-days", "N",
         "Who was not here for N days comes back without unread notices to everybody. Default: 30.", optional,
         reloaded, putNumber<&Settings::noticesForgetDays>,
         [](const Settings&, const Options& options) { return daysOf(options.hub.noticesForgetAfter); }},
        {"restart-window", "SECONDS",
         "When the server ends it tells its clients to come back at a random time within so long. Default: "
         "3, and with more than 2500 clients longer, so that 1000 come back a second.",
         optional, reloaded, putNumber<&Settings::restartWindow>,
         [](const Settings& settings, const Options& options) {
             return QString::number(settings.restartWindow.value_or(
                 static_cast<std::uint32_t>(options.shell.goAwayMax.count() / 1000)));
         }},
        {"drain", "SECONDS",
         "For one of several servers on a database: at SIGTERM it takes no new connections, says 503 at "
         "/health, and tells its clients to go to another server, one after another over so long, while it "
         "serves the others on; then it ends. A second SIGTERM ends it at once. At most 3600. Default: 10 "
         "with "
         "a database of PostgreSQL, else 0: it ends at once.",
         optional, reloaded, putNumber<&Settings::drain, 0, 3600>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.drain.count() / 1000);
         }},
        {"metrics", "ADDRESS:PORT",
         "Tell how the server is over HTTP, on a loopback address: /metrics for Prometheus, and /health, "
         "which is 200 only while the database takes changes and the server answers, else 503 with the "
         "reason. Default: off.",
         optional, fixed, putMetrics,
         [](const Settings& settings, const Options&) {
             return settings.metrics ? textOf(*settings.metrics) : none();
         }},
        {"log-level", "debug|info|warning|error", "Default: info.", optional, reloaded, putLogLevel,
         [](const Settings& settings, const Options&) {
             return QString::fromLatin1(nameOf(settings.logLevel));
         }},
        {"log-format", "text|json",
         "Lines of the log as TIME LEVEL MESSAGE, or as an object of JSON with time, level, category and "
         "message. Default: text.",
         optional, reloaded, putLogFormat,
         [](const Settings& settings, const Options&) {
             return settings.logFormat == LogFormat::Json ? QStringLiteral("json") : QStringLiteral("text");
         }},
    };
    return all;
}

QString variableOf(const Setting& setting)
{
    return QString::fromLatin1(variablePrefix)
           + QString::fromLatin1(setting.name).toUpper().replace(QLatin1Char('-'), QLatin1Char('_'));
}

} // namespace tidemark::server
