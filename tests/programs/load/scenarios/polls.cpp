#include "core/wire/codec.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/machines/bare_server.h"
#include "tests/programs/load/scenarios/scenario.h"

#include <memory>

namespace tidemark::load {
namespace {

const std::vector<Parameter> pollsParameters{
    {"users", 100, 20, "users that poll on one connection each, again after each answer"},
    {"conversations", 50, 10, "conversations of each user"},
    {"members", 20, 10, "users in each group"},
    {"history", 20, 2, "messages in each group at the start"},
    {"writes", 20, 20, "messages per second that another user writes meanwhile"},
    {"seconds", 10, 1, "duration"},
};

/// Requests totals as fast as they are answered, while another user sends. Each answer must lie between the
/// messages acknowledged at the request and those sent before the answer.
class Pollers {
public:
    Pollers(Stage& stage, std::uint64_t history)
        : m_stage(stage), m_ledger(stage.people),
          m_devices(stage.people.devices(stage.loop, stage.server.place(), true, false)),
          m_keeper(stage.loop, stage.server.place(),
                   {Population::nameOf(stage.people.keeper()), true, false}),
          m_sent(m_devices.size()), m_acknowledged(m_devices.size())
    {
        signInAll(stage.loop, m_devices, m_devices.size());
        bool isThere = false;
        m_keeper.start([&] { isThere = true; });
        stage.loop.runUntil([&] { return isThere; }, "the writer to sign in");
        fill(stage, m_ledger, history);
        m_before = m_number = m_ledger.messages();
        for (std::size_t user = 0; user < m_devices.size(); ++user) {
            m_sent[user] = m_acknowledged[user] = m_ledger.unread(user);
        }
    }

    void run(double seconds, double writesPerSecond)
    {
        const bench::Stopwatch watch;
        m_watch = &watch;
        m_until = seconds;
        for (std::size_t user = 0; user < m_devices.size(); ++user) {
            pollNext(user);
        }
        m_stage.loop.runUntil(
            [&] {
                while (watch.seconds() < m_until
                       && static_cast<double>(m_number - m_before) < watch.seconds() * writesPerSecond) {
                    write();
                }
                return m_done == m_devices.size() && m_ledger.messages() == m_number;
            },
            "answers");
        m_seconds = watch.seconds();
    }

    void checkAll() const
    {
        m_ledger.compareTotals(m_stage.loop, m_devices);
        m_ledger.compareLogs(m_stage.loop, m_stage.server.place());
    }

    [[nodiscard]] double rate() const { return static_cast<double>(m_times.size()) / m_seconds; }
    [[nodiscard]] double p99() const { return bench::percentile(m_times, 0.99); }

private:
    void pollNext(std::size_t user)
    {
        if (m_watch->seconds() >= m_until) {
            ++m_done;
            return;
        }
        const double askedAt = m_watch->milliseconds();
        const std::uint64_t least = m_acknowledged[user];
        m_devices[user]->ask(protocol::GetTotals(), [=, this](const protocol::ServerFrame& frame) {
            const auto* totals = std::get_if<protocol::TotalsNow>(&frame);
            require(totals != nullptr, "the server sends totals");
            require(totals->unread >= least && totals->unread <= m_sent[user], "a right total");
            m_times.push_back(m_watch->milliseconds() - askedAt);
            pollNext(user);
        });
    }

    void write()
    {
        const std::uint64_t number = ++m_number;
        const std::size_t group = number % m_stage.people.groups().size();
        const auto count = [this, group](std::vector<std::uint64_t>& counts) {
            for (const std::size_t member : m_stage.people.groups()[group].members) {
                ++counts[member];
            }
        };
        protocol::Send send =
            Ledger::messageOf(m_stage.people.groups()[group].id, m_stage.people.keeper(), number);
        count(m_sent);
        m_keeper.ask(std::move(send), [=, this](const protocol::ServerFrame& frame) {
            const auto* ack = std::get_if<protocol::SendAck>(&frame);
            require(ack != nullptr, "a message is acknowledged");
            m_ledger.acknowledged(group, ack->seq, m_stage.people.keeper(), number, false);
            count(m_acknowledged);
        });
    }

    Stage& m_stage;
    Ledger m_ledger;
    Devices m_devices;
    Device m_keeper;
    std::vector<std::uint64_t> m_sent; ///< by user: messages that may count, and those that must
    std::vector<std::uint64_t> m_acknowledged;
    const bench::Stopwatch* m_watch = nullptr;
    double m_until = 0;
    double m_seconds = 0;
    std::size_t m_done = 0;
    std::uint64_t m_before = 0; ///< messages of the history
    std::uint64_t m_number = 0;
    std::vector<double> m_times;
};

/// Sends requests to a bare server as fast as it answers.
class BareAsker final : private Connection::Owner {
public:
    BareAsker(Loop& loop, const Place& place, std::uint64_t& answers)
        : m_answers(answers), m_connection(loop, place, *this)
    {
    }

private:
    void opened() override { ask(); }
    void received(std::string_view) override
    {
        ++m_answers;
        ask();
    }
    void ended() override { throw Failure("the bare server has gone"); }
    void ask() { m_connection.send(m_request); }

    std::uint64_t& m_answers;
    std::string m_request = wire::encode(protocol::ClientEnvelope{RequestId(1000), 0, protocol::GetTotals()});
    Connection m_connection;
};

/// Answers a second of a server that does nothing else.
double bareRate(Loop& loop, std::size_t askers, double seconds)
{
    constexpr std::size_t answerBytes = 20;
    const BareServer server(BareServer::Duty::Answer, answerBytes);
    std::uint64_t answers = 0;
    std::vector<std::unique_ptr<BareAsker>> all;
    for (std::size_t i = 0; i < askers; ++i) {
        all.push_back(std::make_unique<BareAsker>(loop, server.place(), answers));
    }
    const bench::Stopwatch watch;
    loop.runUntil([&] { return watch.seconds() >= seconds; }, "the bare server");
    return static_cast<double>(answers) / watch.seconds();
}

Figures runPolls(const Arguments& arguments)
{
    Stage stage(arguments, {arguments["users"], arguments["conversations"], arguments["members"]});
    Pollers pollers(stage, arguments["history"]);
    const auto seconds = static_cast<double>(arguments["seconds"]);
    const double processorBefore = stage.server.processorSeconds();
    pollers.run(seconds, static_cast<double>(arguments["writes"]));
    const double processor = stage.server.processorSeconds() - processorBefore;
    pollers.checkAll();
    const double bare = bareRate(stage.loop, arguments["users"], seconds / 4);
    stage.server.stop();
    stage.server.checkDatabase();
    return {
        atLeast({"totals told", pollers.rate(), "answers/s", {}, {}, bare, "bare epoll, same connections"},
                31250),
        atMost({"answered, p99", pollers.p99(), "ms"}, 10),
        {"the server's processor", processor / seconds * 100, "%"}};
}

} // namespace

Scenario pollsScenario()
{
    return {"polls", "Users with many conversations ask for their totals again and again.", pollsParameters,
            runPolls};
}

} // namespace tidemark::load
