#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/machines/pgbench.h"
#include "tests/programs/load/machines/postgres_database.h"
#include "tests/programs/load/scenarios/scenario.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace tidemark::load {
namespace {

const std::vector<Parameter> nodesParameters{
    {"users", 200, 20, "users that send and poll; with two servers half of them use each"},
    {"conversations", 5, 2, "groups of each user"},
    {"members", 20, 10, "users in each group"},
    {"readers", 20, 4, "users with one device that reads at each server"},
    {"seconds", 8, 1, "duration of each measurement"},
    {"clients", 16, 4, "clients of pgbench"},
};

/// Two servers on one database. A run may use one of them only.
class Nodes {
public:
    Nodes(const Arguments& arguments, const Scratch& scratch, const std::string& database)
        : m_servers{Server(arguments, scratch, database), Server(arguments, scratch, database)}
    {
        for (Server& server : m_servers) {
            server.start();
        }
    }
    [[nodiscard]] const Place& place(std::size_t node) const { return m_servers[node].place(); }
    void stopAndCheck()
    {
        for (Server& server : m_servers) {
            server.stop();
        }
        m_servers.front().checkDatabase();
    }

private:
    std::array<Server, 2> m_servers;
};

/// Each user has a device. The devices are spread over the first `nodes` servers.
class Crowd {
public:
    Crowd(Loop& loop, const Population& people, const Nodes& nodes, std::size_t count)
        : m_loop(loop), m_people(people)
    {
        for (std::size_t user = 0; user < people.shape().users; ++user) {
            m_devices.push_back(std::make_unique<Device>(loop, nodes.place(user % count),
                                                         SignInAs{Population::nameOf(user), false, false}));
        }
        signInAll(loop, m_devices, m_devices.size());
    }

    /// Messages a second, when each user sends the next message after the last acknowledgement.
    double sendFor(double seconds, Ledger& ledger, std::vector<double>& times)
    {
        const bench::Stopwatch watch;
        const std::uint64_t before = ledger.messages();
        std::size_t ended = 0;
        std::function<void(std::size_t)> sendNext = [&](std::size_t user) {
            if (watch.seconds() >= seconds) {
                ++ended;
                return;
            }
            const double sentAt = watch.milliseconds();
            send(user, ledger, [&, user, sentAt] {
                times.push_back(watch.milliseconds() - sentAt);
                sendNext(user);
            });
        };
        for (std::size_t user = 0; user < m_devices.size(); ++user) {
            sendNext(user);
        }
        m_loop.runUntil([&] { return ended == m_devices.size(); }, "acknowledgements");
        return static_cast<double>(ledger.messages() - before) / watch.seconds();
    }

    /// Answers a second, when each user repeats the request after each answer.
    double pollFor(double seconds)
    {
        const bench::Stopwatch watch;
        std::size_t answers = 0;
        std::size_t ended = 0;
        std::function<void(std::size_t)> pollNext = [&](std::size_t user) {
            if (watch.seconds() >= seconds) {
                ++ended;
                return;
            }
            m_devices[user]->ask(protocol::GetTotals(), [&, user](const protocol::ServerFrame& frame) {
                require(std::holds_alternative<protocol::TotalsNow>(frame), "the server sends totals");
                ++answers;
                pollNext(user);
            });
        };
        for (std::size_t user = 0; user < m_devices.size(); ++user) {
            pollNext(user);
        }
        m_loop.runUntil([&] { return ended == m_devices.size(); }, "totals");
        return static_cast<double>(answers) / watch.seconds();
    }

