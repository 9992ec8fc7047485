#include "core/sync/session.h"

#include "core/domain/request_caps.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {
constexpr Milliseconds connectTimeout{20000};
/// Failover delays up to this show as Connecting, longer ones as Waiting.
constexpr Milliseconds maxHiddenDelay{3000};
/// Consecutive heartbeats answered with Unavailable; then the client switches servers.
constexpr std::uint32_t maxUnavailableHeartbeats = 2;

/// Whether the user has to sign in again after `error`.
bool endsToken(protocol::ErrorCode error)
{
    return error == protocol::ErrorCode::TokenRevoked || error == protocol::ErrorCode::BadCredentials
           || error == protocol::ErrorCode::AccountDisabled;
}
} // namespace

Session::Session(EngineContext& context, SessionFacts& facts, Parts parts,
                 std::function<void()> eraseAccountData)
    : m_context(context), m_facts(facts), m_conversations(parts.conversations), m_attention(parts.attention),
      m_pending(parts.pending), m_deliveries(parts.deliveries), m_marks(parts.marks), m_dots(parts.dots),
      m_reactions(parts.reactions), m_ignores(parts.ignores), m_folders(parts.folders),
      m_invitations(parts.invitations), m_drafts(parts.drafts), m_schedules(parts.schedules),
      m_eraseAccountData(std::move(eraseAccountData)),
      m_backoff(context.config.backoffBase, context.config.backoffCap),
      m_servers(context.config.servers, context.random()), m_wantOnline(context.config.connectAtStart),
      m_heartbeatInterval(context.config.heartbeatMin)
{
    m_status.phase = hasToken() ? ConnectionPhase::Offline : ConnectionPhase::SignedOut;
}

void Session::setPhase(ConnectionPhase phase, std::optional<Instant> retryAt)
{
    const ConnectionStatus before = m_status;
    m_status.phase = phase;
    m_status.retryAt = retryAt;
    m_status.isUnanswered = false;
    if (phase == ConnectionPhase::Online) {
        m_status.error.reset();
    }
    if (m_status != before) {
        m_context.report(change::ConnectionChanged{m_status});
    }
}

bool Session::isConnected() const
{
    return !m_openAt
           && (m_status.phase == ConnectionPhase::Connecting || m_status.phase == ConnectionPhase::Syncing
               || m_status.phase == ConnectionPhase::Online);
}

void Session::useServers(std::uint32_t count)
{
    m_servers = ServerRound(count, m_context.random());
    m_isCertificateRefused = false;
}

void Session::goOnline()
{
    m_wantOnline = true;
    m_backoff.reset();
    if (m_openAt || (m_status.phase == ConnectionPhase::Waiting && (hasToken() || m_pendingFrame))) {
        open();
    }
}

void Session::goOffline()
{
    m_wantOnline = false;
    if (m_status.phase == ConnectionPhase::SignedOut) {
        return;
    }
    close();
    setPhase(hasToken() ? ConnectionPhase::Offline : ConnectionPhase::SignedOut);
}

void Session::open()
{
    m_status.server = static_cast<std::uint32_t>(m_servers.current());
    m_context.openConnection(m_status.server);
    m_connectDeadline = m_context.now() + connectTimeout;
    m_openAt.reset();
    m_goAway.reset();
    setPhase(ConnectionPhase::Connecting);
}

void Session::close()
{
    m_context.closeConnection();
    m_openAt.reset();
    leaveOnline();
}

void Session::leaveOnline(protocol::ErrorCode why)
{
    // No more answers will come, so the waiting commands fail. Durable requests are sent again on the next
    // connection.
    bool signsOut = false;
    for (const auto& [id, request] : m_context.requests()) {
        if (const auto* command = std::get_if<request::Command>(&request.kind)) {
            m_context.finish(command->command, protocol::ErrorCode::Unavailable);
        } else if (const auto* authenticate = std::get_if<request::Authenticate>(&request.kind)) {
            m_context.finish(authenticate->command, protocol::ErrorCode::Unavailable);
        } else if (const auto* ignoring = std::get_if<request::IgnoredUsers>(&request.kind)) {
            m_context.finish(ignoring->command, protocol::ErrorCode::Unavailable);
        } else if (const auto* deletion = std::get_if<request::DeleteAccount>(&request.kind)) {
            // Without an account it is done. Else the next Hello tells whether the server has done it.
            m_context.finish(deletion->command, m_facts.account
                                                    ? std::optional(protocol::ErrorCode::Unavailable)
                                                    : std::nullopt);
        } else if (const auto* out = std::get_if<request::SignOut>(&request.kind)) {
            m_context.finish(out->command);
            signsOut = true;
        }
    }
    if (signsOut) {
        dropToken();
    }
    m_context.forgetRequests();
    m_facts.isOnline = false;
    m_hasConnectionEnded = true;
    m_syncing = false;
    m_unavailableHeartbeats = 0;
    m_heartbeatInterval = m_context.config.heartbeatMin;
    if (m_pendingFrame) {
        m_pendingFrame.reset();
        m_context.finish(m_pendingCommand, why);
    }
}

