#include "core/wire/codec.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/bench_server.h"
#include "tests/programs/bench/servers/raw_sqlite.h"
#include "tests/programs/bench/servers/web_socket.h"

#include <QDir>
#include <QFile>

#include <cstdio>
#include <cstring>
#include <memory>

namespace tidemark::bench::sends_bench {
namespace {

const int runs = sized(5, 1);
const double secondsARun = sized(1.0, 0.1);
constexpr int manyConnections = 50;
const int rawCommits = sized(3000, 100);

/// Members of one group. Each sends its next message when the last one is acknowledged.
class Senders {
public:
    Senders(int port, const std::string& name, int count, bool silent)
    {
        std::vector<std::string> names;
        for (int i = 0; i < count; ++i) {
            m_sockets.push_back(std::make_unique<WebSocket>(port));
            names.push_back(name + std::to_string(i));
            m_sockets.back()->signUp(names.back(), silent);
            m_poller.add(m_sockets.back()->descriptor(), static_cast<std::size_t>(i));
        }
        protocol::CreateGroup group;
        group.uuid.bytes.fill(1);
        group.title = name;
        group.members.assign(names.begin() + 1, names.end());
        const protocol::ServerFrame created = m_sockets.front()->ask(group);
        require(std::holds_alternative<protocol::States>(created), "creating a group");
        m_message.conversation = std::get<protocol::States>(created).states.front().id;
        m_message.content = content::Message{std::string(126, 'm'), false, {}, {}, false};
    }

    /// Acknowledged messages a second, over `seconds`.
    double rate(double seconds)
    {
        for (std::size_t i = 0; i < m_sockets.size(); ++i) {
            sendNext(i);
        }
        std::uint64_t acknowledged = 0;
        std::size_t waiting = m_sockets.size();
        const Stopwatch watch;
        double lastAck = 0;
        while (waiting > 0) {
            const std::vector<std::size_t> ready = m_poller.wait(30000);
            require(!ready.empty(), "an acknowledgement");
            const bool goesOn = watch.seconds() < seconds;
            for (const std::size_t i : ready) {
                m_sockets[i]->receive([&](std::string_view payload) {
                    const auto envelope = wire::decodeServer(payload);
                    require(envelope.has_value(), "decoding a frame from the server");
                    if (!envelope->request.isValid()) {
                        return; // it is a notify
                    }
                    require(std::holds_alternative<protocol::SendAck>(envelope->frame),
                            "a message was refused");
                    ++acknowledged;
                    if (goesOn) {
                        sendNext(i);
                    } else {
                        --waiting;
                    }
                });
            }
            lastAck = watch.seconds();
        }
        return static_cast<double>(acknowledged) / lastAck;
    }

private:
    void sendNext(std::size_t i)
    {
        ++m_number;
        std::memcpy(m_message.uuid.bytes.data(), &m_number, sizeof m_number);
        m_sockets[i]->send(wire::encode(protocol::ClientEnvelope{RequestId(m_number), 0, m_message}));
    }

    std::vector<std::unique_ptr<WebSocket>> m_sockets;
    Poller m_poller;
    protocol::Send m_message;
    std::uint64_t m_number = 0;
};

double rawRate(const Workbench& bench, int rowsEach)
{
    const QString path = QDir(bench.scratch).filePath(QStringLiteral("raw-commits.sqlite"));
    QFile::remove(path);
    const int commits = std::max(rawCommits / rowsEach, 100);
    const double seconds = timeRawCommits(path.toStdString(), commits, rowsEach);
    return static_cast<double>(commits) * rowsEach / seconds;
}

} // namespace

Measurements measure(const Workbench& bench)
{
    constexpr double leastGain = 10;
    const BenchServer server(bench.scratch, QStringLiteral("sends"));
    Senders one(server.port(), "single", 1, true);
    Senders many(server.port(), "many", manyConnections, true);
    Senders notified(server.port(), "told", manyConnections, false);
    std::vector<double> oneRates;
    std::vector<double> manyRates;
    std::vector<double> notifiedRates;
    std::vector<double> rawSingle;
    std::vector<double> rawGrouped;
    for (int run = 0; run < runs; ++run) {
        rawSingle.push_back(rawRate(bench, 1));
        oneRates.push_back(one.rate(secondsARun));
        manyRates.push_back(many.rate(secondsARun));
        notifiedRates.push_back(notified.rate(secondsARun));
        rawGrouped.push_back(rawRate(bench, manyConnections));
    }
    const double gain = median(manyRates) / median(oneRates);
    const char* oneRow = "raw SQLite, a commit a row";
    char aim[64] = {};
    std::snprintf(aim, sizeof aim, ">= 10 x one connection: %.1f x", gain);
    return {
        {"durable sends, 1 connection", "messages/s", median(oneRates), median(rawSingle), oneRow, "", {}},
        {"durable sends, 50 connections", "messages/s", median(manyRates), median(rawSingle), oneRow, aim,
         gain >= leastGain},
        {"the same",
         "messages/s",
         median(manyRates),
         median(rawGrouped),
         "raw SQLite, 50 rows a commit",
         "",
         {}},
        {"the same, and all 50 are notified",
         "messages/s",
         median(notifiedRates),
         median(rawSingle),
         oneRow,
         "",
         {}},
    };
}

} // namespace tidemark::bench::sends_bench
