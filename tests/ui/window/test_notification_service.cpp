#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/support/private_bus.h"
#include "tests/ui/recorded_session.h"
#include "ui/notifications/desktop_notifier.h"
#include "ui/notifications/notification_service.h"
#include "ui/notifications/notification_text.h"
#include "ui/platform/launcher_number.h"
#include "ui/window/pause_menu.h"

#include <QDBusContext>
#include <QDBusMessage>
#include <QSignalSpy>

#include <memory>

Q_DECLARE_METATYPE(tidemark::ConversationId)

namespace tidemark::notification_service_test {

using namespace Qt::StringLiterals;

namespace {

constexpr ConversationId anna{7};
constexpr ConversationId crew{8};

} // namespace

/// The notification service of a desktop. It answers at once, or when the test says so.
class FakeNotifications : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
    Q_PROPERTY(bool Inhibited MEMBER m_isInhibited)
public:
    FakeNotifications(QDBusConnection bus, QStringList capabilities)
        : m_bus(std::move(bus)), m_capabilities(std::move(capabilities))
    {
        m_bus.registerObject(u"/org/freedesktop/Notifications"_s, this,
                             QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals
                                 | QDBusConnection::ExportAllProperties);
        m_bus.registerService(u"org.freedesktop.Notifications"_s);
    }
    ~FakeNotifications() override
    {
        m_bus.unregisterService(u"org.freedesktop.Notifications"_s);
        m_bus.unregisterObject(u"/org/freedesktop/Notifications"_s);
    }

    void answerLate() { m_bus.send(m_late.createReply(QVariant(m_lastId))); }
    void inhibit(bool inhibited)
    {
        QDBusMessage changed =
            QDBusMessage::createSignal(u"/org/freedesktop/Notifications"_s,
                                       u"org.freedesktop.DBus.Properties"_s, u"PropertiesChanged"_s);
        changed << u"org.freedesktop.Notifications"_s << QVariantMap{{u"Inhibited"_s, inhibited}}
                << QStringList();
        m_bus.send(changed);
    }

    bool isSlow = false;
    bool givesNewNumbers = false;
    bool m_isInhibited = false;
    int asked = 0;
    QString title;
    QString body;
    QStringList actions;
    QVariantMap hints;
    uint replaced = 0;
    QList<uint> closed;

public Q_SLOTS:
    QStringList GetCapabilities() { return m_capabilities; }
    uint Notify(const QString& /*program*/, uint replaces, const QString& /*icon*/, const QString& aTitle,
                const QString& aBody, const QStringList& someActions, const QVariantMap& someHints,
                int /*expires*/)
    {
        ++asked;
        title = aTitle;
        body = aBody;
        actions = someActions;
        hints = someHints;
        replaced = replaces;
        const bool isSame = replaces != 0 && !givesNewNumbers;
        m_lastId = isSame ? replaces : ++m_newest;
        if (isSlow) {
            setDelayedReply(true);
            m_late = message();
        }
        return m_lastId;
    }
    void CloseNotification(uint id) { closed += id; }

Q_SIGNALS:
    void ActionInvoked(uint id, const QString& action);
    void NotificationReplied(uint id, const QString& text);
    void NotificationClosed(uint id, uint reason);
    void ActivationToken(uint id, const QString& token);

private:
    QDBusConnection m_bus;
    QStringList m_capabilities;
    QDBusMessage m_late;
    uint m_newest = 40;
    uint m_lastId = 0;
};

/// A notifier with one message to notify.
struct Told : test::RecordedSession {
    /// `pause`: milliseconds for which the user has paused notifications; 0: not.
    explicit Told(NotificationService& service, qint64 pause = 0)
        : notifier(session, service, [this] { return now; })
    {
        if (pause > 0) {
            DesktopChoices choices;
            choices.pausedUntil = UnixMs{QDateTime::currentMSecsSinceEpoch() + pause};
            session.preferences().chooseDesktop(choices);
        }
        ConversationSummary summary = test::summaryOf(8, "Release crew");
        notifier.takeConversations({summary});
        notifier.takeCaughtUp();
        summary.head = next(summary.head);
        summary.lastSeq = summary.head;
        summary.lastSender = "User 2";
        summary.lastText = "<img src=x>";
        summary.counts.unread = 1;
        notifier.takeChanges({summary});
        now += std::chrono::hours(1);
        notifier.takeActiveElsewhere(false);
    }
    DesktopNotifier notifier;
    QSignalSpy fallback{&notifier, &DesktopNotifier::fallbackWanted};
};