void Session::waitAndRetry(Milliseconds atLeast)
{
    Milliseconds delay = std::max(m_backoff.next(m_context.random()), atLeast);
    if (m_goAway) {
        delay = takeGoAwayDelay();
    }
    setPhase(ConnectionPhase::Waiting, m_context.now() + delay);
}

/// Returns a random delay within the range of the server's GoAway.
Milliseconds Session::takeGoAwayDelay()
{
    const protocol::GoAway goAway = *std::exchange(m_goAway, std::nullopt);
    const auto spread =
        static_cast<std::uint64_t>(std::max<std::int64_t>((goAway.maxDelay - goAway.minDelay).count(), 0));
    return goAway.minDelay + Milliseconds(static_cast<std::int64_t>(m_context.random().below(spread + 1)));
}

/// Connects soon to a server that has not been tried in this round.
void Session::moveSoon()
{
    const auto bound = static_cast<std::uint64_t>(m_context.config.moveDelay.count());
    const Milliseconds delay =
        m_goAway ? takeGoAwayDelay()
                 : Milliseconds(static_cast<std::int64_t>(m_context.random().below(bound + 1)));
    const Instant at = m_context.now() + delay;
    if (delay > maxHiddenDelay) {
        setPhase(ConnectionPhase::Waiting, at);
        return;
    }
    m_openAt = at;
    m_connectDeadline = at + connectTimeout;
    setPhase(ConnectionPhase::Connecting);
}

void Session::restart()
{
    close();
    const bool isUntried = m_servers.moveOn();
    if (!hasToken()) {
        setPhase(ConnectionPhase::SignedOut);
    } else if (isUntried) {
        moveSoon();
    } else {
        waitAndRetry();
    }
}

/// Called at the end of a round: reports a certificate problem only if no server of the round worked.
void Session::noteCertificates()
{
    if (std::exchange(m_isCertificateRefused, false)) {
        m_status.error = protocol::ErrorCode::CertificateRefused;
    } else if (m_status.error == protocol::ErrorCode::CertificateRefused) {
        m_status.error.reset();
    }
}

void Session::onLost(const input::ConnectionLost& lost)
{
    using protocol::ErrorCode;
    if (!isConnected()) {
        return;
    }
    m_context.dropSends();
    m_isCertificateRefused = m_isCertificateRefused || lost.certificateProblem;
    const bool isWanted = m_wantOnline && (hasToken() || m_pendingFrame);
    if (m_servers.moveOn() && isWanted) {
        // The next server gets the unsent frame.
        auto pending = std::exchange(m_pendingFrame, std::nullopt);
        leaveOnline();
        m_pendingFrame = std::move(pending);
        moveSoon();
        return;
    }
    leaveOnline(m_isCertificateRefused ? ErrorCode::CertificateRefused : ErrorCode::Unavailable);
    noteCertificates();
    if (hasToken() && m_wantOnline) {
        waitAndRetry();
    } else {
        setPhase(hasToken() ? ConnectionPhase::Offline : ConnectionPhase::SignedOut);
    }
}

void Session::onOpened()
{
    if (m_status.phase != ConnectionPhase::Connecting || m_openAt) {
        return;
    }
    if (m_pendingFrame) {
        m_context.send(std::move(*m_pendingFrame), request::Authenticate{m_pendingCommand, m_pendingName});
        m_pendingFrame.reset();
    } else {
        sayHello();
    }
}

void Session::sayHello()
{
    protocol::Hello hello;
    hello.token = m_facts.account->token;
    hello.device = m_context.device;
    hello.deviceName = m_context.config.deviceName;
    hello.clientName = m_context.config.clientName;
    hello.held = heldStatesInFrame();
    hello.keepsToken = m_context.config.keepsToken;
    hello.reactions = m_reactions.digest();
    hello.ignoresVersion = m_ignores.version();
    hello.drafts = m_drafts.knownThrough();
    hello.scheduled = m_schedules.knownThrough();
    hello.foldersVersion = m_folders.version();
    hello.invitationsVersion = m_invitations.version();
    m_deliveries.onHello();
    m_marks.forgetReceived();
    m_context.send(std::move(hello), request::Hello{}, m_conversations.knownOfAll());
}

