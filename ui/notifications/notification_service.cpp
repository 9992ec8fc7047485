#include "ui/notifications/notification_service.h"

#include "ui/platform/bus_request.h"
#include "ui/platform/desktop_id.h"

#include <QDBusPendingCall>
#include <QDBusPendingCallWatcher>
#include <QDBusServiceWatcher>
#include <QDBusVariant>

#include <algorithm>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString service = u"org.freedesktop.Notifications"_s;
const QString servicePath = u"/org/freedesktop/Notifications"_s;
const QString properties = u"org.freedesktop.DBus.Properties"_s;
const QString inhibited = u"Inhibited"_s;
const QString busName = u"org.freedesktop.DBus"_s;
const QString openAction = u"default"_s;
const QString replyAction = u"inline-reply"_s;
const QString readAction = u"mark-as-read"_s;

constexpr uint expiredReason = 1;

QDBusMessage busRequest(const QString& method)
{
    return QDBusMessage::createMethodCall(busName, u"/org/freedesktop/DBus"_s, busName, method);
}

QVariantMap hintsFor(const NotificationContent& content)
{
    QVariantMap hints{{u"desktop-entry"_s, QString(desktopId)},
                      {u"category"_s, u"im.received"_s},
                      {u"urgency"_s, QVariant::fromValue(uchar(1))}};
    if (content.hasSound && !content.isQuiet) {
        hints.insert(u"sound-name"_s, u"message-new-instant"_s);
    } else {
        hints.insert(u"suppress-sound"_s, true);
    }
    return hints;
}

} // namespace

QString escapedForMarkup(const QString& text)
{
    QString escaped = text;
    return escaped.replace(u'&', u"&amp;"_s).replace(u'<', u"&lt;"_s).replace(u'>', u"&gt;"_s);
}

NotificationService::NotificationService(QDBusConnection session, QObject* parent)
    : QObject(parent), m_session(std::move(session))
{
    if (!m_session.isConnected()) {
        return;
    }
    listen();
    auto* watcher =
        new QDBusServiceWatcher(service, m_session, QDBusServiceWatcher::WatchForOwnerChange, this);
    connect(watcher, &QDBusServiceWatcher::serviceOwnerChanged, this,
            [this](const QString& /*name*/, const QString& /*before*/, const QString& now) { onOwner(now); });
    findOut();
}

void NotificationService::findOut()
{
    m_unanswered = 2;
    QDBusMessage request = busRequest(u"NameHasOwner"_s);
    request << service;
    askBusOrFail<bool>(m_session, request, this, [this, asked = m_service](std::optional<bool> isRunning) {
        if (isRunning == true && asked == m_service) {
            queryService();
        }
        noteAnswer();
    });
    askBusOrFail<QStringList>(m_session, busRequest(u"ListActivatableNames"_s), this,
                              [this](const std::optional<QStringList>& names) {
                                  m_isActivatable = names && names->contains(service);
                                  noteAnswer();
                              });
}

void NotificationService::noteAnswer()
{
    --m_unanswered;
    if (isKnown()) {
        Q_EMIT becameKnown();
    }
}

void NotificationService::listen()
{
    m_session.connect(service, servicePath, service, u"ActionInvoked"_s, this, SLOT(onAction(uint, QString)));
    m_session.connect(service, servicePath, service, u"NotificationReplied"_s, this,
                      SLOT(onReply(uint, QString)));
    m_session.connect(service, servicePath, service, u"NotificationClosed"_s, this,
                      SLOT(onClosed(uint, uint)));
    m_session.connect(service, servicePath, service, u"ActivationToken"_s, this,
                      SLOT(onToken(uint, QString)));
    m_session.connect(service, servicePath, properties, u"PropertiesChanged"_s, this,
                      SLOT(onProperties(QString, QVariantMap, QStringList)));
}

/// The service was replaced or has gone, so the ids of its notifications are invalid now.
void NotificationService::onOwner(const QString& owner)
{
    ++m_service;
    m_isRunning = false;
    m_isQueryingCapabilities = false;
    m_capabilities.reset();
    forgetShown();
    setInhibited(false);
    if (!owner.isEmpty()) {
        queryService();
    }
}

/// Forgets the notifications of the old service, but keeps those that were not sent yet for the next one.
void NotificationService::forgetShown()
{
    std::vector<ConversationId> gone;
    for (auto& [conversation, entry] : m_entries) {
        if (entry.next) {
            entry = Entry{.next = std::move(entry.next)};
        } else {
            gone.push_back(conversation);
        }
    }
    for (const ConversationId conversation : gone) {
        m_entries.erase(conversation);
        Q_EMIT dismissed(conversation);
    }
}

void NotificationService::queryService()
{
    m_isRunning = true;
    queryCapabilities(false);
    QDBusMessage request = QDBusMessage::createMethodCall(service, servicePath, properties, u"Get"_s);
    request << service << inhibited;
    askBus<QDBusVariant>(m_session, request, this, [this, asked = m_service](const QDBusVariant& value) {
        if (asked == m_service) {
            setInhibited(value.variant().toBool());
        }
    });
}

/// Requests the service's capabilities, which decide how texts are escaped. Until the answer, no notification
/// is sent.
void NotificationService::queryCapabilities(bool mayStart)
{
    if (std::exchange(m_isQueryingCapabilities, true)) {
        return;
    }
    QDBusMessage request = call(u"GetCapabilities"_s);
    request.setAutoStartService(mayStart);
    auto* watcher = new QDBusPendingCallWatcher(m_session.asyncCall(request), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this, asked = m_service](QDBusPendingCallWatcher* finished) {
                finished->deleteLater();
                const QDBusPendingReply<QStringList> reply = *finished;
                // If the request started a service, onOwner() has already asked the new service.
                if (asked != m_service) {
                    return;
                }
                m_isQueryingCapabilities = false;
                if (reply.isValid()) {
                    m_capabilities = reply.value();
                }
                flush();
            });
}

