#pragma once

#include "core/store/client_store.h"
#include "core/sync/engine.h"
#include "tests/programs/oracle/history.h"
#include "tests/programs/oracle/hub_side.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace tidemark::oracle {

/// A device: the real engine on the real store. Frames wait on both sides of its connection until the test
/// carries them.
class DeviceSide {
public:
    DeviceSide(const Oracle& oracle, HubSide& hub, UserId user, std::uint64_t number);
    ~DeviceSide();

    [[nodiscard]] UserId user() const { return m_user; }
    [[nodiscard]] const Engine& engine() const { return *m_engine; }
    [[nodiscard]] ClientStore& store() { return *m_store; }
    [[nodiscard]] std::string label() const;
    [[nodiscard]] server::ConnectionId connection() const { return m_connection; }

    /// Runs one input through the loop: decide, commit, send.
    void feed(const Input& input);
    void tick(Instant now);
    [[nodiscard]] std::optional<Instant> wakeUp() const { return m_wakeUp; }
    /// The next frame to the server.
    [[nodiscard]] std::optional<protocol::ClientEnvelope> handOver();
    /// Takes up to `maxFrames` frames of the server. By `chance` some pushes are lost, doubled or late.
    /// False if there were none.
    bool takeIn(std::uint64_t maxFrames, SplitMix64* chance);
    void loseConnection();
    void setReach(bool isInReach) { m_isInReach = isInReach; }
    /// The process is killed and starts again with the committed data.
    void restart();

    /// Compares the device's numbers with the entries that it knows. Skips this if nothing has happened
    /// since the last time, because the numbers were right then and no later message changes that. Throws
    /// Mismatch.
    void checkOwnView();
    /// Compares the device's numbers after it has received all frames. Throws Mismatch.
    void checkAgreement();
    [[nodiscard]] std::uint64_t comparisons() const { return m_comparisons; }

private:
    void start();
    void drop();
    void arrive(const protocol::ServerEnvelope& envelope, SplitMix64* chance);
    [[noreturn]] void fail(ConversationId conversation, const std::string& what) const;
    void note(const Input& input);
    void checkBadge(const LocalConversation& shown, Truth& truth);
    /// The users whom this one ignores, as far as the device knows.
    [[nodiscard]] std::set<UserId> ignored() const;
    void checkFirstUnread(const LocalConversation& shown);
    void checkTotals(const std::map<ConversationId, Truth>& truths);
    void checkConversation(ConversationId id, const LocalConversation* shown);

    const Oracle& m_oracle;
    HubSide& m_hub;
    UserId m_user;
    std::uint64_t m_number;
    SplitMix64 m_random;
    std::unique_ptr<ClientStore> m_store;
    std::optional<Engine> m_engine;
    std::deque<protocol::ClientEnvelope> m_sent;
    std::deque<protocol::ServerEnvelope> m_late; ///< pushes that later ones overtake
    server::ConnectionId m_connection;
    std::optional<Instant> m_wakeUp;
    Instant m_now{Milliseconds(1000)};
    bool m_isInReach = true;
    bool m_isChanged = true; ///< whether it has changed since checkOwnView()
    std::uint64_t m_comparisons = 0;
    /// The user's furthest read here, by conversation and generation.
    std::map<std::pair<ConversationId, Generation>, Seq> m_reads;
};

} // namespace tidemark::oracle