std::vector<HeldState> Session::heldStates() const
{
    std::vector<HeldState> held;
    held.reserve(m_conversations.all().size());
    for (const auto& [id, tracked] : m_conversations.all()) {
        const LocalConversation& conversation = tracked.conversation();
        if (conversation.isMember) {
            held.push_back({id, conversation.logEpoch, conversation.serverHead, conversation.confirmed,
                            conversation.version, tracked.held().top()});
        }
    }
    return held;
}

std::vector<HeldState> Session::heldStatesInFrame() const
{
    std::vector<HeldState> held = heldStates();
    held.resize(std::min(held.size(), caps::maxHeldStates));
    return held;
}

void Session::authenticate(CommandId command, std::string name, protocol::ClientFrame frame)
{
    if (m_status.phase != ConnectionPhase::SignedOut) {
        close();
    }
    m_pendingFrame = std::move(frame);
    m_pendingCommand = command;
    m_pendingName = std::move(name);
    m_status.error.reset();
    m_wantOnline = true;
    open();
}

void Session::onAuthenticated(const Request& request, const protocol::Authenticated& authenticated)
{
    const auto& asked = std::get<request::Authenticate>(request.kind);
    if (m_facts.account && m_facts.account->user.id != authenticated.user.id) {
        m_eraseAccountData();
        m_facts.account.reset();
    }
    const AccountSettings settings = m_facts.account ? m_facts.account->settings : AccountSettings();
    m_facts.account = Account{authenticated.user, authenticated.token, settings};
    m_context.write(write::PutAccount{*m_facts.account});
    m_context.learn({authenticated.user});
    m_context.report(change::AccountChanged{authenticated.user});
    m_context.finish(asked.command);
    m_context.forgetRequests();
    sayHello();
}

void Session::onAuthenticationError(const Request& request, const protocol::Error& error)
{
    const auto& asked = std::get<request::Authenticate>(request.kind);
    if (asked.command.isValid()) {
        m_context.report(change::CommandDone{asked.command, error.code, error.retryAfter});
    }
    if (error.code == protocol::ErrorCode::AccountDeleted && m_facts.account
        && m_facts.account->user.name == asked.name) {
        return onAccountDeleted();
    }
    m_status.error = error.code;
    close();
    if (hasToken()) {
        waitAndRetry();
    } else {
        setPhase(ConnectionPhase::SignedOut);
    }
}

void Session::useToken(CommandId command, const std::string& name, const std::string& token)
{
    if (m_facts.account && m_facts.account->user.name != name) {
        m_eraseAccountData();
        m_facts.account.reset();
    }
    const UserId id = m_facts.account ? m_facts.account->user.id : UserId();
    const AccountSettings settings = m_facts.account ? m_facts.account->settings : AccountSettings();
    m_facts.account = Account{{id, name}, token, settings};
    m_context.write(write::PutAccount{*m_facts.account});
    m_context.report(change::AccountChanged{m_facts.account->user});
    m_context.finish(command);
    if (m_status.phase != ConnectionPhase::SignedOut && m_status.phase != ConnectionPhase::Offline) {
        close();
    }
    m_status.error.reset();
    setPhase(ConnectionPhase::Offline);
}

void Session::dropToken()
{
    if (m_facts.account) {
        m_facts.account->token.clear();
        m_context.write(write::PutAccount{*m_facts.account});
    }
    m_context.report(change::AccountChanged{std::nullopt});
}

void Session::forgetToken(std::optional<protocol::ErrorCode> error)
{
    dropToken();
    close();
    m_status.error = error;
    setPhase(ConnectionPhase::SignedOut);
}

void Session::signOut(CommandId command)
{
    if (m_context.isOnline()) {
        m_context.send(protocol::SignOut{}, request::SignOut{command});
        return;
    }
    forgetToken(std::nullopt);
    m_context.finish(command);
}

void Session::deleteAccount(CommandId command, const std::string& password)
{
    if (m_context.isOnline()) {
        m_context.send(protocol::DeleteAccount{password}, request::DeleteAccount{command});
    } else {
        m_context.finish(command, protocol::ErrorCode::Unavailable);
    }
}

void Session::onDeletionError(const request::DeleteAccount& asked, const protocol::Error& error)
{
    if (error.code == protocol::ErrorCode::AccountDeleted) {
        m_context.finish(asked.command);
        return onAccountDeleted();
    }
    m_context.report(change::CommandDone{asked.command, error.code, error.retryAfter, error.detail});
}

