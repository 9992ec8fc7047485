#include "server-stub/main/serve.h"

#include "core/system/unix_signals.h"
#include "server-stub/main/closed_database.h"
#include "server-stub/main/exit_status.h"
#include "server-stub/shell/certificate_files.h"
#include "server-stub/shell/control_line.h"
#include "server-stub/shell/log.h"
#include "server-stub/shell/server.h"
#include "server-stub/shell/status_server.h"
#include "server-stub/store/sqlite_store.h"

#include <QCoreApplication>

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <optional>

namespace tidemark::server {
namespace {

/// Files that are not connections: database, log, libraries.
constexpr rlim_t otherFiles = 64;

/// Raises the limit of open files as far as allowed; how many connections that leaves room for.
std::size_t connectionsAllowed()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024 - otherFiles;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_max > otherFiles ? static_cast<std::size_t>(limit.rlim_max - otherFiles) : 1;
}

constexpr Milliseconds day{std::int64_t{24} * 60 * 60 * 1000};

RetentionPolicy retentionOf(const ServeArguments& arguments)
{
    RetentionPolicy policy;
    policy.keepEntries = arguments.keepMessages;
    if (arguments.keepDays)
        policy.keepFor = day * *arguments.keepDays;
    if (arguments.unreadExpiresDays)
        policy.unreadExpiresAfter = day * *arguments.unreadExpiresDays;
    return policy;
}

ServerOptions optionsOf(const ServeArguments& arguments)
{
    ServerOptions options;
    options.address = arguments.listen.address;
    options.port = arguments.listen.port;
    options.hub.registrationOpen = arguments.registrationOpen.value_or(options.address.isLoopback());
    options.hub.retention = retentionOf(arguments);
    if (arguments.noticesForgetDays)
        options.hub.noticesForgetAfter = day * *arguments.noticesForgetDays;
    Limits& limits = options.hub.limits;
    limits = defaultLimits(options.address);
    limits.sendsPerSecond = arguments.sendsPerSecond.value_or(limits.sendsPerSecond);
    limits.sendBurst = arguments.sendBurst.value_or(limits.sendBurst);
    limits.maxConnectionsPerUser = arguments.connectionsPerUser.value_or(limits.maxConnectionsPerUser);
    limits.maxPullEntries = arguments.pullEntries.value_or(limits.maxPullEntries);
    limits.largeGroupMembers = arguments.largeGroup.value_or(limits.largeGroupMembers);
    options.shell.connectionsPerAddress =
        arguments.connectionsPerAddress.value_or(options.shell.connectionsPerAddress);
    options.shell.proxies = arguments.proxies;
    PasswordCost& cost = options.shell.passwordCost;
    cost.memoryKib = arguments.passwordMemoryMib.value_or(cost.memoryKib / 1024) * 1024;
    cost.passes = arguments.passwordPasses.value_or(cost.passes);
    if (arguments.rotateTokensDays)
        options.hub.rotateTokensAfter = day * *arguments.rotateTokensDays;
    options.shell.maxConnections = std::min<std::size_t>(
        arguments.maxConnections.value_or(options.shell.maxConnections), connectionsAllowed());
    return options;
}

/// What SIGHUP asks for.
void reload(Server& server, const std::optional<CertificateFiles>& certificate)
{
    qCInfo(serverLog) << "reading again what can change while the server runs";
    if (certificate)
        certificate->reload(server);
}

int run(Server& server, const QString& database, const std::optional<CertificateFiles>& certificate)
{
    std::signal(SIGPIPE, SIG_IGN);
    const UnixSignals signals({SIGTERM, SIGINT, SIGHUP});
    QObject::connect(&signals, &UnixSignals::received, &server, [&server, &certificate](int number) {
        if (number == SIGHUP)
            reload(server, certificate);
        else
            server.shutDown();
    });
    QObject::connect(&server, &Server::stopped, QCoreApplication::instance(), &QCoreApplication::quit,
                     Qt::QueuedConnection);
    const auto port = server.listen();
    if (!port)
        return fail(Failed, port.error());
    qCInfo(serverLog) << "serving" << database << "on" << server.url();
    std::printf("listening on %s\n", qPrintable(server.url()));
    std::fflush(stdout);
    const int status = QCoreApplication::exec();
    qCInfo(serverLog) << "stopped after" << server.counters().inputs << "inputs in" << server.counters().steps
                      << "transactions";
    return status;
}

} // namespace

int serve(const ServeArguments& arguments)
{
    installLogHandler(arguments.logLevel);
    ServerOptions options = optionsOf(arguments);
    std::optional<CertificateFiles> certificate;
    if (!arguments.tlsCertificate.isEmpty()) {
        certificate.emplace(arguments.tlsCertificate, arguments.tlsKey);
        auto tls = certificate->load();
        if (!tls)
            return fail(Failed, tls.error());
        options.tls = *std::move(tls);
    }
    if (const auto reason = refusal(options))
        return fail(WrongUse, *reason);
    const auto lock = lockDatabase(arguments.database);
    if (!lock)
        return fail(Failed, lock.error().message);
    const auto store = SqliteStore::open(arguments.database);
    if (!store)
        return fail(Failed, store.error());
    if (const QString damage = (*store)->damage(); !damage.isEmpty())
        return fail(Failed, damageText(arguments.database, damage));
    options.controlPath = controlPathOf(arguments.database);
    Server server(std::move(options), **store);
    StatusServer status(server);
    if (arguments.metrics) {
        const auto port = status.listen(*arguments.metrics);
        if (!port)
            return fail(Failed, port.error());
        qCInfo(serverLog).noquote() << QStringLiteral("metrics on http://%1/metrics")
                                           .arg(hostAndPort(arguments.metrics->address, *port));
    }
    return run(server, arguments.database, certificate);
}

} // namespace tidemark::server
