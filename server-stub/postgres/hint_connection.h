#pragma once

#include "core/base/expected.h"
#include "server-stub/bus/hint_codec.h"
#include "server-stub/postgres/driver_connection.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <span>

class QObject;
class QSocketNotifier;

namespace tidemark::server::postgres {

/// Decodes hints from the payload of a notification, which is text of less than 8000 bytes; returns nothing
/// if it does not decode. https://www.postgresql.org/docs/15/sql-notify.html
[[nodiscard]] std::optional<HintBatch> hintsIn(const QByteArray& payload);

/// A connection to a PostgreSQL database that carries only hints. A commit with a NOTIFY takes a lock of the
/// whole database, so no transaction with data may contain one. Belongs to the thread that opened it.
///
/// Servers that share a schema of a database receive each other's hints.
class HintConnection {
public:
    /// The error is human-readable.
    [[nodiscard]] static Expected<std::unique_ptr<HintConnection>, QString> open(const DatabaseUrl& url);
    ~HintConnection();
    HintConnection(const HintConnection&) = delete;
    HintConnection& operator=(const HintConnection&) = delete;

    /// Starts listening. From now on calls `received` with the payload of each notification that was not sent
    /// over this connection; `received` must not use the connection. Calls `ended` when the connection has
    /// ended; `ended` may destroy this object. Needs the thread's event loop. Returns whether it has
    /// succeeded.
    [[nodiscard]] bool listen(QObject* context, const std::function<void(const QByteArray&)>& received,
                              const std::function<void()>& ended);
    /// Sends the hints to all other servers, in one transaction. Returns whether it has succeeded. Waits for
    /// the database.
    [[nodiscard]] bool publish(NodeId from, std::span<const Hint> hints);
    /// Whether this database server still accepts changes, as the one that the other servers use must. Waits
    /// for the database.
    [[nodiscard]] bool isInPlace();
    /// The reason of the last failure, as a human-readable message.
    [[nodiscard]] const QString& error() const { return m_error; }
    /// A descriptor of the connection's socket, valid until this object is destroyed; -1 if it does not
    /// listen.
    [[nodiscard]] int socket() const { return m_socket; }

private:
    explicit HintConnection(const DatabaseUrl& url);
    [[nodiscard]] bool prepare();
    [[nodiscard]] bool isOpen() const { return m_driver.database().isOpen(); }
    /// Returns whether the end of the connection will be noticed.
    [[nodiscard]] bool watchSocket(QObject* context, const std::function<void()>& ended);
    /// The first value of a statement; nothing, and error() is set, if there is none.
    [[nodiscard]] std::optional<QString> value(const QString& statement);

    DriverConnection m_driver;
    QString m_channel;
    QString m_error;
    int m_socket = -1;
    QSocketNotifier* m_watch = nullptr; ///< watches m_socket
};

} // namespace tidemark::server::postgres
