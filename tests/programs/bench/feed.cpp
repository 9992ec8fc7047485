#include "core/domain/request_caps.h"
#include "core/store/client_store.h"
#include "core/sync/engine.h"
#include "server-stub/hub/hub.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/raw_sqlite.h"
#include "tests/programs/bench/servers/server_database.h"

#include <QDir>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace tidemark::bench::feed_bench {
namespace {

const std::size_t channels = sized<std::size_t>(2000, 100);
constexpr std::size_t busy = 20;          ///< the channels with new posts
constexpr std::uint64_t postsASecond = 5; ///< in each of the busy channels
constexpr std::uint64_t postsBefore = 20;
const int seconds = sized(200, 5); ///< of posting, with one request for the number in each
const int openings = sized(15, 2);
constexpr UserId reader(1);
constexpr UserId author(2);
constexpr server::ConnectionId readersConnection(1);
constexpr server::ConnectionId authorsConnection(2);

void fill(const QString& path)
{
    ServerDatabase database(path);
    database.addUser("reader");
    database.addUser("author");
    for (std::size_t i = 0; i < channels; ++i) {
        const std::string title = "channel " + std::to_string(i);
        database.say(database.addGroup(title, {author, reader}, ConversationKind::Channel), author,
                     postsBefore);
    }
}

/// A hub in this process on a store on disk, with the reader and the author signed in.
class FeedServer {
public:
    explicit FeedServer(const QString& path)
    {
        auto opened = server::SqliteStore::open(path);
        require(opened.has_value(), "opening a server's database");
        m_store = std::move(opened).value();
        server::HubConfig config;
        config.limits.sendsPerSecond = config.limits.sendBurst = 1000000;
        config.limits.requestsPerSecond = config.limits.requestBurst = 1000000;
        m_hub = std::make_unique<server::Hub>(config, *m_store, m_secrets);
        for (const auto& [connection, name] :
             {std::pair(readersConnection, "reader"), std::pair(authorsConnection, "author")}) {
            protocol::Hello hello;
            hello.token = ServerDatabase::tokenOf(name);
            hello.device = DeviceId(1);
            step(server::Connected{connection});
            ask(connection, hello);
        }
    }

    void postASecond()
    {
        for (std::size_t i = 0; i < busy; ++i) {
            for (std::uint64_t post = 0; post < postsASecond; ++post) {
                protocol::Send send;
                send.conversation = ConversationId(1 + i * (channels / busy));
                send.uuid.bytes = {};
                ++m_posts;
                for (std::size_t byte = 0; byte < 8; ++byte) {
                    send.uuid.bytes[byte] = static_cast<std::uint8_t>(m_posts >> (8 * byte));
                }
                send.uuid.bytes[15] = 9;
                send.content = content::Message{"news", false, {}, {}, false};
                ask(authorsConnection, send);
            }
        }
    }

    [[nodiscard]] std::uint64_t feed() { return answer<protocol::TotalsNow>(protocol::GetTotals{}).feed; }

