#pragma once

#include "core/sync/engine.h"
#include "tests/hub/hub_world.h"
#include "tests/sync/memory_log.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace tidemark::failures {

class HubDevice;

/// The real hub and the real engines of any number of devices. Frames are carried by hand, so that a test can
/// lose, double or hold them back; time passes only when told.
class House {
public:
    explicit House(server::HubConfig config = server::HubWorld::openConfig());
    ~House();

    /// Somebody else, who writes frames down one by one. Signed in.
    [[nodiscard]] server::Client& person(const std::string& name);
    /// A new device of `name`, whose account is made at the first one. Not yet connected.
    [[nodiscard]] HubDevice& device(const std::string& name);
    /// The same, online and with everything pulled.
    [[nodiscard]] HubDevice& onlineDevice(const std::string& name);

    /// Carries frames in both directions until nothing moves.
    void settle();
    /// Time passes for everybody; what comes due on the way happens, and its frames are carried.
    void pass(Milliseconds time);
    /// The server dies and starts again on what is stored; every connection is lost.
    void restartServer();
    /// What the server counts for `name`, found by going through the log.
    [[nodiscard]] ReadCounts recount(const std::string& name, ConversationId conversation);
    [[nodiscard]] server::MemberRecord member(const std::string& name, ConversationId conversation);

    server::HubWorld world;

private:
    [[nodiscard]] std::string tokenOf(const std::string& name);
    /// Moves what is on its way by one hop; false: there was nothing.
    bool carry();
    void step(Milliseconds time);

    std::vector<std::unique_ptr<server::Client>> m_people;
    std::vector<std::unique_ptr<HubDevice>> m_devices;
    std::map<std::string, std::string> m_tokens; ///< by account
    Instant m_now{Milliseconds(1000000)};
};

/// One device: engine, store and connection. After every step the store must agree with the engine, and
/// whatever number is called exact with a recount.
class HubDevice {
public:
    HubDevice(House& house, User user, std::string token, std::uint64_t number);

    // ---- the connection
    /// Connects at once, however long the engine would have waited.
    void connects();
    /// And the server is out of reach until connects().
    void losesConnection();
    /// From now on nothing arrives any more in either direction, and nobody is told.
    void goesSilent() { m_isSilent = true; }

    // ---- the person and the program
    void does(const Input& input);
    MessageUuid types(ConversationId conversation, const std::string& text = "hello");
    /// `through` 0: all.
    void reads(ConversationId conversation, std::uint64_t through = 0);
    void marksUnread(ConversationId conversation, std::uint64_t from);
    void changes(ConversationId conversation, ConversationSettings settings);
    /// Killed, and started again on what is stored.
    void restarts();
    /// Killed before the transaction of this step was committed, and started again.
    void crashesOn(const Input& input);

    // ---- frames, for tests that carry them themselves
    /// What it has sent goes into the hub's next turn; false: nothing.
    bool handsOver();
    /// What the hub has sent arrives; false: nothing.
    bool takesIn();
    /// What the hub has sent is lost on the way.
    void losesWhatWasSentToIt();
    /// Pushes are lost from now on; answers arrive.
    bool losesPushes = false;
    /// Every push arrives twice.
    bool doublesPushes = false;
    void tick(Instant now);

    // ---- what holds
    [[nodiscard]] const LocalConversation& in(ConversationId conversation) const;
    [[nodiscard]] ReadCounts badge(ConversationId conversation) const { return in(conversation).counts; }
    [[nodiscard]] std::uint64_t unread(ConversationId conversation) const
    {
        return badge(conversation).unread;
    }
    [[nodiscard]] std::uint64_t total() const { return m_engine->totals().unread; }
    /// Certain, equal to a recount by the server, and the total is the sum.
    void agreesWithServer() const;
    [[nodiscard]] const Engine& engine() const { return *m_engine; }
    [[nodiscard]] const test::MemoryLog& store() const { return m_store; }
    [[nodiscard]] bool isOnline() const { return m_engine->connection().phase == ConnectionPhase::Online; }
    /// How often the engine met equal stamps with other values (I8).
    [[nodiscard]] int contradictions() const { return m_contradictions; }
    /// Frames that were sent to it since the last connects().
    [[nodiscard]] int framesTaken() const { return m_framesTaken; }
    [[nodiscard]] const std::string& name() const { return m_name; }

private:
    void step(const Input& input);
    void check() const;
    void dropConnection();

    House& m_house;
    std::string m_name;
    EngineConfig m_config;
    test::MemoryLog m_store;
    std::unique_ptr<Engine> m_engine;
    Instant m_now;
    std::optional<Instant> m_wakeUp;
    std::deque<protocol::ClientEnvelope> m_sent;
    server::Target m_target; ///< connection 0: none
    bool m_isSilent = false;
    bool m_isOutOfReach = false;
    int m_contradictions = 0;
    int m_framesTaken = 0;
};

} // namespace tidemark::failures
