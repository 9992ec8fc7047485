#include "tests/e2e/desktop/window_process.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/virtual_display.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QSettings>
#include <QTest>

#include <memory>

namespace tidemark::windows_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int timeoutMs = 30000;

/// The place of a row in the list of conversations, from the top, in a window with the list at its left.
QPoint listRow(int row)
{
    constexpr int firstRow = 108;
    constexpr int rowHeight = 64;
    return {120, firstRow + row * rowHeight};
}

} // namespace

/// Two windows of one account and one of another run in a real X server with a window manager. The test
/// types and clicks, and checks the other windows and the server.
class TestWindows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY2(m_display.isRunning(), "Xvfb and openbox are needed");
        QVERIFY(m_stage.ready());
        m_cli = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"script"_s));
        m_bob = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"script"_s));
        for (const QString& title : {u"Lunch"_s, u"Release crew"_s}) {
            m_group = m_cli->createGroup(title, {u"bob"_s});
            QVERIFY(m_group > 0);
        }
        m_ann = window(u"ann"_s, u"desk"_s, {800, 0}, {u"--open"_s, number(m_group)});
        m_laptop = window(u"bob"_s, u"laptop"_s, {0, 0});
        m_phone = window(u"bob"_s, u"phone"_s, {0, 480});
        for (const WindowProcess* one : {m_ann.get(), m_laptop.get(), m_phone.get()}) {
            QTRY_COMPARE_WITH_TIMEOUT(one->state()[u"connection"].toString(), u"online"_s, timeoutMs);
            QTRY_VERIFY_WITH_TIMEOUT(!one->conversation(m_group).isEmpty(), timeoutMs);
        }
    }

    /// Each step continues where the previous one ended.
    void init() { QVERIFY2(!m_hasFailed, "a step before this one failed"); }
    void cleanup() { m_hasFailed = m_hasFailed || QTest::currentTestFailed(); }

    void aTypedMessageIsCountedOnTheOtherDevices()
    {
        say(*m_ann, u"the build is green again"_s);
        say(*m_ann, u"@bob will you tag it"_s);
        say(*m_ann, u"please"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->title(), u"(3) Tidemark – laptop"_s, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->title(), u"(3) Tidemark – phone"_s, timeoutMs);
        QCOMPARE(m_laptop->conversation(m_group)[u"mentions"].toInteger(), 1);
        QCOMPARE(m_phone->conversation(m_group)[u"shown_badge"].toString(), u"3"_s);
        QCOMPARE(m_bob->unread(m_group), 3);
    }

    void aClickOpensAndReadsOnAllDevices()
    {
        m_laptop->activate();
        m_laptop->click(listRow(0));
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->state()[u"open"].toInteger(), m_group, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->title(), u"Tidemark – laptop"_s, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->title(), u"Tidemark – phone"_s, timeoutMs);
        QCOMPARE(m_bob->unread(m_group), 0);
        const CliResult readers = m_cli->run({u"read-by"_s, number(m_group), number(lastSeq())});
        VERIFY_DONE(readers);
        QCOMPARE(readers.line()[u"reader"].toString(), u"bob"_s);
    }

    void markingUnreadByKeyMovesBothAndIsTakenBack()
    {
        m_laptop->activate();
        m_laptop->press(u"ctrl+Up"_s);
        m_laptop->press(u"ctrl+Up"_s);
        m_laptop->press(u"ctrl+shift+u"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->title(), u"(2) Tidemark – laptop"_s, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->title(), u"(2) Tidemark – phone"_s, timeoutMs);
        QCOMPARE(m_bob->unread(m_group), 2);
        m_laptop->press(u"ctrl+z"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->title(), u"Tidemark – laptop"_s, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->title(), u"Tidemark – phone"_s, timeoutMs);
    }

    void aMinimisedWindowReadsNothing()
    {
        m_laptop->minimise();
        say(*m_ann, u"behind the curtain"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->unread(m_group), 1, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->unread(m_group), 1, timeoutMs);
        m_laptop->activate();
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->unread(m_group), 0, timeoutMs);
        QCOMPARE(m_bob->unread(m_group), 0);
    }

    void aReplyAndAnEditArriveAsOneUnreadMessage()
    {
        m_laptop->activate();
        m_laptop->press(u"ctrl+r"_s);
        m_laptop->type(u"done it is tagged"_s);
        m_laptop->press(u"Return"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_ann->unread(m_group), 1, timeoutMs);
        // The key Up in an empty field edits the last own message.
        m_laptop->press(u"Up"_s);
        m_laptop->type(u" and released"_s);
        m_laptop->press(u"Return"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_cli->messages(m_group).last()[u"text"].toString(),
                                  u"done it is tagged and released"_s, timeoutMs);
        QCOMPARE(m_cli->messages(m_group).last()[u"from"].toString(), u"bob"_s);
        QCOMPARE(m_ann->unread(m_group), 1);
        QCOMPARE(m_phone->unread(m_group), 0);
    }

    void aReactionByKeyIsUnreadUntilItsReaderLooks()
    {
        const auto reactionsOf = [this](const WindowProcess& window) {
            return window.conversation(m_group)[u"reactions"].toInteger(-1);
        };
        say(*m_ann, u"shall we celebrate"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_bob->messages(m_group).last()[u"text"].toString(),
                                  u"shall we celebrate"_s, timeoutMs);
        m_laptop->activate();
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->unread(m_group), 0, timeoutMs);
        // The message that was answered before is still selected; go on to the newest.
        for (int i = 0; i < 5; ++i) {
            m_laptop->press(u"ctrl+Down"_s);
        }
        m_laptop->press(u"ctrl+t"_s);
        QTRY_COMPARE_WITH_TIMEOUT(reactionsOf(*m_ann), 1, timeoutMs);
        const QJsonArray shown = m_bob->messages(m_group).last()[u"reactions"].toArray();
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown[0].toObject()[u"emoji"].toString(), u"👍"_s);
        QCOMPARE(m_ann->unread(m_group), 0);
        QCOMPARE(m_cli->conversation(m_group)[u"reactions"].toInteger(), 1);
        QCOMPARE(reactionsOf(*m_phone), 0);
        m_ann->activate();
        QTRY_COMPARE_WITH_TIMEOUT(reactionsOf(*m_ann), 0, timeoutMs);
        QCOMPARE(m_cli->conversation(m_group)[u"reactions"].toInteger(), 0);
        // The same key takes it back, and that is nothing new.
        m_laptop->activate();
        m_laptop->press(u"ctrl+t"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_bob->messages(m_group).last()[u"reactions"].toArray().isEmpty(),
                                 timeoutMs);
        QCOMPARE(reactionsOf(*m_ann), 0);
        m_laptop->press(u"Escape"_s);
    }

    void theSwitcherFindsByName()
    {
        m_phone->activate();
        m_phone->press(u"ctrl+k"_s);
        m_phone->type(u"lunch"_s);
        m_phone->press(u"Return"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_phone->state()[u"open"].toInteger() != 0, timeoutMs);
        QVERIFY(m_phone->state()[u"open"].toInteger() != m_group);
    }

    void aSearchJumpsAndReadsNothing()
    {
        m_phone->activate();
        say(*m_ann, u"the word is marmalade"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->unread(m_group), 1, timeoutMs);
        m_phone->activate();
        m_phone->press(u"ctrl+shift+f"_s);
        m_phone->type(u"marmalade"_s);
        // Waits until the search has found something.
        const auto isThere = [this] {
            m_phone->press(u"Return"_s);
            return m_phone->state()[u"open"].toInteger() == m_group;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), timeoutMs);
        QCOMPARE(m_phone->unread(m_group), 1);
        // A mark by hand reads the conversation on all devices.
        m_phone->press(u"ctrl+shift+r"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->unread(m_group), 0, timeoutMs);
        QCOMPARE(m_bob->unread(m_group), 0);
    }

    void offlineReadsReachTheOtherDeviceLater()
    {
        m_laptop->minimise();
        m_phone->activate();
        m_phone->press(u"ctrl+k"_s);
        m_phone->type(u"lunch"_s);
        m_phone->press(u"Return"_s);
        say(*m_ann, u"see you at one"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->unread(m_group), 1, timeoutMs);
        m_stage.server().kill();
        QTRY_VERIFY_WITH_TIMEOUT(m_laptop->state()[u"connection"].toString() != u"online"_s, timeoutMs);
        m_laptop->activate();
        QTRY_COMPARE_WITH_TIMEOUT(m_laptop->title(), u"Tidemark – laptop"_s, timeoutMs);
        QCOMPARE(m_phone->unread(m_group), 1);
        QVERIFY(m_stage.server().start());
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->title(), u"Tidemark – phone"_s, timeoutMs);
        QCOMPARE(m_bob->unread(m_group), 0);
    }

    void afterAKillTheWindowIsAsItWas()
    {
        const qint64 open = m_phone->state()[u"open"].toInteger();
        QVERIFY(open != 0 && open != m_group);
        const QString file = keptFile(u"bob-phone"_s);
        const auto kept = [&file](const QString& key) {
            return QSettings(file, QSettings::IniFormat).value(key);
        };
        const QVariant before = kept(u"placement"_s);
        constexpr QSize chosen(660, 480);
        m_phone->resize(chosen);
        QTRY_VERIFY_WITH_TIMEOUT(
            kept(u"placement"_s) != before && kept(u"conversation"_s).toLongLong() == open, timeoutMs);
        m_phone.reset(); // kill -9
        m_phone = std::make_unique<WindowProcess>(
            m_display,
            WindowProcess::Options{
                m_stage.folder(), m_stage.server().url(), u"bob"_s, u"phone"_s, QSize(), {0, 480}});
        QVERIFY(m_phone->waitUntilShown());
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->state()[u"open"].toInteger(), open, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_phone->size(), chosen, timeoutMs);
    }

    void theyEndByThemselvesAndAgree()
    {
        QCOMPARE(m_ann->close(), 0);
        QCOMPARE(m_laptop->close(), 0);
        QCOMPARE(m_phone->close(), 0);
        QCOMPARE(m_bob->mismatches(), 0);
        VERIFY_DONE(m_bob->audit());
    }

