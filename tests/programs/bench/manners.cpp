#include "core/wire/codec.h"
#include "server-stub/hub/hub.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/bench_server.h"
#include "tests/programs/bench/servers/server_database.h"
#include "tests/programs/bench/servers/web_socket.h"

#include <QDir>
#include <QFile>

#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

namespace tidemark::bench::manners_bench {
namespace {

using server::ConnectionId;
using server::HubConfig;

/// A hub in this process with a clock of its own, and its users, each on a connection of its own.
class Audience {
public:
    Audience(HubConfig config, server::Store& store, std::uint64_t users) : m_hub(config, store, m_secrets)
    {
        for (std::uint64_t user = 1; user <= users; ++user) {
            protocol::Hello hello;
            hello.token = ServerDatabase::tokenOf("user" + std::to_string(user));
            hello.device = DeviceId(1);
            m_inputs.emplace_back(server::Connected{ConnectionId(user)});
            post(user, hello);
        }
        static_cast<void>(turn());
    }

    void post(std::uint64_t user, protocol::ClientFrame frame)
    {
        m_inputs.emplace_back(
            server::Received{ConnectionId(user), {RequestId(++m_request), 0, std::move(frame)}});
    }
    server::Effects turn()
    {
        const std::vector<server::Input> inputs = std::exchange(m_inputs, {});
        return m_hub.step(inputs, now, UnixMs{1700000000000});
    }
    [[nodiscard]] server::HubStats stats() const { return m_hub.stats(); }

