#include "ui/session/server_connection.h"

#include "ui/session/commands.h"

namespace tidemark {

ServerConnection::ServerConnection(Commands& commands, QObject* parent)
    : QObject(parent), m_commands(commands)
{
}

bool ServerConnection::isCutOff() const
{
    const ConnectionPhase phase = m_status.phase;
    return phase == ConnectionPhase::SignedOut || phase == ConnectionPhase::Offline
           || phase == ConnectionPhase::Waiting;
}

void ServerConnection::retry()
{
    m_commands.submit(input::Connect{});
}

void ServerConnection::take(const ConnectionStatus& status, int retryInMs)
{
    const bool wasOnline = isOnline();
    m_status = status;
    m_hasCaughtUp = m_hasCaughtUp && isOnline();
    if (isOnline() && !wasOnline) {
        Q_EMIT cameOnline();
    }
    Q_EMIT changed(retryInMs);
}

void ServerConnection::takeCaughtUp()
{
    m_hasCaughtUp = true;
    Q_EMIT caughtUp();
}

} // namespace tidemark
