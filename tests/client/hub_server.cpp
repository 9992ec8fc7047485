#include "tests/client/hub_server.h"

#include "core/base/overloaded.h"
#include "core/base/random.h"
#include "core/system/sha256.h"
#include "core/wire/codec.h"

#include <algorithm>
#include <variant>

namespace tidemark::test {

using server::ConnectionId;

class HubServer::FixedSecrets : public server::Secrets {
public:
    server::TokenHash hashOf(const std::string& token) override
    {
        server::TokenHash hash{};
        std::copy_n(token.begin(), std::min(token.size(), hash.size()), hash.begin());
        return hash;
    }
    std::uint64_t random64() override { return m_random.next(); }

private:
    SplitMix64 m_random{7};
};

namespace {

BlobHash realHash(std::string_view bytes)
{
    Sha256 hasher;
    hasher.add(bytes);
    return {hasher.result()};
}

} // namespace

HubServer::HubServer() : m_files(realHash), m_secrets(std::make_unique<FixedSecrets>())
{
    server::HubConfig config;
    config.registrationOpen = true;
    config.limits.sendsPerSecond = 100000;
    config.limits.sendBurst = 100000;
    m_hub = std::make_unique<server::Hub>(config, m_store, *m_secrets);
}

HubServer::~HubServer() = default;

std::function<std::unique_ptr<Transport>()> HubServer::transports()
{
    // This runs on the client's thread. Everything else of this class stays on its own thread.
    return [this] {
        auto transport = std::make_unique<FakeTransport>();
        adopt(transport.get());
        return transport;
    };
}

ClientOptions HubServer::clientOptions(const QString& profile)
{
    ClientOptions options;
    options.profileDirectory = profile;
    options.servers = QUrl(QStringLiteral("ws://localhost:1"));
    options.engine.backoffBase = Milliseconds(1);
    options.engine.backoffCap = Milliseconds(20);
    options.makeTransport = transports();
    return options;
}

void HubServer::adopt(FakeTransport* transport)
{
    const quint64 name = ++m_lastTransport;
    const auto queued = Qt::QueuedConnection;
    connect(
        transport, &FakeTransport::openAsked, this,
        [this, name](const QUrl& url, int generation) { onOpen(name, url, generation); }, queued);
    connect(
        transport, &FakeTransport::closeAsked, this,
        [this, name](int generation) { onClose(name, generation); }, queued);
    connect(
        transport, &FakeTransport::frameSent, this,
        [this, name](const QByteArray& frame, int generation) { onFrame(name, frame, generation); }, queued);

    const auto when = [name](auto what) {
        return [name, what](quint64 addressee, int generation, const auto&... more) {
            if (addressee == name) {
                what(generation, more...);
            }
        };
    };
    connect(this, &HubServer::accepted, transport,
            when([transport](int generation) { transport->accept(generation); }), queued);
    connect(
        this, &HubServer::delivered, transport,
        when([transport](int generation, const QByteArray& frame) { transport->deliver(frame, generation); }),
        queued);
    connect(this, &HubServer::garbled, transport,
            when([transport](int generation) { transport->deliverGarbage(generation); }), queued);
    connect(this, &HubServer::lost, transport,
            when([transport](int generation) { transport->lose(generation); }), queued);
}

void HubServer::onOpen(quint64 transport, const QUrl& url, int generation)
{
    m_lastUrl = url;
    if (!m_isUp) {
        Q_EMIT lost(transport, generation);
        return;
    }
    ++m_connectionsMade;
    const ConnectionId connection(++m_lastConnection);
    m_links[connection] = {transport, generation};
    step({server::Connected{connection}});
    Q_EMIT accepted(transport, generation);
}

std::map<ConnectionId, HubServer::Link>::iterator HubServer::find(quint64 transport, int generation)
{
    return std::find_if(m_links.begin(), m_links.end(), [&](const auto& one) {
        return one.second.transport == transport && one.second.generation == generation;
    });
}

void HubServer::onClose(quint64 transport, int generation)
{
    const auto link = find(transport, generation);
    if (link != m_links.end()) {
        const ConnectionId connection = link->first;
        m_links.erase(link);
        step({server::Closed{connection}});
    }
}

void HubServer::onFrame(quint64 transport, const QByteArray& frame, int generation)
{
    const auto link = find(transport, generation);
    auto envelope = wire::decodeClient({frame.constData(), std::size_t(frame.size())});
    if (link == m_links.end() || !envelope) {
        return;
    }
    const bool isCut = m_cutEvery > 0 && ++m_frames % m_cutEvery == 0;
    m_isMute = m_isMute || isCut;
    step({server::Received{link->first, std::move(envelope).value()}});
    if (isCut) {
        m_isMute = false;
        cutAll();
    }
}

void HubServer::goDown()
{
    m_isUp = false;
    cutAll();
}

void HubServer::cutAll()
{
    const auto links = std::exchange(m_links, {});
    for (const auto& [connection, link] : links) {
        step({server::Closed{connection}});
        Q_EMIT lost(link.transport, link.generation);
    }
}

void HubServer::sendGarbageToAll()
{
    for (const auto& [connection, link] : m_links) {
        Q_EMIT garbled(link.transport, link.generation);
    }
}

ConnectionId HubServer::addPeer(const std::string& name)
{
    const ConnectionId connection(++m_lastConnection);
    step({server::Connected{connection}});
    std::string token = name;
    token.resize(32, '.');
    protocol::Register account;
    account.name = name;
    account.token = token;
    account.device = DeviceId(1);
    request(connection, account);
    return enter(token, account.device);
}

ConnectionId HubServer::addDevice(UserId user, DeviceId device)
{
    const std::string token(32, 'd');
    m_store.begin();
    m_store.tokens().put(m_secrets->hashOf(token), user, device, "another", {});
    const bool isKept = m_store.commit();
    return isKept ? enter(token, device) : ConnectionId();
}

ConnectionId HubServer::enter(const std::string& token, DeviceId device)
{
    const ConnectionId connection(++m_lastConnection);
    step({server::Connected{connection}});
    protocol::Hello hello;
    hello.token = token;
    hello.device = device;
    hello.silent = true;
    request(connection, hello);
    return connection;
}

protocol::ServerFrame HubServer::request(ConnectionId peer, const protocol::ClientFrame& frame)
{
    requestAll(peer, {frame});
    return m_lastReplies[peer];
}

void HubServer::requestAll(ConnectionId peer, const std::vector<protocol::ClientFrame>& frames)
{
    std::vector<server::Input> inputs;
    for (const protocol::ClientFrame& frame : frames) {
        inputs.emplace_back(server::Received{peer, {RequestId(++m_lastRequest), 0, frame}});
    }
    step(inputs);
}

void HubServer::step(const std::vector<server::Input>& inputs)
{
    std::vector<server::Input> next = inputs;
    while (!next.empty()) {
        ++m_nowMs;
        const server::Effects effects = m_hub->step(next, Instant(Milliseconds(m_nowMs)), UnixMs{m_nowMs});
        next.clear();
        for (const server::Effect& effect : effects.effects) {
            carryOut(effect, next);
        }
    }
}

void HubServer::carryOut(const server::Effect& effect, std::vector<server::Input>& answers)
{
    std::visit(
        Overloaded{
            [&](const server::Reply& reply) { deliver(reply.connection, reply.envelope); },
            [&](const server::Push& push) {
                for (const server::Target& target : push.targets) {
                    deliver(target.connection, {RequestId(), target.session, push.frame});
                }
            },
            [&](const server::PushHead& push) {
                for (const server::Target& target : push.targets) {
                    deliver(target.connection, {RequestId(), target.session, protocol::Notify{{push.head}}});
                }
            },
            [](const server::PushTotals&) {},
            [](const server::CloseConnection&) {},
            [&](const server::HashPassword& job) {
                answers.emplace_back(server::PasswordHashed{job.ticket, "hash of " + job.password});
            },
            [&](const server::VerifyPassword& job) {
                answers.emplace_back(
                    server::PasswordVerified{job.ticket, job.hash == "hash of " + job.password});
            },
            [&](const server::BlobJob& job) {
                server::blob::Result result = m_files.carryOut(job.work);
                if (job.ticket.isValid()) {
                    answers.emplace_back(server::BlobJobDone{job.ticket, std::move(result)});
                }
            },
        },
        effect);
}

void HubServer::deliver(ConnectionId connection, const protocol::ServerEnvelope& envelope)
{
    const auto link = m_links.find(connection);
    if (link == m_links.end()) {
        m_lastReplies[connection] = envelope.frame;
        return;
    }
    if (m_isMute) {
        return;
    }
    const QByteArray bytes = QByteArray::fromStdString(wire::encode(envelope));
    Q_EMIT delivered(link->second.transport, link->second.generation, bytes);
}

} // namespace tidemark::test
