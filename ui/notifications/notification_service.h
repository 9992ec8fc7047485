#pragma once

#include "core/domain/ids.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QObject>
#include <QStringList>
#include <QVariantMap>

#include <map>
#include <optional>

namespace tidemark {

/// The content of a notification; both texts are plain text.
struct NotificationContent {
    QString title;
    QString body;
    bool isConversation = true; ///< the notification can be answered and marked as read
    bool hasSound = false;
    bool isQuiet = false; ///< only updates what is already shown, without alerting the user
};

/// The desktop's notifications, one per conversation; conversation 0 is the digest. Source: Desktop
/// Notifications Specification 1.2; inline replies and inhibition as in Plasma. All D-Bus calls are
/// asynchronous. Lives on the GUI thread.
class NotificationService : public QObject {
    Q_OBJECT
public:
    /// `session` may be unconnected.
    explicit NotificationService(QDBusConnection session, QObject* parent = nullptr);

    /// Returns whether the bus has said if there is a service. Until then, do not show texts of other users
    /// by other means: they could reach a service unescaped.
    [[nodiscard]] bool isKnown() const { return m_unanswered == 0; }
    /// Returns whether a notification service runs or can be started by the bus.
    [[nodiscard]] bool isAvailable() const { return m_isRunning || m_isActivatable; }
    /// Returns whether the user has switched off the notifications of all programs for now.
    [[nodiscard]] bool isInhibited() const { return m_isInhibited; }

    /// Replaces the conversation's notification, if there is one.
    void show(ConversationId conversation, const NotificationContent& content);
    void close(ConversationId conversation);

Q_SIGNALS:
    /// `token` allows a window to come to the front; empty: it may not.
    void activated(tidemark::ConversationId conversation, const QByteArray& token);
    void markReadWanted(tidemark::ConversationId conversation);
    void replied(tidemark::ConversationId conversation, const QString& text);
    /// The notification timed out.
    void expired(tidemark::ConversationId conversation);
    /// The notification was closed, but not by close().
    void dismissed(tidemark::ConversationId conversation);
    void inhibitedChanged(bool inhibited);
    /// isKnown() is true now.
    void becameKnown();

private Q_SLOTS:
    void onAction(uint id, const QString& action);
    void onReply(uint id, const QString& text);
    void onClosed(uint id, uint reason);
    void onToken(uint id, const QString& token);
    void onProperties(const QString& interface, const QVariantMap& changes, const QStringList& invalid);

private:
    /// A notification on its way to the service, or shown. Its id comes with the service's answer; until
    /// then, changes of the notification wait.
    struct Entry {
        uint id = 0;
        bool isOnItsWay = false;
        bool isToClose = false;
        std::optional<NotificationContent> next = std::nullopt;
    };
    using Entries = std::map<ConversationId, Entry>;

    void findOut();
    void noteAnswer();
    void listen();
    void queryService();
    void queryCapabilities(bool mayStart);
    void onOwner(const QString& owner);
    void forgetShown();
    void flush();
    void send(ConversationId conversation, Entry& entry);
    void onShown(ConversationId conversation, std::optional<uint> id);
    void setInhibited(bool inhibited);
    [[nodiscard]] QDBusMessage call(const QString& method) const;
    [[nodiscard]] QStringList actionsFor(const NotificationContent& content) const;
    [[nodiscard]] Entries::iterator find(uint id);

    QDBusConnection m_session;
    bool m_isRunning = false;
    bool m_isActivatable = false;
    bool m_isInhibited = false;
    bool m_isQueryingCapabilities = false;
    int m_unanswered = 0; ///< requests to the bus about the service
    int m_service = 0;    ///< counts the services seen; an answer from an earlier one is ignored
    std::optional<QStringList> m_capabilities;
    Entries m_entries;
    QByteArray m_token;
    uint m_tokenOf = 0;
};

/// Escapes `text` for a service with the capability "body-markup".
[[nodiscard]] QString escapedForMarkup(const QString& text);

} // namespace tidemark
