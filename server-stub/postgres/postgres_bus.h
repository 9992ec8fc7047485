#pragma once

#include "server-stub/bus/watched_bus.h"
#include "server-stub/postgres/database_url.h"

#include <QObject>
#include <QString>
#include <QThread>

#include <memory>
#include <span>

namespace tidemark::server {

namespace postgres {
class HintCourier;
} // namespace postgres

/// The bus between servers that share a PostgreSQL database: hints as notifications of that database, over a
/// connection of their own, merged for some milliseconds. Has a thread of its own that waits for the
/// database; the listener is called in the thread that made the bus, from its event loop.
///
/// While the database is away hints are kept up to a bound. A listener hears missed() once when it is back.
class PostgresBus final : public WatchedBus {
public:
    /// Waits for the first try to connect, as long as `connect_timeout` lasts. `listener` must live longer.
    PostgresBus(NodeId self, const DatabaseUrl& url, BusListener& listener);
    /// Tells what is to be told, where that can be done at once.
    ~PostgresBus() override;
    PostgresBus(const PostgresBus&) = delete;
    PostgresBus& operator=(const PostgresBus&) = delete;

    void tell(std::span<const Hint> hints) override;
    [[nodiscard]] BusStatus status() const override;

private:
    BusListener& m_listener;
    QObject m_place; ///< where the listener is called
    std::unique_ptr<postgres::HintCourier> m_courier;
    QThread m_thread;
};

/// Tells all servers on a database something, without being one. Why that could not be done, for people;
/// empty: it is done. Waits for the database.
[[nodiscard]] QString tellServersOf(const DatabaseUrl& url, NodeId from, std::span<const Hint> hints);

} // namespace tidemark::server
