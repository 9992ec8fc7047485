#pragma once

#include "core/domain/protocol.h"
#include "core/sync/engine.h"
#include "tests/sync/chat.h"
#include "tests/sync/memory_log.h"

#include <doctest/doctest.h>

#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::test {

/// An engine with its store, driven like a script. The test expects its frames one by one, and time passes
/// only when the test says so. After every step the store must agree with the engine and with a recount
/// (I11).
class Device {
public:
    /// The device is signed in as `me`, and connects by itself.
    explicit Device(EngineConfig config = {});
    /// A device on which no user has signed in.
    [[nodiscard]] static Device blank(EngineConfig config = {});

    // ---- the connection
    void connects();
    void losesConnection();
    /// The handshake: the connection opens, the device says Hello, and gets Welcome and the states of these
    /// chats.
    void comesOnline(std::initializer_list<const Chat*> chats);
    void isWelcomed(const std::vector<ConversationState>& states);
    /// A push, or an answer if there is a `request`.
    void receives(protocol::ServerFrame frame, RequestId request = {});
    /// Answers the frame that sends() returned last.
    void answers(protocol::ServerFrame frame) { receives(std::move(frame), m_lastSent); }
    void isRefused(protocol::ErrorCode code, Milliseconds retryAfter = {});

    /// The next frame in the order of sending must be an F.
    template <typename F>
    F sends()
    {
        REQUIRE_MESSAGE(!m_sent.empty(), "nothing was sent");
        const protocol::ClientEnvelope envelope = m_sent.front();
        m_sent.pop_front();
        m_lastSent = envelope.request;
        const F* frame = std::get_if<F>(&envelope.frame);
        REQUIRE_MESSAGE(frame != nullptr, "another frame was sent: alternative ", envelope.frame.index());
        return *frame;
    }
    void sendsNothing() const;
    [[nodiscard]] RequestId lastRequest() const { return m_lastSent; }
    [[nodiscard]] std::size_t sentCount() const { return m_sent.size(); }
    /// Expects a pull and answers it from `chat`.
    protocol::Pull pulls(const Chat& chat);
    /// Answers pulls and requests for states from `chats` until the device sends no more.
    void catchesUp(std::initializer_list<const Chat*> chats);

    // ---- the user and time
    void does(const Input& input);
    void types(const Chat& chat, std::uint64_t number, const std::string& text = "hello");
    void reads(const Chat& chat, Seq through);
    void marksUnread(const Chat& chat, Seq from, std::uint64_t number = 900);
    /// Time passes. The timers that become due on the way fire in their order.
    void waits(Milliseconds time);
    /// The program ends and starts again from the stored data.
    void restarts();
    /// The program dies before the step's transaction is committed, and starts again.
    void crashesOn(const Input& input);

    // ---- what holds
    [[nodiscard]] const LocalConversation& in(const Chat& chat) const;
    [[nodiscard]] ReadCounts badge(const Chat& chat) const { return in(chat).counts; }
    /// The number of the "Following" entry.
    [[nodiscard]] std::uint64_t feed() const { return m_engine->totals().feed; }
    /// The badge is certain and equals the server's count.
    void agreesWith(const Chat& chat) const;
    [[nodiscard]] bool holdsAllOf(const Chat& chat) const;
    template <typename C>
    [[nodiscard]] std::vector<C> changes() const
    {
        std::vector<C> found;
        for (const Change& change : m_effects.changes) {
            if (const C* one = std::get_if<C>(&change)) {
                found.push_back(*one);
            }
        }
        return found;
    }
    template <typename W>
    [[nodiscard]] std::size_t writes() const
    {
        std::size_t count = 0;
        for (const Write& write : m_effects.writes) {
            count += std::holds_alternative<W>(write) ? 1U : 0U;
        }
        return count;
    }
    /// The effects of the last step.
    [[nodiscard]] const Effects& effects() const { return m_effects; }
    [[nodiscard]] Engine& engine() { return *m_engine; }
    [[nodiscard]] const MemoryLog& store() const { return *m_store; }
    [[nodiscard]] ConnectionPhase phase() const { return m_engine->connection().phase; }
    [[nodiscard]] Instant now() const { return m_now; }
    [[nodiscard]] std::optional<Instant> wakeUp() const { return m_effects.wakeUp; }

    /// Heartbeats are answered "agree", and sends() does not return them. A test that wants to see them
    /// sets this to false.
    bool answersHeartbeats = true;
    /// The same for deliveries, which are answered "done".
    bool answersDelivered = true;
    /// The same for requests for totals, which are answered with the device's own.
    bool answersTotals = true;
    /// Whether every step is recounted. Tests that would be slow with it set this to false.
    bool checksEveryStep = true;

private:
    Device(EngineConfig config, std::optional<Account> account);
    void step(const Input& input);
    void answerQuietly();
    [[nodiscard]] std::optional<protocol::ServerFrame> quietAnswer(const protocol::ClientFrame& frame) const;
    void check() const;
    void checkFeed(const LocalConversation& conversation, const RangeSet& held) const;

    EngineConfig m_config;
    std::unique_ptr<MemoryLog> m_store;
    std::unique_ptr<Engine> m_engine;
    Instant m_now{Milliseconds(1000000)};
    Effects m_effects;
    std::deque<protocol::ClientEnvelope> m_sent;
    RequestId m_lastSent;
};

} // namespace tidemark::test
