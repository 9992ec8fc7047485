#include "core/base/random.h"
#include "core/store/client_store.h"
#include "core/store/file/schema.h"
#include "core/sync/engine.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/raw_sqlite.h"
#include "tests/programs/bench/servers/server_database.h"

#include <QDir>
#include <QFile>

#include <cstdio>
#include <functional>

namespace tidemark::bench::cursor_moves_bench {
namespace {

const std::uint64_t messages = sized<std::uint64_t>(1000000, 20000);
const Seq middle(messages / 2);
const std::uint64_t longMove = messages / 4;
const int shortMoves = sized(300, 20);
const int longMoves = sized(9, 1);
const User reader{UserId(1), "reader"};
constexpr UserId writer(2);
constexpr ConversationId conversation(1);

/// Copies a file of the cache. If it is missing, `make` makes it first.
QString copyOf(const Workbench& bench, const QString& name, const std::function<void(const QString&)>& make)
{
    const QString kept = QDir(bench.cache).filePath(name);
    if (!QFile::exists(kept)) {
        std::fprintf(stderr, "making %s ...\n", qPrintable(kept));
        const QString unfinished = kept + QStringLiteral(".unfinished");
        QFile::remove(unfinished);
        make(unfinished);
        require(QFile::rename(unfinished, kept), "keeping a database");
    }
    const QString copy = QDir(bench.scratch).filePath(name);
    require(QFile::copy(kept, copy), "copying a database");
    return copy;
}

void makeClientDatabase(const QString& path)
{
    const auto opened = ClientStore::open(path, DeviceId(7));
    require(opened.has_value(), "making a client's store");
    const auto apply = [&](const std::vector<Write>& writes) {
        require(opened->store->apply(writes), "filling a client's store");
    };
    apply({write::PutAccount{{reader, std::string(32, 't')}}, write::PutUsers{{{writer, "writer"}}}});
    constexpr std::uint64_t inTransaction = 20000;
    for (std::uint64_t first = 1; first <= messages; first += inTransaction) {
        std::vector<Entry> entries(inTransaction);
        for (std::uint64_t i = 0; i < inTransaction; ++i) {
            entries[i].seq = Seq(first + i);
            entries[i].author = (first + i) % 10 == 0 ? reader.id : writer;
            entries[i].at = UnixMs{1700000000000};
            entries[i].content = content::Message{"what somebody says " + std::string(80, '.')};
        }
        apply({write::PutEntries{conversation, std::move(entries)}});
    }
    LocalConversation local;
    local.id = conversation;
    local.isMember = true;
    local.generation = Generation(1);
    local.logEpoch = LogEpoch(1);
    local.serverHead = local.countedHead = Seq(messages);
    local.version = 1;
    local.cursor = local.confirmed = Cursor{0, middle};
    local.counts.unread = messages / 2 - messages / 20;
    RangeSet held;
    held.add({Seq(1), Seq(messages)});
    Totals totals;
    addToTotals(totals, local);
    apply({write::PutConversation{local}, write::PutHeld{conversation, held}, write::PutTotals{totals}});
}

void makeServerDatabase(const QString& path)
{
    ServerDatabase database(path);
    const UserId first = database.addUser("reader");
    const UserId second = database.addUser("writer");
    const ConversationId group = database.addGroup("a million", {first, second});
    for (std::uint64_t said = 0; said < messages; said += 10) {
        database.say(group, first, 1);
        database.say(group, second, 9);
    }
}

struct Times {
    std::vector<double> shortMoves; ///< ms
    std::vector<double> longMoves;  ///< ms
    std::vector<double> moveBack;   ///< ms
};

/// `move` gets the seq to read through, `moveBack` the first one to be unread again.
Times timeMoves(const std::function<void(Seq)>& move, const std::function<void(Seq)>& moveBack)
{
    SplitMix64 random(1);
    Times times;
    Seq at = middle;
    const auto timed = [](const std::function<void(Seq)>& act, Seq seq) {
        const Stopwatch watch;
        act(seq);
        return watch.milliseconds();
    };
    for (int i = 0; i < shortMoves; ++i) {
        at = Seq(at.value + 1 + random.below(20));
        times.shortMoves.push_back(timed(move, at));
    }
    for (int i = 0; i < longMoves; ++i) {
        moveBack(next(middle));
        times.longMoves.push_back(timed(move, Seq(middle.value + longMove)));
        times.moveBack.push_back(timed(moveBack, next(middle)));
    }
    return times;
}

Times timeClient(const QString& path)
{
    const auto opened = ClientStore::open(path);
    require(opened.has_value(), "opening a client's store");
    ClientStore& store = *opened->store;
    EngineConfig config;
    config.connectAtStart = false;
    Engine engine(config, store.load(), store);
    const auto feed = [&](const Input& input) {
        const Effects effects = engine.step(input, Instant(Milliseconds(1)), UnixMs{1});
        require(store.apply(effects.writes), "writing a cursor");
    };
    MessageUuid uuid;
    const Times times = timeMoves(
        [&](Seq through) {
            feed(input::MarkRead{{}, conversation, through});
        },
        [&](Seq from) {
            ++uuid.bytes.front();
            feed(input::MarkUnread{{}, conversation, uuid, from});
        });
    require(engine.conversation(conversation)->counts.unread == messages / 2 - messages / 20
                && engine.conversation(conversation)->exact,
            "right counts on the client");
    return times;
}

class HubInProcess {
public:
    explicit HubInProcess(const QString& path)
        : m_store(std::move(server::SqliteStore::open(path)).value()), m_hub(config(), *m_store, m_secrets)
    {
        protocol::Hello hello;
        hello.token = ServerDatabase::tokenOf("reader");
        hello.device = DeviceId(1);
        hello.silent = true;
        step(server::Connected{me});
        static_cast<void>(ask(hello));
    }

