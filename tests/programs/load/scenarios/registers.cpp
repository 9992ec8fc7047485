#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/scenarios/scenario.h"
#include "tests/programs/load/scenarios/senders.h"

#include <string>
#include <utility>

namespace tidemark::load {
namespace {

const std::vector<Parameter> registersParameters{
    {"senders", 200, 20, "users that send, each again after each acknowledgement"},
    {"conversations", 5, 2, "groups to which each of them sends in turn"},
    {"members", 20, 10, "senders in each group"},
    {"changes", 200, 20, "reactions, ignored users and drafts that change per second, as many of each"},
    {"rounds", 4, 1, "measurements without and with these changes, in turns"},
    {"seconds", 4, 1, "duration of each measurement"},
};

/// The changes have numbers above those of the messages.
constexpr std::uint64_t firstChange = 1'000'000'000;

/// The users change reactions, ignored users and drafts at a steady rate, by a second connection of each.
class Changers {
public:
    Changers(Stage& stage, const Ledger& ledger, double perSecond)
        : m_stage(stage), m_ledger(ledger), m_perSecond(perSecond),
          m_devices(stage.people.devices(stage.loop, stage.server.place(), true, false)),
          m_users(m_devices.size())
    {
        signInAll(stage.loop, m_devices, m_devices.size());
    }

    /// Makes the changes that are due `seconds` after the beginning of a measurement.
    void advance(double seconds)
    {
        for (; static_cast<double>(m_made) < seconds * m_perSecond; ++m_made) {
            change(m_next++);
        }
    }
    void beginRound() { m_made = 0; }
    [[nodiscard]] std::uint64_t changes() const { return m_next; }

    /// Nobody is ignored afterwards, so that all messages count again.
    void settle()
    {
        m_stage.loop.runUntil([this] { return m_waiting == 0; }, "answers to changes");
        for (std::size_t user = 0; user < m_users.size(); ++user) {
            if (m_users[user].ignores) {
                ignore(user);
            }
        }
        m_stage.loop.runUntil([this] { return m_waiting == 0; }, "nobody to be ignored");
    }

private:
    struct User {
        bool ignores = false;
        Seq reacted; ///< the message with the user's reaction; 0: none
        std::uint64_t draftVersion = 0;
        bool isWriting = false; ///< the answer to a draft is on its way
    };

    void change(std::uint64_t number)
    {
        constexpr std::uint64_t kinds = 3;
        const std::size_t user = number / kinds % m_users.size();
        switch (number % kinds) {
        case 0:
            return react(user);
        case 1:
            return ignore(user);
        default:
            return write(user);
        }
    }

    [[nodiscard]] std::size_t groupIndexOf(std::size_t user) const
    {
        return m_stage.people.groupsOf(user).front();
    }
    [[nodiscard]] const Group& groupOf(std::size_t user) const
    {
        return m_stage.people.groups()[groupIndexOf(user)];
    }

    template <typename Wanted>
    void ask(std::size_t user, protocol::ClientFrame frame)
    {
        ++m_waiting;
        m_devices[user]->ask(std::move(frame), [this](const protocol::ServerFrame& answer) {
            require(std::holds_alternative<Wanted>(answer), "a change is acknowledged");
            --m_waiting;
        });
    }
    [[nodiscard]] MessageUuid uuid(std::size_t user) { return uuidOf(user, firstChange + m_lastUuid++); }

    void react(std::size_t user)
    {
        User& one = m_users[user];
        const bool isOn = !one.reacted.isValid();
        const Seq target = isOn ? m_ledger.head(groupIndexOf(user)) : one.reacted;
        if (target <= groupOf(user).base) {
            return;
        }
        one.reacted = isOn ? target : Seq();
        ask<protocol::Reactions>(user, protocol::React{groupOf(user).id, groupOf(user).logEpoch, target,
                                                       "\U0001f44d", isOn, uuid(user)});
    }

    void ignore(std::size_t user)
    {
        User& one = m_users[user];
        one.ignores = !one.ignores;
        protocol::SetIgnored set;
        set.level = one.ignores ? IgnoreLevel::Ignored : IgnoreLevel::None;
        set.uuid = uuid(user);
        const std::vector<std::size_t>& members = groupOf(user).members;
        set.name = Population::nameOf(members.front() == user ? members.back() : members.front());
        ask<protocol::IgnoredUsers>(user, std::move(set));
    }

    void write(std::size_t user)
    {
        User& one = m_users[user];
        if (std::exchange(one.isWriting, true)) {
            return;
        }
        protocol::SetDraft set;
        set.conversation = groupOf(user).id;
        set.baseVersion = one.draftVersion;
        set.text = "a draft before change " + std::to_string(m_lastUuid);
        set.uuid = uuid(user);
        ++m_waiting;
        m_devices[user]->ask(std::move(set), [this, user](const protocol::ServerFrame& answer) {
            const auto* result = std::get_if<protocol::DraftResult>(&answer);
            require(result != nullptr && !result->isConflict, "a draft is acknowledged");
            m_users[user].draftVersion = result->draft.version;
            m_users[user].isWriting = false;
            --m_waiting;
        });
    }

    Stage& m_stage;
    const Ledger& m_ledger;
    double m_perSecond;
    Devices m_devices;
    std::vector<User> m_users;
    std::uint64_t m_next = 0;
    std::uint64_t m_made = 0;
    std::uint64_t m_lastUuid = 0;
    std::size_t m_waiting = 0;
};

Figures runRegisters(const Arguments& arguments)
{
    Stage stage(arguments, {arguments["senders"], arguments["conversations"], arguments["members"]});
    Senders senders(stage);
    constexpr double kinds = 3;
    Changers changers(stage, senders.ledger(), kinds * static_cast<double>(arguments["changes"]));
    const auto seconds = static_cast<double>(arguments["seconds"]);
    std::vector<double> without;
    std::vector<double> with;
    const auto measureCalm = [&] {
        const std::vector<double> calm = senders.run(seconds, [] {});
        without.insert(without.end(), calm.begin(), calm.end());
    };
    const auto measureBusy = [&] {
        changers.beginRound();
        const bench::Stopwatch watch;
        const std::vector<double> busy = senders.run(seconds, [&] { changers.advance(watch.seconds()); });
        with.insert(with.end(), busy.begin(), busy.end());
    };
    for (std::uint64_t round = 0; round < arguments["rounds"]; ++round) {
        // The log grows, and later measurements are slower by some percent. So each kind comes first in turn.
        if (round % 2 == 0) {
            measureCalm();
            measureBusy();
        } else {
            measureBusy();
            measureCalm();
        }
    }
    changers.settle();
    senders.checkAll();
    stage.server.stop();
    stage.server.checkDatabase();
    const double before = bench::percentile(without, 0.99);
    return {atMost({"acknowledged beside changes, p99",
                    bench::percentile(with, 0.99),
                    "ms",
                    {},
                    {},
                    before,
                    "the same without changes"},
                   1.1 * before),
            {"changes", static_cast<double>(changers.changes()), ""}};
}

} // namespace

Scenario registersScenario()
{
    return {"registers", "Users change reactions, ignored users and drafts while many users send.",
            registersParameters, runRegisters};
}

} // namespace tidemark::load
