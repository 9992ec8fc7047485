#include "server-stub/main/settings/settings.h"

#include "server-stub/postgres/session/database_url.h"

#include <limits>

namespace tidemark::server {
namespace {

constexpr bool required = true;
constexpr bool optional = false;
constexpr bool reloaded = true;
constexpr bool fixed = false;

constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();

template <auto Member, std::uint32_t Min = 1, std::uint32_t Max = unbounded>
QString putNumber(ServeSettings& settings, const QString& value)
{
    bool isNumber = false;
    const uint number = value.toUInt(&isNumber);
    if (!isNumber || number < Min || number > Max) {
        const QString upperBound = Max == unbounded ? QString() : QStringLiteral(" to %1").arg(Max);
        return QStringLiteral("needs a whole number from %1%2, not '%3'").arg(Min).arg(upperBound, value);
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
    if (!address) {
        return address.error();
    }
    settings.*Member = *address;
    return {};
}

QString putMetrics(ServeSettings& settings, const QString& value)
{
    const QString problem = putAddress<&ServeSettings::metrics>(settings, value);
    if (problem.isEmpty() && !settings.metrics->address.isLoopback()) {
        return QStringLiteral("must be on this computer: give a loopback address");
    }
    return problem;
}

/// Sets `target` to the element of `values` at the index that `text` has in `names`.
template <typename Value, typename Target>
QString putChoice(const QStringList& names, const QList<Value>& values, const QString& text, Target& target)
{
    const qsizetype place = names.indexOf(text);
    if (place < 0) {
        return QStringLiteral("must be one of %1, not '%2'").arg(names.join(QStringLiteral(", ")), text);
    }
    target = values.at(place);
    return {};
}

QString putRegistration(ServeSettings& settings, const QString& value)
{
    return putChoice<bool>({QStringLiteral("open"), QStringLiteral("closed")}, {true, false}, value,
                           settings.registrationOpen);
}

QStringList addingNames()
{
    return {QStringLiteral("everybody"), QStringLiteral("known"), QStringLiteral("nobody")};
}

QList<AddingPolicy> addingPolicies()
{
    return {AddingPolicy::Everybody, AddingPolicy::Known, AddingPolicy::Nobody};
}

QString putAdding(ServeSettings& settings, const QString& value)
{
    return putChoice<AddingPolicy>(addingNames(), addingPolicies(), value, settings.adding);
}

QString putDeletedAccounts(ServeSettings& settings, const QString& value)
{
    return putChoice<bool>({QStringLiteral("keep"), QStringLiteral("remove")}, {false, true}, value,
                           settings.removesDeletedTexts);
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
        if (!proxies.emplaceBack().setAddress(text.trimmed())) {
            return QStringLiteral("'%1' is not an address").arg(text);
        }
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
    for (const QHostAddress& proxy : settings.proxies) {
        texts.append(proxy.toString());
    }
    return texts.isEmpty() ? none() : texts.join(QLatin1Char(','));
}

QString mbOf(std::uint64_t bytes)
{
    return QString::number(bytes / 1000000);
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
         "Listen on this address, for example 127.0.0.1:8080, [::1]:8080 or localhost:0. Port 0 takes a free "
         "port. An address outside loopback needs TLS.",
         required, fixed, putAddress<&Settings::listen>,
         [](const Settings& settings, const Options&) { return textOf(settings.listen); }},
        {"database", "FILE",
         "Use this SQLite database; the server creates it if it does not exist. Only one server can use it "
         "at a time: the server locks FILE.lock and takes commands on the socket FILE.control. For a "
         "PostgreSQL database, which any number of servers may serve, give "
         "postgres://USER@HOST,HOST/DATABASE instead.",
         required, fixed, putText<&Settings::database>,
         [](const Settings& settings, const Options&) { return shownDatabase(settings.database); }},
        {"tls-certificate", "FILE",
         "Use this PEM certificate, followed by its chain. Clients then connect with wss://. On SIGHUP the "
         "server reads certificate and key again for new connections; if they do not match, it logs the "
         "reason and keeps the old pair.",
         optional, fixed, putText<&Settings::tlsCertificate>, textOrNone<&Settings::tlsCertificate>},
        {"tls-key", "FILE",
         "Use this PEM key of the certificate, without a passphrase. Give tls-certificate and tls-key "
         "together.",
         optional, fixed, putText<&Settings::tlsKey>, textOrNone<&Settings::tlsKey>},
        {"registration", "open|closed",
         "Choose whether anyone may create an account. Default: open on a loopback address without proxies, "
         "else closed.",
         optional, reloaded, putRegistration,
         [](const Settings&, const Options& options) {
             return options.hub.registrationOpen ? QStringLiteral("open") : QStringLiteral("closed");
         }},
        {"adding", "everybody|known|nobody",
         "Choose who may add users to groups without asking them, as long as they have not chosen that "
         "themselves: everybody, only users whom they know, because they have begun a direct chat with "
         "them or written in it, or nobody. Default: known.",
         optional, reloaded, putAdding,
         [](const Settings&, const Options& options) {
             return addingNames().value(addingPolicies().indexOf(options.hub.adding));
         }},
        {"deleted-accounts", "keep|remove",
         "Choose what becomes of the messages of an account that is deleted: keep them, without the name, or "
         "remove them. Default: keep.",
         optional, reloaded, putDeletedAccounts,
         [](const Settings&, const Options& options) {
             return options.hub.limits.removesDeletedTexts ? QStringLiteral("remove")
                                                           : QStringLiteral("keep");
         }},
        {"sends-per-second", "N",
         "Limit the messages that one user may send per second on average. Default: 5000 on a loopback "
         "address without proxies, where imports and tests run, else 50.",
         optional, reloaded, putNumber<&Settings::sendsPerSecond>, limitOf<&Limits::sendsPerSecond>},
        {"send-burst", "N",
         "Limit the messages that one user may send at once before that rate applies. Default: 50000 on a "
         "loopback address without proxies, else 500.",
         optional, reloaded, putNumber<&Settings::sendBurst>, limitOf<&Limits::sendBurst>},
        {"requests-per-second", "N",
         "Limit the other requests that one user may make per second on average, separately for each kind "
         "(pulls, changes to conversations, typing signals, the rest); a request with a long list counts as "
         "several. Default: 5000 on a loopback address without proxies, else 500.",
         optional, reloaded, putNumber<&Settings::requestsPerSecond>, limitOf<&Limits::requestsPerSecond>},
        {"request-burst", "N",
         "Limit the requests of each kind that one user may make at once before that rate applies. Default: "
         "50000 on a loopback address without proxies, else 5000.",
         optional, reloaded, putNumber<&Settings::requestBurst>, limitOf<&Limits::requestBurst>},
        {"connections-per-user", "N",
         "Limit the connections of one user. Default: 1000 on a loopback address without proxies, else 32.",
         optional, reloaded, putNumber<&Settings::connectionsPerUser>,
         limitOf<&Limits::maxConnectionsPerUser>},
        {"sessions-per-user", "N",
         "Limit the sessions of one user over all connections; 0: no limit. Default: 0 on a loopback address "
         "without proxies, else 100.",
         optional, reloaded, putNumber<&Settings::sessionsPerUser, 0>, limitOf<&Limits::maxSessionsPerUser>},
        {"memberships-per-user", "N",
         "Limit the conversations that one user is or was a member of; other users can add the user to at "
         "most half of them. 0: no limit. Default: 0 on a loopback address without proxies, else 20000.",
         optional, reloaded, putNumber<&Settings::membershipsPerUser, 0, 60000>,
         limitOf<&Limits::maxMemberships>},
        {"groups-per-user", "N",
         "Limit the groups and channels that one user may ever create; 0: no limit. Default: 0 on a loopback "
         "address without proxies, else 2000.",
         optional, reloaded, putNumber<&Settings::groupsPerUser, 0>, limitOf<&Limits::maxCreated>},
        {"max-file-size", "MB",
         "Limit the size of one file, in millions of bytes; 0: take no files. The files are in the folder "
         "FILE.files beside the database, or in the PostgreSQL database. Default: 100.",
         optional, reloaded, putNumber<&Settings::fileMb, 0, 1000000>,
         [](const Settings&, const Options& options) { return mbOf(options.hub.limits.maxFileBytes); }},
        {"files-per-user", "MB",
         "Limit the size of all files together that one user has sent or is uploading, in millions of bytes. "
         "Default: 2000.",
         optional, reloaded, putNumber<&Settings::filesPerUserMb>,
         [](const Settings&, const Options& options) { return mbOf(options.hub.limits.maxUserBytes); }},
        {"all-files", "MB",
         "Limit the size of all files of all users, in millions of bytes. Default: only the disk limits it.",
         optional, reloaded, putNumber<&Settings::allFilesMb>, numberOrNone<&Settings::allFilesMb>},
        {"reserved-disk", "MB",
         "Leave this much of the disk free, in millions of bytes: the server refuses uploads that would take "
         "more. With PostgreSQL the server does not know the disk; use all-files. Default: 500.",
         optional, fixed, putNumber<&Settings::reservedDiskMb, 0>,
         [](const Settings&, const Options& options) { return mbOf(options.shell.reservedDiskBytes); }},
        {"transfer-rate", "KB",
         "Limit the bytes of files that one user may send and get per second on average, in thousands of "
         "bytes; ten times as many at once. 0: no limit. Default: 0 on a loopback address without proxies, "
         "else 20000.",
         optional, reloaded, putNumber<&Settings::transferKbPerSecond, 0, 4000000>,
         [](const Settings&, const Options& options) {
             return QString::number(options.hub.limits.transferBytesPerSecond / 1000);
         }},
        {"max-connections", "N",
         "Limit the connections of all users together. Default: 20000, and never more than the system's "
         "limit on open files allows.",
         optional, reloaded, putNumber<&Settings::maxConnections>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.maxConnections);
         }},
        {"connections-per-address", "N",
         "Limit the connections from one address (for IPv6: from one /64 network; a /48 network may have "
         "four times as many), both open and newly "
         "opened at once; on average it may open 20 connections and try 20 sign-ins per second. Loopback "
         "addresses have no such limits. Default: 256.",
         optional, reloaded, putNumber<&Settings::connectionsPerAddress>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.connectionsPerAddress);
         }},
        {"proxies", "ADDRESS,...",
         "Trust the proxies at these addresses. The limits per address do not apply to them: the client's "
         "address is the last one in X-Forwarded-For that is not a proxy's. The proxy must replace this "
         "header if a client sends it. With a proxy, the limits of a public server apply on a loopback "
         "address too.",
         optional, reloaded, putProxies, proxiesOf},
        {"password-memory", "MIB",
         "Use this many MiB of memory to hash a password with Argon2id, 8 to 4095. If a password was hashed "
         "with less, the server hashes it again when its user signs in. Default: 64.",
         optional, fixed, putNumber<&Settings::passwordMemoryMib, 8, 4095>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.passwordCost.memoryKib / 1024);
         }},
        {"password-passes", "N", "Let Argon2id pass over that memory N times, at most 100. Default: 2.",
         optional, fixed, putNumber<&Settings::passwordPasses, 1, 100>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.passwordCost.passes);
         }},
        {"rotate-tokens-days", "N",
         "Give a device a new token when its token is older than N days; the old token becomes invalid when "
         "the device uses the new one. Accounts without a password, and programs that were given a token, "
         "keep theirs. 0: never. Default: 30.",
         optional, reloaded, putNumber<&Settings::rotateTokensDays, 0>,
         [](const Settings&, const Options& options) { return daysOf(options.hub.rotateTokensAfter); }},
        {"large-group", "N",
         "Limit each user in groups of more than N members to one message per second on average and ten at "
         "once. Default: none on a loopback address without proxies, else 10000.",
         optional, reloaded, putNumber<&Settings::largeGroup>,
         [](const Settings&, const Options& options) {
             const std::uint32_t members = options.hub.limits.largeGroupMembers;
             return members == 0 ? none() : QString::number(members);
         }},
        {"pull-entries", "N",
         "Limit the messages in one answer to a client that requests a part of a conversation. Default: "
         "1024.",
         optional, reloaded, putNumber<&Settings::pullEntries>, limitOf<&Limits::maxPullEntries>},
        {"keep-messages", "N",
         "Keep the newest N entries of each conversation. Older entries lose their text and no longer count "
         "as unread. Default: keep all.",
         optional, reloaded, putNumber<&Settings::keepMessages>, numberOrNone<&Settings::keepMessages>},
        {"keep-days", "D",
         "Keep the entries of the last D days, and treat older ones in the same way. If both settings are "
         "given, the one that keeps less applies. Default: keep all.",
         optional, reloaded, putNumber<&Settings::keepDays>, numberOrNone<&Settings::keepDays>},
        {"unread-expires-days", "N",
         "Stop counting messages that were unread for N days. Default: they always count.", optional,
         reloaded, putNumber<&Settings::unreadExpiresDays>, numberOrNone<&Settings::unreadExpiresDays>},
        {"notices-forget-days", "N", "Clear unread announcements of users absent for N days. Default: 30.",
         optional, reloaded, putNumber<&Settings::noticesForgetDays>,
         [](const Settings&, const Options& options) { return daysOf(options.hub.noticesForgetAfter); }},
        {"restart-window", "SECONDS",
         "Tell clients at shutdown to reconnect at a random time within this many seconds. Default: 3, and "
         "with more than 2500 clients longer, so that 1000 reconnect per second.",
         optional, reloaded, putNumber<&Settings::restartWindow>,
         [](const Settings& settings, const Options& options) {
             return QString::number(settings.restartWindow.value_or(
                 static_cast<std::uint32_t>(options.shell.goAwayMax.count() / 1000)));
         }},
        {"drain", "SECONDS",
         "Move clients to other servers of the same database over this many seconds at SIGTERM: the server "
         "refuses new connections, answers 503 at /health, and sends its clients away one after another "
         "while it serves the rest; then it ends. A second SIGTERM ends it at once. At most 3600. Default: "
         "10 with PostgreSQL, else 0, which ends the server at once.",
         optional, reloaded, putNumber<&Settings::drain, 0, 3600>,
         [](const Settings&, const Options& options) {
             return QString::number(options.shell.drain.count() / 1000);
         }},
        {"metrics", "ADDRESS:PORT",
         "Report the server's state over HTTP on this loopback address: /metrics for Prometheus, and "
         "/health, which is 200 only while the database accepts changes and the server responds, else 503 "
         "with the reason. Default: off.",
         optional, fixed, putMetrics,
         [](const Settings& settings, const Options&) {
             return settings.metrics ? textOf(*settings.metrics) : none();
         }},
        {"log-level", "debug|info|warning|error", "Log messages of this level and above. Default: info.",
         optional, reloaded, putLogLevel,
         [](const Settings& settings, const Options&) {
             return QString::fromLatin1(nameOf(settings.logLevel));
         }},
        {"log-format", "text|json",
         "Write log lines as TIME LEVEL MESSAGE, or as JSON objects with time, level, category and message. "
         "Default: text.",
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
