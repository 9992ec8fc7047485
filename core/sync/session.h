#pragma once

#include "core/base/backoff.h"
#include "core/base/server_round.h"
#include "core/sync/attention_set.h"
#include "core/sync/keepers/delivery_reporter.h"
#include "core/sync/keepers/dot_tracker.h"
#include "core/sync/keepers/draft_register.h"
#include "core/sync/keepers/folder_keeper.h"
#include "core/sync/keepers/ignore_keeper.h"
#include "core/sync/keepers/invitation_keeper.h"
#include "core/sync/keepers/mark_keeper.h"
#include "core/sync/keepers/reaction_keeper.h"
#include "core/sync/keepers/schedule_keeper.h"
#include "core/sync/outbox/pending_messages.h"
#include "core/sync/tracked_conversations.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

/// The connection: sign-in, handshake, heartbeats and reconnecting with full jitter, to another server if
/// there are several.
class Session {
public:
    /// The parts that Hello and heartbeats speak of.
    struct Parts {
        const TrackedConversations& conversations;
        AttentionSet& attention;
        const PendingMessages& pending;
        DeliveryReporter& deliveries;
        MarkKeeper& marks;
        const DotTracker& dots;
        const ReactionKeeper& reactions;
        const IgnoreKeeper& ignores;
        const FolderKeeper& folders;
        const InvitationKeeper& invitations;
        const DraftRegister& drafts;
        const ScheduleKeeper& schedules;
    };
    /// `eraseAccountData` makes all parts forget the account's data. Only the session changes `facts`.
    Session(EngineContext& context, SessionFacts& facts, Parts parts, std::function<void()> eraseAccountData);

    [[nodiscard]] const ConnectionStatus& status() const { return m_status; }
    /// Whether a connection exists or is being opened.
    [[nodiscard]] bool isConnected() const;

    void useServers(std::uint32_t count);

    void goOnline();
    void goOffline();
    void onOpened();
    void onLost(const input::ConnectionLost& lost);
    void authenticate(CommandId command, std::string name, protocol::ClientFrame frame);
    void useToken(CommandId command, const std::string& name, const std::string& token);
    void signOut(CommandId command);
    void deleteAccount(CommandId command, const std::string& password);

    void onAuthenticated(const Request& request, const protocol::Authenticated& authenticated);
    void onAuthenticationError(const Request& request, const protocol::Error& error);
    void onWelcome(const protocol::Welcome& welcome);
    void onHelloError(const protocol::Error& error);
    /// The server is about to close the connection because of `error`.
    void onConnectionError(const protocol::Error& error);
    void onSignedOut(const Request& request);
    /// The account no longer exists: erases everything of it, and says so.
    void onAccountDeleted();
    void onDeletionError(const request::DeleteAccount& asked, const protocol::Error& error);
    /// The states that answer Hello are adopted; `remaining` are still to come.
    void onHelloStates(std::uint32_t remaining);
    void onSyncAnswered(const request::Sync& sync, const protocol::States& states);
    void onSyncFailed() { m_syncing = false; }
    void onHeartbeatAck(const request::Heartbeat& heartbeat, const protocol::HeartbeatAck& ack);
    void onHeartbeatError(const protocol::Error& error);
    void onSettings(const AccountSettings& settings);
    void onGoAway(const protocol::GoAway& goAway);
    /// An answer has arrived, so the server is alive.
    void noteAnswer() { m_hasAnswered = true; }

    /// Drops the connection and reconnects after a backoff.
    void restart();
    /// Opens, retries and sends heartbeats; called at the end of each step.
    void flush();
    /// Whether the connection has ended since the last call, so that the requests in flight are lost.
    [[nodiscard]] bool takeConnectionEnd() { return std::exchange(m_hasConnectionEnded, false); }
    [[nodiscard]] bool isIdle() const { return !m_pendingFrame && !m_syncing; }

private:
    void setPhase(ConnectionPhase phase, std::optional<Instant> retryAt = std::nullopt);
    void open();
    void close();
    void sayHello();
    void waitAndRetry(Milliseconds atLeast = Milliseconds(0));
    [[nodiscard]] Milliseconds takeGoAwayDelay();
    void moveSoon();
    void noteCertificates();
    void leaveOnline(protocol::ErrorCode why = protocol::ErrorCode::Unavailable);
    void caughtUp();
    void dropToken();
    /// Calls dropToken() and ends the connection.
    void forgetToken(std::optional<protocol::ErrorCode> error);
    /// The texts of the messages that the server does not have.
    [[nodiscard]] std::vector<std::string> unsentTexts() const;
    void takeSettings(const AccountSettings& settings);
    void sendHeartbeat();
    void watchAnswers();
    [[nodiscard]] std::vector<HeldState> heldStates() const;
    /// Returns at most as many states as one frame may contain; the server then sends the omitted ones again.
    [[nodiscard]] std::vector<HeldState> heldStatesInFrame() const;
    [[nodiscard]] bool hasToken() const { return m_facts.account && !m_facts.account->token.empty(); }

    EngineContext& m_context;
    SessionFacts& m_facts;
    const TrackedConversations& m_conversations;
    AttentionSet& m_attention;
    const PendingMessages& m_pending;
    DeliveryReporter& m_deliveries;
    MarkKeeper& m_marks;
    const DotTracker& m_dots;
    const ReactionKeeper& m_reactions;
    const IgnoreKeeper& m_ignores;
    const FolderKeeper& m_folders;
    const InvitationKeeper& m_invitations;
    const DraftRegister& m_drafts;
    const ScheduleKeeper& m_schedules;
    const std::function<void()> m_eraseAccountData;
    ConnectionStatus m_status;
    Backoff m_backoff;
    ServerRound m_servers;
    bool m_wantOnline;
    /// Register or SignIn, to be sent on the next connection.
    std::optional<protocol::ClientFrame> m_pendingFrame;
    CommandId m_pendingCommand;
    std::string m_pendingName;
    Instant m_connectDeadline{};
    std::optional<Instant> m_openAt;     ///< while Connecting to another server: not before this time
    bool m_isCertificateRefused = false; ///< by a server in this round
    Instant m_nextHeartbeat{};
    Milliseconds m_heartbeatInterval;
    std::uint32_t m_unavailableHeartbeats = 0; ///< consecutive, at this server
    bool m_syncing = false;
    bool m_hasConnectionEnded = false;
    bool m_hasAnswered = false; ///< since the last step
    std::optional<protocol::GoAway> m_goAway;
};

} // namespace tidemark
