#pragma once

#include "core/base/backoff.h"
#include "core/transfer/transfer_context.h"

#include <optional>
#include <utility>

namespace tidemark::transfer {

/// The second connection, for the bytes of files. It is open only while there is something to move and the
/// main connection is online.
class BulkSession {
public:
    explicit BulkSession(Context& context);

    void setAccount(const Online& account);
    void goOffline();
    void onOpened();
    void onLost();
    /// Replaces the connection after a time.
    void restart();
    /// Returns whether the frame is an answer to a request of a transfer.
    [[nodiscard]] bool take(const protocol::ServerEnvelope& envelope);

    [[nodiscard]] bool isOnline() const { return m_account.has_value(); }
    /// Whether requests can be sent.
    [[nodiscard]] bool isReady() const { return m_state == State::Ready; }
    /// Whether the server has not answered for a time, or has not let the connection sign in.
    [[nodiscard]] bool isSilent() const { return m_isSilent; }
    [[nodiscard]] const Limits& limits() const { return m_limits; }
    /// Whether the connection has ended since the last call, so that no answer will come.
    [[nodiscard]] bool takeEnd() { return std::exchange(m_hasEnded, false); }

    /// Opens, closes and watches the connection; called in each step before the transfers go on. `isWanted`:
    /// there is something to move.
    void flush(bool isWanted);
    /// Called at the end of each step. `isAsking`: an answer is awaited.
    void watch(bool isAsking);

private:
    void open();
    void close();
    /// Notices that the connection has been wanted for long and is not Ready.
    void watchSignIn();
    void onGreeted(const protocol::ServerFrame& answer);
    [[nodiscard]] Milliseconds delayOf(const protocol::GoAway& goAway);

    enum class State : std::uint8_t { Closed, Opening, Greeting, Ready };
    Context& m_context;
    std::optional<Online> m_account; ///< empty: the main connection is offline
    Limits m_limits;
    State m_state = State::Closed;
    Backoff m_backoff;
    Instant m_notBefore{};                ///< while Closed
    Instant m_deadline{};                 ///< while Opening or Greeting
    Instant m_answeredAt{};               ///< while Ready: since then nothing has arrived that was awaited
    Instant m_wantedAt{};                 ///< while Ready
    std::optional<Instant> m_tryingSince; ///< since then it is wanted and not Ready
    RequestId m_hello;
    bool m_isAsking = false;
    bool m_isSilent = false;
    bool m_hasEnded = false;
};

} // namespace tidemark::transfer
