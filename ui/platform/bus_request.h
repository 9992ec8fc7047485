#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QObject>

#include <optional>

namespace tidemark {

/// Sends `request` on `bus` without starting the service, and passes the answer, or nothing after an error,
/// to `take` while `context` lives.
template <typename Answer, typename Take>
void askBusOrFail(const QDBusConnection& bus, QDBusMessage request, QObject* context, Take take)
{
    request.setAutoStartService(false);
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(request), context);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context,
                     [take](QDBusPendingCallWatcher* finished) {
                         const QDBusPendingReply<Answer> reply = *finished;
                         take(reply.isValid() ? std::optional<Answer>(reply.value()) : std::nullopt);
                         finished->deleteLater();
                     });
}

/// Like askBusOrFail(), but calls `take` only with an answer and never after an error.
template <typename Answer, typename Take>
void askBus(const QDBusConnection& bus, const QDBusMessage& request, QObject* context, Take take)
{
    askBusOrFail<Answer>(bus, request, context, [take](const std::optional<Answer>& answer) {
        if (answer) {
            take(*answer);
        }
    });
}

} // namespace tidemark