class TestNotificationService : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<ConversationId>(); }
    void init()
    {
        test::failOnAnyWarning();
        m_bus = std::make_unique<test::PrivateBus>();
        QVERIFY2(m_bus->isRunning(), "dbus-daemon is needed (package dbus)");
        start({u"body"_s, u"actions"_s, u"body-markup"_s, u"inline-reply"_s});
        m_service = std::make_unique<NotificationService>(m_bus->connection(u"ours"_s));
        QTRY_VERIFY(m_service->isAvailable());
    }
    void cleanup()
    {
        m_service.reset();
        m_fake.reset();
        m_bus.reset();
    }

    void withoutABusNoServiceIsThere()
    {
        NotificationService none(QDBusConnection(u"none"_s));
        QVERIFY(!none.isAvailable());
        none.show(anna, {u"Anna"_s, u"hello"_s});
        none.close(anna);
    }

    void textsAndActionsAreAsTheServiceCanTakeThem()
    {
        show(anna, u"a < b & c > d"_s);
        QCOMPARE(m_fake->title, u"Anna <3"_s);
        QCOMPARE(m_fake->body, u"a &lt; b &amp; c &gt; d"_s);
        QCOMPARE(m_fake->actions, (QStringList{u"default"_s, u"Open"_s, u"inline-reply"_s, u"Reply"_s,
                                               u"mark-as-read"_s, u"Mark as read"_s}));
        QCOMPARE(m_fake->hints[u"suppress-sound"_s].toBool(), true);
        QCOMPARE(m_fake->hints[u"desktop-entry"_s].toString(), u"io.github.tidemark_chat.Tidemark"_s);
        start({u"body"_s});
        awaitAnswers();
        show(crew, u"a < b"_s);
        QCOMPARE(m_fake->body, u"a < b"_s);
        QCOMPARE(m_fake->actions, QStringList());
    }

    void theNextOfAConversationTakesThePlace()
    {
        show(anna, u"one"_s);
        QCOMPARE(m_fake->replaced, 0U);
        show(anna, u"two"_s);
        QCOMPARE(m_fake->replaced, 41U);
        show(crew, u"three"_s);
        QCOMPARE(m_fake->replaced, 0U);
    }

    void aServiceMayGiveAnotherNumberToWhatReplaces()
    {
        m_fake->givesNewNumbers = true;
        show(anna, u"one"_s);
        show(anna, u"two"_s);
        m_service->close(anna);
        QTRY_COMPARE(m_fake->closed, QList<uint>{42U});
    }

    void closedBeforeItsNumberIsKnownItIsClosedThen()
    {
        m_fake->isSlow = true;
        show(anna, u"one"_s);
        m_service->close(anna);
        m_fake->answerLate();
        QTRY_COMPARE(m_fake->closed, QList<uint>{41U});
    }

    void aNotificationDuringARequestFollowsIt()
    {
        m_fake->isSlow = true;
        show(anna, u"one"_s);
        m_service->close(anna);
        m_service->show(anna, {u"Anna"_s, u"two"_s});
        m_fake->isSlow = false;
        m_fake->answerLate();
        QTRY_COMPARE(m_fake->body, u"two"_s);
        QCOMPARE(m_fake->replaced, 41U);
        QCOMPARE(m_fake->closed, QList<uint>());
    }

    void actionsOfOthersAreNone()
    {
        show(anna, u"one"_s);
        QSignalSpy opened(m_service.get(), &NotificationService::activated);
        QSignalSpy read(m_service.get(), &NotificationService::markReadWanted);
        QSignalSpy replied(m_service.get(), &NotificationService::replied);
        Q_EMIT m_fake->ActionInvoked(99, u"default"_s);
        Q_EMIT m_fake->ActionInvoked(99, u"mark-as-read"_s);
        Q_EMIT m_fake->NotificationReplied(99, u"not ours"_s);
        Q_EMIT m_fake->ActionInvoked(41, u"unknown"_s);
        Q_EMIT m_fake->ActivationToken(41, u"token"_s);
        Q_EMIT m_fake->ActionInvoked(41, u"default"_s);
        QTRY_COMPARE(opened.size(), 1);
        QCOMPARE(opened.first().at(0).value<ConversationId>(), anna);
        QCOMPARE(opened.first().at(1).toByteArray(), QByteArray("token"));
        Q_EMIT m_fake->ActionInvoked(41, u"mark-as-read"_s);
        Q_EMIT m_fake->NotificationReplied(41, u"on my way"_s);
        QTRY_COMPARE(replied.size(), 1);
        QCOMPARE(replied.first().at(1).toString(), u"on my way"_s);
        QCOMPARE(read.size(), 1);
        QCOMPARE(opened.size(), 1);
    }

    void anExpiredNotificationIsStillWithdrawn()
    {
        show(anna, u"one"_s);
        QSignalSpy expired(m_service.get(), &NotificationService::expired);
        QSignalSpy dismissed(m_service.get(), &NotificationService::dismissed);
        Q_EMIT m_fake->NotificationClosed(99, 2);
        Q_EMIT m_fake->NotificationClosed(41, 1);
        QTRY_COMPARE(expired.size(), 1);
        m_service->close(anna);
        QTRY_COMPARE(m_fake->closed, QList<uint>{41U});
        show(crew, u"two"_s);
        Q_EMIT m_fake->NotificationClosed(42, 2);
        QTRY_COMPARE(dismissed.size(), 1);
        m_service->close(crew);
        show(crew, u"three"_s);
        QCOMPARE(m_fake->replaced, 0U);
        QCOMPARE(m_fake->closed, QList<uint>{41U});
    }

    void numbersOfAServiceThatHasEndedMeanNothing()
    {
        show(anna, u"one"_s);
        QSignalSpy dismissed(m_service.get(), &NotificationService::dismissed);
        m_fake.reset();
        QTRY_COMPARE(dismissed.size(), 1);
        QTRY_VERIFY(!m_service->isAvailable());
        start({u"body"_s});
        QTRY_VERIFY(m_service->isAvailable());
        show(anna, u"two"_s);
        QCOMPARE(m_fake->replaced, 0U);
    }

    void theDesktopsQuietIsFollowed()
    {
        QVERIFY(!m_service->isInhibited());
        m_fake->inhibit(true);
        QTRY_VERIFY(m_service->isInhibited());
        m_fake->inhibit(false);
        QTRY_VERIFY(!m_service->isInhibited());
    }

    void theUsersPauseIsKeptAndEndsByItself()
    {
        NotificationService service(m_bus->connection(u"paused"_s));
        QTRY_VERIFY(service.isKnown());
        Told paused(service, 3600 * 1000);
        awaitAnswers();
        QCOMPARE(m_fake->asked, 0);
        DesktopChoices choices = paused.session.preferences().desktop();
        choices.pausedUntil = UnixMs{QDateTime::currentMSecsSinceEpoch() + 1};
        paused.session.preferences().chooseDesktop(choices);
        QTRY_COMPARE(m_fake->asked, 1);
        QCOMPARE(paused.session.preferences().desktop().pausedUntil, UnixMs());
    }

    void theMenuPausesAndResumes()
    {
        test::RecordedSession recorded;
        Preferences& preferences = recorded.session.preferences();
        PauseMenu menu(preferences);
        const auto trigger = [&menu](const QString& words) {
            for (QAction* action : menu.actions()) {
                if (action->text() == words && action->isVisible()) {
                    action->trigger();
                    return true;
                }
            }
            return false;
        };
        QVERIFY2(!trigger(u"Resume notifications"_s), "nothing is paused");
        QVERIFY(trigger(u"For 1 hour"_s));
        const UnixMs now{QDateTime::currentMSecsSinceEpoch()};
        QVERIFY(preferences.desktop().isPausedAt(now));
        QVERIFY(!preferences.desktop().isPausedAt(UnixMs{now.value + 3600 * 1000}));
        QVERIFY2(menu.title().contains(u"until"_s), qPrintable(menu.title()));
        QVERIFY(trigger(u"Until tomorrow"_s));
        QVERIFY(preferences.desktop().isPausedAt(now));
        QVERIFY(trigger(u"Resume notifications"_s));
        QVERIFY(!preferences.desktop().isPausedAt(now));
        const QDateTime evening(QDate(2026, 12, 31), QTime(23, 30));
        QCOMPARE(PauseMenu::tomorrow(evening), QDateTime(QDate(2027, 1, 1), QTime(8, 0)));
        // A pause of years comes from a clock that was wrong.
        DesktopChoices choices;
        choices.take(u"notify-paused-until"_s, QString::number(now.value + std::int64_t{90'000'000'000}));
        QVERIFY(!choices.isPausedAt(now));
    }

    void quietAtTheStartIsNoticed()
    {
        m_fake->m_isInhibited = true;
        NotificationService late(m_bus->connection(u"late"_s));
        QTRY_VERIFY(late.isInhibited());
    }

    void nothingGoesToTheTrayBeforeItIsKnownWhoShowsIt()
    {
        NotificationService starting(m_bus->connection(u"starting"_s));
        Told received(starting);
        QVERIFY(!starting.isKnown());
        QTRY_COMPARE(m_fake->asked, 1);
        QCOMPARE(m_fake->body, u"User 2: &lt;img src=x&gt;"_s);
        QCOMPARE(received.fallback.size(), 0);
    }

    void withoutAServiceItGoesToTheTray()
    {
        m_fake.reset();
        NotificationService starting(m_bus->connection(u"starting"_s));
        Told received(starting);
        QCOMPARE(received.fallback.size(), 0);
        QTRY_COMPARE(received.fallback.size(), 1);
        QCOMPARE(received.fallback.first().last().toString(), u"User 2: <img src=x>"_s);
        NotificationService none(QDBusConnection(u"none"_s));
        const Told atOnce(none);
        QCOMPARE(atOnce.fallback.size(), 1);
    }

    void aNumberIsSentToLaunchers()
    {
        QDBusConnection dock = m_bus->connection(u"dock"_s);
        QVERIFY(dock.connect({}, {}, u"com.canonical.Unity.LauncherEntry"_s, u"Update"_s, this,
                             SLOT(onUpdate(QString, QVariantMap))));
        {
            LauncherNumber number(m_bus->connection(u"number"_s));
            number.show(3);
            QTRY_COMPARE(m_numbers.size(), 1);
            QCOMPARE(m_entry, u"application://io.github.tidemark_chat.Tidemark.desktop"_s);
            QCOMPARE(m_numbers.last()[u"count"_s].toLongLong(), 3);
            QVERIFY(m_numbers.last()[u"count-visible"_s].toBool());
            // This dock begins to listen.
            QVERIFY(dock.registerService(u"com.canonical.Unity"_s));
            QTRY_COMPARE(m_numbers.size(), 2);
        }
        QTRY_COMPARE(m_numbers.size(), 3);
        QVERIFY(!m_numbers.last()[u"count-visible"_s].toBool());
    }

    void textsAreAsTheUserWantsThemSeen()
    {
        NotifyConversation what;
        what.summary.title = "Release crew";
        what.summary.lastSender = "Ann";
        what.summary.lastText = "it is green\u0007";
        what.summary.counts.unread = 1;
        what.hasText = true;
        DesktopChoices choices;
        QCOMPARE(contentOf(what, choices).title, u"Release crew"_s);
        QCOMPARE(contentOf(what, choices).body, u"Ann: it is green"_s);
        QVERIFY(!contentOf(what, choices).hasSound);
        what.summary.lastFiles = 2;
        what.summary.lastFilesArePictures = true;
        QCOMPARE(contentOf(what, choices).body, u"Ann: 2 photos, it is green"_s);
        what.summary.counts.unread = 3;
        QCOMPARE(contentOf(what, choices).title, u"Release crew (3)"_s);
        choices.preview = NotificationPreview::NameOnly;
        QCOMPARE(contentOf(what, choices).title, u"Release crew"_s);
        QCOMPARE(contentOf(what, choices).body, u"3 unread messages"_s);
        choices.preview = NotificationPreview::Nothing;
        what.summary.exact = false;
        QCOMPARE(contentOf(what, choices).title, u"Tidemark"_s);
        QCOMPARE(contentOf(what, choices).body, u"≥ 3 unread messages"_s);
        QCOMPARE(contentOf(NotifyDigest{40, true, 2}, choices).body,
                 u"40 unread messages in 2 conversations"_s);
        QVERIFY(!contentOf(NotifyDigest{}, choices).isConversation);
    }

    void reactionsAreNamedAsFarAsTheUserAllows()
    {
        NotifyConversation what;
        what.summary = test::summaryOf(7, "Anna");
        what.summary.kind = ConversationKind::Direct;
        what.summary.lastText = "secret";
        what.hasText = true;
        what.hasMessages = false;
        what.reactions = 2;
        DesktopChoices choices;
        QCOMPARE(contentOf(what, choices).title, u"Anna"_s);
        QCOMPARE(contentOf(what, choices).body, u"2 unread reactions to your messages"_s);
        choices.preview = NotificationPreview::Nothing;
        QCOMPARE(contentOf(what, choices).title, u"Tidemark"_s);
        choices.preview = NotificationPreview::Text;
        what.hasMessages = true;
        what.summary.counts.unread = 1;
        QCOMPARE(contentOf(what, choices).body, u"secret\n2 unread reactions to your messages"_s);
    }

    void choicesAreKeptAndTakenBack()
    {
        DesktopChoices choices;
        choices.rules.about = NotificationRules::About::DirectAndMentions;
        choices.rules.reactions = NotificationRules::Reactions::Everywhere;
        choices.preview = NotificationPreview::NameOnly;
        choices.hasSound = choices.staysInTray = true;
        DesktopChoices taken;
        for (const QString& key : DesktopChoices::keys()) {
            taken.take(key, choices.valueOf(key));
        }
        QCOMPARE(taken, choices);
        taken.take(u"notify-about"_s, u"of a later version"_s);
        QCOMPARE(taken, choices);
    }

private Q_SLOTS:
    void onUpdate(const QString& entry, const QVariantMap& what)
    {
        m_entry = entry;
        m_numbers += what;
    }

private:
    void start(const QStringList& capabilities)
    {
        m_fake.reset();
        m_fake = std::make_unique<FakeNotifications>(m_bus->connection(u"fake"_s), capabilities);
    }
    void show(ConversationId conversation, const QString& body)
    {
        const int before = m_fake->asked;
        m_service->show(conversation, {u"Anna <3"_s, body});
        QTRY_COMPARE(m_fake->asked, before + 1);
        awaitAnswers();
    }
    /// When a later request is answered, all earlier ones and their answers have arrived.
    void awaitAnswers()
    {
        QDBusConnection ours = m_bus->connection(u"ours"_s);
        QSignalSpy answered(this, &TestNotificationService::pinged);
        QVERIFY(
            ours.callWithCallback(QDBusMessage::createMethodCall(u"org.freedesktop.Notifications"_s,
                                                                 u"/org/freedesktop/Notifications"_s,
                                                                 u"org.freedesktop.DBus.Peer"_s, u"Ping"_s),
                                  this, SIGNAL(pinged())));
        QTRY_COMPARE(answered.size(), 1);
    }

Q_SIGNALS:
    void pinged();

private:
    std::unique_ptr<test::PrivateBus> m_bus;
    std::unique_ptr<FakeNotifications> m_fake;
    std::unique_ptr<NotificationService> m_service;
    QString m_entry;
    QList<QVariantMap> m_numbers;
};

TIDEMARK_SUITE(TestNotificationService, QApplication)

} // namespace tidemark::notification_service_test

#include "test_notification_service.moc"