    Instant now{Milliseconds(1000)};

private:
    BenchSecrets m_secrets;
    server::Hub m_hub;
    std::vector<server::Input> m_inputs;
    std::uint64_t m_request = 0;
};

HubConfig plenty()
{
    HubConfig config;
    Limits& limits = config.limits;
    limits.sendsPerSecond = limits.sendBurst = limits.requestsPerSecond = limits.requestBurst = 1000000;
    limits.largeGroupMembers = 0;
    return config;
}

protocol::Send messageOf(ConversationId conversation, std::uint64_t number)
{
    protocol::Send send;
    send.conversation = conversation;
    std::memcpy(send.uuid.bytes.data(), &number, sizeof number);
    send.content = content::Message{std::string(100, 'm'), false, {}, {}, false};
    return send;
}

/// Users "user1"... in `database`, `members` of them in one group.
ConversationId fill(ServerDatabase& database, std::uint64_t members)
{
    std::vector<UserId> users;
    for (std::uint64_t i = 1; i <= members; ++i) {
        users.push_back(database.addUser("user" + std::to_string(i)));
    }
    return database.addGroup("everybody", users);
}

QString freshDatabase(const Workbench& bench, const QString& name)
{
    const QString path = QDir(bench.scratch).filePath(name);
    QFile::remove(path);
    return path;
}

/// Notifies a second in a group of 1,000 online members, at 100 messages a second, by the hub's own clock.
double notifiesASecond(const QString& path, ConversationId group, bool inBlocks)
{
    const int seconds = sized(20, 2);
    constexpr int messagesASecond = 100;
    HubConfig config = plenty();
    config.notifiesInBlocks = inBlocks;
    const auto store = std::move(server::SqliteStore::open(path)).value();
    Audience audience(config, *store, 1000);
    const std::uint64_t before = audience.stats().notifies;
    std::uint64_t number = inBlocks ? 1000000 : 2000000;
    for (int i = 0; i < seconds * messagesASecond; ++i) {
        audience.now += Milliseconds(1000 / messagesASecond);
        audience.post(1, messageOf(group, ++number));
        static_cast<void>(audience.turn());
    }
    return static_cast<double>(audience.stats().notifies - before) / seconds;
}

Measurements measureBlocks(const Workbench& bench)
{
    const QString path = freshDatabase(bench, QStringLiteral("blocks.db"));
    ConversationId group;
    {
        ServerDatabase database(path);
        group = fill(database, 1000);
    }
    const double with = notifiesASecond(path, group, true);
    const double without = notifiesASecond(path, group, false);
    char aim[64] = {};
    std::snprintf(aim, sizeof aim, "<= 12 a member and second: %.1f", with / 1000);
    return {{"notifies, 1,000 online, 100 messages a second, in blocks", "notifies/s", with, without,
             "the same without blocks", aim, with / 1000 <= 12}};
}

struct SendCost {
    double rows = 0;
    double milliseconds = 0;
};

SendCost costOfSend(const Workbench& bench, std::uint64_t members)
{
    const int sends = sized(200, 10);
    const QString path = freshDatabase(bench, QStringLiteral("members-%1.db").arg(members));
    ConversationId group;
    {
        ServerDatabase database(path);
        group = fill(database, members);
    }
    const auto store = std::move(server::SqliteStore::open(path)).value();
    Audience audience(plenty(), *store, 1);
    std::vector<double> times;
    audience.post(1, messageOf(group, 1));
    static_cast<void>(audience.turn());
    const std::uint64_t before = store->rowsWritten();
    for (int i = 0; i < sends; ++i) {
        audience.post(1, messageOf(group, 2 + static_cast<std::uint64_t>(i)));
        const Stopwatch watch;
        static_cast<void>(audience.turn());
        times.push_back(watch.milliseconds());
    }
    return {static_cast<double>(store->rowsWritten() - before) / sends, median(times)};
}

Measurements measureMembers(const Workbench& bench)
{
    const SendCost ten = costOfSend(bench, 10);
    const SendCost thousand = costOfSend(bench, 1000);
    const SendCost million = costOfSend(bench, sized<std::uint64_t>(1000000, 5000));
    const auto row = [&](const char* name, const SendCost& cost, bool isAim) {
        return Measurement{name,
                           "rows",
                           cost.rows,
                           ten.rows,
                           "in a group of 10",
                           isAim ? "the same" : "",
                           isAim ? std::optional(cost.rows <= ten.rows) : std::nullopt};
    };
    const auto time = [&](const char* name, const SendCost& cost) {
        return Measurement{name, "ms", cost.milliseconds, ten.milliseconds, "in a group of 10", "", {}};
    };
    return {row("rows written by a message to 1,000 members", thousand, true),
            row("rows written by a message to 1,000,000 members", million, true),
            time("a durable message to 1,000 members", thousand),
            time("a durable message to 1,000,000 members", million)};
}

/// Milliseconds until 5,000 readers have the same page, and the number of reads from the database.
std::pair<double, double> timeReaders(const QString& path, ConversationId group, std::uint64_t readers,
                                      std::size_t cacheBytes)
{
    HubConfig config = plenty();
    config.logCacheBytes = cacheBytes;
    const auto store = std::move(server::SqliteStore::open(path)).value();
    Audience audience(config, *store, readers);
    const auto record = store->conversations().find(group);
    require(record.has_value(), "the group");
    protocol::Pull pull;
    pull.conversation = group;
    pull.logEpoch = record->logEpoch;
    pull.after = Seq(1000);
    pull.limit = 100;
    const std::uint64_t before = audience.stats().blockMisses;
    for (std::uint64_t user = 1; user <= readers; ++user) {
        audience.post(user, pull);
    }
    const Stopwatch watch;
    const server::Effects effects = audience.turn();
    const double milliseconds = watch.milliseconds();
    std::size_t whole = 0;
    for (const server::Effect& effect : effects.effects) {
        const auto* reply = std::get_if<server::Reply>(&effect);
        const auto* range = reply == nullptr ? nullptr : std::get_if<protocol::Range>(&reply->envelope.frame);
        whole += range != nullptr && range->entries.size() == 100 ? 1U : 0U;
    }
    require(whole == readers, "a page for every reader");
    return {milliseconds, static_cast<double>(audience.stats().blockMisses - before)};
}

Measurements measureReaders(const Workbench& bench)
{
    const std::uint64_t readers = sized<std::uint64_t>(5000, 200);
    const QString path = freshDatabase(bench, QStringLiteral("readers.db"));
    ConversationId group;
    {
        ServerDatabase database(path);
        group = fill(database, readers);
        database.say(group, UserId(1), 5000);
    }
    const auto [cached, reads] = timeReaders(path, group, readers, HubConfig().logCacheBytes);
    const auto [bare, bareReads] = timeReaders(path, group, readers, 0);
    return {
        {"reads of the database, 5,000 readers of one page", "reads", reads, bareReads, "without a cache",
         "1", reads == 1},
        {"100 entries each for 5,000 readers of one page", "ms", cached, bare, "without a cache", "", {}}};
}

/// All clients come back at the same moment. In reality their jitter spreads them.
Measurements measureStorm(const Workbench& bench)
{
    const std::size_t clients = sized<std::size_t>(2000, 100);
    constexpr double aimSeconds = 30;
    allowManyFiles();
    const QString name = QStringLiteral("storm");
    {
        ServerDatabase database(QDir(bench.scratch).filePath(name + QStringLiteral(".db")));
        fill(database, clients);
    }
    const BenchServer server(bench.scratch, name);
    const Stopwatch watch;
    std::vector<std::unique_ptr<WebSocket>> sockets;
    Poller poller;
    for (std::size_t i = 0; i < clients; ++i) {
        sockets.push_back(std::make_unique<WebSocket>(server.port()));
        poller.add(sockets.back()->descriptor(), i);
        protocol::Hello hello;
        hello.token = ServerDatabase::tokenOf("user" + std::to_string(i + 1));
        hello.device = DeviceId(1);
        sockets.back()->send(wire::encode(protocol::ClientEnvelope{RequestId(1), 0, hello}));
    }
    std::vector<double> times;
    std::vector<bool> isBack(clients, false);
    while (times.size() < clients) {
        const std::vector<std::size_t> ready = poller.wait(30000);
        require(!ready.empty(), "all clients online again in time");
        for (const std::size_t i : ready) {
            sockets[i]->receive([&](std::string_view payload) {
                const auto envelope = wire::decodeServer(payload);
                require(envelope.has_value(), "decoding a frame from the server");
                require(!std::holds_alternative<protocol::Error>(envelope->frame), "no refusals");
                const auto* states = std::get_if<protocol::States>(&envelope->frame);
                if (states != nullptr && envelope->request.isValid() && states->remaining == 0
                    && !isBack[i]) {
                    isBack[i] = true;
                    times.push_back(watch.seconds());
                }
            });
        }
    }
    char aim[64] = {};
    std::snprintf(aim, sizeof aim, "<= 30 s, no refusals");
    return {{"2,000 clients back after a restart, all at once", "s", times.back(), std::nullopt, "", aim,
             times.back() <= aimSeconds}};
}

} // namespace

Measurements measure(const Workbench& bench)
{
    Measurements all;
    for (const auto measureSome : {measureBlocks, measureMembers, measureReaders, measureStorm}) {
        const Measurements some = measureSome(bench);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

} // namespace tidemark::bench::manners_bench