std::vector<std::string> Session::unsentTexts() const
{
    std::vector<std::string> lost;
    for (const auto& [order, message] : m_pending.queue().inOrder()) {
        const auto* text = std::get_if<content::Message>(&message.content);
        if (text != nullptr && message.state != PendingMessage::State::Acked) {
            lost.push_back(text->text);
        }
    }
    return lost;
}

void Session::onAccountDeleted()
{
    if (!m_facts.account) {
        return;
    }
    m_context.report(change::AccountDeleted{m_facts.account->user.name, unsentTexts()});
    dropToken(); // also where the token is kept outside the store
    m_eraseAccountData();
    m_facts.account.reset();
    close();
    m_status.error = protocol::ErrorCode::AccountDeleted;
    setPhase(ConnectionPhase::SignedOut);
}

void Session::onSignedOut(const Request& request)
{
    const CommandId command = std::get<request::SignOut>(request.kind).command;
    forgetToken(std::nullopt);
    m_context.finish(command);
}

void Session::onWelcome(const protocol::Welcome& welcome)
{
    if (protocol::commonVersion(welcome.protocolVersion) != welcome.protocolVersion) {
        // The server has to choose a version that this program speaks.
        onHelloError({protocol::ErrorCode::ProtocolVersion, {}, {}});
        return;
    }
    const Account before = *m_facts.account;
    if (before.user != welcome.user) {
        // The token works on a server that was set up again: the held data belongs to another account.
        const bool isOther = before.user.id.isValid() && before.user.id != welcome.user.id;
        if (isOther) {
            m_eraseAccountData();
        }
        m_facts.account = Account{welcome.user, before.token, isOther ? AccountSettings() : before.settings};
        m_context.report(change::AccountChanged{welcome.user});
        m_context.write(write::PutAccount{*m_facts.account});
    }
    if (!welcome.nextToken.empty()) {
        m_facts.account->token = welcome.nextToken;
        m_context.write(write::PutAccount{*m_facts.account});
    }
    m_context.learn({welcome.user});
    m_facts.limits = welcome.limits;
    m_status.limits = welcome.limits;
    takeSettings(welcome.settings);
    m_connectDeadline = m_context.now() + connectTimeout;
    setPhase(ConnectionPhase::Syncing);
    if (welcome.statesToCome == 0) {
        caughtUp();
    }
}

void Session::onSettings(const AccountSettings& settings)
{
    // Pushes and answers may overtake each other.
    if (m_facts.account && settings.version > m_facts.account->settings.version) {
        takeSettings(settings);
    }
}

void Session::takeSettings(const AccountSettings& settings)
{
    if (m_facts.account->settings != settings) {
        m_facts.account->settings = settings;
        m_context.write(write::PutAccount{*m_facts.account});
        m_context.report(change::AccountSettingsChanged{settings});
    }
}

void Session::onConnectionError(const protocol::Error& error)
{
    if (error.code == protocol::ErrorCode::AccountDeleted) {
        onAccountDeleted();
    } else if (endsToken(error.code) && hasToken()) {
        forgetToken(error.code);
    } else if (protocol::isTransient(error.code) && hasToken() && !m_context.isOnline()) {
        // An example is the limit of connections per address.
        onHelloError(error);
    }
}

void Session::onHelloError(const protocol::Error& error)
{
    if (error.code == protocol::ErrorCode::AccountDeleted) {
        return onAccountDeleted();
    }
    if (endsToken(error.code)) {
        forgetToken(error.code);
        return;
    }
    if (error.code == protocol::ErrorCode::Unavailable && m_servers.moveOn()) {
        // This server cannot work at present; others may.
        close();
        moveSoon();
        return;
    }
    m_status.error = error.code;
    close();
    // A permanent error, such as a version mismatch, will not go away within a second.
    const bool isFinal = !protocol::isTransient(error.code);
    waitAndRetry(isFinal ? m_context.config.backoffCap : error.retryAfter);
}

void Session::onHelloStates(std::uint32_t remaining)
{
    m_connectDeadline = m_context.now() + connectTimeout;
    if (remaining == 0 && m_status.phase == ConnectionPhase::Syncing) {
        caughtUp();
    }
}

void Session::caughtUp()
{
    if (m_context.isOnline()) {
        return;
    }
    m_facts.isOnline = true;
    m_backoff.reset();
    m_servers.settle();
    m_isCertificateRefused = false;
    m_heartbeatInterval = m_context.config.heartbeatMin;
    m_nextHeartbeat = m_context.now() + m_heartbeatInterval;
    setPhase(ConnectionPhase::Online);
    m_context.report(change::CaughtUp{});
}

void Session::onGoAway(const protocol::GoAway& goAway)
{
    m_goAway = goAway;
}

