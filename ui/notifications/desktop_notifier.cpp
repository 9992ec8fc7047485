#include "ui/notifications/desktop_notifier.h"

#include "core/base/overloaded.h"
#include "core/client/clock.h"
#include "ui/notifications/notification_text.h"
#include "ui/session/chat_session.h"

#include <utility>

namespace tidemark {

DesktopNotifier::DesktopNotifier(ChatSession& session, NotificationService& service,
                                 std::function<Instant()> clock)
    : m_session(session), m_service(service),
      m_clock(clock ? std::move(clock) : [] { return Clock().now(); }), m_presence(this), m_timer(this),
      m_pause(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DesktopNotifier::decide);
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &DesktopNotifier::decide);
    connect(&m_session.chat().reading(), &ReadingWatch::useNoted, this, &DesktopNotifier::noteUse);
    connect(&m_session.chat(), &OpenConversation::currentChanged, this, &DesktopNotifier::decide);
    connect(&m_session.preferences(), &Preferences::changed, this, &DesktopNotifier::decide);
    connect(&m_session.account(), &UserAccount::settingsChanged, this, &DesktopNotifier::decide);
    connect(&m_presence, &Presence::changed, this, [this](bool active) {
        m_session.commands().submit(input::NoteActivity{active});
        decide();
    });
    connectService();
}

void DesktopNotifier::connectService()
{
    connect(&m_service, &NotificationService::inhibitedChanged, this, &DesktopNotifier::decide);
    connect(&m_service, &NotificationService::becameKnown, this, &DesktopNotifier::decide);
    connect(&m_service, &NotificationService::expired, this,
            [this](ConversationId conversation) { m_plan.noteExpired(conversation); });
    connect(&m_service, &NotificationService::dismissed, this,
            [this](ConversationId conversation) { m_plan.noteDismissed(conversation); });
    connect(&m_service, &NotificationService::activated, this, &DesktopNotifier::open);
    connect(&m_service, &NotificationService::markReadWanted, this, [this](ConversationId conversation) {
        m_session.marks().markRead(conversation, m_notified[conversation]);
    });
    connect(&m_service, &NotificationService::replied, this,
            [this](ConversationId conversation, const QString& text) {
                m_session.writer().sendTo(conversation, text);
            });
}

void DesktopNotifier::end()
{
    m_plan.clear();
    decide();
    m_hasEnded = true;
    m_timer.stop();
}

// ---- from the client

void DesktopNotifier::takeConversations(const QList<ConversationSummary>& all)
{
    m_plan.takeAll({all.begin(), all.end()});
    decide();
}

void DesktopNotifier::takeChanges(const QList<ConversationSummary>& changed)
{
    const Instant now = m_clock();
    for (const ConversationSummary& summary : changed) {
        m_plan.take(summary, now);
    }
    decide();
}

void DesktopNotifier::takeConnection(const ConnectionStatus& status)
{
    if (status.phase != ConnectionPhase::Online && status.phase != ConnectionPhase::Syncing) {
        m_plan.noteOffline(m_clock());
    }
}

void DesktopNotifier::takeCaughtUp()
{
    m_plan.noteCaughtUp(m_clock());
    decide();
}

void DesktopNotifier::takeAccount(const QString& userName)
{
    if (!userName.isEmpty()) {
        return;
    }
    m_plan.clear();
    decide();
}

void DesktopNotifier::takeActiveElsewhere(bool active)
{
    m_isActiveElsewhere = active;
    decide();
}

void DesktopNotifier::takeScheduledSent(ConversationId conversation, const MessageUuid& uuid, Seq seq)
{
    const auto item = m_session.scheduled().find(uuid);
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    const DesktopChoices& choices = m_session.preferences().desktop();
    if (m_hasEnded || !item || summary == nullptr || !isWithOneself(*summary) || isHeldBack()
        || !m_service.isKnown() || choices.rules.about == NotificationRules::About::Nothing) {
        return;
    }
    m_notified[conversation] = seq;
    show(conversation, reminderOf(*item, choices));
}

/// Called at every move of the pointer.
void DesktopNotifier::noteUse(bool isInUse)
{
    m_presence.note(isInUse);
    if (std::exchange(m_wasInUse, isInUse) != isInUse) {
        decide();
    }
}

// ---- carrying out the plan

void DesktopNotifier::decide()
{
    // Wait until it is known whether there is a service. The tray may use the service, which would read the
    // text as markup.
    if (m_hasEnded || !m_service.isKnown()) {
        return;
    }
    NotificationRules rules = m_session.preferences().desktop().rules;
    rules.waitsForOtherDevice = m_session.account().settings().quietWhileActive;
    m_plan.setRules(rules);
    m_plan.setInhibited(isHeldBack());
    m_plan.setActiveElsewhere(m_isActiveElsewhere);
    m_plan.setActiveHere(m_presence.isActive());
    m_plan.setLookedAt(m_session.chat().reading().isInUse() ? m_session.chat().current() : ConversationId());
    const Instant now = m_clock();
    for (const NotificationOrder& order : m_plan.decide(now)) {
        carryOut(order);
    }
    if (const auto at = m_plan.wakeAt()) {
        m_timer.start(std::max(*at - now, Milliseconds(0)));
    } else {
        m_timer.stop();
    }
    watchPause();
}

bool DesktopNotifier::isHeldBack() const
{
    return m_service.isInhibited() || m_session.preferences().desktop().isPausedAt(Clock().wall());
}

/// Ends the user's pause when its time is over.
void DesktopNotifier::watchPause()
{
    constexpr std::int64_t step = 60000; // milliseconds; a timer stands still while the computer sleeps
    DesktopChoices choices = m_session.preferences().desktop();
    const UnixMs now = Clock().wall();
    if (choices.isPausedAt(now)) {
        m_pause.start(static_cast<int>(std::min(choices.pausedUntil.value - now.value, step)));
        return;
    }
    m_pause.stop();
    if (choices.pausedUntil.value != 0) {
        choices.pausedUntil = {};
        m_session.preferences().chooseDesktop(choices);
    }
}

void DesktopNotifier::carryOut(const NotificationOrder& order)
{
    const DesktopChoices& choices = m_session.preferences().desktop();
    std::visit(Overloaded{
                   [&](const NotifyConversation& what) {
                       m_notified[what.summary.id] = what.through;
                       show(what.summary.id, contentOf(what, choices));
                   },
                   [&](const NotifyDigest& what) { show({}, contentOf(what, choices)); },
                   [&](const WithdrawNotification& what) {
                       m_notified.erase(what.conversation);
                       m_service.close(what.conversation);
                   },
               },
               order);
}

void DesktopNotifier::show(ConversationId conversation, const NotificationContent& content)
{
    if (m_service.isAvailable()) {
        m_service.show(conversation, content);
        return;
    }
    // The tray cannot update or remove a message.
    m_plan.noteDismissed(conversation);
    if (!content.isQuiet) {
        m_last = conversation;
        Q_EMIT fallbackWanted(content.title, content.body);
    }
}

void DesktopNotifier::openLast()
{
    open(m_last, {});
}

void DesktopNotifier::open(ConversationId conversation, const QByteArray& token)
{
    const auto notified = m_notified.find(conversation);
    Q_EMIT showWanted(conversation, notified == m_notified.end() ? Seq() : notified->second, token);
}

} // namespace tidemark
