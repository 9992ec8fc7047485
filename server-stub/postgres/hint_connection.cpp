#include "server-stub/postgres/hint_connection.h"

#include "server-stub/postgres/libpq.h"

#include <QObject>
#include <QSocketNotifier>
#include <QSqlDriver>
#include <QSqlError>
#include <QSqlQuery>
#include <QStringList>
#include <QVariant>

#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace tidemark::server::postgres {

namespace {

/// Base64 turns three bytes into four letters; the payload must be shorter than 8000.
constexpr std::size_t maxPayloadBytes = std::size_t{7999} / 4 * 3;

/// A NOTIFY is a commit. Since it contains nothing durable, it does not wait for the disk or a standby.
constexpr const char* hintSessionStatement =
    "SELECT set_config('synchronous_commit', 'off', false), set_config('statement_timeout', '10s', false),"
    " set_config('idle_session_timeout', '0', false),"
    " set_config('application_name', current_setting('application_name') || ' hints', false)";

/// Channels belong to the database, tables to a schema: so each schema has its own secret in the name.
constexpr const char* channelStatement = "SELECT 'tidemark_' || encode(hint_secret, 'hex') FROM server";

QString payloadOf(const std::string& bytes)
{
    const auto view = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return QString::fromLatin1(view.toBase64());
}

} // namespace

std::optional<HintBatch> hintsIn(const QByteArray& payload)
{
    const auto result = QByteArray::fromBase64Encoding(payload, QByteArray::AbortOnBase64DecodingErrors);
    if (!result) {
        return std::nullopt;
    }
    const QByteArray& bytes = *result;
    return decodeHints({bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

HintConnection::HintConnection(const DatabaseUrl& url) : m_driver(url) {}

HintConnection::~HintConnection()
{
    if (m_watch != nullptr) {
        m_watch->setEnabled(false);
        m_watch->deleteLater(); // it may be the caller
    }
    if (m_socket >= 0) {
        ::close(m_socket);
    }
}

Expected<std::unique_ptr<HintConnection>, QString> HintConnection::open(const DatabaseUrl& url)
{
    std::unique_ptr<HintConnection> connection(new HintConnection(url));
    if (!connection->prepare()) {
        return Unexpected(QStringLiteral("%1: %2").arg(url.shown(), connection->error()));
    }
    return connection;
}

bool HintConnection::prepare()
{
    m_error = m_driver.open().simplified();
    if (!m_error.isEmpty()) {
        return false;
    }
    silence(*m_driver.database().driver());
    if (!value(QString::fromLatin1(hintSessionStatement))) {
        return false;
    }
    const auto channel = value(QString::fromLatin1(channelStatement));
    m_channel = channel.value_or(QString());
    return channel.has_value();
}

std::optional<QString> HintConnection::value(const QString& statement)
{
    m_driver.limit(m_driver.answerTimeout());
    QSqlQuery query(m_driver.database());
    const bool isDone = query.exec(statement) && query.next();
    m_driver.liftLimit();
    if (isDone) {
        return query.value(0).toString();
    }
    m_error = query.lastError().databaseText().simplified();
    if (m_driver.takeCut()) {
        m_error = QStringLiteral("no answer for %1 s")
                      .arg(std::chrono::duration<double>(m_driver.answerTimeout()).count());
    } else if (m_error.isEmpty()) {
        // Qt gives no reason if it knows that the connection is lost.
        m_error = isOpen() ? QStringLiteral("there is no schema for tables")
                           : QStringLiteral("the connection is lost");
    }
    return std::nullopt;
}

bool HintConnection::listen(QObject* context, const std::function<void(const QByteArray&)>& received,
                            const std::function<void()>& ended)
{
    QSqlDriver* driver = m_driver.database().driver();
    QObject::connect(
        driver, &QSqlDriver::notification, context,
        [received](const QString&, QSqlDriver::NotificationSource source, const QVariant& payload) {
            if (source != QSqlDriver::SelfSource) {
                received(payload.toString().toLatin1());
            }
        });
    if (!driver->subscribeToNotification(m_channel)) {
        m_error = driver->lastError().databaseText().simplified();
        return false;
    }
    return watchSocket(context, ended);
}

bool HintConnection::watchSocket(QObject* context, const std::function<void()>& ended)
{
    // When the connection ends, the driver reads that silently, and libpq closes its descriptor. The
    // duplicate still reports that there is something to read.
    m_socket = ::dup(socketOf(*m_driver.database().driver()));
    if (m_socket < 0) {
        m_error = QStringLiteral("the driver does not say which socket it uses");
        return false;
    }
    m_watch = new QSocketNotifier(m_socket, QSocketNotifier::Read);
    QObject::connect(m_watch, &QSocketNotifier::activated, context, [this, ended] {
        if (!isOpen()) {
            ended();
        }
    });
    return true;
}

bool HintConnection::publish(NodeId from, std::span<const Hint> hints)
{
    QStringList payloads;
    for (const std::string& batch : encodeHints(from, hints, maxPayloadBytes)) {
        payloads.append(QLatin1Char('\'') + payloadOf(batch) + QLatin1Char('\''));
    }
    const QString statement =
        QStringLiteral("SELECT pg_notify('%1', payload) FROM unnest(ARRAY[%2]) AS payload");
    return payloads.isEmpty() || value(statement.arg(m_channel, payloads.join(QLatin1Char(',')))).has_value();
}

bool HintConnection::isInPlace()
{
    const auto isReadOnly = value(QStringLiteral("SHOW transaction_read_only"));
    if (isReadOnly == QLatin1String("on")) {
        m_error = QStringLiteral("this database no longer accepts changes");
    }
    return isReadOnly == QLatin1String("off");
}

} // namespace tidemark::server::postgres
