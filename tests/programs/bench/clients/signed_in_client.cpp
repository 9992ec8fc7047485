#include "tests/programs/bench/clients/signed_in_client.h"

#include "tests/programs/bench/harness/event_wait.h"
#include "tests/programs/bench/servers/server_database.h"

#include <QDir>

namespace tidemark::bench {

std::unique_ptr<Client> signedInClient(const Workbench& bench, const QString& name, const std::string& user,
                                       const QUrl& server)
{
    ClientOptions options;
    options.profileDirectory = QDir(bench.scratch).filePath(name);
    options.servers = server;
    options.deviceName = name;
    auto client = std::make_unique<Client>(options);
    waitFor(client.get(), &Client::opened, "opening a profile", [&] { client->open(); });
    waitFor(client.get(), &Client::caughtUp, "signing in", [&] {
        client->submit(input::UseToken{client->newCommand(), user, ServerDatabase::tokenOf(user)});
    });
    bool isQuiescent = false;
    const auto connection =
        QObject::connect(client.get(), &Client::stateLoaded, client.get(),
                         [&](const ClientState& state) { isQuiescent = state.quiescent; });
    while (!isQuiescent) {
        waitFor(client.get(), &Client::stateLoaded, "pulling everything", [&] { client->requestState(); });
    }
    QObject::disconnect(connection);
    return client;
}

void closeClient(std::unique_ptr<Client> client)
{
    waitFor(client.get(), &Client::closed, "closing a profile", [&] { client->close(); });
}

} // namespace tidemark::bench
