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

/// The real hub and the real engines of any number of devices. The test carries the frames, so it can lose,
/// double or hold them back. Time passes only when the test says so.
class House {
public:
    explicit House(server::HubConfig config = server::HubWorld::openConfig());
    ~House();

    /// Another signed-in user, whose frames the test writes one by one.
    [[nodiscard]] server::Client& person(const std::string& name);
    /// A new device of `name`, not yet connected. The first device makes the account.
    [[nodiscard]] HubDevice& device(const std::string& name);
    /// A new device that is online and has pulled all entries.
    [[nodiscard]] HubDevice& onlineDevice(const std::string& name);

    /// Carries frames in both directions until nothing moves.
    void settle();
    /// Time passes for hub and devices. Everything that becomes due on the way happens, and its frames are
    /// carried.
    void pass(Milliseconds time);
    /// The server dies and starts again with the stored data. Every connection is lost.
    void restartServer();
    /// The server's count for `name`, found by going through the log.
    [[nodiscard]] ReadCounts recount(const std::string& name, ConversationId conversation);
    [[nodiscard]] server::MemberRecord member(const std::string& name, ConversationId conversation);

    server::HubWorld world;

private:
    [[nodiscard]] std::string tokenOf(const std::string& name);
    /// Moves the frames on their way by one hop. False if there were none.
    bool carry();
    void step(Milliseconds time);

    std::vector<std::unique_ptr<server::Client>> m_people;
    std::vector<std::unique_ptr<HubDevice>> m_devices;
    std::map<std::string, std::string> m_tokens; ///< by account
    Instant m_now{Milliseconds(1000000)};
};

/// One device with engine, store and connection. After every step the store must agree with the engine, and
/// every exact number with a recount.
class HubDevice {
public:
    HubDevice(House& house, User user, std::string token, std::uint64_t number);

    // ---- the connection
    /// Connects at once, however long the engine would have waited.
    void connects();
    /// The server is out of reach until connects().
    void losesConnection();
    /// From now on no frame arrives in either direction, and no side learns of it.
    void goesSilent() { m_isSilent = true; }

    // ---- the user and the program
    void does(const Input& input);
    MessageUuid types(ConversationId conversation, const std::string& text = "hello");
    /// If `through` is 0, reads everything.
    void reads(ConversationId conversation, std::uint64_t through = 0);
    void marksUnread(ConversationId conversation, std::uint64_t from);
    void changes(ConversationId conversation, ConversationSettings settings);
    /// The program is killed, and starts again with the stored data.
    void restarts();
    /// The program is killed before the transaction of this step is committed, and starts again.
    void crashesOn(const Input& input);

    // ---- frames, for tests that carry them themselves
    /// Puts the sent frames into the hub's next turn. False if there are none.
    bool handsOver();
    /// The frames from the hub arrive. False if there are none.
    bool takesIn();
    /// The frames from the hub are lost on the way.
    void losesWhatWasSentToIt();
    /// If true, pushes are lost and answers arrive.
    bool losesPushes = false;
    /// If true, every push arrives twice.
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
    /// The numbers are certain and equal a recount by the server, and the total is their sum.
    void agreesWithServer() const;
    [[nodiscard]] const Engine& engine() const { return *m_engine; }
    [[nodiscard]] const test::MemoryLog& store() const { return m_store; }
    [[nodiscard]] bool isOnline() const { return m_engine->connection().phase == ConnectionPhase::Online; }
    /// The number of times that the engine found equal stamps with different values (I8).
    [[nodiscard]] int contradictions() const { return m_contradictions; }
    /// The number of frames from the hub since the last connects().
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
    server::Target m_target; ///< connection 0 means none
    bool m_isSilent = false;
    bool m_isOutOfReach = false;
    int m_contradictions = 0;
    int m_framesTaken = 0;
};

} // namespace tidemark::failures
