#pragma once

#include "server-stub/postgres/database_url.h"
#include "server-stub/postgres/watchdog.h"

#include <QSqlDatabase>
#include <QString>

#include <chrono>
#include <optional>

namespace tidemark::server::postgres {

/// A connection of Qt's driver under a unique name, with a watchdog that checks that the database answers.
/// The database is told to notice soon by itself that this end is gone, so that it releases this end's locks.
/// Belongs to the thread that opened it.
class DriverConnection {
public:
    explicit DriverConnection(const DatabaseUrl& url);
    ~DriverConnection() { close(); }
    DriverConnection(const DriverConnection&) = delete;
    DriverConnection& operator=(const DriverConnection&) = delete;

    /// Returns what is wrong, as a human-readable message; empty if nothing is.
    [[nodiscard]] QString open();
    [[nodiscard]] QSqlDatabase& database() { return m_database; }
    [[nodiscard]] const QSqlDatabase& database() const { return m_database; }

    /// The longest time that the database may take to answer (DatabaseUrl::answerTimeout()).
    [[nodiscard]] std::chrono::milliseconds answerTimeout() const { return m_answerTimeout; }
    /// From now on until liftLimit(), the connection is cut if no answer comes within `limit`. The connection
    /// must be open.
    void limit(std::chrono::milliseconds limit) { m_watchdog->begin(limit); }
    void liftLimit() { m_watchdog->end(); }
    /// Whether the connection was cut because of the limit; true only once.
    [[nodiscard]] bool takeCut() { return m_watchdog && m_watchdog->takeCut(); }

    /// Closes the connection. Do not use this object afterwards.
    void close();

private:
    QString m_name;
    std::chrono::milliseconds m_answerTimeout;
    QSqlDatabase m_database;
    std::optional<Watchdog> m_watchdog; ///< empty until the connection is open
};

} // namespace tidemark::server::postgres
