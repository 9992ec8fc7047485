#include "core/transfer/bulk_session.h"

#include "core/base/require.h"

#include <algorithm>

namespace tidemark::transfer {

namespace {
constexpr Milliseconds connectTimeout{20000};
} // namespace

BulkSession::BulkSession(Context& context)
    : m_context(context), m_backoff(context.config.backoffBase, context.config.backoffCap)
{
}

void BulkSession::setAccount(const Online& account)
{
    if (!m_account) {
        m_backoff.reset();
        m_notBefore = {};
    }
    m_account = account;
    m_limits = account.limits;
}

void BulkSession::goOffline()
{
    m_account.reset();
    close();
}

void BulkSession::open()
{
    require(m_state == State::Closed && m_account, "one connection is opened at a time, for an account");
    m_state = State::Opening;
    m_deadline = m_context.now() + connectTimeout;
    m_context.effects().order = Order::Open;
}

void BulkSession::close()
{
    if (m_state == State::Closed) {
        return;
    }
    m_context.effects().order = Order::Close;
    m_context.effects().sends.clear();
    onLost();
}

void BulkSession::onLost()
{
    if (m_state == State::Closed) {
        return;
    }
    m_state = State::Closed;
    m_hello = {};
    m_isAsking = false;
    if (std::exchange(m_isSilent, false) && !m_tryingSince) {
        m_tryingSince = m_answeredAt;
    }
    m_hasEnded = true;
    m_notBefore = std::max(m_notBefore, m_context.now() + m_backoff.next(m_context.random()));
}

void BulkSession::restart()
{
    close();
}

void BulkSession::onOpened()
{
    if (m_state != State::Opening) {
        return;
    }
    protocol::Hello hello;
    hello.token = m_account->token;
    hello.device = m_account->device;
    hello.deviceName = m_context.config.deviceName;
    hello.clientName = m_context.config.clientName;
    hello.silent = true;
    hello.keepsToken = true;
    m_state = State::Greeting;
    m_hello = m_context.send(std::move(hello));
}

void BulkSession::onGreeted(const protocol::ServerFrame& answer)
{
    if (const auto* welcome = std::get_if<protocol::Welcome>(&answer)) {
        m_limits = welcome->limits;
        m_state = State::Ready;
        m_answeredAt = m_wantedAt = m_context.now();
        return;
    }
    const auto* error = std::get_if<protocol::Error>(&answer);
    close();
    if (error != nullptr) {
        // The main connection finds out what is wrong with the account.
        const Milliseconds delay =
            protocol::isTransient(error->code) ? error->retryAfter : m_context.config.backoffCap;
        m_notBefore = std::max(m_notBefore, m_context.now() + delay);
    }
}

/// Returns a random delay within the range of the server's GoAway.
Milliseconds BulkSession::delayOf(const protocol::GoAway& goAway)
{
    const auto spread = std::max<std::int64_t>((goAway.maxDelay - goAway.minDelay).count(), 0);
    return goAway.minDelay
           + Milliseconds(
               static_cast<std::int64_t>(m_context.random().below(static_cast<std::uint64_t>(spread) + 1)));
}

bool BulkSession::take(const protocol::ServerEnvelope& envelope)
{
    if (m_state == State::Closed) {
        return false;
    }
    m_answeredAt = m_context.now();
    m_isSilent = false;
    if (!envelope.request.isValid()) {
        if (const auto* goAway = std::get_if<protocol::GoAway>(&envelope.frame)) {
            m_notBefore = m_context.now() + delayOf(*goAway);
        }
        return false;
    }
    if (envelope.request == m_hello) {
        if (m_state == State::Greeting) {
            onGreeted(envelope.frame);
        }
        return false;
    }
    const auto* error = std::get_if<protocol::Error>(&envelope.frame);
    if (error != nullptr && error->code == protocol::ErrorCode::NotSignedIn) {
        restart();
        return false;
    }
    if (error == nullptr) {
        m_backoff.reset();
    }
    return m_state == State::Ready;
}

void BulkSession::watchSignIn()
{
    if (!m_tryingSince) {
        m_tryingSince = m_context.now();
    }
    const Instant silentAt = *m_tryingSince + m_context.config.answerTimeout;
    m_isSilent = silentAt <= m_context.now();
    if (!m_isSilent) {
        m_context.wakeAt(silentAt);
    }
}

void BulkSession::flush(bool isWanted)
{
    if (m_state == State::Closed) {
        if (isWanted && m_account && m_notBefore <= m_context.now()) {
            open();
        } else if (isWanted && m_account) {
            m_context.wakeAt(m_notBefore);
        }
    }
    if (m_state == State::Opening || m_state == State::Greeting) {
        if (m_deadline <= m_context.now()) {
            restart();
            m_context.wakeAt(m_notBefore);
        } else {
            m_context.wakeAt(m_deadline);
        }
    }
    if (m_state == State::Ready) {
        m_tryingSince.reset();
        if (isWanted) {
            m_wantedAt = m_context.now();
        }
    } else if (isWanted && m_account) {
        watchSignIn();
    } else {
        m_tryingSince.reset();
        m_isSilent = false;
    }
}

void BulkSession::watch(bool isAsking)
{
    if (m_state != State::Ready) {
        return;
    }
    if (!isAsking) {
        m_isAsking = m_isSilent = false;
        const Instant idleAt = m_wantedAt + m_context.config.idleTimeout;
        if (idleAt <= m_context.now()) {
            close();
        } else {
            m_context.wakeAt(idleAt);
        }
        return;
    }
    m_wantedAt = m_context.now();
    if (!std::exchange(m_isAsking, true)) {
        m_answeredAt = m_context.now();
    }
    const Instant silentAt = m_answeredAt + m_context.config.answerTimeout;
    const Instant deadAt = m_answeredAt + m_context.config.deadTimeout;
    m_isSilent = silentAt <= m_context.now();
    if (deadAt <= m_context.now()) {
        restart();
        m_context.wakeAt(m_notBefore);
    } else {
        m_context.wakeAt(m_isSilent ? deadAt : silentAt);
    }
}

} // namespace tidemark::transfer