    /// The present heads of all channels.
    [[nodiscard]] protocol::OpenFeed opening()
    {
        protocol::OpenFeed open;
        for (std::size_t i = 1; i <= channels; ++i) {
            const auto conversation = m_store->conversations().find(ConversationId(i));
            open.snapshots.push_back(
                {conversation->id, conversation->logEpoch, Generation(1), conversation->head});
        }
        return open;
    }
    /// Sends the opening in as many frames as it takes; they arrive together.
    void open(const protocol::OpenFeed& request)
    {
        std::vector<server::Input> inputs;
        for (std::size_t sent = 0; sent < request.snapshots.size(); sent += caps::maxFeedSnapshots) {
            const std::size_t end = std::min(sent + caps::maxFeedSnapshots, request.snapshots.size());
            protocol::OpenFeed part;
            part.snapshots.assign(request.snapshots.begin() + static_cast<std::ptrdiff_t>(sent),
                                  request.snapshots.begin() + static_cast<std::ptrdiff_t>(end));
            inputs.emplace_back(server::Received{
                readersConnection, protocol::ClientEnvelope{RequestId(++m_request), 0, std::move(part)}});
        }
        m_now += Milliseconds(1);
        static_cast<void>(m_hub->step(inputs, m_now, UnixMs{1700000000000}));
    }
    void postEverywhere()
    {
        m_store->begin();
        for (std::size_t i = 1; i <= channels; ++i) {
            server::NewEntry entry;
            entry.conversation = ConversationId(i);
            entry.author = author;
            entry.content = content::Message{"news"};
            m_store->log().append(entry);
        }
        require(m_store->commit(), "posting everywhere");
    }

private:
    server::Effects step(server::Input input)
    {
        m_now += Milliseconds(1);
        return m_hub->step({&input, 1}, m_now, UnixMs{1700000000000});
    }
    server::Effects ask(server::ConnectionId connection, protocol::ClientFrame frame)
    {
        return step(server::Received{connection,
                                     protocol::ClientEnvelope{RequestId(++m_request), 0, std::move(frame)}});
    }
    template <typename Frame>
    Frame answer(protocol::ClientFrame frame)
    {
        for (const server::Effect& effect : ask(readersConnection, std::move(frame)).effects) {
            const auto* reply = std::get_if<server::Reply>(&effect);
            if (reply != nullptr && std::holds_alternative<Frame>(reply->envelope.frame)) {
                return std::get<Frame>(reply->envelope.frame);
            }
        }
        giveUp("an answer");
    }

