#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/servers/raw_sqlite.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/scenarios/scenario.h"

#include <algorithm>

namespace tidemark::load {
namespace {

const std::vector<Parameter> sendsParameters{
    {"senders", 200, 20, "users that send, each again after each acknowledgement"},
    {"conversations", 5, 2, "groups to which each of them sends in turn"},
    {"members", 20, 10, "senders in each group"},
    {"seconds", 10, 1, "duration"},
};

/// Sends as fast as the server acknowledges.
class Senders {
public:
    explicit Senders(Stage& stage)
        : m_stage(stage), m_ledger(stage.people),
          m_devices(stage.people.devices(stage.loop, stage.server.place(), false, false)),
          m_numbers(m_devices.size())
    {
        signInAll(stage.loop, m_devices, m_devices.size());
        for (std::size_t member = 0; member < m_devices.size(); ++member) {
            m_notified.emplace_back(stage.people.groups().size());
            m_devices[member]->onPush([this, member](Device&, const protocol::ServerFrame& frame) {
                if (const auto* notify = std::get_if<protocol::Notify>(&frame)) {
                    note(member, *notify);
                }
            });
        }
    }

    void run(double seconds)
    {
        const double processorBefore = m_stage.server.processorSeconds();
        const bench::Stopwatch watch;
        m_watch = &watch;
        m_until = seconds;
        for (std::size_t sender = 0; sender < m_devices.size(); ++sender) {
            sendNext(sender);
        }
        m_stage.loop.runUntil([&] { return m_done == m_devices.size(); }, "acknowledgements");
        m_seconds = watch.seconds();
        m_processorSeconds = m_stage.server.processorSeconds() - processorBefore;
    }

    void checkAll() const
    {
        m_stage.loop.runUntil([&] { return allAreNotified(); },
                              "all members to be notified of the newest messages");
        m_ledger.compareTotals(m_stage.loop, m_devices);
        m_ledger.compareLogs(m_stage.loop, m_stage.server.place());
    }

    [[nodiscard]] double rate() const { return static_cast<double>(m_ledger.messages()) / m_seconds; }
    [[nodiscard]] double p99() const { return bench::percentile(m_times, 0.99); }
    [[nodiscard]] double processorShare() const { return m_processorSeconds / m_seconds * 100; }

private:
    void note(std::size_t member, const protocol::Notify& notify)
    {
        for (const protocol::Head& head : notify.heads) {
            Seq& newest = m_notified[member][m_stage.people.groupWith(head.conversation)];
            newest = std::max(newest, head.head);
        }
    }

    /// Whether all members of each group but the author were notified of its newest message.
    [[nodiscard]] bool allAreNotified() const
    {
        for (std::size_t member = 0; member < m_devices.size(); ++member) {
            for (const std::size_t group : m_stage.people.groupsOf(member)) {
                if (m_ledger.newestAuthor(group) != member
                    && m_notified[member][group] != m_ledger.head(group)) {
                    return false;
                }
            }
        }
        return true;
    }

    void sendNext(std::size_t sender)
    {
        if (m_watch->seconds() >= m_until) {
            ++m_done;
            return;
        }
        const std::vector<std::size_t>& groups = m_stage.people.groupsOf(sender);
        const std::uint64_t number = ++m_numbers[sender];
        const std::size_t group = groups[number % groups.size()];
        protocol::Send send = Ledger::messageOf(m_stage.people.groups()[group].id, sender, number);
        const double sentAt = m_watch->milliseconds();
        m_devices[sender]->ask(std::move(send), [=, this](const protocol::ServerFrame& frame) {
            const auto* ack = std::get_if<protocol::SendAck>(&frame);
            require(ack != nullptr && !ack->duplicate, "a message is acknowledged");
            m_times.push_back(m_watch->milliseconds() - sentAt);
            m_ledger.acknowledged(group, ack->seq, sender, number, false);
            sendNext(sender);
        });
    }

    Stage& m_stage;
    Ledger m_ledger;
    Devices m_devices;
    std::vector<std::uint64_t> m_numbers;
    std::vector<std::vector<Seq>> m_notified; ///< by member and group: the newest seq that a push has named
    const bench::Stopwatch* m_watch = nullptr;
    double m_until = 0;
    double m_seconds = 0;
    double m_processorSeconds = 0;
    std::size_t m_done = 0;
    std::vector<double> m_times;
};

double rawRate(const Scratch& scratch, int rowsEach, bool isBrief)
{
    const int commits = isBrief ? 20 : 300;
    return commits * rowsEach / bench::timeRawCommits(scratch.file("raw.db"), commits, rowsEach);
}

Figures runSends(const Arguments& arguments)
{
    Stage stage(arguments, {arguments["senders"], arguments["conversations"], arguments["members"]});
    Senders senders(stage);
    senders.run(static_cast<double>(arguments["seconds"]));
    senders.checkAll();
    const double raw = rawRate(stage.scratch, static_cast<int>(arguments["senders"]), arguments.isBrief());
    stage.server.stop();
    stage.server.checkDatabase();
    return {
        atLeast(
            {"durable sends", senders.rate(), "messages/s", {}, {}, raw, "raw SQLite, as many rows a commit"},
            10000),
        atMost({"acknowledged, p99", senders.p99(), "ms"}, 50),
        {"the server's processor", senders.processorShare(), "%"}};
}

} // namespace

Scenario sendsScenario()
{
    return {"sends", "Many users send durable messages to many groups, and all members are notified.",
            sendsParameters, runSends};
}

} // namespace tidemark::load