private:
    [[nodiscard]] std::unique_ptr<WindowProcess> window(const QString& user, const QString& device,
                                                        QPoint position, const QStringList& more = {})
    {
        auto made = std::make_unique<WindowProcess>(
            m_display, WindowProcess::Options{m_stage.folder(), m_stage.server().url(), user, device,
                                              QSize(760, 440), position, more});
        if (!made->waitUntilShown()) {
            qWarning("no window of %s", qPrintable(device));
        }
        return made;
    }

    /// Types into the open conversation. The field gets the text wherever the keyboard focus of the window
    /// is.
    static void say(const WindowProcess& window, const QString& text)
    {
        window.activate();
        window.type(text);
        window.press(u"Return"_s);
    }

    /// Returns the file in which a profile keeps its window's place.
    [[nodiscard]] QString keptFile(const QString& profile) const
    {
        QDirIterator files(m_stage.folder(), {u"window.ini"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            if (files.next().contains(u'/' + profile + u'/')) {
                return files.filePath();
            }
        }
        return {};
    }

    [[nodiscard]] qint64 lastSeq() const { return m_cli->messages(m_group).last()[u"seq"].toInteger(); }

    VirtualDisplay m_display;
    Stage m_stage;
    std::unique_ptr<Device> m_cli; ///< ann's, used by commands
    std::unique_ptr<Device> m_bob; ///< another device of bob's
    std::unique_ptr<WindowProcess> m_ann;
    std::unique_ptr<WindowProcess> m_laptop;
    std::unique_ptr<WindowProcess> m_phone;
    qint64 m_group = 0;
    bool m_hasFailed = false;
};

TIDEMARK_SUITE(TestWindows, QCoreApplication)

} // namespace tidemark::windows_test

#include "test_windows.moc"
