#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QObject>

namespace tidemark {

/// Sends `question` on `bus` without starting the service, and passes the answer to `take` while `context`
/// lives. The answer may never come.
template <typename Answer, typename Take>
void askBus(const QDBusConnection& bus, QDBusMessage question, QObject* context, Take take)
{
    question.setAutoStartService(false);
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), context);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context,
                     [take](QDBusPendingCallWatcher* finished) {
                         const QDBusPendingReply<Answer> reply = *finished;
                         if (reply.isValid())
                             take(reply.value());
                         finished->deleteLater();
                     });
}

} // namespace tidemark
