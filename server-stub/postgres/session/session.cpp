#include "server-stub/postgres/session/session.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>

#include <optional>
#include <utility>

namespace tidemark::server::postgres {

namespace {

/// Keep-alive settings for the database's end; those in the address apply to this end. In seconds, except the
/// last one: milliseconds.
constexpr const char* keepAliveStatement =
    "SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '3', "
    "false),"
    " set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '20000', false)";

constexpr int binary = 1;

/// Values in the form that libpq takes. Refers to the given values.
struct Parameters {
    explicit Parameters(const std::vector<Value>& values)
    {
        for (const Value& value : values) {
            contents.push_back(value.content ? value.content->c_str() : nullptr);
            lengths.push_back(value.content ? static_cast<int>(value.content->size()) : 0);
            formats.push_back(value.isBytes ? binary : 0);
        }
    }
    [[nodiscard]] int count() const { return static_cast<int>(contents.size()); }

    std::vector<const char*> contents;
    std::vector<int> lengths;
    std::vector<int> formats;
};

pg_conn* connectionTo(const DatabaseUrl& url)
{
    std::vector<const char*> names;
    std::vector<const char*> values;
    for (const auto& [name, value] : url.parameters) {
        names.push_back(name.c_str());
        values.push_back(value.c_str());
    }
    names.push_back(nullptr);
    values.push_back(nullptr);
    return PQconnectdbParams(names.data(), values.data(), 0);
}

} // namespace

void Session::Finish::operator()(pg_conn* connection) const
{
    PQfinish(connection);
}

Expected<std::unique_ptr<Session>, QString> Session::open(const DatabaseUrl& url, std::stop_token stop)
{
    std::unique_ptr<Session> session(new Session(url, std::move(stop)));
    if (const QString error = session->prepareSession(url.answerTimeout()); !error.isEmpty()) {
        return Unexpected(error);
    }
    return session;
}

Session::Session(const DatabaseUrl& url, std::stop_token stop)
    : m_connection(connectionTo(url)), m_stop(std::move(stop))
{
}

QString Session::prepareSession(std::chrono::milliseconds answerTimeout)
{
    if (!isOpen()) {
        return QString::fromUtf8(PQerrorMessage(m_connection.get())).simplified();
    }
    // The database's notices, such as its shutdown, would be written to standard error, which is the log.
    PQsetNoticeProcessor(
        m_connection.get(), [](void*, const char*) {}, nullptr);
    PQsetnonblocking(m_connection.get(), 1);
    limit(answerTimeout);
    const Outcome done = query(keepAliveStatement);
    liftLimit();
    return done ? QString() : done.error().reason;
}

bool Session::isOpen() const
{
    return PQstatus(m_connection.get()) == CONNECTION_OK;
}

void Session::limit(std::chrono::milliseconds limit)
{
    m_limit = limit;
    m_deadline = QDeadlineTimer(limit);
}

Session::Outcome Session::run(const std::string& statements)
{
    return outcome(PQsendQuery(m_connection.get(), statements.c_str()) != 0);
}

Session::Outcome Session::query(const std::string& statement, const std::vector<Value>& values)
{
    const Parameters all(values);
    return outcome(PQsendQueryParams(m_connection.get(), statement.c_str(), all.count(), nullptr,
                                     all.contents.data(), all.lengths.data(), all.formats.data(), binary)
                   != 0);
}

Session::Outcome Session::prepare(const std::string& name, const std::string& statement)
{
    return outcome(PQsendPrepare(m_connection.get(), name.c_str(), statement.c_str(), 0, nullptr) != 0);
}

Session::Outcome Session::execute(const std::string& name, const std::vector<Value>& values)
{
    const Parameters all(values);
    return outcome(PQsendQueryPrepared(m_connection.get(), name.c_str(), all.count(), all.contents.data(),
                                       all.lengths.data(), all.formats.data(), binary)
                   != 0);
}

/// Waits for the outcome of the statements that were sent. Afterwards the connection is ready for further
/// statements, or has ended.
Session::Outcome Session::outcome(bool isSent)
{
    if (!isSent) {
        return Unexpected(isOpen() ? Failure{firstLine(PQerrorMessage(m_connection.get()))}
                                   : giveUp(QStringLiteral("the connection is lost")));
    }
    Result last;
    std::optional<Failure> failure;
    while (true) {
        if (!awaitAnswer()) {
            const double seconds = std::chrono::duration<double>(m_limit).count();
            return Unexpected(giveUp(QStringLiteral("no answer for %1 s").arg(seconds)));
        }
        Result result(PQgetResult(m_connection.get()));
        if (!result) {
            break;
        }
        if (result.isOfAnotherKind()) {
            return Unexpected(giveUp(result.failure()->reason));
        }
        // The first failure causes the later ones.
        if (auto found = result.failure(); found && !failure) {
            failure = std::move(found);
        }
        last = std::move(result);
    }
    if (failure) {
        return Unexpected(*std::move(failure));
    }
    return last;
}

/// Waits until PQgetResult() will not block. Returns false if the time is over.
bool Session::awaitAnswer()
{
    const std::stop_callback cut(m_stop, [socket = socket()] { ::shutdown(socket, SHUT_RDWR); });
    while (PQisBusy(m_connection.get()) != 0) {
        const bool isOver = m_deadline.hasExpired();
        const bool isUnsent = PQflush(m_connection.get()) > 0;
        pollfd watched{socket(), static_cast<short>(isUnsent ? POLLIN | POLLOUT : POLLIN), 0};
        if (isOver || ::poll(&watched, 1, static_cast<int>(m_deadline.remainingTime())) == 0) {
            return false;
        }
        if (PQconsumeInput(m_connection.get()) == 0) {
            return true; // PQgetResult() gives the reason
        }
    }
    return true;
}

/// Ends the connection without cancelling the statement: a cancelled commit that waits for its standby would
/// be done without the standby, and others would see it.
Failure Session::giveUp(const QString& reason)
{
    m_connection.reset();
    return {reason};
}

int Session::socket() const
{
    return PQsocket(m_connection.get());
}

bool Session::receive()
{
    return isOpen() && PQconsumeInput(m_connection.get()) != 0;
}

std::vector<QByteArray> Session::takeNotifications()
{
    std::vector<QByteArray> payloads;
    while (PGnotify* raw = PQnotifies(m_connection.get())) {
        const std::unique_ptr<PGnotify, void (*)(void*)> notification(raw, &PQfreemem);
        if (notification->be_pid != PQbackendPID(m_connection.get())) {
            payloads.emplace_back(notification->extra);
        }
    }
    return payloads;
}

} // namespace tidemark::server::postgres
