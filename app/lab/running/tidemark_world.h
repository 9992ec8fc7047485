#pragma once

#include "app/lab/running/played_world.h"
#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_bus.h"
#include "app/lab/world/servers/sim_database.h"
#include "app/lab/world/servers/sim_server.h"
#include "app/lab/world/sim_clock.h"
#include "app/lab/world/sim_network.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace tidemark::lab {

/// The real engines and hubs on their real stores, under a virtual clock.
class TidemarkWorld final : public PlayedWorld, private sim::LinkRules {
public:
    /// `defect`: is switched on in the world. Throws sim::Violation if the world cannot be set up.
    TidemarkWorld(const Scenario& scenario, sim::Defect defect);
    ~TidemarkWorld() override;

    [[nodiscard]] bool canAdd(const Action& action) const override;
    [[nodiscard]] Moment moment() override;
    [[nodiscard]] std::vector<ShownNumber> numbers() override;
    [[nodiscard]] std::vector<std::string> findings() override;

private:
    /// The explanation of one number.
    struct Explained {
        Formula formula;
        std::vector<Seq> unread;
    };
    struct Device {
        std::unique_ptr<sim::SimDevice> sim;
        std::string name;
        std::string person;
        bool isSignedOut = false; ///< by its user
        int tokens = 0;           ///< given so far
        ConversationId open;
        std::size_t server = 0; ///< the last one to which it was connected
        std::map<ConversationId, std::uint64_t> shown;
        // Read from its database at most once between two inputs:
        std::optional<std::uint64_t> unsent;
        std::map<ConversationId, Explained> explained;
    };
    struct Sent {
        UserId author;
        MessageUuid uuid;
    };

    [[nodiscard]] static sim::Plan planOf(const Scenario& scenario, sim::Defect defect);
    void makeServers();
    void makeDevices();
    void setUpAccounts();
    void setUpConversations();
    /// Waits until `isDone`, with `ask` called every two seconds.
    void await(const std::string& what, const std::function<void()>& ask,
               const std::function<bool()>& isDone);
    void signIn(Device& device, bool makesAccount);
    [[nodiscard]] ConversationId findConversation(const Device& device, const ConversationOf& conversation);
    [[nodiscard]] server::Store& store() { return m_database.store(); }

    void perform(const Action& action, std::size_t device) override;
    void performOnDevice(const Action& action, Device& device);
    void performInConversation(const Action& action, Device& device);
    void performOnServer(const Action& action);
    void performOnDatabase(const Action& action);
    void read(const Action& action, Device& device, ConversationId conversation);
    void send(const Action& action, Device& device, ConversationId conversation);
    void mendEverything() override;
    [[nodiscard]] std::string whatMoves() override;

    /// The seq of a message if the device holds it; 0 if it does not.
    [[nodiscard]] Seq heldSeq(const Device& device, ConversationId conversation, const std::string& message);
    [[nodiscard]] MessageUuid newUuid();
    void noteShown(Device& device);
    /// Call when the device's database may have changed.
    static void forgetDetails(Device& device);
    [[nodiscard]] std::string nameOf(ConversationId conversation) const;
    [[nodiscard]] static std::string serverName(std::size_t place)
    {
        return "server" + std::to_string(place + 1);
    }
    /// The number by its definition, from a recount. Each is counted once for one moment.
    [[nodiscard]] std::uint64_t truthOf(const server::MemberRecord& member);
    [[nodiscard]] static const Explained& explainedIn(Device& device, const LocalConversation& conversation);
    [[nodiscard]] ShownNumber totalOf(Device& device);
    [[nodiscard]] std::optional<BadgeAtMoment> badgeOf(Device& device, ConversationId id,
                                                       const std::string& name, bool withDetails);
    [[nodiscard]] DeviceAtMoment atMoment(Device& device);

    // sim::LinkRules
    [[nodiscard]] bool isOpen(const std::string& owner, std::size_t server) override;
    [[nodiscard]] Passage passageOf(const std::string& owner, bool toServer) override;
    void sent(const sim::FrameOnLink& frame, bool isLost) override;
    void ended(const sim::FrameOnLink& frame, bool hasArrived) override;

    sim::Plan m_plan;
    SplitMix64 m_random;
    sim::SimClock m_clock;
    sim::SimNetwork m_network;
    sim::SimBus m_bus;
    sim::SimDatabase m_database;
    std::vector<std::unique_ptr<sim::SimServer>> m_servers;
    std::vector<bool> m_isServerCut;
    std::vector<Device> m_devices;
    std::map<std::string, std::size_t> m_owners; ///< the place of each device, by its label
    std::map<std::string, ConversationId> m_conversations;
    std::map<ConversationId, std::string> m_names;
    std::map<std::pair<std::string, std::string>, Sent> m_sent; ///< by conversation and message
    std::map<std::uint64_t, FrameAtMoment> m_underWay;
    std::map<std::pair<UserId, ConversationId>, std::uint64_t> m_truths; ///< of the moment that is read
    bool m_isRestored = false; ///< the database has lost what was acknowledged
    bool m_isSetUp = false;
};

} // namespace tidemark::lab