    void send(std::size_t user, Ledger& ledger, const std::function<void()>& acknowledged)
    {
        const std::vector<std::size_t>& groups = m_people.groupsOf(user);
        const std::uint64_t number = ++m_numbers;
        const std::size_t group = groups[number % groups.size()];
        protocol::Send send = Ledger::messageOf(m_people.groups()[group].id, user, number);
        m_devices[user]->ask(std::move(send), [&ledger, acknowledged, group, user,
                                               number](const protocol::ServerFrame& frame) {
            const auto* ack = std::get_if<protocol::SendAck>(&frame);
            require(ack != nullptr && !ack->duplicate, "a message is acknowledged");
            ledger.acknowledged(group, ack->seq, user, number, false);
            acknowledged();
        });
    }
    [[nodiscard]] Device& device(std::size_t user) { return *m_devices[user]; }
    void startAt(std::uint64_t number) { m_numbers = number; }
    [[nodiscard]] std::uint64_t lastNumber() const { return m_numbers; }

private:
    Loop& m_loop;
    const Population& m_people;
    Devices m_devices;
    std::uint64_t m_numbers = 0;
};

/// Users who read at one server, and have another device at the other one.
class Readers {
public:
    Readers(Loop& loop, const Population& people, const Nodes& nodes, Crowd& crowd, std::size_t count)
        : m_people(people), m_crowd(crowd), m_pending(count)
    {
        for (std::size_t user = 0; user < count; ++user) {
            m_others.push_back(std::make_unique<Device>(loop, nodes.place((user + 1) % 2),
                                                        SignInAs{Population::nameOf(user), false, false}));
            m_others.back()->onPush([this, user](Device&, const protocol::ServerFrame& frame) {
                if (const auto* states = std::get_if<protocol::States>(&frame)) {
                    note(user, *states);
                }
            });
        }
        signInAll(loop, m_others, m_others.size());
    }

    /// The next user who waits for no answer reads one of their groups to its end.
    void readOne(const Ledger& ledger)
    {
        const std::size_t user = m_next++ % m_pending.size();
        const std::vector<std::size_t>& groups = m_people.groupsOf(user);
        const std::size_t group = groups[m_next % groups.size()];
        const ConversationId id = m_people.groups()[group].id;
        const Seq head = ledger.head(group);
        Seq& read = m_read[{user, group}];
        if (m_pending[user] || head <= read) {
            return;
        }
        read = head;
        m_pending[user] = Pending{id, head, m_watch.milliseconds()};
        m_crowd.device(user).ask(
            protocol::Read{{{id, Generation(1), {0, head}}}}, [](const protocol::ServerFrame& frame) {
                require(std::holds_alternative<protocol::States>(frame), "a read is done");
            });
    }

    [[nodiscard]] bool isDone() const
    {
        return std::none_of(m_pending.begin(), m_pending.end(),
                            [](const auto& one) { return one.has_value(); });
    }
    /// The times since the last call.
    [[nodiscard]] std::vector<double> takeTimes() { return std::exchange(m_times, {}); }

    /// Both devices of each user get the totals that follow from the ledger.
    void checkTotals(Loop& loop, const Ledger& ledger)
    {
        std::size_t answers = 0;
        for (std::size_t user = 0; user < m_pending.size(); ++user) {
            std::uint64_t unread = 0;
            for (const std::size_t group : m_people.groupsOf(user)) {
                const auto read = m_read.find({user, group});
                const Seq base = m_people.groups()[group].base;
                unread +=
                    ledger.unread(group, user, read == m_read.end() ? base : std::max(base, read->second));
            }
            for (Device* device : {&m_crowd.device(user), m_others[user].get()}) {
                device->ask(protocol::GetTotals(), [&answers, unread](const protocol::ServerFrame& frame) {
                    const auto* totals = std::get_if<protocol::TotalsNow>(&frame);
                    require(totals != nullptr && totals->unread == unread, "a right total on both servers");
                    ++answers;
                });
            }
        }
        loop.runUntil([&] { return answers == 2 * m_pending.size(); }, "the totals of the readers");
    }

private:
    struct Pending {
        ConversationId conversation;
        Seq seq;
        double begin = 0;
    };

    void note(std::size_t user, const protocol::States& states)
    {
        std::optional<Pending>& pending = m_pending[user];
        for (const ConversationState& state : states.states) {
            if (pending && state.id == pending->conversation && state.cursor.readSeq >= pending->seq) {
                m_times.push_back(m_watch.milliseconds() - pending->begin);
                pending.reset();
            }
        }
    }

