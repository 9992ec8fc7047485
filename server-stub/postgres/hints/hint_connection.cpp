#include "server-stub/postgres/hints/hint_connection.h"

#include <QObject>
#include <QSocketNotifier>

#include <cstddef>

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

std::string payloadOf(const std::string& bytes)
{
    const auto view = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return view.toBase64().toStdString();
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

HintConnection::~HintConnection()
{
    if (m_watch != nullptr) {
        m_watch->setEnabled(false);
        m_watch->deleteLater(); // its signal may have called this
    }
}

Expected<std::unique_ptr<HintConnection>, QString> HintConnection::open(const DatabaseUrl& url,
                                                                        std::stop_token stop)
{
    auto session = Session::open(url, std::move(stop));
    if (!session) {
        return Unexpected(QStringLiteral("%1: %2").arg(url.shown(), session.error()));
    }
    std::unique_ptr<HintConnection> connection(
        new HintConnection(std::move(session).value(), url.answerTimeout()));
    if (!connection->prepare()) {
        return Unexpected(QStringLiteral("%1: %2").arg(url.shown(), connection->error()));
    }
    return connection;
}

bool HintConnection::prepare()
{
    if (!run(hintSessionStatement)) {
        return false;
    }
    const auto found = run(channelStatement);
    m_channel = found ? found->bytes(0, 0).value_or("") : "";
    return found.has_value();
}

std::optional<Result> HintConnection::run(const std::string& statement, const std::vector<Value>& values)
{
    m_session->limit(m_answerTimeout);
    Session::Outcome outcome = m_session->query(statement, values);
    m_session->liftLimit();
    if (outcome) {
        passOn();
        return std::move(outcome).value();
    }
    m_error = outcome.error().reason;
    if (m_watch != nullptr && !m_session->isOpen()) {
        m_watch->setEnabled(false); // the socket is closed
    }
    return std::nullopt;
}

bool HintConnection::listen(QObject* context, const std::function<void(const QByteArray&)>& received,
                            const std::function<void()>& ended)
{
    m_received = received;
    if (!run("LISTEN \"" + m_channel + '"')) {
        return false;
    }
    watchSocket(context, ended);
    return true;
}

void HintConnection::watchSocket(QObject* context, const std::function<void()>& ended)
{
    m_watch = new QSocketNotifier(m_session->socket(), QSocketNotifier::Read);
    QObject::connect(m_watch, &QSocketNotifier::activated, context, [this, ended] {
        if (m_session->receive()) {
            passOn();
        } else {
            m_watch->setEnabled(false);
            ended();
        }
    });
}

void HintConnection::passOn()
{
    for (const QByteArray& payload : m_session->takeNotifications()) {
        m_received(payload);
    }
}

bool HintConnection::publish(NodeId from, std::span<const Hint> hints)
{
    std::vector<std::string> payloads;
    for (const std::string& batch : encodeHints(from, hints, maxPayloadBytes)) {
        payloads.push_back('"' + payloadOf(batch) + '"');
    }
    return payloads.empty()
           || run("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload",
                  {bound(m_channel), arrayOf(payloads)})
                  .has_value();
}

bool HintConnection::acceptsChanges()
{
    const auto answer = run("SHOW transaction_read_only");
    const bool isReadOnly = answer && answer->bytes(0, 0) != "off";
    if (isReadOnly) {
        m_error = QStringLiteral("this database no longer accepts changes");
    }
    return answer && !isReadOnly;
}

} // namespace tidemark::server::postgres
