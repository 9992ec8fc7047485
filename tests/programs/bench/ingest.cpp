#include "core/store/client_store.h"
#include "core/sync/engine.h"
#include "core/wire/codec.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/raw_sqlite.h"
#include "tests/programs/bench/servers/scripted_server.h"

#include <QDir>
#include <QFile>

#include <deque>

namespace tidemark::bench::ingest_bench {
namespace {

const int runs = sized(5, 1);
const std::size_t conversationCount = sized<std::size_t>(50, 5);
const std::size_t entriesEach = sized<std::size_t>(1500, 100);
constexpr std::size_t rawRowsInTransaction = 1000;

std::unique_ptr<ClientStore> freshStore(const QString& path)
{
    for (const char* ending : {"", "-wal", "-shm"}) {
        QFile::remove(path + QLatin1String(ending));
    }
    auto opened = ClientStore::open(path, DeviceId(7));
    require(opened.has_value(), "making a client store");
    require(opened->store->apply({write::PutAccount{{ScriptedServer::reader(), std::string(32, 't')}}}),
            "writing the account");
    return std::move(opened->store);
}

/// A client without threads and sockets: bytes in, committed writes and bytes out.
class ThreadlessClient {
public:
    explicit ThreadlessClient(ClientStore& store)
        : m_store(store), m_engine(EngineConfig{}, store.load(), store)
    {
    }

    void step(const Input& input)
    {
        const Effects effects = m_engine.step(input, Instant(Milliseconds(1)), UnixMs{1});
        require(effects.writes.empty() || m_store.apply(effects.writes), "writing the pulled entries");
        for (const protocol::ClientEnvelope& envelope : effects.sends) {
            m_encodedBytes += wire::encode(envelope).size();
            m_asked.push_back(envelope);
        }
    }

    void receive(const std::string& bytes)
    {
        auto envelope = wire::decodeServer(bytes);
        require(envelope.has_value(), "decoding a frame");
        step(input::FrameArrived{*std::move(envelope)});
    }

    /// Pulls until the server has no more entries.
    void pullEverything(ScriptedServer& server)
    {
        step(input::Tick{});
        step(input::ConnectionOpened{});
        while (!m_asked.empty()) {
            const protocol::ClientEnvelope asked = std::move(m_asked.front());
            m_asked.pop_front();
            for (const std::string& bytes : server.answers(asked)) {
                receive(bytes);
            }
        }
        require(m_engine.isQuiescent(), "pulling everything");
    }

private:
    ClientStore& m_store;
    Engine m_engine;
    std::deque<protocol::ClientEnvelope> m_asked;
    std::size_t m_encodedBytes = 0;
};

double timeIngest(ScriptedServer& server, const QString& path)
{
    const auto store = freshStore(path);
    ThreadlessClient client(*store);
    const Stopwatch watch;
    client.pullEverything(server);
    const double seconds = watch.seconds();
    std::size_t held = 0;
    for (const Snapshot::Conversation& one : store->load().conversations) {
        held += one.held.size();
    }
    require(held == server.entryCount(), "holding all pulled entries");
    return seconds;
}

/// Writes the same rows into the same table as the store does.
double timeRawInserts(const ScriptedServer& server, const QString& path)
{
    freshStore(path).reset();
    RawDatabase database(path.toStdString(), "NORMAL");
    RawStatement insert(
        database, "INSERT INTO entries (conversation, seq, kind, author, at, flags, edited_by, recalled_by,"
                  " text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    std::size_t rows = 0;
    const Stopwatch watch;
    for (std::size_t i = 0; i < server.logs().size(); ++i) {
        for (const Entry& entry : server.logs()[i]) {
            if (rows++ % rawRowsInTransaction == 0) {
                database.run(rows == 1 ? "BEGIN" : "COMMIT; BEGIN");
            }
            insert.bind(1, static_cast<std::int64_t>(ScriptedServer::conversationAt(i).value));
            insert.bind(2, static_cast<std::int64_t>(entry.seq.value));
            insert.bind(3, 0);
            insert.bind(4, static_cast<std::int64_t>(entry.author.value));
            insert.bind(5, entry.at.value);
            insert.bind(6, fieldsOf(entry.content).isAction ? 1 : 0);
            insert.bind(7, 0);
            insert.bind(8, 0);
            insert.bindBlob(9, textOf(entry));
            insert.run();
        }
    }
    database.run("COMMIT");
    return watch.seconds();
}

} // namespace

Measurements measure(const Workbench& bench)
{
    constexpr double leastRatio = 0.5;
    ScriptedServer server(bench.talk, conversationCount, entriesEach);
    const QString path = QDir(bench.scratch).filePath(QStringLiteral("ingest.sqlite"));
    static_cast<void>(timeIngest(server, path)); // the first run encodes the answers
    const auto entries = static_cast<double>(server.entryCount());
    std::vector<double> ours;
    std::vector<double> raw;
    for (int run = 0; run < runs; ++run) {
        ours.push_back(entries / timeIngest(server, path));
        raw.push_back(entries / timeRawInserts(server, path));
    }
    Measurement ingest{"client ingest of range pulls",
                       "messages/s",
                       median(ours),
                       median(raw),
                       "raw SQLite, 1,000 rows a transaction",
                       ">= 50 % of raw",
                       {}};
    ingest.isMet = *ingest.ratio() >= leastRatio;
    return {ingest};
}

} // namespace tidemark::bench::ingest_bench
