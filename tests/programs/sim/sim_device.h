#pragma once

#include "core/base/random.h"
#include "core/store/client_store.h"
#include "core/sync/engine.h"
#include "tests/programs/sim/plan.h"
#include "tests/programs/sim/scheduler.h"
#include "tests/programs/sim/sim_network.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tidemark::sim {

/// What a user did on a device and saw confirmed: what must hold in the end.
struct Diary {
    struct Composed {
        ConversationId conversation;
        protocol::Content content;
    };
    std::map<MessageUuid, Composed> composed; ///< committed on the device
    std::map<MessageUuid, Seq> acked;
    std::set<MessageUuid> failed;
    /// Per conversation and generation the furthest committed read; emptied where something else moved the
    /// cursor.
    std::map<std::pair<ConversationId, Generation>, Seq> reads;
    /// How often the user has marked a conversation as unread, or taken back a read.
    std::map<ConversationId, std::uint32_t> markedUnread;
    /// The furthest read that others were allowed to learn of.
    std::map<ConversationId, Seq> shownReads;
    /// The newest version of each dot that the user has seen.
    std::map<std::string, std::uint64_t> seenDots;
    /// Per log and membership of a channel how far the opened feed has reset it.
    std::map<std::tuple<ConversationId, LogEpoch, Generation>, Seq> feeds;
};

/// The real engine on the real store: the loop's contract, with crashes between any two of its steps.
class SimDevice {
public:
    SimDevice(const Plan& plan, Scheduler& scheduler, SimNetwork& network, std::string userName, int number);
    ~SimDevice();

    [[nodiscard]] bool isUp() const { return m_engine.has_value(); }
    [[nodiscard]] const Engine& engine() const { return *m_engine; }
    [[nodiscard]] ClientStore& store() { return *m_store; }
    [[nodiscard]] const std::string& userName() const { return m_userName; }
    [[nodiscard]] std::string label() const { return m_userName + "#" + std::to_string(m_number); }
    [[nodiscard]] const Diary& diary() const { return m_diary; }
    /// The newest entry that the device has ever held of a log; 0 none.
    [[nodiscard]] Seq reached(ConversationId conversation, LogEpoch epoch) const;
    [[nodiscard]] int mismatches() const { return m_mismatches; }

    /// One input through the loop; dropped while the process is dead.
    void feed(const Input& input);
    void start();
    void die();
    void setCalm() { m_calm = true; }

private:
    class DefectiveLog;
    [[nodiscard]] bool happens(std::uint32_t chance) { return !m_calm && m_random.below(1000) < chance; }
    void rebuild();
    [[nodiscard]] std::vector<Write> writesOf(const Input& input, const Effects& effects);
    /// What a device with a defect of the feed writes in place of `writes`.
    void spoilFeed(std::vector<Write>& writes, const Input& input);
    void note(const Input& input, const Effects& effects);
    void noteShown(ConversationId id);
    void noteOpenedFeed();
    void noteReceipt(ConversationId id);
    void noteReached(const LocalConversation& conversation, Seq through);
    void noteFloor(ConversationId id);
    void noteDots();
    /// What arrived last, of one dot after the other.
    void noteArrived(const protocol::Dots& dots);
    void obey(const Effects& effects);
    void sendAll(const Effects& effects);
    void setTimer(std::optional<Instant> wakeUp);
    void arrive(const std::string& bytes);

    const Plan& m_plan;
    Scheduler& m_scheduler;
    SimNetwork& m_network;
    std::string m_userName;
    int m_number;
    SplitMix64 m_random;
    std::unique_ptr<ClientStore> m_store;
    std::unique_ptr<DefectiveLog> m_log;
    std::optional<Engine> m_engine;
    server::ConnectionId m_connection;
    std::uint64_t m_life = 0;
    std::uint64_t m_timer = 0;
    int m_mismatches = 0;
    bool m_calm = false;
    std::uint64_t m_keptFeed = 0; ///< of Defect::UnfollowKeepsFeed
    Diary m_diary;
    /// Per log the furthest receipt that this device has shown.
    std::map<std::pair<ConversationId, LogEpoch>, Seq> m_receipts;
    std::map<std::pair<ConversationId, LogEpoch>, Seq> m_reached;
    /// The same of floors, per membership.
    std::map<std::tuple<ConversationId, LogEpoch, Generation>, Seq> m_floors;
    std::map<std::string, Dot> m_dots;    ///< as this device has shown them
    std::map<std::string, Dot> m_arrived; ///< as they came last
};

} // namespace tidemark::sim
