#include "tests/e2e/desktop/desktop_services.h"
#include "tests/e2e/desktop/window_process.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/virtual_display.h"

#include <QTest>

#include <functional>
#include <memory>

namespace tidemark::desktop_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int timeoutMs = 15000;

} // namespace

/// A window beside a real notification service, a real tray and a session bus, all of the test's own, while
/// others write and another device reads.
class TestDesktop : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY2(m_display.isRunning(), "Xvfb and openbox are needed");
        QVERIFY(m_stage.ready());
        m_services = std::make_unique<DesktopServices>(m_display);
        QVERIFY2(m_services->isRunning(), "dbus-daemon, dunst and trayer are needed");
        m_ann = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"script"_s));
        m_phone = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"phone"_s));
        m_group = m_ann->createGroup(u"Release <crew>"_s, {u"bob"_s});
        QVERIFY(m_group > 0);
        m_laptop = window(u"laptop"_s, {}, m_services->address());
        QVERIFY(m_laptop->waitUntilShown());
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->state()[u"connection"].toString(), u"online"_s, timeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(!m_laptop->conversation(m_group).isEmpty(), timeoutMs);
        m_laptop->minimise();
    }

    /// Each step continues where the previous one ended.
    void init() { QVERIFY2(!m_hasFailed, "a step before this one failed"); }
    void cleanup() { m_hasFailed = m_hasFailed || QTest::currentTestFailed(); }

    void aMessageIsNotifiedOfAndCountedEverywhere()
    {
        QTRY_COMPARE_WITH_TIMEOUT(m_services->badgePixels(), 0, timeoutMs);
        says(u"is <b>this</b> & that green"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 1, timeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_services->seen().contains(u"\"ann: is &lt;b&gt;this&lt;/b&gt; &amp; that green\""_s),
            timeoutMs);
        QVERIFY(m_services->seen().contains(u"\"Release <crew>\""_s));
        QTRY_COMPARE_WITH_TIMEOUT(m_services->launcherNumber(), 1, timeoutMs);
        QCOMPARE(m_services->launcherEntry(), u"application://io.github.tidemark_chat.Tidemark.desktop"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_services->badgePixels() > 20, timeoutMs);
        const QByteArray picture = qgetenv("TIDEMARK_PICTURES");
        if (!picture.isEmpty()) {
            m_services->savePicture(QString::fromLocal8Bit(picture) + u"/desktop.png"_s);
        }
    }

    void theNextOneTakesItsPlace()
    {
        says(u"and the other"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_services->seen().contains(u"\"ann: and the other\""_s), timeoutMs);
        QCOMPARE(m_services->shown(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->launcherNumber(), 2, timeoutMs);
    }

    void theNumberIsSetAgainAfterEachConnection()
    {
        m_services->forgetLauncherNumber();
        QVERIFY(m_stage.server().stop());
        QVERIFY(m_stage.server().start());
        QTRY_COMPARE_WITH_TIMEOUT(m_services->launcherNumber(), 2, timeoutMs);
        QCOMPARE(m_services->shown(), 1);
    }

    void itsActionMarksReadOnEveryDevice()
    {
        m_services->markShownRead();
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->unread(m_group), 0, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->unread(m_group), 0, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 0, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->launcherNumber(), -1, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->badgePixels(), 0, timeoutMs);
    }

    void itClosesWhenTheOtherDeviceReads()
    {
        says(u"lunch"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 1, timeoutMs);
        VERIFY_DONE(m_phone->run({u"read"_s, number(m_group)}));
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 0, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->launcherNumber(), -1, timeoutMs);
    }

    void anotherServiceGetsTheNextNotifications()
    {
        says(u"before"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 1, timeoutMs);
        m_services->restartNotifications();
        QCOMPARE(m_services->shown(), 0);
        says(u"after"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 1, timeoutMs);
    }

    void aClickOpensTheConversationWhichReadsIt()
    {
        m_services->openShown();
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->state()[u"open"].toInteger(), m_group, timeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_laptop->isShown(), timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 0, timeoutMs);
        // The click was elsewhere. Only a touch of this window shows that somebody is in front of it.
        m_laptop->activate();
        // The window manager reports the activation before the window can be clicked.
        QTRY_VERIFY_WITH_TIMEOUT(!m_laptop->state()[u"pause"].toString().contains(u"window not in use"_s),
                                 timeoutMs);
        m_laptop->click({400, 200});
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->unread(m_group), 0, timeoutMs);
    }

    void aMessageOnScreenIsNotNotified()
    {
        const auto before = m_services->seen().count(u"member=Notify\n"_s);
        says(u"you see this"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->messages(m_group).last()[u"text"].toString(), u"you see this"_s,
                                  timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->unread(m_group), 0, timeoutMs);
        QCOMPARE(m_services->seen().count(u"member=Notify\n"_s), before);
        QCOMPARE(m_services->shown(), 0);
    }

    void itIsHeldBackWhileAnotherDeviceIsInUse()
    {
        m_laptop->minimise();
        const std::unique_ptr<WindowProcess> tablet = window(u"tablet"_s, {}, {});
        QVERIFY(tablet->waitUntilShown());
        QTRY_COMPARE_WITH_TIMEOUT(tablet->state()[u"connection"].toString(), u"online"_s, timeoutMs);
        tablet->activate();
        tablet->press(u"Down"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_laptop->state()[u"active_elsewhere"].toBool(), timeoutMs);
        says(u"held"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->unread(m_group), 1, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(tablet->unread(m_group), 1, timeoutMs);
        QCOMPARE(m_services->shown(), 0);
        QCOMPARE(tablet->close(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 1, timeoutMs);
        VERIFY_DONE(m_phone->run({u"read"_s, number(m_group)}));
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 0, timeoutMs);
    }

    void itIsNotHeldBackWhereTheUserWantsItEverywhere()
    {
        VERIFY_DONE(m_phone->run({u"quiet"_s, u"off"_s}));
        m_laptop->minimise();
        const std::unique_ptr<WindowProcess> tablet = window(u"tablet"_s, {}, {});
        QVERIFY(tablet->waitUntilShown());
        QTRY_COMPARE_WITH_TIMEOUT(tablet->state()[u"connection"].toString(), u"online"_s, timeoutMs);
        tablet->activate();
        tablet->press(u"Down"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_laptop->state()[u"active_elsewhere"].toBool(), timeoutMs);
        says(u"not held"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 1, timeoutMs);
        VERIFY_DONE(m_phone->run({u"quiet"_s, u"on"_s}));
        VERIFY_DONE(m_phone->run({u"read"_s, number(m_group)}));
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 0, timeoutMs);
        QCOMPARE(tablet->close(), 0);
    }

    void closedItGoesOnInTheTray()
    {
        m_laptop->activate();
        m_laptop->press(u"ctrl+comma"_s);
        QTRY_COMPARE_WITH_TIMEOUT(activeTitle(), u"Settings"_s, timeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(isKeptRunning(), timeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(
            pressedUntil(u"Escape"_s, [this] { return activeTitle() == m_laptop->title(); }), timeoutMs);
        m_laptop->press(u"alt+F4"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!m_laptop->isShown(), timeoutMs);
        says(u"still there"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 1, timeoutMs);
        QVERIFY(m_laptop->isRunning());
        m_services->clickTray();
        QTRY_VERIFY_WITH_TIMEOUT(m_laptop->isShown(), timeoutMs);
    }

    void itTakesEverythingBackWhenItEnds()
    {
        QCOMPARE(m_laptop->close(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 0, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->launcherNumber(), -1, timeoutMs);
    }

    void itBeginsInTheTray()
    {
        says(u"while it was away"_s);
        m_laptop = window(u"laptop"_s, {u"--tray"_s}, m_services->address());
        QTRY_VERIFY_WITH_TIMEOUT(m_services->badgePixels() > 20, timeoutMs);
        QVERIFY(!m_laptop->isShown());
        // The message that came meanwhile is notified.
        QTRY_COMPARE_WITH_TIMEOUT(m_services->shown(), 1, timeoutMs);
        m_services->clickTray();
        QTRY_VERIFY_WITH_TIMEOUT(m_laptop->isShown(), timeoutMs);
        QCOMPARE(m_laptop->close(), 0);
    }

private:
    [[nodiscard]] std::unique_ptr<WindowProcess> window(const QString& device, const QStringList& more,
                                                        const QString& bus)
    {
        return std::make_unique<WindowProcess>(m_display, WindowProcess::Options{m_stage.folder(),
                                                                                 m_stage.server().url(),
                                                                                 u"bob"_s,
                                                                                 device,
                                                                                 QSize(760, 560),
                                                                                 {0, 0},
                                                                                 more,
                                                                                 bus});
    }
    /// Presses the key until it has had an effect.
    [[nodiscard]] bool pressedUntil(const QString& key, const std::function<bool()>& isDone) const
    {
        if (isDone()) {
            return true;
        }
        m_laptop->press(key);
        return QTest::qWaitFor(isDone, 3000);
    }
    /// Uses the keyboard in the settings. A window gets the keyboard some time after it is on top.
    [[nodiscard]] bool isKeptRunning() const
    {
        const auto stays = [this] { return m_laptop->state()[u"stays_in_tray"_s].toBool(); };
        if (stays()) {
            return true;
        }
        m_laptop->press(u"ctrl+f"_s);
        m_laptop->type(u"closed tray"_s);
        m_laptop->press(u"alt+k"_s);
        return QTest::qWaitFor(stays, 3000);
    }
    [[nodiscard]] QString activeTitle() const
    {
        return m_display.run(u"xdotool"_s, {u"getactivewindow"_s, u"getwindowname"_s});
    }
    void says(const QString& text) { VERIFY_DONE(m_ann->run({u"send"_s, number(m_group), text})); }

    VirtualDisplay m_display{QSize(1280, 800)};
    Stage m_stage;
    std::unique_ptr<DesktopServices> m_services;
    std::unique_ptr<Device> m_ann;   ///< used by commands
    std::unique_ptr<Device> m_phone; ///< bob's, used by commands
    std::unique_ptr<WindowProcess> m_laptop;
    qint64 m_group = 0;
    bool m_hasFailed = false;
};

TIDEMARK_SUITE(TestDesktop, QCoreApplication)

} // namespace tidemark::desktop_test

#include "test_desktop.moc"
