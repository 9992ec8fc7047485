#include "tests/programs/fuzz/hub_run.h"

#include "core/base/overloaded.h"
#include "core/wire/codec.h"
#include "tests/programs/fuzz/require.h"
#include "tests/wire/random_frames.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace tidemark::fuzz {

namespace {

constexpr int maxTurns = 300;
constexpr std::size_t people = 4;
constexpr std::int64_t hourMs = 3600 * 1000;

/// These names are also valid as passwords.
wire_test::SmallWorld smallWorld()
{
    wire_test::SmallWorld world{.numbers = 12, .names = {}, .tokens = {}};
    for (const char* name :
         {"ann the first", "bob the second", "cleo the third", "dora the fourth", "nobody "}) {
        world.names.emplace_back(name);
        world.tokens.emplace_back(name);
        world.tokens.back().resize(32, '.');
    }
    world.tokens.emplace_back();
    return world;
}

/// The limits are so small that a few frames reach each of them.
server::HubConfig smallConfig(std::size_t retention)
{
    server::HubConfig config;
    config.registrationOpen = true;
    config.limits.maxPullEntries = 5;
    config.limits.maxConnectionsPerUser = 3;
    config.limits.maxSessionsPerConnection = 2;
    config.limits.sendBurst = 20;
    config.limits.receiptMembers = 3;
    config.limits.largeGroupMembers = 3;
    config.logCacheBytes = 4096;
    config.rotateTokensAfter = Milliseconds(retention == 3 ? hourMs : 0);
    config.retention.interval = Milliseconds(1000);
    config.retention.entriesPerTurn = 3;
    if ((retention & 1U) != 0) {
        config.retention.keepEntries = 4;
    }
    if ((retention & 2U) != 0) {
        config.retention.unreadExpiresAfter = Milliseconds(hourMs);
    }
    return config;
}

std::string hashOfPassword(const std::string& password)
{
    return "hash of " + password;
}

} // namespace

HubRun::HubRun(std::span<const std::uint8_t> bytes)
    : m_bytes(bytes), m_world(smallWorld()),
      m_values([this](std::uint64_t bound) { return m_bytes.draw(bound); }, m_world), m_files(test::fakeHash),
      m_config(smallConfig(below(4)))
{
}

HubRun::~HubRun() = default;

void HubRun::run()
{
    start();
    settle();
    for (int left = maxTurns; left > 0 && !m_bytes.isAtEnd(); --left) {
        for (std::size_t inputs = 1 + below(3); inputs > 0; --inputs) {
            queueOne();
        }
        turn();
    }
}

void HubRun::settle()
{
    for (std::size_t person = 0; person < people; ++person) {
        connect();
        protocol::Register request;
        request.name = m_world.names[person];
        request.token = m_world.tokens[person];
        request.device = DeviceId(person + 1);
        protocol::Hello hello;
        hello.token = request.token;
        hello.device = request.device;
        queueFrame(m_connections.back(), 0, request);
        queueFrame(m_connections.back(), 0, hello);
    }
    turn();
    for (std::size_t person = 0; person < people; ++person) {
        // A user without a password never gets a new token.
        const std::string& name = m_world.names[person];
        m_store.accounts().putPasswordHash(m_store.accounts().byName(name).value().id, hashOfPassword(name));
    }
    protocol::CreateGroup group;
    group.uuid.bytes[0] = 100;
    group.title = "a group";
    group.members.assign(m_world.names.begin() + 1, m_world.names.begin() + people);
    protocol::CreateChannel channel;
    channel.uuid.bytes[0] = 101;
    channel.title = "a channel";
    queueFrame(m_connections.front(), 0, group);
    queueFrame(m_connections.front(), 0, channel);
    turn();
    require(m_store.conversations().all().size() >= 2, "there are a group and a channel");
}