    ConversationState ask(protocol::ClientFrame frame)
    {
        const server::Effects effects =
            step(server::Received{me, {RequestId(++m_request), 0, std::move(frame)}});
        ConversationState state;
        for (const server::Effect& effect : effects.effects) {
            const auto* reply = std::get_if<server::Reply>(&effect);
            const auto* states =
                reply == nullptr ? nullptr : std::get_if<protocol::States>(&reply->envelope.frame);
            if (states != nullptr && !states->states.empty()) {
                state = states->states.front();
            }
        }
        return state;
    }

private:
    static constexpr server::ConnectionId me{1};

    static server::HubConfig config()
    {
        server::HubConfig plenty;
        plenty.limits.requestsPerSecond = plenty.limits.requestBurst = messages;
        return plenty;
    }
    server::Effects step(server::Input input)
    {
        const std::vector<server::Input> inputs{std::move(input)};
        return m_hub.step(inputs, Instant(Milliseconds(1)), UnixMs{1});
    }

    std::unique_ptr<server::SqliteStore> m_store;
    BenchSecrets m_secrets;
    server::Hub m_hub;
    std::uint64_t m_request = 0;
};

Times timeServer(const QString& path)
{
    HubInProcess hub(path);
    ConversationState state;
    state.cursor = {0, Seq()};
    MessageUuid uuid;
    const Times times = timeMoves(
        [&](Seq through) {
            state = hub.ask(protocol::Read{{{conversation, Generation(1), {state.cursor.epoch, through}}}});
            require(state.cursor.readSeq == through, "a read on the server");
        },
        [&](Seq from) {
            ++uuid.bytes.front();
            state = hub.ask(protocol::MarkUnread{conversation, Generation(1), from, uuid});
        });
    require(state.counts.unread == messages / 2 - messages / 20, "right counts on the server");
    return times;
}

/// Times a commit of one row. If `rows` is not 0, counts that many rows first.
std::vector<double> timeRaw(const QString& path, std::uint64_t rows, int count)
{
    RawDatabase database(path.toStdString(), "FULL");
    database.run("CREATE TABLE IF NOT EXISTS cursor_move (seq INTEGER)");
    RawStatement insert(database, "INSERT INTO cursor_move (seq) VALUES (1)");
    RawStatement select(database,
                        "SELECT count(*) FROM entries WHERE conversation = 1 AND seq > ? AND seq <= ?"
                        " AND kind = 0 AND author <> 1 AND recalled_by = 0");
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        const Stopwatch watch;
        if (rows > 0) {
            select.bind(1, static_cast<std::int64_t>(middle.value));
            select.bind(2, static_cast<std::int64_t>(middle.value + rows));
            require(select.step(), "counting rows");
            select.reset();
        }
        insert.run();
        times.push_back(watch.milliseconds());
    }
    return times;
}

} // namespace

Measurements measure(const Workbench& bench)
{
    constexpr double p99 = 0.99;
    const QString clientPath =
        copyOf(bench, QStringLiteral("%1-in-one-%2.sqlite").arg(messages).arg(currentSchemaVersion()),
               makeClientDatabase);
    const QString serverPath =
        copyOf(bench, QStringLiteral("%1-on-server.sqlite").arg(messages), makeServerDatabase);
    const Times client = timeClient(clientPath);
    const Times server = timeServer(serverPath);
    const std::vector<double> commit = timeRaw(clientPath, 0, shortMoves);
    const double counted = median(timeRaw(clientPath, longMove, longMoves));
    const char* oneCommit = "raw SQLite, a commit";
    const char* alsoCounting = "raw SQLite, counting the rows, a commit";
    return {
        {"client: cursor moves by 1 to 20 in a million messages",
         "ms",
         median(client.shortMoves),
         median(commit),
         oneCommit,
         "",
         {}},
        {"the same, p99",
         "ms",
         percentile(client.shortMoves, p99),
         percentile(commit, p99),
         oneCommit,
         "",
         {}},
        {"client: cursor moves by 250,000", "ms", median(client.longMoves), counted, alsoCounting, "", {}},
        {"client: 250,000 marked unread again", "ms", median(client.moveBack), counted, alsoCounting, "", {}},
        {"server: cursor moves by 1 to 20 in a million messages",
         "ms",
         median(server.shortMoves),
         median(commit),
         oneCommit,
         "",
         {}},
        {"server: cursor moves by 250,000",
         "ms",
         median(server.longMoves),
         median(commit),
         oneCommit,
         "",
         {}},
    };
}

} // namespace tidemark::bench::cursor_moves_bench
