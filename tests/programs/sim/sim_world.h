#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/scheduler.h"
#include "app/lab/world/servers/sim_bus.h"
#include "app/lab/world/servers/sim_database.h"
#include "app/lab/world/servers/sim_reactions.h"
#include "app/lab/world/servers/sim_server.h"
#include "app/lab/world/sim_clock.h"
#include "app/lab/world/sim_network.h"
#include "core/base/random.h"
#include "tests/programs/sim/devices/sim_attacker.h"
#include "tests/programs/sim/devices/sim_courier.h"
#include "tests/programs/sim/devices/sim_leaver.h"
#include "tests/programs/sim/devices/sim_stranger.h"
#include "tests/programs/sim/folder_life.h"
#include "tests/programs/sim/random_plan.h"
#include "tests/programs/sim/sim_avatars.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::sim {

/// The figures of a finished run.
struct RunStatistics {
    std::uint64_t entries = 0;      ///< in all logs of the server
    std::uint64_t acknowledged = 0; ///< messages that a device saw acknowledged
    std::uint64_t recalls = 0;
    std::uint64_t mismatches = 0;
};

/// One run: users on several devices send and read for a while under faults. Then everything settles, and
/// all must agree.
class SimWorld {
public:
    explicit SimWorld(const RandomPlan& plan);
    ~SimWorld();

    /// Throws Violation.
    RunStatistics run();
    /// After run(): what the server and the devices have, in lines, except for reactions (R-I1).
    [[nodiscard]] std::vector<std::string> factsBesideReactions();

private:
    /// Servers save at intervals how long they have run, so a restart may lose this much when ages are
    /// computed.
    static constexpr Milliseconds maxUncounted{60000};
    struct Person {
        std::string name;
        std::vector<std::unique_ptr<SimDevice>> devices;
    };

    void makeServers();
    [[nodiscard]] server::Store& store() { return m_database.store(); }
    [[nodiscard]] SimServer& anyServer();
    [[nodiscard]] bool isAnyServerUp() const;
    /// Kills all servers, runs `action` on their database, and starts them again.
    void stopServersFor(const std::function<void()>& action);
    void signIn();
    /// Makes the users without devices.
    void makeOthers();
    /// Everything that happens in one step of the run.
    void actOnce(int step);
    void act();
    /// Makes the servers' clock wrong, or right again.
    void changeClock();
    void actOn(SimDevice& device);
    /// Sends or fetches files.
    void actWithFiles();
    void write(SimDevice& device, const LocalConversation& conversation);
    void writeLine(SimDevice& device, const LocalConversation& conversation);
    /// Sends so many messages that others are notified in blocks, and then nothing for a while.
    void chatter(SimDevice& device, const LocalConversation& conversation);
    void change(SimDevice& device, const LocalConversation& conversation);
    void read(SimDevice& device, const LocalConversation& conversation);
    void readAndUndo(SimDevice& device, const LocalConversation& conversation);
    [[nodiscard]] UserId anybody();
    [[nodiscard]] ReceiptPrivacy anyPrivacy();
    /// Some mutes end within the run.
    [[nodiscard]] std::optional<std::uint32_t> anyMuteSeconds();
    void manage(SimDevice& device, const LocalConversation& conversation);
    void gather(SimDevice& device);
    /// The operator sends an announcement or raises a dot.
    void operate();
    /// The operator deletes the leaver's account, once there is one.
    void deleteLeaver();
    /// Repeats all unanswered requests.
    void askServer();
    void checkOperations();
    /// Checks everything after the run, and counts what it says about devices.
    void checkAtRest(RunStatistics& outcome);
    /// All devices of a user are offline for a while, and come back.
    void stayAway();
    void seeDot(SimDevice& device);
    /// A user ignores another one, or ends that.
    void ignore();
    void clearHistory();
    /// A user forbids forwarding from a conversation, or allows it.
    void forbidForwarding();
    /// A user forwards a message, mostly one that they may forward.
    void forward();
    /// A user hides some messages from themselves.
    void hide();
    /// A user goes on with a draft, clears or sends it, or ends a conflict.
    void draft();
    /// A user schedules, changes or cancels a message.
    void schedule();
    /// A user reacts to one of the newest messages, or sees the reactions to their own.
    void react();
    /// `device` reacts or looks at reactions, if the run has that.
    void feedReaction(SimDevice& device, const Input& input);
    /// A random action on channels and the feed.
    void follow(SimDevice& device);
    /// Opens the feed on a device that has a number. At times the device dies right afterwards.
    void openFeed();
    /// The owner posts there from one of their devices, if one is running and knows the channel.
    void postTo(ConversationId channel);
    /// Empty while the server is down.
    [[nodiscard]] std::vector<ConversationId> channels();
    void settle();
    /// Whether the attacker or the leaver may have sent anything about this conversation.
    [[nodiscard]] bool isAttackersToo(ConversationId conversation);
    void checkMarksOfAll();
    [[nodiscard]] std::vector<SimDevice*> allDevices();
    /// Shows all pictures of users and groups on all devices, until each has asked for them.
    void showAvatars();
    /// Of the users without devices.
    void actOfOthers();
    /// Whether the courier and the stranger have done everything.
    [[nodiscard]] bool areOthersDone() const;
    [[nodiscard]] bool isQuiet();
    [[nodiscard]] std::string whatIsNotQuiet();
    /// In a still run, waits until the last action has ended.
    void rest()
    {
        if (m_plan.isStill) {
            m_scheduler.runUntil(m_scheduler.now() + Milliseconds(7000));
        }
    }
    [[nodiscard]] SimDevice& anyDevice();
    [[nodiscard]] MessageUuid newUuid();
    [[nodiscard]] bool oneIn(std::uint64_t n) { return m_random.below(n) == 0; }
    void letPass(std::uint64_t maxMs)
    {
        m_scheduler.runUntil(m_scheduler.now()
                             + Milliseconds(static_cast<std::int64_t>(m_random.below(maxMs))));
    }

    RandomPlan m_plan;
    SplitMix64 m_random;
    Scheduler m_scheduler;
    SimClock m_clock;
    SplitMix64 m_clockRandom;
    SplitMix64 m_fileRandom;
    SplitMix64 m_reactionRandom;
    AvatarLife m_avatars;
    SplitMix64 m_ignoreRandom;
    SplitMix64 m_clearRandom;
    SplitMix64 m_hideRandom;
    SplitMix64 m_draftRandom;
    std::uint64_t m_words = 0; ///< of all drafts
    SplitMix64 m_scheduleRandom;
    SplitMix64 m_invitationRandom;
    std::uint64_t m_scheduledTexts = 0;
    FolderLife m_folders;
    SplitMix64 m_forwardRandom;
    ReactionTruth m_reactionTruth;
    SimNetwork m_network;
    SimBus m_bus;
    SimDatabase m_database;
    std::vector<std::unique_ptr<SimServer>> m_servers;
    std::vector<Person> m_people;
    std::unique_ptr<SimAttacker> m_attacker; ///< none in most runs
    std::unique_ptr<SimCourier> m_courier;   ///< none in most runs
    std::unique_ptr<SimStranger> m_stranger; ///< none without a courier
    std::unique_ptr<SimLeaver> m_leaver;     ///< none in most runs
    struct Operation {
        server::OperatorRequest request;
        bool isDone = false;
        Seq seq; ///< the announcement that was acknowledged
    };
    std::vector<Operation> m_operations; ///< beginning with ticket 1
    std::uint64_t m_lines = 0;
};

} // namespace tidemark::sim