    std::unique_ptr<server::SqliteStore> m_store;
    BenchSecrets m_secrets;
    std::unique_ptr<server::Hub> m_hub;
    Instant m_now{Milliseconds(1)};
    std::uint64_t m_request = 0;
    std::uint64_t m_posts = 0;
};

/// The first request to a server that has just started, ms.
std::vector<double> timeFirstReads(const QString& path)
{
    std::vector<double> times;
    for (int i = 0; i < openings; ++i) {
        FeedServer server(path);
        const Stopwatch watch;
        require(server.feed() == channels * postsBefore, "a right number");
        times.push_back(watch.milliseconds());
    }
    return times;
}

/// A request after each second of posting, ms.
std::vector<double> timeReads(FeedServer& server)
{
    std::vector<double> times;
    std::uint64_t expected = server.feed();
    for (int second = 0; second < seconds; ++second) {
        server.postASecond();
        expected += busy * postsASecond;
        const Stopwatch watch;
        require(server.feed() == expected, "a right number");
        times.push_back(watch.milliseconds());
    }
    return times;
}

/// Openings when all channels have new messages, ms.
std::vector<double> timeOpenings(FeedServer& server)
{
    std::vector<double> times;
    for (int i = 0; i < openings; ++i) {
        server.postEverywhere();
        const protocol::OpenFeed request = server.opening();
        const Stopwatch watch;
        server.open(request);
        times.push_back(watch.milliseconds());
        require(server.feed() == 0, "a number that was reset");
    }
    return times;
}

/// SQLite's time for the same: each channel's count at its head and at the snapshot, ms.
double timeRawSum(const QString& path)
{
    RawDatabase database(path.toStdString(), "NORMAL");
    RawStatement sum(database,
                     "SELECT (SELECT countable FROM entry WHERE conversation = m.conversation ORDER BY seq "
                     "DESC LIMIT 1) - ifnull((SELECT countable FROM entry WHERE conversation = "
                     "m.conversation AND seq = max(m.floor, m.feed_snapshot)), 0)"
                     " FROM member m INDEXED BY member_user WHERE m.user = ?");
    std::vector<double> times;
    for (int i = 0; i < seconds; ++i) {
        const Stopwatch watch;
        sum.bind(1, static_cast<std::int64_t>(reader.value));
        std::size_t rows = 0;
        while (sum.step()) {
            rows += sum.number(0) >= 0 ? 1 : 0;
        }
        sum.reset();
        require(rows == channels, "raw rows");
        times.push_back(watch.milliseconds());
    }
    return median(times);
}

/// One transaction that raises the snapshots of all channels, ms.
double timeRawOpening(const QString& path, const std::string& sql)
{
    RawDatabase database(path.toStdString(), "FULL");
    RawStatement raise(database, sql);
    std::vector<double> times;
    for (int i = 0; i < openings; ++i) {
        const Stopwatch watch;
        database.run("BEGIN IMMEDIATE");
        for (std::size_t channel = 1; channel <= channels; ++channel) {
            raise.bind(1, 1000 + i);
            raise.bind(2, static_cast<std::int64_t>(channel));
            raise.run();
        }
        database.run("COMMIT");
        times.push_back(watch.milliseconds());
    }
    return median(times);
}

LocalConversation localChannel(std::size_t number)
{
    LocalConversation channel;
    channel.id = ConversationId(number);
    channel.kind = ConversationKind::Channel;
    channel.title = "channel " + std::to_string(number);
    channel.isMember = true;
    channel.generation = Generation(1);
    channel.logEpoch = LogEpoch(1);
    channel.serverHead = channel.countedHead = Seq(postsBefore);
    channel.version = 1;
    channel.counts.unread = postsBefore;
    channel.feed.unread = postsBefore;
    return channel;
}

/// Opening the feed on a device, ms.
double timeDevice(const QString& path)
{
    const auto opened = ClientStore::open(path, DeviceId(7));
    require(opened.has_value(), "making a client's store");
    ClientStore& store = *opened->store;
    std::vector<Write> writes{write::PutAccount{{User{reader, "reader"}, std::string(32, 't')}}};
    Totals totals;
    for (std::size_t i = 1; i <= channels; ++i) {
        const LocalConversation channel = localChannel(i);
        addToTotals(totals, channel);
        writes.emplace_back(write::PutConversation{channel});
    }
    writes.emplace_back(write::PutTotals{totals});
    std::vector<double> takes;
    for (int i = 0; i < openings; ++i) {
        require(store.apply(writes), "filling a client's store");
        EngineConfig config;
        config.connectAtStart = false;
        Engine engine(config, store.load(), store);
        const Stopwatch watch;
        const Effects effects = engine.step(input::OpenFeed{}, Instant(Milliseconds(1)), UnixMs{1});
        require(store.apply(effects.writes), "opening the feed");
        takes.push_back(watch.milliseconds());
        require(engine.totals().feed == 0, "a number that was reset");
    }
    return median(takes);
}

} // namespace

Measurements measure(const Workbench& bench)
{
    const QString serverPath = QDir(bench.scratch).filePath(QStringLiteral("feed-server.db"));
    const QString clientPath = QDir(bench.scratch).filePath(QStringLiteral("feed-client.db"));
    fill(serverPath);
    const double first = median(timeFirstReads(serverPath));
    FeedServer server(serverPath);
    const double read = median(timeReads(server));
    const double open = median(timeOpenings(server));
    const double device = timeDevice(clientPath);
    const double rawSum = timeRawSum(serverPath);
    const char* sumIs = "raw SQLite, both prefix counts of each";
    const char* updateIs = "raw SQLite, one transaction of as many updates";
    return {
        {"feed of 2,000 channels after 100 posts, on the server", "ms", read, rawSum, sumIs, "", {}},
        {"the same, the first time it is asked for", "ms", first, rawSum, sumIs, "", {}},
        {"opening it, news in all 2,000, on the server",
         "ms",
         open,
         timeRawOpening(serverPath,
                        "UPDATE member SET feed_snapshot = ?, version = version + 1 WHERE conversation = ?"
                        " AND user = 1"),
         updateIs,
         "",
         {}},
        {"the same, on the device",
         "ms",
         device,
         timeRawOpening(clientPath,
                        "UPDATE conversations SET feed_snapshot = ?, feed_unread = 0 WHERE id = ?"),
         updateIs,
         "",
         {}},
    };
}

} // namespace tidemark::bench::feed_bench
