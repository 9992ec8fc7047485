#pragma once

#include "server-stub/hub/memory/memory_store.h"
#include "server-stub/shell/server.h"
#include "tests/server/shell/wire_client.h"

#include <QSslConfiguration>
#include <QString>

#include <memory>
#include <vector>

namespace tidemark::test {

/// Options of a server for tests: a free loopback port, open registration, generous limits.
[[nodiscard]] server::ServerOptions testOptions();

/// A client that trusts the certificate of `server`.
[[nodiscard]] QSslConfiguration trusting(const QSslConfiguration& server);

/// A server with real sockets in the test's own thread, on an empty store in memory.
class RunningServer {
public:
    explicit RunningServer(server::ServerOptions options = testOptions(),
                           std::unique_ptr<server::BlobStore> blobs = nullptr);

    server::Server& operator*() { return *m_server; }
    server::Server* operator->() { return m_server.get(); }
    [[nodiscard]] server::MemoryStore& store() { return m_store; }

    /// A connected client.
    [[nodiscard]] std::unique_ptr<WireClient> client();
    /// A connected client with a new account.
    [[nodiscard]] std::unique_ptr<WireClient> signedUp(const std::string& name);
    /// Makes a group of `owner` with `members`.
    [[nodiscard]] static ConversationId group(WireClient& owner, const std::vector<std::string>& members,
                                              std::uint8_t number = 1);

private:
    server::MemoryStore m_store;
    QSslConfiguration m_clientTls; ///< trusts the server's certificate
    std::unique_ptr<server::Server> m_server;
};

} // namespace tidemark::test
