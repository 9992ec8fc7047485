#pragma once

#include "server-stub/postgres/database_url.h"
#include "server-stub/postgres/watchdog.h"

#include <QSqlDatabase>
#include <QString>

#include <chrono>
#include <optional>

namespace tidemark::server::postgres {

/// A connection of Qt's driver under a name of its own, and who watches that the database answers. The
/// database is set to notice by itself, and soon, that this end is gone: what it holds for it is free then.
/// Belongs to the thread that opened it.
class DriverConnection {
public:
    explicit DriverConnection(const DatabaseUrl& url);
    ~DriverConnection() { close(); }
    DriverConnection(const DriverConnection&) = delete;
    DriverConnection& operator=(const DriverConnection&) = delete;

    /// What is wrong, for people; empty: nothing.
    [[nodiscard]] QString open();
    [[nodiscard]] QSqlDatabase& database() { return m_database; }
    [[nodiscard]] const QSqlDatabase& database() const { return m_database; }

    /// How long the database may leave somebody without an answer (DatabaseUrl::patience()).
    [[nodiscard]] std::chrono::milliseconds patience() const { return m_patience; }
    /// Within so long there must be an answer, or the connection is cut; until liftLimit(). Open.
    void limit(std::chrono::milliseconds limit) { m_watchdog->begin(limit); }
    void liftLimit() { m_watchdog->end(); }
    /// Whether it was cut because of that; told once.
    [[nodiscard]] bool takeCut() { return m_watchdog && m_watchdog->takeCut(); }

    /// Ends it. Nothing is to be done with it afterwards.
    void close();

private:
    QString m_name;
    std::chrono::milliseconds m_patience;
    QSqlDatabase m_database;
    std::optional<Watchdog> m_watchdog; ///< from its opening on
};

} // namespace tidemark::server::postgres
