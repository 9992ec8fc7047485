#pragma once

#include "core/base/random.h"
#include "tests/programs/sim/plan.h"
#include "tests/programs/sim/scheduler.h"
#include "tests/programs/sim/sim_attacker.h"
#include "tests/programs/sim/sim_bus.h"
#include "tests/programs/sim/sim_clock.h"
#include "tests/programs/sim/sim_database.h"
#include "tests/programs/sim/sim_device.h"
#include "tests/programs/sim/sim_network.h"
#include "tests/programs/sim/sim_server.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::sim {

/// What a finished run amounted to.
struct RunStatistics {
    std::uint64_t entries = 0;      ///< in all logs of the server
    std::uint64_t acknowledged = 0; ///< messages that a device saw acknowledged
    std::uint64_t recalls = 0;
    std::uint64_t mismatches = 0;
};

/// One run: people on several devices talk and read for a while under faults, then everything calms down and
/// all must agree.
class SimWorld {
public:
    explicit SimWorld(const Plan& plan);
    ~SimWorld();

    /// Throws Violation.
    RunStatistics run();

private:
    struct Person {
        std::string name;
        std::vector<std::unique_ptr<SimDevice>> devices;
    };

    void makeServers();
    [[nodiscard]] server::Store& store() { return m_database.store(); }
    [[nodiscard]] SimServer& anyServer();
    [[nodiscard]] bool isAnyServerUp() const;
    /// All servers die, and something is done with what they have stored.
    void stopServersFor(const std::function<void()>& action);
    void signIn();
    void act();
    /// The servers' clock is wrong from now on, or right again.
    void changeClock();
    void actOn(SimDevice& device);
    void write(SimDevice& device, const LocalConversation& conversation);
    void writeLine(SimDevice& device, const LocalConversation& conversation);
    /// Line by line and so fast that others are told in blocks; then nothing more for a while.
    void chatter(SimDevice& device, const LocalConversation& conversation);
    void change(SimDevice& device, const LocalConversation& conversation);
    void read(SimDevice& device, const LocalConversation& conversation);
    void readAndUndo(SimDevice& device, const LocalConversation& conversation);
    [[nodiscard]] UserId anybody();
    [[nodiscard]] ReceiptPrivacy anyPrivacy();
    /// Some end within the run.
    [[nodiscard]] std::optional<std::uint32_t> anyMuteSeconds();
    void manage(SimDevice& device, const LocalConversation& conversation);
    void gather(SimDevice& device);
    /// The operator tells everybody something or raises a dot.
    void operate();
    /// Asks for everything again that was not answered.
    void askServer();
    void checkOperations();
    /// All devices of a person are offline for a while, and come back.
    void stayAway();
    void seeDot(SimDevice& device);
    /// Something about channels and the feed.
    void follow(SimDevice& device);
    /// On a device where it counts something; at times that dies right afterwards.
    void openFeed();
    /// Its owner writes there, from one of their devices, if that is running and knows it.
    void postTo(ConversationId channel);
    /// None while the server is down.
    [[nodiscard]] std::vector<ConversationId> channels();
    void settle();
    /// Conversations about which the attacker may have told others what it likes.
    [[nodiscard]] bool isAttackersToo(ConversationId conversation);
    void checkMarksOfAll();
    [[nodiscard]] bool isQuiet();
    [[nodiscard]] std::string whatIsNotQuiet();
    [[nodiscard]] SimDevice& anyDevice();
    [[nodiscard]] MessageUuid newUuid();
    [[nodiscard]] bool oneIn(std::uint64_t n) { return m_random.below(n) == 0; }
    void letPass(std::uint64_t maxMs)
    {
        m_scheduler.runUntil(m_scheduler.now()
                             + Milliseconds(static_cast<std::int64_t>(m_random.below(maxMs))));
    }

    Plan m_plan;
    SplitMix64 m_random;
    Scheduler m_scheduler;
    SimClock m_clock;
    SplitMix64 m_clockRandom;
    SimNetwork m_network;
    SimBus m_bus;
    SimDatabase m_database;
    std::vector<std::unique_ptr<SimServer>> m_servers;
    std::vector<Person> m_people;
    std::unique_ptr<SimAttacker> m_attacker; ///< none in most runs
    struct Operation {
        server::OperatorRequest request;
        bool isDone = false;
        Seq seq; ///< of a notice that was said to be written
    };
    std::vector<Operation> m_operations; ///< ticket 1 first
    std::uint64_t m_lines = 0;
};

} // namespace tidemark::sim