void HubRun::queueOne()
{
    switch (below(32)) {
    case 0:
        return connect();
    case 1:
        return disconnect();
    case 2:
        return start();
    case 3:
    case 4:
        return passTime();
    case 5:
        return jumpWallClock();
    case 6:
        return queueOperatorRequest();
    case 7:
    case 8:
        queuePassword();
        return workOnFiles();
    case 9:
        m_commitFails = true;
        m_store.failNextCommit();
        return;
    case 10:
        if (const server::ConnectionId connection = anyConnection(); connection.isValid()) {
            m_inputs.emplace_back(server::ReceivedGarbage{connection, "garbage"});
        }
        return;
    case 11:
        m_inputs.emplace_back(server::ShutDown{Milliseconds(below(3)), Milliseconds(3)});
        return;
    default:
        return queueRandomFrame();
    }
}

void HubRun::queueFrame(server::ConnectionId connection, std::uint32_t session, protocol::ClientFrame frame)
{
    const RequestId request(++m_lastRequest);
    const auto decoded =
        wire::decodeClient(wire::encode(protocol::ClientEnvelope{request, session, std::move(frame)}));
    require(decoded.has_value(), "a generated frame is valid");
    m_asked[connection].insert(request);
    m_inputs.emplace_back(server::Received{connection, *decoded});
}

void HubRun::queueRandomFrame()
{
    const server::ConnectionId connection = anyConnection();
    if (!connection.isValid()) {
        return connect();
    }
    const std::size_t session = below(8) == 0 ? below(4) : 0;
    const std::size_t variant = below(wire_test::clientVariants);
    queueFrame(connection, static_cast<std::uint32_t>(session),
               wire_test::randomClientEnvelope(variant, m_values).frame);
}

void HubRun::queueOperatorRequest()
{
    const server::OperatorTicket ticket(++m_lastTicket);
    const auto ask = [&](server::OperatorRequest request) {
        m_inputs.emplace_back(server::OperatorAsked{ticket, std::move(request)});
    };
    switch (below(8)) {
    case 0:
        return ask(server::Announce{anyUuid(), anyName()});
    case 1:
        return ask(server::RaiseDot{anyUuid(), anyName()});
    case 2:
        return ask(server::ListDots{});
    case 3:
        return ask(server::AddUser{anyName(), hashOfPassword(anyName())});
    case 4:
        return ask(server::SetUserDisabled{anyName(), below(2) == 0});
    case 5:
        return ask(server::ResetPassword{anyName(), hashOfPassword(anyName())});
    case 6:
        return ask(server::DeleteUser{anyName()});
    default:
        return ask(server::ListUsers{UserId(below(m_world.numbers))});
    }
}

void HubRun::queuePassword()
{
    if (!m_hashJobs.empty()) {
        const server::HashPassword job = m_hashJobs.front();
        m_hashJobs.pop_front();
        m_inputs.emplace_back(
            server::PasswordHashed{job.ticket, below(4) == 0 ? std::string() : hashOfPassword(job.password)});
    } else if (!m_verifyJobs.empty()) {
        const server::VerifyPassword job = m_verifyJobs.front();
        m_verifyJobs.pop_front();
        server::PasswordVerified result{job.ticket};
        result.attempted = below(4) != 0;
        result.matches = result.attempted && job.hash.starts_with(hashOfPassword(job.password));
        if (result.matches && below(2) == 0) {
            result.strongerHash = job.hash + ", stronger";
        }
        m_inputs.emplace_back(result);
    }
}

void HubRun::workOnFiles()
{
    if (m_blobJobs.empty()) {
        return;
    }
    const server::BlobJob job = m_blobJobs.front();
    m_blobJobs.pop_front();
    server::blob::Result result = m_files.carryOut(job.work);
    if (job.ticket.isValid()) {
        m_inputs.emplace_back(server::BlobJobDone{job.ticket, std::move(result)});
    }
}

void HubRun::connect()
{
    const server::ConnectionId connection(++m_lastConnection);
    m_connections.push_back(connection);
    m_inputs.emplace_back(server::Connected{connection, m_lastConnection % 2 == 0 ? "198.51.100.1" : ""});
}

void HubRun::disconnect()
{
    if (const server::ConnectionId connection = anyConnection(); connection.isValid()) {
        m_inputs.emplace_back(server::Closed{connection});
        std::erase(m_connections, connection);
        m_closing.erase(connection);
    }
}

