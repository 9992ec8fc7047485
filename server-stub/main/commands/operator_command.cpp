#include "server-stub/main/commands/operator_command.h"

#include "server-stub/hub/hub.h"
#include "server-stub/main/commands/notify_servers.h"
#include "server-stub/main/files/closed_database.h"
#include "server-stub/postgres/postgres_store.h"
#include "server-stub/shell/base/clock.h"
#include "server-stub/shell/base/system_secrets.h"
#include "server-stub/shell/control/control_client.h"

#include <QDeadlineTimer>
#include <QThread>
#include <QUuid>

#include <algorithm>
#include <chrono>
#include <span>

namespace tidemark::server {
namespace {

using protocol::ErrorCode;

/// Allows for a server that is about to start or to stop.
constexpr std::chrono::seconds answerTimeout{15};
constexpr std::chrono::duration<unsigned long, std::milli> pause{100};

/// The returned effects contain exactly one operator answer.
Effects doIn(Store& store, const OperatorRequest& request)
{
    SystemSecrets secrets;
    Hub hub(HubConfig(), store, secrets);
    const Input input = OperatorAsked{OperatorTicket(1), request};
    return hub.step(std::span(&input, 1), SystemClock::now(), SystemClock::wall());
}

QString wordsOf(const protocol::Error& error)
{
    switch (error.code) {
    case ErrorCode::TextEmpty:
        return QStringLiteral("the text is empty");
    case ErrorCode::TextTooLong:
        return QStringLiteral("the text is too long");
    case ErrorCode::NameInvalid:
        return error.detail.empty() ? QStringLiteral("this is not a valid name for a dot")
                                    : QString::fromStdString(error.detail);
    case ErrorCode::UuidConflict:
        return QStringLiteral("another request already used this UUID");
    case ErrorCode::Unavailable:
        return QStringLiteral("the database accepts no changes");
    default:
        return error.detail.empty() ? QStringLiteral("the request was refused")
                                    : QString::fromStdString(error.detail);
    }
}

Expected<OperatorResult, OperatorFailure> accepted(OperatorResult result)
{
    if (const auto* error = std::get_if<protocol::Error>(&result)) {
        return Unexpected(OperatorFailure{Failed, wordsOf(*error)});
    }
    return result;
}

} // namespace

MessageUuid randomUuid()
{
    const QByteArray bytes = QUuid::createUuid().toRfc4122();
    MessageUuid uuid;
    std::copy(bytes.begin(), bytes.end(), uuid.bytes.begin());
    return uuid;
}

Expected<OperatorResult, OperatorFailure> askOperator(const QString& database, const OperatorRequest& request)
{
    if (isDatabaseUrl(database)) {
        const auto store = PostgresStore::open(database);
        if (!store) {
            return Unexpected(OperatorFailure{Failed, store.error()});
        }
        const Effects effects = doIn(**store, request);
        notifyServers(database, effects.hints);
        return accepted(effects.operatorAnswers.front().result);
    }
    const QDeadlineTimer deadline(answerTimeout);
    while (true) {
        const auto closed = ClosedDatabase::open(database, false);
        if (closed) {
            return accepted(doIn(*closed->store, request).operatorAnswers.front().result);
        }
        if (!closed.error().isInUse) {
            return Unexpected(OperatorFailure{closed.error().status, closed.error().message});
        }
        // A repeated request has the same uuid, so it is carried out only once.
        auto answer = askServer(database, request, Milliseconds(deadline.remainingTime()));
        if (answer) {
            return accepted(*std::move(answer));
        }
        if (deadline.hasExpired()) {
            return Unexpected(OperatorFailure{
                Failed,
                QStringLiteral("the database %1 is in use, but its server does not accept commands: %2")
                    .arg(database, answer.error())});
        }
        QThread::msleep(pause.count());
    }
}

} // namespace tidemark::server
