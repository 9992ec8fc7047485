#include "tests/e2e/desktop/accessibility_bus.h"
#include "tests/e2e/desktop/window_process.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/virtual_display.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <memory>

namespace tidemark::accessibility_test {

using namespace tidemark::test;
using test::Role;
using namespace Qt::StringLiterals;

namespace {

constexpr int timeoutMs = 30000;

/// Users use or read objects of these roles by themselves, so each needs a name.
bool needsName(Role role)
{
    switch (role) {
    case Role::CheckBox:
    case Role::ComboBox:
    case Role::Dialog:
    case Role::Entry:
    case Role::Frame:
    case Role::List:
    case Role::ListItem:
    case Role::MenuItem:
    case Role::PasswordText:
    case Role::PushButton:
    case Role::RadioButton:
    case Role::SpinButton:
    case Role::Text:
    case Role::ToggleButton:
        return true;
    default:
        return false;
    }
}

/// The window has no tables, and an object that can have the keyboard must have a role.
bool isWrongRole(Role role, bool isStop)
{
    return (isStop && role == Role::Unknown) || role == Role::Table || role == Role::TableCell;
}

/// A line for each object that a screen reader could not speak.
QString unspoken(const Accessible& window)
{
    QStringList problems;
    window.walk([&problems](const Accessible& one, const QStringList& above) {
        const Role role = one.role();
        const bool isStop = one.has(State::Focusable);
        if (((needsName(role) || isStop) && one.name().isEmpty()) || isWrongRole(role, isStop)) {
            problems +=
                u"role %1 \"%2\" in %3"_s.arg(static_cast<int>(role)).arg(one.name(), above.join(u" / "_s));
        }
    });
    return problems.join(u'\n');
}

} // namespace

/// A screen reader's view of a window: from another process, over the accessibility bus. The spoken texts
/// are compared with the server's data.
class TestAccessibility : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY2(m_display.isRunning(), "Xvfb and openbox are needed");
        QVERIFY(m_stage.ready());
        m_bus = std::make_unique<AccessibilityBus>(m_display);
        QVERIFY2(m_bus->isRunning(), "dbus-daemon and at-spi2-core are needed");
        m_anna = std::make_unique<Device>(m_stage.newAccount(u"Anna"_s, u"script"_s));
        m_phone = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"phone"_s));
        const CliResult created = m_anna->run({u"direct"_s, u"bob"_s});
        VERIFY_DONE(created);
        m_conversation = created.line()[u"conversation"].toInteger();
        for (const QString& text : {u"are you there?"_s, u"@bob it is about the tide"_s, u"please"_s}) {
            QVERIFY(m_anna->send(m_conversation, text) > 0);
        }
        VERIFY_DONE(m_phone->run({u"mute"_s, number(m_conversation)}));
        m_window = std::make_unique<WindowProcess>(m_display, WindowProcess::Options{m_stage.folder(),
                                                                                     m_stage.server().url(),
                                                                                     u"bob"_s,
                                                                                     u"laptop"_s,
                                                                                     QSize(900, 640),
                                                                                     {0, 0},
                                                                                     {},
                                                                                     m_bus->address(),
                                                                                     false});
        QVERIFY(m_window->waitUntilShown());
        QTRY_VERIFY_WITH_TIMEOUT((m_program = m_bus->program(u"tidemark"_s)).exists(), timeoutMs);
    }

    /// Each step continues where the previous one ended.
    void init() { QVERIFY2(!m_hasFailed, "a step before this one failed"); }
    void cleanup()
    {
        m_hasFailed = m_hasFailed || QTest::currentTestFailed();
        if (QTest::currentTestFailed()) {
            qInfo().noquote() << m_program.tree();
        }
    }

    void signsIn()
    {
        QTRY_VERIFY_WITH_TIMEOUT(find(Role::Dialog, u"Sign in to Tidemark"_s).exists(), timeoutMs);
        const Accessible form = find(Role::Dialog, u"Sign in to Tidemark"_s);
        QCOMPARE(unspoken(form), QString());
        const Accessible button = form.find(Role::PushButton, u"Sign in"_s);
        QVERIFY(form.find(Role::Text, u"Username"_s).setText(u"bob"_s));
        QVERIFY(form.find(Role::PasswordText, u"Password"_s).setText(u"the password of bob"_s));
        QVERIFY(button.act());
        QTRY_VERIFY_WITH_TIMEOUT(!find(Role::Dialog, u"Sign in to Tidemark"_s).exists(), timeoutMs);
    }

    void speaksTheBadge()
    {
        QTRY_COMPARE_WITH_TIMEOUT(rows(), QStringList{u"Anna, 3 unread, 1 mention, muted"_s}, timeoutMs);
        QCOMPARE(m_phone->unread(m_conversation), 3);
    }

    void opensAndReads()
    {
        m_window->activate();
        QVERIFY(find(Role::List, u"Conversations"_s).grabFocus());
        QVERIFY(pressUntil(u"Return"_s, [this] { return find(Role::List, u"Messages"_s).exists(); }));
        QTRY_COMPARE_WITH_TIMEOUT(rows(), QStringList{u"Anna, muted"_s}, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->unread(m_conversation), 0, timeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(says(u"Anna: please"_s), timeoutMs);
    }

    void writes()
    {
        QVERIFY(find(Role::Text, u"Message"_s).setText(u"here I am"_s));
        QTRY_VERIFY_WITH_TIMEOUT(find(Role::PushButton, u"Send"_s).has(State::Enabled), timeoutMs);
        QVERIFY(find(Role::PushButton, u"Send"_s).act());
        QTRY_VERIFY_WITH_TIMEOUT(says(u"You: here I am"_s), timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->messages(m_conversation).last()[u"text"].toString(),
                                  u"here I am"_s, timeoutMs);
    }

    void arrowsAnnounceTheRowTheyChoose()
    {
        m_window->activate();
        QVERIFY(find(Role::List, u"Messages"_s).grabFocus());
        QVERIFY(pressUntil(u"Up"_s, [this] { return m_bus->focus().name().startsWith(u"Anna: please"_s); }));
        QCOMPARE(m_bus->focus().role(), Role::ListItem);
        QVERIFY(find(Role::List, u"Conversations"_s).grabFocus());
        QTRY_COMPARE_WITH_TIMEOUT(m_bus->focus().name(), u"Anna, muted"_s, timeoutMs);
    }

    void everythingHasANameAndARole() { QCOMPARE(unspoken(m_program), QString()); }

    void tabReachesEverythingAndComesRound()
    {
        QVERIFY(find(Role::Text, u"Message"_s).setText(u"a draft"_s));
        QTRY_VERIFY_WITH_TIMEOUT(find(Role::PushButton, u"Send"_s).has(State::Focusable), timeoutMs);
        QCOMPARE(missedByTab(m_program), QString());
        QVERIFY(find(Role::Text, u"Message"_s).setText({}));
    }

    void panesToo_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("sign");
        QTest::newRow("about the conversation") << u"ctrl+i"_s << u"Members"_s;
        QTest::newRow("search") << u"ctrl+f"_s << u"Close the search"_s;
    }
    void panesToo()
    {
        QFETCH(QString, key);
        QFETCH(QString, sign);
        const auto isOpen = [&] {
            return m_program.findIf([&](const Accessible& one) { return one.name() == sign; }).exists();
        };
        m_window->activate();
        QVERIFY(pressUntil(key, isOpen));
        QCOMPARE(unspoken(m_program), QString());
        QCOMPARE(missedByTab(m_program), QString());
        QVERIFY(pressUntil(u"Escape"_s, [&] { return !isOpen(); }));
    }

    void dialogsToo_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<QString>("entry");
        for (const QString& entry : {u"Settings…"_s, u"Reading and privacy…"_s, u"Device sync status"_s,
                                     u"Keyboard shortcuts"_s, u"About Tidemark"_s}) {
            QTest::addRow("%s", qPrintable(entry)) << u"Account bob"_s << entry;
        }
        for (const QString& entry : {u"New conversation…"_s, u"New group…"_s, u"Join by number…"_s}) {
            QTest::addRow("%s", qPrintable(entry)) << u"New conversation"_s << entry;
        }
    }
    void dialogsToo()
    {
        QFETCH(QString, button);
        QFETCH(QString, entry);
        openFromMenu(button, entry);
        const Accessible dialog = activeDialog();
        QVERIFY(dialog.exists());
        QCOMPARE(unspoken(dialog), QString());
        QCOMPARE(missedByTab(dialog), QString());
        closeDialog();
    }

    void offeredUsersAreSpoken()
    {
        openFromMenu(u"New conversation"_s, u"New group…"_s);
        const Accessible field = activeDialog().find(Role::Text, u"Members, separated by commas"_s);
        QVERIFY(field.grabFocus());
        QVERIFY(pressUntil(u"Down"_s, [&] { return m_bus->described() == field; }));
        QVERIFY2(field.description().startsWith(u"Anna, 1 of "_s), qPrintable(field.description()));
        closeDialog();
    }

    void theSwitcherSpeaksWhatItChose()
    {
        m_window->activate();
        const auto field = [this] { return find(Role::Text, u"Switch to a conversation"_s); };
        QVERIFY(pressUntil(u"ctrl+k"_s, [&] { return field().exists(); }));
        QCOMPARE(unspoken(m_program), QString());
        QTRY_COMPARE_WITH_TIMEOUT(field().description(), u"Anna, muted, 1 of 1"_s, timeoutMs);
        QVERIFY(pressUntil(u"Escape"_s, [&] { return !field().exists(); }));
    }

