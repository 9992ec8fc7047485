#include "tests/programs/bench/clients/signed_in_client.h"
#include "tests/programs/bench/harness/event_wait.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/bench_server.h"
#include "tests/programs/bench/servers/raw_sqlite.h"
#include "tests/programs/bench/servers/server_database.h"

#include <QDir>

namespace tidemark::bench::resume_bench {
namespace {

const std::size_t conversations = sized<std::size_t>(500, 20);
const std::uint64_t missedEach = sized<std::uint64_t>(200, 20);
const std::uint64_t missed = conversations * missedEach;
const int runs = sized(3, 1);

struct Resumed {
    double badges = 0; ///< ms from the first attempt to connect until every badge is right
    double all = 0;    ///< ms until all entries are held
};

/// A device comes back and finds the messages sent meanwhile.
class Return : public QObject {
    Q_OBJECT
public:
    Return(const QString& profile, const QUrl& server)
    {
        ClientOptions options;
        options.profileDirectory = profile;
        options.servers = server;
        m_client = std::make_unique<Client>(options);
        connect(m_client.get(), &Client::connectionChanged, this,
                [this](const ConnectionStatus& status, int) {
                    if (status.phase == ConnectionPhase::Connecting) {
                        m_watch = Stopwatch();
                    }
                });
        connect(m_client.get(), &Client::totalsChanged, this, [this](const Totals& totals) {
            if (m_resumed.badges == 0 && totals.exact && totals.unread == missed) {
                m_resumed.badges = m_watch.milliseconds();
            }
        });
        connect(m_client.get(), &Client::quiescentChanged, this, [this](bool isQuiescent) {
            if (isQuiescent && m_resumed.badges > 0) {
                m_resumed.all = m_watch.milliseconds();
                Q_EMIT done();
            }
        });
    }

    Resumed time()
    {
        waitFor(this, &Return::done, "holding everything again", [this] { m_client->open(); });
        closeClient(std::move(m_client));
        return m_resumed;
    }

Q_SIGNALS:
    void done();

private:
    std::unique_ptr<Client> m_client;
    Stopwatch m_watch;
    Resumed m_resumed;
};

Resumed timeResume(const Workbench& bench, int run)
{
    const QString name = QStringLiteral("resume-%1").arg(run);
    const QString path = QDir(bench.scratch).filePath(name + QStringLiteral(".db"));
    const QString profile = name + QStringLiteral("-profile");
    {
        ServerDatabase database(path);
        const UserId reader = database.addUser("reader");
        const UserId writer = database.addUser("writer");
        for (std::size_t i = 0; i < conversations; ++i) {
            static_cast<void>(database.addGroup("room " + std::to_string(i), {reader, writer}));
        }
    }
    {
        const BenchServer server(bench.scratch, name);
        closeClient(signedInClient(bench, profile, "reader", QUrl(server.url())));
    }
    {
        ServerDatabase database(path);
        for (std::size_t i = 0; i < conversations; ++i) {
            database.say(ConversationId(i + 1), UserId(2), missedEach);
        }
    }
    const BenchServer server(bench.scratch, name);
    return Return(QDir(bench.scratch).filePath(profile), QUrl(server.url())).time();
}

/// Milliseconds for a commit of this many rows.
double timeRawRows(const Workbench& bench, const QString& name, std::uint64_t rows)
{
    const QString path = QDir(bench.scratch).filePath(name);
    constexpr double thousand = 1000;
    return timeRawCommits(path.toStdString(), 1, static_cast<int>(rows)) * thousand;
}

} // namespace

Measurements measure(const Workbench& bench)
{
    constexpr double maxMs = 100;
    std::vector<double> badges;
    std::vector<double> all;
    std::vector<double> rawBadges;
    std::vector<double> rawAll;
    for (int run = 0; run < runs; ++run) {
        const Resumed resumed = timeResume(bench, run);
        badges.push_back(resumed.badges);
        all.push_back(resumed.all);
        rawBadges.push_back(
            timeRawRows(bench, QStringLiteral("resume-raw-badges-%1").arg(run), conversations));
        rawAll.push_back(timeRawRows(bench, QStringLiteral("resume-raw-all-%1").arg(run), missed));
    }
    return {
        {"resume after 100,000 messages in 500 conversations: badges right", "ms", median(badges),
         median(rawBadges), "raw SQLite, a commit of 500 rows", "< 100 ms and a round trip",
         median(badges) < maxMs},
        {"the same: all is held",
         "ms",
         median(all),
         median(rawAll),
         "raw SQLite, a commit of 100,000 rows",
         "",
         {}},
    };
}

} // namespace tidemark::bench::resume_bench

#include "resume.moc"
