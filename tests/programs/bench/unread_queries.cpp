#include "core/domain/request_caps.h"
#include "core/wire/codec.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/bare_relay.h"
#include "tests/programs/bench/servers/bench_server.h"
#include "tests/programs/bench/servers/raw_sqlite.h"
#include "tests/programs/bench/servers/server_database.h"
#include "tests/programs/bench/servers/web_socket.h"

#include <QDir>

#include <algorithm>
#include <memory>

namespace tidemark::bench::unread_queries_bench {
namespace {

const std::size_t conversations = sized<std::size_t>(1000, 50);
/// A request names no more.
const std::size_t conversationsARequest = std::min(conversations, caps::maxStatesAsked);
/// The rate of one user is limited, and large requests cost more. So many users request in turn.
constexpr std::size_t users = 40;
constexpr std::size_t manyConnections = 8;
constexpr std::uint64_t messagesEach = 20;
const int runs = sized(3, 1);
const double secondsARun = sized(1.5, 0.1);
const int bareRequests = sized(20000, 500);

void fill(const QString& path)
{
    ServerDatabase database(path);
    std::vector<UserId> members;
    for (std::size_t user = 0; user < users; ++user) {
        members.push_back(database.addUser("asker" + std::to_string(user)));
    }
    const UserId writer = database.addUser("writer");
    members.push_back(writer);
    for (std::size_t i = 0; i < conversations; ++i) {
        database.say(database.addGroup("room " + std::to_string(i), members), writer, messagesEach);
    }
}

/// Users who repeat their request as soon as it is answered, `atOnce` of them at a time.
class Askers {
public:
    explicit Askers(int port)
    {
        for (std::size_t i = 0; i < users; ++i) {
            m_sockets.push_back(std::make_unique<WebSocket>(port));
            m_sockets.back()->signIn(ServerDatabase::tokenOf("asker" + std::to_string(i)), true);
            m_poller.add(m_sockets.back()->descriptor(), i);
        }
        for (std::size_t i = 0; i < conversationsARequest; ++i) {
            m_states.conversations.emplace_back(i + 1);
        }
    }

    /// Answers a second.
    double rate(const protocol::ClientFrame& request, std::size_t atOnce)
    {
        for (std::size_t i = 0; i < atOnce; ++i) {
            askNext(request);
        }
        std::uint64_t answered = 0;
        std::size_t waiting = atOnce;
        const Stopwatch watch;
        double last = 0;
        while (waiting > 0) {
            const std::vector<std::size_t> ready = m_poller.wait(30000);
            require(!ready.empty(), "an answer");
            for (const std::size_t i : ready) {
                m_sockets[i]->receive([&](std::string_view payload) {
                    if (!isLastOfAnswer(payload)) {
                        return;
                    }
                    ++answered;
                    if (watch.seconds() < secondsARun) {
                        askNext(request);
                    } else {
                        --waiting;
                    }
                });
            }
            last = watch.seconds();
        }
        return static_cast<double>(answered) / last;
    }

    [[nodiscard]] const protocol::GetStates& states() const { return m_states; }

private:
    static bool isLastOfAnswer(std::string_view payload)
    {
        const auto envelope = wire::decodeServer(payload);
        require(envelope.has_value(), "decoding a frame from the server");
        require(!std::holds_alternative<protocol::Error>(envelope->frame), "a request that is granted");
        if (const auto* totals = std::get_if<protocol::TotalsNow>(&envelope->frame)) {
            require(totals->unread == conversations * messagesEach, "a right total");
        }
        const auto* states = std::get_if<protocol::States>(&envelope->frame);
        if (states == nullptr) {
            return true;
        }
        require(states->states.back().counts.unread == messagesEach, "right counts");
        return states->remaining == 0;
    }

    void askNext(const protocol::ClientFrame& request)
    {
        m_next = (m_next + 1) % m_sockets.size();
        m_sockets[m_next]->send(wire::encode(protocol::ClientEnvelope{RequestId(++m_request), 0, request}));
    }

    std::vector<std::unique_ptr<WebSocket>> m_sockets;
    Poller m_poller;
    protocol::GetStates m_states;
    std::size_t m_next = 0;
    std::uint64_t m_request = 0;
};

/// The number of users a second whose rows, and the heads of their conversations, SQLite reads without
/// further work.
double rawRate(const QString& path)
{
    RawDatabase database(path.toStdString(), "NORMAL");
    RawStatement rows(database, "SELECT m.conversation, m.read_seq,"
                                " (SELECT max(seq) FROM entry WHERE conversation = m.conversation)"
                                " FROM member m WHERE m.user = ? AND m.conversation <= ?");
    std::uint64_t asked = 0;
    const Stopwatch watch;
    while (watch.seconds() < secondsARun) {
        rows.bind(1, static_cast<std::int64_t>(1 + asked % users));
        rows.bind(2, static_cast<std::int64_t>(conversationsARequest));
        std::size_t found = 0;
        while (rows.step()) {
            found += rows.number(2) > rows.number(1) ? 1 : 0;
        }
        rows.reset();
        require(found == conversationsARequest, "raw rows");
        ++asked;
    }
    return static_cast<double>(asked) / watch.seconds();
}

} // namespace

Measurements measure(const Workbench& bench)
{
    const QString name = QStringLiteral("unread");
    const QString path = QDir(bench.scratch).filePath(name + QStringLiteral(".db"));
    fill(path);
    std::vector<double> one;
    std::vector<double> many;
    std::vector<double> oneTotal;
    std::vector<double> manyTotals;
    {
        const BenchServer server(bench.scratch, name);
        Askers askers(server.port());
        for (int run = 0; run < runs; ++run) {
            one.push_back(askers.rate(askers.states(), 1));
            many.push_back(askers.rate(askers.states(), manyConnections));
            oneTotal.push_back(askers.rate(protocol::GetTotals(), 1));
            manyTotals.push_back(askers.rate(protocol::GetTotals(), manyConnections));
        }
    }
    std::vector<double> raw;
    std::vector<double> bare;
    for (int run = 0; run < runs; ++run) {
        raw.push_back(rawRate(path));
        bare.push_back(bareAnswersPerSecond(bareRequests));
    }
    const char* roundTrip = "bare sockets, one round trip at a time";
    const char* limitIs = "raw SQLite, cursor and head of each";
    return {
        {"total of a user with 1,000 conversations, polled, 1 at a time",
         "answers/s",
         median(oneTotal),
         median(bare),
         roundTrip,
         "",
         {}},
        {"the same, 8 connections at once", "answers/s", median(manyTotals), median(bare), roundTrip, "", {}},
        {"the states of 500 of them, 1 at a time", "answers/s", median(one), median(raw), limitIs, "", {}},
        {"the same, 8 connections at once", "answers/s", median(many), median(raw), limitIs, "", {}},
    };
}

} // namespace tidemark::bench::unread_queries_bench
