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

/// A notification as the desktop is to show it; plain texts.
struct NotificationContent {
    QString title;
    QString body;
    bool isConversation = true; ///< can be answered and marked as read
    bool hasSound = false;
    bool isQuiet = false; ///< only puts right what is on screen
};

/// The desktop's notifications, one per conversation (0: the digest). Source: Desktop Notifications
/// Specification 1.2; inline replies and inhibition as in Plasma. Every question is asked asynchronously.
/// Lives on the GUI thread.
class NotificationService : public QObject {
    Q_OBJECT
public:
    /// May be without a connection.
    explicit NotificationService(QDBusConnection session, QObject* parent = nullptr);

    /// Somebody shows notifications, or would be started for that.
    [[nodiscard]] bool isThere() const { return m_isRunning || m_isActivatable; }
    /// The user wants no notifications of any program now.
    [[nodiscard]] bool isInhibited() const { return m_isInhibited; }

    /// In place of the one of this conversation, if there is one.
    void show(ConversationId conversation, const NotificationContent& content);
    void close(ConversationId conversation);

Q_SIGNALS:
    /// `token` gives a window the right to come to the front; empty: none.
    void activated(tidemark::ConversationId conversation, const QByteArray& token);
    void markReadWanted(tidemark::ConversationId conversation);
    void replied(tidemark::ConversationId conversation, const QString& text);
    /// It has left the screen by itself.
    void expired(tidemark::ConversationId conversation);
    /// It is gone, not by close().
    void dismissed(tidemark::ConversationId conversation);
    void inhibitedChanged(bool inhibited);

private Q_SLOTS:
    void onAction(uint id, const QString& action);
    void onReply(uint id, const QString& text);
    void onClosed(uint id, uint reason);
    void onToken(uint id, const QString& token);
    void onProperties(const QString& interface, const QVariantMap& changes, const QStringList& invalid);

private:
    /// Its number is known once the service has answered: what is wanted before that waits.
    struct Entry {
        uint id = 0;
        bool isOnItsWay = false;
        bool isToClose = false;
        std::optional<NotificationContent> next;
    };
    using Entries = std::map<ConversationId, Entry>;

    void listen();
    void meet();
    void learn(bool mayStart);
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
    bool m_isLearning = false;
    int m_service = 0; ///< the how manieth; answers of another one do not count
    std::optional<QStringList> m_capabilities;
    Entries m_entries;
    QByteArray m_token;
    uint m_tokenOf = 0;
};

/// `text` as a service with the capability "body-markup" takes it.
[[nodiscard]] QString escapedForMarkup(const QString& text);

} // namespace tidemark