void NotificationService::flush()
{
    for (auto next = m_entries.begin(); next != m_entries.end();) {
        const auto one = next++;
        if (m_capabilities) {
            send(one->first, one->second);
            continue;
        }
        const ConversationId conversation = one->first;
        m_entries.erase(one);
        Q_EMIT dismissed(conversation);
    }
}

QDBusMessage NotificationService::call(const QString& method) const
{
    return QDBusMessage::createMethodCall(service, servicePath, service, method);
}

void NotificationService::show(ConversationId conversation, const NotificationContent& content)
{
    if (!m_session.isConnected()) {
        return;
    }
    Entry& entry = m_entries[conversation];
    entry.next = content;
    entry.isToClose = false;
    if (m_capabilities) {
        send(conversation, entry);
    } else {
        queryCapabilities(true);
    }
}

void NotificationService::send(ConversationId conversation, Entry& entry)
{
    if (entry.isOnItsWay || !entry.next) {
        return;
    }
    const NotificationContent content = *std::exchange(entry.next, std::nullopt);
    entry.isOnItsWay = true;
    const bool hasMarkup = m_capabilities->contains(u"body-markup"_s);
    QDBusMessage message = call(u"Notify"_s);
    message << u"Tidemark"_s << entry.id << QString(desktopId) << content.title
            << (hasMarkup ? escapedForMarkup(content.body) : content.body) << actionsFor(content)
            << hintsFor(content) << -1;
    auto* watcher = new QDBusPendingCallWatcher(m_session.asyncCall(message), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this, conversation, asked = m_service](QDBusPendingCallWatcher* finished) {
                finished->deleteLater();
                const QDBusPendingReply<uint> reply = *finished;
                if (asked == m_service) {
                    onShown(conversation, reply.isValid() ? std::optional(reply.value()) : std::nullopt);
                }
            });
}

void NotificationService::onShown(ConversationId conversation, std::optional<uint> id)
{
    const auto found = m_entries.find(conversation);
    if (found == m_entries.end()) {
        return;
    }
    Entry& entry = found->second;
    entry.isOnItsWay = false;
    // Some services assign a new id to a replacement.
    entry.id = id.value_or(0);
    if (entry.next) {
        send(conversation, entry);
        return;
    }
    const bool isToClose = entry.isToClose;
    if (!id) {
        m_entries.erase(found);
        if (!isToClose) {
            Q_EMIT dismissed(conversation);
        }
    } else if (isToClose) {
        close(conversation);
    }
}

void NotificationService::close(ConversationId conversation)
{
    const auto found = m_entries.find(conversation);
    if (found == m_entries.end()) {
        return;
    }
    Entry& entry = found->second;
    entry.next.reset();
    if (entry.isOnItsWay) {
        entry.isToClose = true;
        return;
    }
    if (entry.id != 0) {
        QDBusMessage message = call(u"CloseNotification"_s);
        message.setAutoStartService(false);
        message << entry.id;
        m_session.asyncCall(message);
    }
    m_entries.erase(found);
}

QStringList NotificationService::actionsFor(const NotificationContent& content) const
{
    if (!m_capabilities->contains(u"actions"_s)) {
        return {};
    }
    QStringList actions{openAction, tr("Open")};
    if (!content.isConversation) {
        return actions;
    }
    if (m_capabilities->contains(replyAction)) {
        actions << replyAction << tr("Reply");
    }
    return actions << readAction << tr("Mark as read");
}

// ---- signals of the service, about the notifications of all programs

NotificationService::Entries::iterator NotificationService::find(uint id)
{
    return std::find_if(m_entries.begin(), m_entries.end(),
                        [id](const auto& one) { return id != 0 && one.second.id == id; });
}

void NotificationService::onToken(uint id, const QString& token)
{
    m_tokenOf = id;
    m_token = token.toUtf8();
}

void NotificationService::onAction(uint id, const QString& action)
{
    const auto found = find(id);
    if (found == m_entries.end()) {
        return;
    }
    const ConversationId conversation = found->first;
    if (action == openAction) {
        Q_EMIT activated(conversation, m_tokenOf == id ? std::exchange(m_token, {}) : QByteArray());
    } else if (action == readAction && conversation.isValid()) {
        Q_EMIT markReadWanted(conversation);
    }
}

void NotificationService::onReply(uint id, const QString& text)
{
    const auto found = find(id);
    if (found != m_entries.end() && found->first.isValid()) {
        Q_EMIT replied(found->first, text);
    }
}

void NotificationService::onClosed(uint id, uint reason)
{
    const auto found = find(id);
    if (found == m_entries.end()) {
        return;
    }
    const ConversationId conversation = found->first;
    // The desktop may still list the notification: keep it, to close it when the messages are read.
    if (reason == expiredReason) {
        Q_EMIT expired(conversation);
        return;
    }
    // A replacement is on its way and will be shown.
    if (found->second.isOnItsWay || found->second.next) {
        found->second.id = 0;
        return;
    }
    m_entries.erase(found);
    Q_EMIT dismissed(conversation);
}

void NotificationService::onProperties(const QString& interface, const QVariantMap& changes,
                                       const QStringList& /*invalid*/)
{
    const auto found = changes.constFind(inhibited);
    if (interface == service && found != changes.constEnd()) {
        setInhibited(found->toBool());
    }
}

void NotificationService::setInhibited(bool isInhibited)
{
    if (std::exchange(m_isInhibited, isInhibited) != isInhibited) {
        Q_EMIT inhibitedChanged(isInhibited);
    }
}

} // namespace tidemark
