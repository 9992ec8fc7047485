#include "tests/programs/bench/clients/signed_in_client.h"
#include "tests/programs/bench/harness/event_wait.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/bare_relay.h"
#include "tests/programs/bench/servers/bench_server.h"
#include "tests/programs/bench/servers/server_database.h"
#include "tests/programs/bench/servers/web_socket.h"

#include <QDir>

#include <cstring>

namespace tidemark::bench::read_to_cleared_bench {
namespace {

const int rounds = sized(300, 10);

/// A user sends, one device of the reader reads, and the badge on the other device goes.
class Rounds : public QObject {
    Q_OBJECT
public:
    Rounds(WebSocket& writer, Client& reading, Client& watching) : m_writer(writer), m_reading(reading)
    {
        const auto noteChange = [this](bool isWatching) {
            return [this, isWatching](const Totals& totals) {
                if (isWatching && m_isClearing && totals.unread == 0) {
                    m_elapsed = m_watch.milliseconds();
                }
                (isWatching ? m_watched : m_read) = totals.unread;
                advance();
            };
        };
        connect(&reading, &Client::totalsChanged, this, noteChange(false));
        connect(&watching, &Client::totalsChanged, this, noteChange(true));
    }

    /// Milliseconds from the read until the other device's total is 0.
    std::vector<double> times()
    {
        waitFor(this, &Rounds::done, "all badges cleared", [this] { write(); });
        return m_times;
    }

Q_SIGNALS:
    void done();

private:
    void write()
    {
        protocol::Send send;
        send.conversation = ConversationId(1);
        const std::uint64_t number = m_times.size() + 1;
        std::memcpy(send.uuid.bytes.data(), &number, sizeof number);
        send.content = content::Message{"something new", false, {}, {}, false};
        require(std::holds_alternative<protocol::SendAck>(m_writer.ask(std::move(send))), "sending");
    }

    void advance()
    {
        if (!m_isClearing && m_read == 1 && m_watched == 1) {
            m_isClearing = true;
            m_watch = Stopwatch();
            m_reading.submit(input::MarkRead{{}, ConversationId(1), {}});
        } else if (m_isClearing && m_read == 0 && m_watched == 0) {
            m_isClearing = false;
            m_times.push_back(m_elapsed);
            if (m_times.size() == static_cast<std::size_t>(rounds)) {
                Q_EMIT done();
            } else {
                write();
            }
        }
    }

    WebSocket& m_writer;
    Client& m_reading;
    std::uint64_t m_read = 0;
    std::uint64_t m_watched = 0;
    bool m_isClearing = false;
    Stopwatch m_watch;
    double m_elapsed = 0;
    std::vector<double> m_times;
};

} // namespace

Measurements measure(const Workbench& bench)
{
    constexpr double p99 = 0.99;
    const QString name = QStringLiteral("cleared");
    {
        ServerDatabase database(QDir(bench.scratch).filePath(name + QStringLiteral(".db")));
        const UserId reader = database.addUser("reader");
        const UserId writer = database.addUser("writer");
        static_cast<void>(database.addGroup("room", {reader, writer}));
    }
    const BenchServer server(bench.scratch, name);
    auto laptop = signedInClient(bench, QStringLiteral("cleared-laptop"), "reader", QUrl(server.url()));
    auto phone = signedInClient(bench, QStringLiteral("cleared-phone"), "reader", QUrl(server.url()));
    WebSocket writer(server.port());
    writer.signIn(ServerDatabase::tokenOf("writer"), true);
    const std::vector<double> ours = Rounds(writer, *laptop, *phone).times();
    closeClient(std::move(laptop));
    closeClient(std::move(phone));
    const std::vector<double> bare = timeBareRead(bench.scratch.toStdString(), rounds);
    const char* limitIs = "bare sockets, raw commits";
    return {
        {"read on one device to badge cleared on the other, p50",
         "ms",
         percentile(ours, 0.5),
         percentile(bare, 0.5),
         limitIs,
         "",
         {}},
        {"read on one device to badge cleared on the other, p99",
         "ms",
         percentile(ours, p99),
         percentile(bare, p99),
         limitIs,
         "",
         {}},
    };
}

} // namespace tidemark::bench::read_to_cleared_bench

#include "read_to_cleared.moc"