    const Population& m_people;
    Crowd& m_crowd;
    Devices m_others;
    std::vector<std::optional<Pending>> m_pending;
    std::map<std::pair<std::size_t, std::size_t>, Seq> m_read;
    bench::Stopwatch m_watch;
    std::vector<double> m_times;
    std::size_t m_next = 0;
};

/// The times from a read at one server until a device at the other shows it, while all users send at this
/// rate.
std::vector<double> readsUnder(Loop& loop, Crowd& crowd, Readers& readers, Ledger& ledger,
                               double messagesPerSecond, double seconds)
{
    constexpr double readsPerSecond = 100;
    const bench::Stopwatch watch;
    double sent = 0;
    double reads = 0;
    std::size_t waiting = 0;
    std::size_t user = 0;
    const std::size_t users = ledger.users();
    loop.runFor(seconds, 1, [&] {
        for (; sent < watch.seconds() * messagesPerSecond; ++sent) {
            ++waiting;
            crowd.send(user++ % users, ledger, [&waiting] { --waiting; });
        }
        for (; reads < watch.seconds() * readsPerSecond; ++reads) {
            readers.readOne(ledger);
        }
    });
    loop.runUntil([&] { return waiting == 0 && readers.isDone(); }, "all answers");
    return readers.takeTimes();
}

Figures runNodes(const Arguments& arguments)
{
    const Scratch scratch(arguments.directory());
    PostgresDatabase database(arguments.directory());
    Nodes nodes(arguments, scratch, database.url());
    Loop loop;
    const Population people(loop, nodes.place(0),
                            {arguments["users"], arguments["conversations"], arguments["members"]});
    Ledger ledger(people);
    const auto seconds = static_cast<double>(arguments["seconds"]);
    std::array<double, 2> sends{};
    std::array<double, 2> polls{};
    std::array<std::vector<double>, 2> times;
    std::uint64_t number = 0;
    std::vector<double> reads;
    std::vector<double> calmReads;
    for (std::size_t count = 1; count <= 2; ++count) {
        Crowd crowd(loop, people, nodes, count);
        crowd.startAt(number);
        if (count == 1) {
            std::vector<double> ofWarmUp;
            crowd.sendFor(seconds / 4, ledger, ofWarmUp);
            database.analyze();
        }
        sends[count - 1] = crowd.sendFor(seconds, ledger, times[count - 1]);
        polls[count - 1] = crowd.pollFor(seconds);
        if (count == 2) {
            Readers readers(loop, people, nodes, crowd, arguments["readers"]);
            reads = readsUnder(loop, crowd, readers, ledger, sends[1] / 2, seconds);
            calmReads = readsUnder(loop, crowd, readers, ledger, sends[1] / 8, seconds);
            readers.checkTotals(loop, ledger);
        }
        number = crowd.lastNumber();
    }
    for (std::size_t node = 0; node < 2; ++node) {
        ledger.compareLogs(loop, nodes.place(node));
    }
    nodes.stopAndCheck();
    const PgbenchRun limits{database.port(), people.groups().size(), people.shape().users,
                            arguments["clients"], seconds};
    const double totalsLimit = pgbenchTotals(limits);
    const std::string totalsLimitName = "pgbench, the same statements";
    // This comes last, because it writes messages that no client has sent.
    const double limit = pgbenchSends(limits);
    const std::string limitName = "pgbench, the same transaction";
    return {
        atLeast({"durable sends, one server", sends[0], "messages/s", {}, {}, limit, limitName}, limit * 0.6),
        atLeast({"durable sends, two servers", sends[1], "messages/s", {}, {}, limit, limitName},
                limit * 0.6),
        {"acknowledged, p99, one server", bench::percentile(times[0], 0.99), "ms"},
        {"acknowledged, p99, two servers", bench::percentile(times[1], 0.99), "ms"},
        {"read to cleared at another server, p50, half load", bench::median(reads), "ms"},
        atMost({"read to cleared at another server, p99, half load", bench::percentile(reads, 0.99), "ms"},
               25),
        {"read to cleared at another server, p50, an eighth", bench::median(calmReads), "ms"},
        atMost(
            {"read to cleared at another server, p99, an eighth", bench::percentile(calmReads, 0.99), "ms"},
            25),
        atLeast({"totals told, one server", polls[0], "answers/s", {}, {}, totalsLimit, totalsLimitName},
                totalsLimit * 0.6),
        atLeast({"totals told, two servers", polls[1], "answers/s", {}, {}, totalsLimit, totalsLimitName},
                totalsLimit * 0.6)};
}

} // namespace

Scenario nodesScenario()
{
    return {
        "nodes",
        "Two servers on one PostgreSQL that waits for the disk: sends, totals, reads from one to the other.",
        nodesParameters, runNodes};
}

} // namespace tidemark::load
