#include "core/hosting/local_server_place.h"
#include "core/hosting/running_server.h"
#include "tests/e2e/desktop/window_process.h"
#include "tests/e2e/device.h"
#include "tests/main/suite.h"
#include "tests/support/virtual_display.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tidemark::local_server_window_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int timeoutMs = 30000;

/// The process that serves the database of a place; 0 if there is none.
qint64 serverOf(const LocalServerPlace& place)
{
    const auto running = RunningServer::find(place.database());
    return running ? running->processId() : 0;
}

} // namespace

/// A first start without a server: the user uses this computer.
class TestLocalServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY2(m_display.isRunning(), "Xvfb and openbox are needed");
    }

    void theServerLivesAndDiesWithTheProgramAndKeepsTheMessages()
    {
        auto window = start();
        QVERIFY(window);
        const LocalServerPlace place(window->profile());
        QCOMPARE(serverOf(place), 0);
        QVERIFY(makeAccount(*window));
        QVERIFY(serverOf(place) > 0);
        const QUrl url = place.url();

        const Device script(m_folder.path(), url.toString(), u"anna"_s, u"script"_s);
        const CliResult direct = script.run({u"direct"_s, u"anna"_s});
        VERIFY_DONE(direct);
        const qint64 notes = direct.line()[u"conversation"].toInteger();
        QVERIFY(script.send(notes, u"to myself"_s) > 0);
        QTRY_COMPARE_WITH_TIMEOUT(window->conversation(notes)[u"head_seq"].toInteger(), 1, timeoutMs);
        const Device stranger(m_folder.path(), url.toString(), u"eve"_s, u"script"_s);
        QVERIFY2(!stranger.registerAccount().isDone(), "nobody else may register");

        window.reset(); // by SIGKILL
        QTRY_COMPARE_WITH_TIMEOUT(serverOf(place), 0, timeoutMs);

        window = start();
        QVERIFY(window);
        QTRY_COMPARE_WITH_TIMEOUT(window->state()[u"connection"].toString(), u"online"_s, timeoutMs);
        QCOMPARE(window->conversation(notes)[u"head_seq"].toInteger(), 1);
        QCOMPARE(place.url(), url);
        const Device other(m_folder.path(), url.toString(), u"anna"_s, u"other script"_s);
        QVERIFY(other.sync());
        QCOMPARE(textsOf(other.messages(notes)), QStringList{u"to myself"_s});
        QCOMPARE(window->close(), 0);
        QCOMPARE(serverOf(place), 0);
    }

private:
    /// Chooses this computer, and makes an account with the password that Device uses.
    [[nodiscard]] bool makeAccount(const WindowProcess& window) const
    {
        const auto hasKeyboard = [this] {
            return m_display.run(u"xdotool"_s, {u"getwindowfocus"_s, u"getwindowname"_s})
                   == u"Sign in to Tidemark"_s;
        };
        if (!QTest::qWaitFor(hasKeyboard, timeoutMs)) {
            return false;
        }
        // Keys in the first moments of the dialog were seen to be lost on a busy computer.
        (void)m_display.run(u"xdotool"_s,
                            {u"sleep"_s, u"2"_s, u"key"_s, u"alt+u"_s, u"sleep"_s, u"1"_s, u"type"_s,
                             u"--args"_s, u"1"_s, u"anna"_s, u"key"_s, u"Tab"_s, u"type"_s, u"--args"_s,
                             u"1"_s, u"the password of anna"_s, u"key"_s, u"Return"_s});
        return QTest::qWaitFor([&] { return window.state()[u"connection"].toString() == u"online"_s; },
                               timeoutMs);
    }

    [[nodiscard]] std::unique_ptr<WindowProcess> start() const
    {
        WindowProcess::Options options;
        options.folder = m_folder.path();
        options.user = u"anna"_s;
        options.device = u"own"_s;
        options.signsIn = false;
        auto window = std::make_unique<WindowProcess>(m_display, options);
        return window->waitUntilShown() ? std::move(window) : nullptr;
    }

    QTemporaryDir m_folder;
    VirtualDisplay m_display;
};

TIDEMARK_SUITE(TestLocalServer, QCoreApplication)

} // namespace tidemark::local_server_window_test

#include "test_local_server.moc"
