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

/// Hints as the payload of a notification, which is text of less than 8000 bytes; none when it is not one.
/// https://www.postgresql.org/docs/15/sql-notify.html
[[nodiscard]] std::optional<HintBatch> hintsIn(const QByteArray& payload);

/// A connection to a PostgreSQL database over which hints go and nothing else, so that no transaction with
/// data in it ever holds the lock that every NOTIFY takes of the whole database when it commits. Belongs to
/// the thread that opened it.
///
/// Who share a schema of a database hear each other.
class HintConnection {
public:
    /// The error is for people.
    [[nodiscard]] static Expected<std::unique_ptr<HintConnection>, QString> open(const DatabaseUrl& url);
    ~HintConnection();
    HintConnection(const HintConnection&) = delete;
    HintConnection& operator=(const HintConnection&) = delete;

    /// From here on `heard` is called with the payload of each notification that did not go out over this
    /// connection; nothing is to be done with the connection there. `ended` is called when the connection is
    /// found to have ended, which may be destroyed there. Needs the thread's event loop. Whether it could be
    /// done.
    [[nodiscard]] bool listen(QObject* context, const std::function<void(const QByteArray&)>& heard,
                              const std::function<void()>& ended);
    /// Tells all others, in one transaction; whether it is done. Waits for the database.
    [[nodiscard]] bool tell(NodeId from, std::span<const Hint> hints);
    /// Whether this is still the server that takes changes, where the others are. Waits for the database.
    [[nodiscard]] bool isInPlace();
    /// Why something could not be done, for people.
    [[nodiscard]] const QString& error() const { return m_error; }
    /// A descriptor of its socket, which stays that until the object is destroyed; -1: it does not listen.
    [[nodiscard]] int socket() const { return m_socket; }

private:
    explicit HintConnection(const DatabaseUrl& url);
    [[nodiscard]] bool prepare();
    [[nodiscard]] bool isOpen() const { return m_driver.database().isOpen(); }
    /// Whether the end of the connection will be noticed.
    [[nodiscard]] bool watchSocket(QObject* context, const std::function<void()>& ended);
    /// The first value of a statement; none, and an error, when there is none.
    [[nodiscard]] std::optional<QString> value(const QString& statement);

    DriverConnection m_driver;
    QString m_channel;
    QString m_error;
    int m_socket = -1;
    QSocketNotifier* m_watch = nullptr; ///< of m_socket
};

} // namespace tidemark::server::postgres