private:
    [[nodiscard]] Accessible find(Role role, const QString& name) const { return m_program.find(role, name); }
    /// The spoken rows of the list of conversations, from the top.
    [[nodiscard]] QStringList rows() const
    {
        return find(Role::List, u"Conversations"_s).names(Role::ListItem);
    }
    /// Whether a message on screen begins with this text.
    [[nodiscard]] bool says(const QString& begin) const
    {
        const QStringList all = find(Role::List, u"Messages"_s).names(Role::ListItem);
        return std::any_of(all.begin(), all.end(), [&](const QString& one) { return one.startsWith(begin); });
    }
    /// The object that Tab reached. For a list it is the list, not the row whose focus is announced.
    [[nodiscard]] Accessible stopAfterTab() const
    {
        const qsizetype before = m_bus->focused().size();
        Accessible stop;
        const auto hasCome = [&] {
            for (const Accessible& one : m_bus->focused().mid(before)) {
                if (one.role() != Role::ListItem) {
                    stop = one;
                }
            }
            return stop.exists();
        };
        m_window->press(u"Tab"_s);
        (void)QTest::qWaitFor(hasCome, timeoutMs);
        return stop;
    }
    /// The objects that Tab must reach. Rows, and the other buttons of a choice, are reached by the arrows.
    [[nodiscard]] static QList<Accessible> stopsOf(const Accessible& window)
    {
        QList<Accessible> stops;
        window.walk([&stops](const Accessible& one, const QStringList& /*above*/) {
            const Role role = one.role();
            const bool isByArrows =
                role == Role::ListItem || (role == Role::RadioButton && !one.has(State::Checked));
            if (one.has(State::Focusable) && one.has(State::Enabled) && !isByArrows) {
                stops += one;
            }
        });
        return stops;
    }
    /// The objects in a window that Tab does not reach on one round from the present focus.
    [[nodiscard]] QString missedByTab(const Accessible& window) const
    {
        const QList<Accessible> stops = stopsOf(window);
        // The first focus of a window may be announced late, and would be taken for the first stop.
        const auto isAnnounced = [this] {
            return m_bus->focus().exists() && m_bus->focus().has(State::Focused);
        };
        (void)QTest::qWaitFor(isAnnounced, 3000);
        QList<Accessible> reached;
        // A single object keeps the focus.
        if (stops.size() == 1 && stops.first().has(State::Focused)) {
            reached = stops;
        }
        for (qsizetype i = 0; i <= stops.size() && stops.size() > 1; ++i) {
            const Accessible stop = stopAfterTab();
            if (!stop.exists()) {
                return u"Tab leads nowhere from "_s + m_bus->focus().name();
            }
            if (reached.contains(stop)) {
                break;
            }
            reached += stop;
        }
        QStringList missed;
        for (const Accessible& one : stops) {
            if (!reached.contains(one)) {
                missed += u"role %1 \"%2\""_s.arg(static_cast<int>(one.role())).arg(one.name());
            }
        }
        return missed.join(u'\n');
    }
    [[nodiscard]] Accessible activeDialog() const { return m_program.find(Role::Dialog, State::Active); }
    /// Presses the key, and waits a moment for the focus to move.
    void pressAndFollow(const QString& key)
    {
        const qsizetype before = m_bus->focused().size();
        m_window->press(key);
        (void)QTest::qWaitFor([&] { return m_bus->focused().size() > before; }, 3000);
    }
    /// Opens the button's menu by keys. Returns whether its first entry has the focus. On a busy machine
    /// the menu opens after the next key, which then goes to the window; so the button is pressed again.
    [[nodiscard]] bool focusesMenuOf(const QString& button)
    {
        constexpr int maxStops = 60;
        constexpr int maxTries = 5;
        for (int tries = 0; tries < maxTries; ++tries) {
            for (int i = 0; i < maxStops && m_bus->focus().name() != button; ++i) {
                if (!stopAfterTab().exists()) {
                    return false;
                }
            }
            m_window->press(u"space"_s);
            pressAndFollow(u"Down"_s);
            if (m_bus->focus().role() == Role::MenuItem) {
                return true;
            }
            m_window->press(u"Escape"_s);
        }
        return false;
    }
    /// Uses keys and follows the focus that they move.
    void openFromMenu(const QString& button, const QString& entry)
    {
        m_window->activate();
        QVERIFY2(focusesMenuOf(button), qPrintable(m_bus->focus().name()));
        // A tab and the shortcut follow the name.
        const auto isThere = [&] { return m_bus->focus().name().section(u'\t', 0, 0) == entry; };
        constexpr int maxEntries = 20;
        for (int i = 0; i < maxEntries && !isThere(); ++i) {
            pressAndFollow(u"Down"_s);
        }
        QVERIFY2(isThere(), qPrintable(m_bus->focus().name()));
        QCOMPARE(m_bus->focus().role(), Role::MenuItem);
        m_window->press(u"Return"_s);
        QTRY_VERIFY_WITH_TIMEOUT(activeDialog().exists(), timeoutMs);
    }
    void closeDialog()
    {
        QVERIFY(pressUntil(u"Escape"_s, [this] { return !activeDialog().exists(); }));
    }
    /// Presses the key until it has had an effect, because a window gets the keyboard some time after it is
    /// on top.
    [[nodiscard]] bool pressUntil(const QString& key, const std::function<bool()>& isDone) const
    {
        constexpr int maxTries = 12;
        for (int i = 0; i < maxTries && !isDone(); ++i) {
            m_window->press(key);
            if (QTest::qWaitFor(isDone, 3000)) {
                return true;
            }
        }
        return isDone();
    }

    VirtualDisplay m_display{QSize(1280, 800)};
    Stage m_stage;
    std::unique_ptr<AccessibilityBus> m_bus;
    std::unique_ptr<Device> m_anna;  ///< used by commands
    std::unique_ptr<Device> m_phone; ///< bob's, used by commands
    std::unique_ptr<WindowProcess> m_window;
    Accessible m_program;
    qint64 m_conversation = 0;
    bool m_hasFailed = false;
};

TIDEMARK_SUITE(TestAccessibility, QCoreApplication)

} // namespace tidemark::accessibility_test

#include "test_accessibility.moc"
