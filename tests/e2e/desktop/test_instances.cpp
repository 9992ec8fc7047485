#include "tests/e2e/desktop/window_process.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/virtual_display.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

#include <csignal>
#include <memory>

namespace tidemark::instances_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int timeoutMs = 15000;

/// The first value that a query finds in a profile's database, which may be in use; empty if there is none.
QString valueIn(const QString& profile, const QString& query)
{
    QString text;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"looked into"_s);
        database.setDatabaseName(profile + u"/tidemark.sqlite"_s);
        if (database.open()) {
            QSqlQuery asked(query, database);
            text = asked.next() ? asked.value(0).toString() : QString();
        }
    }
    QSqlDatabase::removeDatabase(u"looked into"_s);
    return text;
}

/// While this object lives, a server answers nothing: it is neither gone nor there.
class Stopped {
public:
    explicit Stopped(const ServerProcess& server) : m_process(static_cast<pid_t>(server.processId()))
    {
        ::kill(m_process, SIGSTOP);
    }
    ~Stopped() { ::kill(m_process, SIGCONT); }
    Stopped(const Stopped&) = delete;
    Stopped& operator=(const Stopped&) = delete;

private:
    pid_t m_process;
};

} // namespace

/// The desktop and its user start and end the program: a second start, links, and every way to quit.
class TestInstances : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY2(m_display.isRunning(), "Xvfb and openbox are needed");
        QVERIFY(m_stage.ready());
        m_ann = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"script"_s));
        m_bob = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"script"_s));
        m_lunch = m_ann->createGroup(u"Lunch"_s, {u"bob"_s});
        m_crew = m_ann->createGroup(u"Crew"_s, {u"bob"_s});
        QVERIFY(m_lunch > 0 && m_crew > 0);
    }

    void aSecondStartRaisesTheFirst()
    {
        const auto window = start(m_lunch);
        QVERIFY(window);
        window->minimise();
        QTRY_VERIFY_WITH_TIMEOUT(!window->isActive(), timeoutMs);
        QCOMPARE(window->startAgain(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(window->isActive(), timeoutMs);
        QCOMPARE(window->close(), 0);
    }

    void linksGoToTheOneThatRuns()
    {
        QVERIFY(m_ann->send(m_crew, u"one"_s) > 0);
        const qint64 seq = m_ann->send(m_crew, u"two"_s);
        const auto window = start(m_lunch);
        QVERIFY(window);
        QTRY_COMPARE_WITH_TIMEOUT(window->unread(m_crew), 2, timeoutMs);
        QCOMPARE(window->startAgain({u"tidemark:conversation/"_s + number(m_crew)}), 0);
        QTRY_COMPARE_WITH_TIMEOUT(window->state()[u"open"].toInteger(), m_crew, timeoutMs);
        QCOMPARE(window->startAgain({u"tidemark:conversation/"_s + number(m_lunch)}), 0);
        QTRY_COMPARE_WITH_TIMEOUT(window->state()[u"open"].toInteger(), m_lunch, timeoutMs);
        QCOMPARE(
            window->startAgain({u"tidemark:conversation/%1/message/%2"_s.arg(number(m_crew), number(seq))}),
            0);
        QTRY_COMPARE_WITH_TIMEOUT(window->state()[u"open"].toInteger(), m_crew, timeoutMs);
        QCOMPARE(window->unread(m_crew), 2);
        // A bad link does nothing but print an error.
        for (const QString& bad :
             QStringList{u"tidemark:conversation/1;2"_s, u"tidemark:"_s + QString(5000, u'x')}) {
            QCOMPARE(window->startAgain({bad}), 0);
            QCOMPARE(window->state()[u"open"].toInteger(), m_crew);
        }
        QCOMPARE(window->startAgain({u"no-link"_s}), 2);
        QCOMPARE(window->close(), 0);
        QCOMPARE(m_bob->unread(m_crew), 2);
    }

    void aLinkAtTheStartIsOpened()
    {
        const auto window = start(0, {u"tidemark:conversation/"_s + number(m_lunch)});
        QVERIFY(window);
        QTRY_COMPARE_WITH_TIMEOUT(window->state()[u"open"].toInteger(), m_lunch, timeoutMs);
        QCOMPARE(window->close(), 0);
    }

    void unsentChangesAreKept_data()
    {
        QTest::addColumn<int>("way");
        QTest::newRow("signal") << 0;
        QTest::newRow("key") << 1;
        QTest::newRow("command") << 2;
    }
    /// The server does not answer. Reads and the draft wait in the profile.
    void unsentChangesAreKept()
    {
        QFETCH(int, way);
        const auto window = start(m_lunch);
        QVERIFY(window);
        window->minimise();
        QVERIFY(receive(*window, u"are you there?"_s));
        const QString draft = u"draft %1"_s.arg(way);
        {
            const Stopped stopped(m_stage.server());
            QVERIFY(read(*window));
            window->press(u"ctrl+a"_s);
            window->type(draft);
            if (way == 0) {
                QCOMPARE(window->close(), 0);
            } else if (way == 1) {
                window->press(u"ctrl+q"_s);
            } else {
                QCOMPARE(window->startAgain({u"--quit"_s}), 0);
            }
            QCOMPARE(window->waitForEnd(), 0);
            QCOMPARE(valueIn(kept().profile(), u"SELECT text FROM drafts"_s), draft);
            const CliResult status = kept().runOffline({u"status"_s});
            VERIFY_DONE(status);
            QCOMPARE(status.line()[u"unsent_reads"].toInteger(), 1);
        }
        const auto again = start(m_lunch);
        QVERIFY(again);
        QTRY_COMPARE_WITH_TIMEOUT(m_bob->unread(m_lunch), 0, timeoutMs);
        QCOMPARE(again->close(), 0);
    }

    /// There is nothing to wait for. A draft that was typed a moment ago is kept all the same, and the other
    /// devices have it.
    void aQuickEndKeepsTheDraft()
    {
        const auto window = start(m_crew);
        QVERIFY(window);
        QTRY_VERIFY_WITH_TIMEOUT(window->isActive(), timeoutMs);
        window->type(u"hm"_s);
        QCOMPARE(window->close(), 0);
        QCOMPARE(
            valueIn(kept().profile(), u"SELECT text FROM drafts WHERE conversation = "_s + number(m_crew)),
            u"hm"_s);
        QCOMPARE(m_bob->run({u"draft"_s, number(m_crew)}).line()[u"text"].toString(), u"hm"_s);
    }

    /// A user who quits and starts again does not see that the program is still running.
    void aStartAwaitsTheOneThatEnds()
    {
        const auto window = start(m_lunch);
        QVERIFY(window);
        window->minimise();
        QVERIFY(receive(*window, u"one more"_s));
        const Stopped stopped(m_stage.server());
        QVERIFY(read(*window));
        window->beginClose();
        const auto again = begin(m_lunch);
        QCOMPARE(window->waitForEnd(), 0);
        QVERIFY(again->waitUntilShown());
        QCOMPARE(again->close(), 0);
    }

    void nothingIsThereToQuit()
    {
        const auto window = start(m_lunch);
        QVERIFY(window);
        QCOMPARE(window->close(), 0);
        QCOMPARE(window->startAgain({u"--quit"_s}), 0);
    }

private:
    /// Another user sends, and the window holds the message, unread.
    [[nodiscard]] bool receive(const WindowProcess& window, const QString& text)
    {
        const qint64 seq = m_ann->send(m_lunch, text);
        const QString profile = kept().profile();
        const QString query = u"SELECT count(*) FROM entries WHERE conversation = %1 AND seq = %2"_s.arg(
            number(m_lunch), number(seq));
        return seq > 0 && QTest::qWaitFor([&] { return valueIn(profile, query) == u"1"_s; }, timeoutMs)
               && QTest::qWaitFor([&] { return window.unread(m_lunch) == 1; }, timeoutMs);
    }

    /// Brings the window back and turns to the messages, which reads those on screen.
    [[nodiscard]] bool read(const WindowProcess& window)
    {
        if (window.startAgain() != 0 || !QTest::qWaitFor([&] { return window.isActive(); }, timeoutMs)) {
            return false;
        }
        const auto isRead = [&] {
            window.click({520, 300});
            return window.unread(m_lunch) == 0;
        };
        return QTest::qWaitFor(isRead, timeoutMs);
    }

    [[nodiscard]] std::unique_ptr<WindowProcess> begin(qint64 conversation, QStringList more = {})
    {
        if (conversation != 0) {
            more << u"--open"_s << number(conversation);
        }
        return std::make_unique<WindowProcess>(
            m_display, WindowProcess::Options{m_stage.folder(), m_stage.server().url(), u"bob"_s, u"desk"_s,
                                              QSize(760, 480), QPoint(20, 20), more});
    }

    /// A window that is shown and connected, or null.
    [[nodiscard]] std::unique_ptr<WindowProcess> start(qint64 conversation, const QStringList& more = {})
    {
        auto window = begin(conversation, more);
        const auto isOnline = [&] { return window->state()[u"connection"].toString() == u"online"_s; };
        if (!window->waitUntilShown() || !QTest::qWaitFor(isOnline, timeoutMs)) {
            return nullptr;
        }
        return window;
    }

    /// The window's profile, for commands while the window does not run.
    [[nodiscard]] Device kept()
    {
        return {m_stage.folder() + u"/window-data/tidemark/profiles"_s, m_stage.server().url(), u"bob"_s,
                u"desk"_s};
    }

    VirtualDisplay m_display;
    Stage m_stage;
    std::unique_ptr<Device> m_ann;
    std::unique_ptr<Device> m_bob; ///< another device of bob's
    qint64 m_lunch = 0;
    qint64 m_crew = 0;
};

TIDEMARK_SUITE(TestInstances, QCoreApplication)

} // namespace tidemark::instances_test

#include "test_instances.moc"
