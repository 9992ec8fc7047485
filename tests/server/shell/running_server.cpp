#include "tests/server/shell/running_server.h"

namespace tidemark::test {

server::ServerOptions testOptions()
{
    server::ServerOptions options;
    options.hub.registrationOpen = true;
    options.hub.limits = server::defaultLimits(true);
    return options;
}

QSslConfiguration trusting(const QSslConfiguration& server)
{
    QSslConfiguration client = QSslConfiguration::defaultConfiguration();
    client.setCaCertificates(server.localCertificateChain());
    return client;
}

RunningServer::RunningServer(server::ServerOptions options, std::unique_ptr<server::BlobStore> blobs)
    : m_clientTls(trusting(options.tls.value_or(QSslConfiguration()))),
      m_server(std::make_unique<server::Server>(std::move(options), m_store, std::move(blobs)))
{
    const auto port = m_server->listen();
    if (!port) {
        qFatal("%s", qPrintable(port.error()));
    }
}

std::unique_ptr<WireClient> RunningServer::client()
{
    auto client = std::make_unique<WireClient>(m_server->url(), m_clientTls);
    return client->connected() ? std::move(client) : nullptr;
}

std::unique_ptr<WireClient> RunningServer::signedUp(const std::string& name)
{
    auto signedIn = client();
    return signedIn != nullptr && signedIn->signUp(name).isValid() ? std::move(signedIn) : nullptr;
}

ConversationId RunningServer::group(WireClient& owner, const std::vector<std::string>& members,
                                    std::uint8_t number)
{
    protocol::CreateGroup request;
    request.uuid.bytes.fill(number);
    request.title = "group";
    request.members = members;
    const auto states = owner.ask<protocol::States>(request);
    return states.has_value() && states->states.size() == 1 ? states->states.front().id : ConversationId();
}

} // namespace tidemark::test
