#include "server-stub/postgres/session/reconnection.h"

#include <QElapsedTimer>

#include <algorithm>

namespace tidemark::server::postgres {

namespace {

constexpr qint64 shortestPauseMs = 1000;
/// The pause after a failed attempt is this many times the attempt's duration: if a server does not answer,
/// clients do not wait for it most of the time.
constexpr qint64 pauseForAttempt = 4;

} // namespace

bool Reconnection::attempt(Connection& connection, const DatabaseUrl& url)
{
    if (connection.isUsable() || !m_next.hasExpired()) {
        return false;
    }
    QElapsedTimer timer;
    timer.start();
    m_error = connection.reconnect(url);
    if (!m_error.isEmpty()) {
        m_next.setRemainingTime(std::max(shortestPauseMs, pauseForAttempt * timer.elapsed()));
    }
    return m_error.isEmpty();
}

} // namespace tidemark::server::postgres
