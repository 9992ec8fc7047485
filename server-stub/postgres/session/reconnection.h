#pragma once

#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/session/database_url.h"

#include <QDeadlineTimer>
#include <QString>

namespace tidemark::server::postgres {

/// Replaces a connection that is not usable any more, with pauses between attempts.
class Reconnection {
public:
    /// Does nothing if the connection is usable, or if the pause since the last attempt is not over. Returns
    /// whether there is a new connection.
    bool attempt(Connection& connection, const DatabaseUrl& url);
    /// Why the last attempt failed; empty if none did.
    [[nodiscard]] const QString& error() const { return m_error; }

private:
    QDeadlineTimer m_next;
    QString m_error;
};

} // namespace tidemark::server::postgres
