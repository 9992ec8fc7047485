#include "tests/programs/oracle/hub_side.h"

#include "core/base/overloaded.h"
#include "server-stub/store/sqlite_store.h"

#include <utility>

namespace tidemark::oracle {

HubSide::HubSide(std::unique_ptr<server::Store> store, server::RetentionPolicy retention)
    : m_store(std::move(store)), m_secrets(std::make_unique<server::PlainSecrets>())
{
    constexpr std::uint32_t plenty = 1000000;
    server::HubConfig config;
    config.registrationOpen = true;
    config.retention = retention;
    config.limits.maxPullEntries = 16;
    config.limits.sendsPerSecond = plenty;
    config.limits.sendBurst = plenty;
    config.limits.requestsPerSecond = plenty;
    config.limits.requestBurst = plenty;
    config.limits.maxConnectionsPerUser = plenty;
    m_hub = std::make_unique<server::Hub>(config, *m_store, *m_secrets);
}

HubSide::~HubSide() = default;

std::unique_ptr<server::Store> HubSide::sqliteStore()
{
    auto opened = server::SqliteStore::open(QStringLiteral(":memory:"));
    if (!opened) {
        throw Mismatch("the SQLite store does not open: " + opened.error().toStdString());
    }
    return std::move(opened).value();
}

std::string HubSide::tokenOf(UserId user)
{
    std::string token = "token " + std::to_string(user.value);
    token.resize(32, '.');
    return token;
}

void HubSide::admit(UserId user, const std::string& name)
{
    protocol::Register request;
    request.name = name;
    request.token = tokenOf(user);
    request.device = DeviceId(user.value);
    protocol::Hello hello;
    hello.token = request.token;
    hello.device = request.device;
    hello.silent = true;
    turn({server::Connected{connectionOf(user)}}, Instant(Milliseconds(1)));
    take(user, request, Instant(Milliseconds(1)));
    take(user, hello, Instant(Milliseconds(1)));
    const auto account = m_store->accounts().byName(name);
    if (!account || account->id != user) {
        throw Mismatch("the account of " + name + " was not made");
    }
}

server::ConnectionId HubSide::connect()
{
    const server::ConnectionId connection(++m_connections);
    turn({server::Connected{connection}}, Instant(Milliseconds(1)));
    return connection;
}

void HubSide::disconnect(server::ConnectionId connection)
{
    turn({server::Closed{connection}}, Instant(Milliseconds(1)));
    m_inbox.erase(connection);
}

void HubSide::turn(const std::vector<server::Input>& inputs, Instant now)
{
    const server::Effects effects = m_hub->step(inputs, now, UnixMs{now.time_since_epoch().count()});
    if (effects.commitFailed) {
        throw Mismatch("the server's store did not commit");
    }
    const auto put = [&](server::ConnectionId to, protocol::ServerEnvelope envelope) {
        m_inbox[to].push_back(std::move(envelope));
    };
    std::vector<server::BlobJob> jobs;
    for (const server::Effect& effect : effects.effects) {
        std::visit(
            Overloaded{
                [&](const server::Reply& reply) { put(reply.connection, reply.envelope); },
                [&](const server::Push& push) {
                    for (const server::Target& target : push.targets) {
                        put(target.connection, {RequestId(), target.session, push.frame});
                    }
                },
                [&](const server::PushHead& push) {
                    for (const server::Target& target : push.targets) {
                        put(target.connection, {RequestId(), target.session, protocol::Notify{{push.head}}});
                    }
                },
                [&](const server::CloseConnection& close) { m_closed.insert(close.connection); },
                [&](const server::BlobJob& job) { jobs.push_back(job); },
                [](const auto&) {},
            },
            effect);
    }
    work(jobs, now);
}

void HubSide::work(const std::vector<server::BlobJob>& jobs, Instant now)
{
    for (const server::BlobJob& job : jobs) {
        server::blob::Result result = m_files.carryOut(job.work);
        if (job.ticket.isValid()) {
            turn({server::BlobJobDone{job.ticket, std::move(result)}}, now);
        }
    }
}

void HubSide::take(UserId user, const protocol::ClientFrame& frame, Instant now)
{
    const server::ConnectionId connection = connectionOf(user);
    m_inbox[connection].clear();
    protocol::ClientFrame sent = frame;
    const auto giveEpoch = [this](auto* request) {
        if (request != nullptr) {
            const auto found = m_store->conversations().find(request->conversation);
            request->logEpoch = found ? found->logEpoch : LogEpoch();
        }
    };
    giveEpoch(std::get_if<protocol::ClearHistory>(&sent));
    giveEpoch(std::get_if<protocol::HideMessages>(&sent));
    giveEpoch(std::get_if<protocol::React>(&sent));
    giveEpoch(std::get_if<protocol::SeeReactions>(&sent));
    turn({server::Received{connection, {RequestId(++m_requests), 0, std::move(sent)}}}, now);
}

std::vector<ConversationState>
HubSide::statesOf(UserId user, const std::vector<ConversationId>& conversations, Instant now)
{
    take(user, protocol::GetStates{conversations}, now);
    std::vector<ConversationState> states;
    for (const protocol::ServerEnvelope& envelope : m_inbox[connectionOf(user)]) {
        if (const auto* answer = std::get_if<protocol::States>(&envelope.frame)) {
            states.insert(states.end(), answer->states.begin(), answer->states.end());
        }
    }
    return states;
}

protocol::TotalsNow HubSide::totalsOf(UserId user, Instant now)
{
    take(user, protocol::GetTotals(), now);
    for (const protocol::ServerEnvelope& envelope : m_inbox[connectionOf(user)]) {
        if (const auto* totals = std::get_if<protocol::TotalsNow>(&envelope.frame)) {
            return *totals;
        }
    }
    throw Mismatch("a question for totals was not answered");
}

} // namespace tidemark::oracle
