#pragma once

#include "core/models/notifications/notification_plan.h"
#include "ui/notifications/notification_service.h"
#include "ui/session/presence.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <functional>

namespace tidemark {

class ChatSession;
struct ConnectionStatus;

/// Connects the session, the plan of notifications and the service that shows them. Lives on the GUI thread.
class DesktopNotifier : public QObject {
    Q_OBJECT
public:
    /// The session and the service must outlive this object. Without `clock`, it uses the program's clock.
    DesktopNotifier(ChatSession& session, NotificationService& service, std::function<Instant()> clock = {});

    /// Closes all notifications and shows no more.
    void end();

    // ---- from the client, after the session has taken it
    void takeConversations(const QList<ConversationSummary>& all);
    void takeChanges(const QList<ConversationSummary>& changed);
    void takeConnection(const ConnectionStatus& status);
    void takeCaughtUp();
    void takeAccount(const QString& userName);
    void takeActiveElsewhere(bool active);
    /// The server has sent a scheduled message of the user. In the direct chat with oneself it is a reminder,
    /// which counts as nothing, so that the plan of notifications does not know it.
    void takeScheduledSent(ConversationId conversation, const MessageUuid& uuid, Seq seq);

    [[nodiscard]] bool isActiveElsewhere() const { return m_isActiveElsewhere; }

    /// The user clicked on the message that fallbackWanted() asked for.
    void openLast();

Q_SIGNALS:
    /// The user wants to see the conversation from `seq` on. With conversation 0, only the window.
    void showWanted(tidemark::ConversationId conversation, tidemark::Seq seq, const QByteArray& token);
    /// No notification service is on the bus: show this message in the tray. Both are plain text.
    void fallbackWanted(const QString& title, const QString& words);

private:
    void connectService();
    [[nodiscard]] bool isHeldBack() const;
    void watchPause();
    void noteUse(bool isInUse);
    void decide();
    void carryOut(const NotificationOrder& order);
    void show(ConversationId conversation, const NotificationContent& content);
    void open(ConversationId conversation, const QByteArray& token);

    ChatSession& m_session;
    NotificationService& m_service;
    std::function<Instant()> m_clock;
    NotificationPlan m_plan;
    Presence m_presence;
    QTimer m_timer;
    QTimer m_pause;                           ///< runs while the user has paused notifications
    std::map<ConversationId, Seq> m_notified; ///< the newest message shown in each notification
    ConversationId m_last;                    ///< the conversation shown last
    bool m_wasInUse = false;                  ///< the window was in use at the last note
    bool m_isActiveElsewhere = false;
    bool m_hasEnded = false;
};

} // namespace tidemark
