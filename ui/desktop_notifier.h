#pragma once

#include "core/models/notification_plan.h"
#include "ui/notification_service.h"
#include "ui/presence.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <functional>

namespace tidemark {

class ChatSession;
struct ConnectionStatus;

/// Carries between the session, the plan of what to notify of, and whoever shows it. Lives on the GUI thread.
class DesktopNotifier : public QObject {
    Q_OBJECT
public:
    /// Both outlive it. Without a clock the program's own.
    DesktopNotifier(ChatSession& session, NotificationService& service, std::function<Instant()> clock = {});

    /// Takes back all that is shown; nothing more is.
    void end();

    // ---- what the client tells, after the session has heard it
    void takeConversations(const QList<ConversationSummary>& all);
    void takeChanges(const QList<ConversationSummary>& changed);
    void takeConnection(const ConnectionStatus& status);
    void takeCaughtUp();
    void takeAccount(const QString& userName);
    void takeActiveElsewhere(bool active);

    [[nodiscard]] bool isActiveElsewhere() const { return m_isActiveElsewhere; }

    /// The user has clicked on what was shown by fallbackWanted().
    void openLast();

Q_SIGNALS:
    /// The user wants to see the conversation, from `seq` on; 0: only the window.
    void showWanted(tidemark::ConversationId conversation, tidemark::Seq seq, const QByteArray& token);
    /// Nobody on the bus shows notifications.
    void fallbackWanted(const QString& title, const QString& words);

private:
    void connectService();
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
    std::map<ConversationId, Seq> m_told; ///< the newest message that each notification tells of
    ConversationId m_last;                ///< what was shown last
    bool m_wasInUse = false;              ///< when it was noted last
    bool m_isActiveElsewhere = false;
    bool m_hasEnded = false;
};

} // namespace tidemark