void Session::sendHeartbeat()
{
    const std::uint64_t digest = digestOf(heldStates());
    m_context.send(protocol::Heartbeat{digest, m_dots.digest(), m_marks.digest(), m_reactions.digest(),
                                       m_ignores.version(), m_drafts.knownThrough(),
                                       m_schedules.knownThrough(), m_folders.version(),
                                       m_invitations.version()},
                   request::Heartbeat{digest});
    m_nextHeartbeat = m_context.now() + m_heartbeatInterval;
}

void Session::onHeartbeatAck(const request::Heartbeat& heartbeat, const protocol::HeartbeatAck& ack)
{
    m_unavailableHeartbeats = 0;
    if (ack.agree) {
        const Milliseconds cap =
            std::min(m_context.config.heartbeatMax, Milliseconds(m_context.limits().heartbeatMs));
        m_heartbeatInterval = std::min(m_heartbeatInterval * 2, std::max(cap, m_context.config.heartbeatMin));
        return;
    }
    m_heartbeatInterval = m_context.config.heartbeatMin;
    m_nextHeartbeat = std::min(m_nextHeartbeat, m_context.now() + m_heartbeatInterval);
    m_syncing = true;
    const bool isUnexplained = digestOf(heldStates()) == heartbeat.digest;
    m_context.send(protocol::Sync{heldStatesInFrame()}, request::Sync{isUnexplained},
                   m_conversations.knownOfAll());
}

void Session::onHeartbeatError(const protocol::Error& error)
{
    if (error.code != protocol::ErrorCode::Unavailable) {
        return;
    }
    ++m_unavailableHeartbeats;
    if (m_unavailableHeartbeats >= maxUnavailableHeartbeats && m_servers.count() > 1) {
        // The server is alive but cannot work at present; others may.
        restart();
        return;
    }
    m_heartbeatInterval = m_context.config.heartbeatMin;
    m_nextHeartbeat = std::min(m_nextHeartbeat, m_context.now() + m_heartbeatInterval);
}

void Session::onSyncAnswered(const request::Sync& sync, const protocol::States& states)
{
    if (states.remaining > 0) {
        return;
    }
    m_syncing = false;
    if (!sync.isUnexplained || !states.states.empty()) {
        return;
    }
    // The server sent no differing state, and yet the digests differ: this device holds a conversation that
    // the server no longer knows. Request all states: the answer leaves that conversation out.
    for (const auto& [id, tracked] : m_conversations.all()) {
        if (tracked.conversation().isMember) {
            m_attention.wantState(tracked);
        }
    }
}

void Session::flush()
{
    if (m_status.phase == ConnectionPhase::Offline && m_wantOnline && hasToken()) {
        open();
    }
    if (m_status.phase == ConnectionPhase::Waiting && m_status.retryAt) {
        if (*m_status.retryAt <= m_context.now() && !m_context.hasOrder()) {
            open();
        } else {
            m_context.wakeAt(*m_status.retryAt);
        }
    }
    if (m_openAt) {
        if (*m_openAt <= m_context.now() && !m_context.hasOrder()) {
            open();
        } else {
            m_context.wakeAt(*m_openAt);
        }
    }
    if (m_status.phase == ConnectionPhase::Connecting || m_status.phase == ConnectionPhase::Syncing) {
        if (m_connectDeadline <= m_context.now()) {
            restart();
            m_context.wakeAt(m_openAt.value_or(m_status.retryAt.value_or(m_context.now())));
        } else {
            m_context.wakeAt(m_connectDeadline);
        }
    }
    if (m_context.isOnline()) {
        if (m_nextHeartbeat <= m_context.now()) {
            sendHeartbeat();
        }
        m_context.wakeAt(m_nextHeartbeat);
    }
    watchAnswers();
}

/// Reports overdue answers. The report ends only with an answer, not when a request is given up and sent
/// again.
void Session::watchAnswers()
{
    const bool hasAnswered = std::exchange(m_hasAnswered, false);
    if (!m_context.isOnline()) {
        return;
    }
    bool isOverdue = m_status.isUnanswered && !hasAnswered;
    for (const auto& [id, request] : m_context.requests()) {
        const Instant overdueAt = request.waitsSince + m_context.config.answerTimeout;
        if (overdueAt <= m_context.now()) {
            isOverdue = true;
        } else if (!isOverdue) {
            m_context.wakeAt(overdueAt);
        }
    }
    if (isOverdue != m_status.isUnanswered) {
        m_status.isUnanswered = isOverdue;
        m_context.report(change::ConnectionChanged{m_status});
    }
}

} // namespace tidemark
