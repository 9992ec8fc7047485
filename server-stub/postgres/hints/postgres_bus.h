#pragma once

#include "server-stub/bus/hint_inbox.h"
#include "server-stub/bus/watched_bus.h"
#include "server-stub/postgres/session/database_url.h"

#include <QObject>
#include <QString>
#include <QThread>

#include <memory>
#include <span>

namespace tidemark::server {

namespace postgres {
class HintCourier;
} // namespace postgres

/// The bus between servers that share a PostgreSQL database. Sends hints as notifications of that database,
/// over a separate connection, merged for some milliseconds. Has its own thread, which waits for the
/// database; calls the listener in the thread that made the bus, from its event loop.
///
/// While the database cannot be reached, hints are kept up to a bound; afterwards the listener gets one
/// missed(). It also gets one if received hints were dropped because it was busy for too long.
class PostgresBus final : public WatchedBus {
public:
    /// Waits for the first attempt to connect, up to `connect_timeout`. `listener` must outlive this object.
    PostgresBus(NodeId self, const DatabaseUrl& url, BusListener& listener);
    /// Sends the waiting hints, if that takes at most a second.
    ~PostgresBus() override;
    PostgresBus(const PostgresBus&) = delete;
    PostgresBus& operator=(const PostgresBus&) = delete;

    void publish(std::span<const Hint> hints) override;
    [[nodiscard]] BusStatus status() const override;

private:
    void tellListener();

    BusListener& m_listener;
    HintInbox m_received;
    QObject m_place; ///< makes the listener's calls run in its thread
    std::unique_ptr<postgres::HintCourier> m_courier;
    QThread m_thread;
};

/// Sends hints to all servers on a database, from a program that is not a server. Returns the human-readable
/// error; empty if it has succeeded. Waits for the database.
[[nodiscard]] QString notifyServersOf(const DatabaseUrl& url, NodeId from, std::span<const Hint> hints);

} // namespace tidemark::server
