#include "server-stub/main/commands/serve.h"

#include "core/system/unix_signals.h"
#include "server-stub/blobs/folder_blobs.h"
#include "server-stub/hub/contract/orphans.h"
#include "server-stub/main/commands/reload.h"
#include "server-stub/main/commands/service_manager.h"
#include "server-stub/main/files/blob_folder.h"
#include "server-stub/main/files/serving_store.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/main/settings/serve_options.h"
#include "server-stub/postgres/blobs/postgres_blobs.h"
#include "server-stub/postgres/hints/postgres_bus.h"
#include "server-stub/postgres/session/database_url.h"
#include "server-stub/shell/base/clock.h"
#include "server-stub/shell/base/log.h"
#include "server-stub/shell/base/system_secrets.h"
#include "server-stub/shell/certificate_files.h"
#include "server-stub/shell/control/control_line.h"
#include "server-stub/shell/server.h"
#include "server-stub/shell/status_server.h"

#include <QCoreApplication>

#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

namespace tidemark::server {
namespace {

int run(Server& server, Reload& reload, ServiceManager& manager)
{
    std::signal(SIGPIPE, SIG_IGN);
    const UnixSignals signals({SIGTERM, SIGINT, SIGHUP});
    const QByteArray place = server.url().toUtf8();
    QObject::connect(&signals, &UnixSignals::received, &server, [&](int number) {
        if (number == SIGHUP) {
            manager.reloading();
            reload.run();
            manager.ready("serving on " + place);
            return;
        }
        manager.stopping(server.drainWindow());
        // An operator who stops the server by hand does not want to wait.
        if (number == SIGTERM) {
            server.drain();
        } else {
            server.shutDown();
        }
    });
    QObject::connect(&server, &Server::stopped, QCoreApplication::instance(), &QCoreApplication::quit,
                     Qt::QueuedConnection);
    std::printf("listening on %s\n", place.constData());
    std::fflush(stdout);
    manager.ready("serving on " + place);
    const int status = QCoreApplication::exec();
    qCInfo(serverLog) << "stopped after" << server.counters().inputs << "inputs in" << server.counters().steps
                      << "transactions";
    return status;
}

/// Connects to the bus; null if the database is a file, which no other server uses.
std::unique_ptr<PostgresBus> joinBus(Server& server, const QString& database)
{
    if (!isDatabaseUrl(database)) {
        return nullptr;
    }
    const NodeId node(SystemSecrets().random64());
    auto bus = std::make_unique<PostgresBus>(node, DatabaseUrl::parse(database).value(), server.hints());
    server.hints().use(*bus);
    qCInfo(serverLog).noquote() << "node id"
                                << QStringLiteral("%1").arg(node.value, 16, 16, QLatin1Char('0'));
    return bus;
}

/// Ignores SIGHUP until the settings can be read again. If nohup has disabled it, it stays disabled.
void ignoreHangups()
{
    if (std::signal(SIGHUP, [](int) {}) == SIG_IGN) {
        std::signal(SIGHUP, SIG_IGN);
    }
}

using OpenedBlobs = Expected<std::unique_ptr<BlobStore>, QString>;

/// The files beside a database that is a file.
OpenedBlobs openFolder(const QString& database, Store& store, std::uint64_t reservedBytes)
{
    auto blobs = std::make_unique<FolderBlobs>(blobFolderOf(database), reservedBytes);
    if (!removeOrphans(*blobs, store, SystemClock::wall())) {
        return Unexpected(QStringLiteral("the database %1 cannot be read").arg(database));
    }
    return std::unique_ptr<BlobStore>(std::move(blobs));
}

OpenedBlobs openShared(const QString& database)
{
    auto blobs = PostgresBlobs::open(DatabaseUrl::parse(database).value());
    if (!blobs) {
        return Unexpected(blobs.error());
    }
    if (!(*blobs)->removeOrphans()) {
        qCWarning(serverLog).noquote()
            << "files that are no longer needed stay until the next start:" << (*blobs)->lastFailure();
    }
    return std::unique_ptr<BlobStore>(std::move(blobs).value());
}

} // namespace

int serve(const ServeArguments& arguments)
{
    ignoreHangups();
    const GivenSettings given = readSettings(arguments.sources);
    if (!given.problems.isEmpty()) {
        return fail(WrongUse, given.problems.join(QStringLiteral("\ntidemark-server: ")));
    }
    const ServeSettings settings = settingsOf(given);
    installLogHandler(settings.logLevel, settings.logFormat);
    ServerOptions options = optionsOf(settings);
    std::optional<CertificateFiles> certificate;
    if (!settings.tlsCertificate.isEmpty()) {
        certificate.emplace(settings.tlsCertificate, settings.tlsKey);
        auto tls = certificate->load();
        if (!tls) {
            return fail(Failed, tls.error());
        }
        options.tls = *std::move(tls);
    }
    if (const auto reason = refusal(options)) {
        return fail(WrongUse, *reason);
    }
    ServiceManager manager;
    manager.starting("checking the database");
    const auto database = ServingStore::open(settings.database);
    if (!database) {
        return fail(Failed, database.error());
    }
    if (!isDatabaseUrl(settings.database)) {
        options.controlPath = controlPathOf(settings.database);
    }
    auto blobs = isDatabaseUrl(settings.database)
                     ? openShared(settings.database)
                     : openFolder(settings.database, *database->store, options.shell.reservedDiskBytes);
    if (!blobs) {
        return fail(Failed, blobs.error());
    }
    Server server(std::move(options), *database->store, std::move(blobs).value());
    const std::unique_ptr<PostgresBus> bus = joinBus(server, settings.database);
    StatusServer status(server);
    if (settings.metrics) {
        const auto port = status.listen(*settings.metrics);
        if (!port) {
            return fail(Failed, port.error());
        }
        qCInfo(serverLog).noquote() << QStringLiteral("metrics on http://%1/metrics")
                                           .arg(hostAndPort(settings.metrics->address, *port));
    }
    const auto port = server.listen();
    if (!port) {
        return fail(Failed, port.error());
    }
    qCInfo(serverLog) << "serving" << shownDatabase(settings.database) << "on" << server.url() << "- room for"
                      << server.maxConnections() << "connections";
    Reload reload(arguments.sources, given, std::move(certificate), server);
    return run(server, reload, manager);
}

} // namespace tidemark::server