void HubRun::passTime()
{
    constexpr std::array<std::int64_t, 6> lengths{1, 300, 1000, 30000, 2 * hourMs, 31 * 24 * hourMs};
    const std::int64_t length = lengths[below(lengths.size())];
    m_now += Milliseconds(length);
    m_wall.value += length;
    m_inputs.emplace_back(server::Tick{});
}

void HubRun::jumpWallClock()
{
    constexpr std::array<std::int64_t, 4> jumps{-100 * hourMs, -hourMs, hourMs, 100 * hourMs};
    m_wall.value += jumps[below(jumps.size())];
}

/// Also called after a crash: connections, password jobs and unhandled inputs are gone then.
void HubRun::start()
{
    m_inputs.clear();
    m_connections.clear();
    m_closing.clear();
    m_asked.clear();
    m_hashJobs.clear();
    m_verifyJobs.clear();
    m_blobJobs.clear();
    m_hub.reset();
    m_hub = std::make_unique<server::Hub>(m_config, m_store, m_secrets);
}

void HubRun::turn()
{
    const std::vector<server::Input> inputs = std::exchange(m_inputs, {});
    const server::Effects effects = m_hub->step(inputs, m_now, m_wall);
    require(m_commitFails || !effects.commitFailed, "a commit fails only where the store does");
    m_commitFails = m_commitFails && !effects.commitFailed;
    carryOut(effects);
    m_watch.look(m_store);
    for (const server::ConnectionId connection : std::exchange(m_closing, {})) {
        std::erase(m_connections, connection);
        m_inputs.emplace_back(server::Closed{connection});
    }
}

void HubRun::carryOut(const server::Effects& effects)
{
    for (const server::Effect& effect : effects.effects) {
        std::visit(Overloaded{
                       [&](const server::Reply& reply) { checkFrame(reply.connection, reply.envelope); },
                       [&](const server::Push& push) { checkTargets(push.targets, push.frame); },
                       [&](const server::PushHead& push) {
                           checkTargets(push.targets, protocol::Notify{{push.head}});
                       },
                       [&](const server::PushTotals& push) {
                           checkTargets(push.targets, protocol::Notify{{}, push.totals});
                       },
                       [&](const server::CloseConnection& close) {
                           if (std::find(m_connections.begin(), m_connections.end(), close.connection)
                               != m_connections.end()) {
                               m_closing.insert(close.connection);
                           }
                       },
                       [&](const server::HashPassword& job) { m_hashJobs.push_back(job); },
                       [&](const server::VerifyPassword& job) { m_verifyJobs.push_back(job); },
                       [&](const server::BlobJob& job) { m_blobJobs.push_back(job); },
                   },
                   effect);
    }
}

void HubRun::checkTargets(const std::vector<server::Target>& targets,
                          const protocol::ServerFrame& frame) const
{
    for (const server::Target& target : targets) {
        checkFrame(target.connection, protocol::ServerEnvelope{RequestId(), target.session, frame});
    }
}

void HubRun::checkFrame(server::ConnectionId connection, const protocol::ServerEnvelope& envelope) const
{
    if (envelope.request.isValid()) {
        const auto asked = m_asked.find(connection);
        require(asked != m_asked.end() && asked->second.contains(envelope.request),
                "an answer was asked for");
    }
    const auto decoded = wire::decodeServer(wire::encode(envelope));
    require(decoded.has_value(), "the hub's frames can be decoded");
    require(decoded->frame.index() == envelope.frame.index(),
            "a decoded frame has the kind that the hub sent");
}

server::ConnectionId HubRun::anyConnection()
{
    return m_connections.empty() ? server::ConnectionId() : m_connections[below(m_connections.size())];
}

MessageUuid HubRun::anyUuid()
{
    MessageUuid uuid;
    uuid.bytes[0] = static_cast<std::uint8_t>(below(m_world.numbers));
    return uuid;
}

} // namespace tidemark::fuzz
