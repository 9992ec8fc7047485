#include "app/cli/running/blocking_client.h"
#include "tests/client/scripted_transport.h"
#include "tests/main/suite.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <memory>
#include <string>

namespace tidemark::blocking_client_test {

using namespace tidemark::cli;
using namespace tidemark::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The results that a program gets which does one thing after another.
class TestBlockingClient : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The reason and the failed requests come from another thread before the program looks at either.
    void aRefusedCertificateIsNoConnectionHoweverLateItIsSeen()
    {
        const QUrl server(u"wss://a.example"_s);
        const QString fingerprint = fingerprintFrom(u"ab"_s.repeated(32)).value_or(QString());
        const auto script = std::make_shared<ServerScript>();
        script->showCertificate(server, fingerprint);
        const QTemporaryDir folder;
        ClientOptions options;
        options.profileDirectory = folder.filePath(u"profile"_s);
        options.servers = ServerList::fromText(server.toString());
        options.makeTransport = [script] { return std::make_unique<ScriptedTransport>(script); };
        BlockingClient client(options, 60s);
        QVERIFY(client.open());

        QSignalSpy ended(&client.client(), &Client::commandDone);
        const auto done = client.run([&](CommandId command) {
            const input::SignIn signIn{command, "alice", "a password", std::string(32, 't')};
            client.client().submit(signIn);
            ended.wait();
            return signIn;
        });
        QVERIFY(!ended.isEmpty());
        QVERIFY(!done);
        QCOMPARE(done.error().status, ExitStatus::NoConnection);
        QVERIFY2(done.error().message.contains(u"certificate-refused:"), qPrintable(done.error().message));
        QVERIFY(done.error().message.contains(fingerprint));
        const auto caughtUp = client.catchUp();
        QVERIFY(!caughtUp);
        QCOMPARE(caughtUp.error().status, ExitStatus::NoConnection);
        QCOMPARE(caughtUp.error().message, done.error().message);
        client.close();
    }

    /// Both signals arrive before the program looks at the state.
    void noticesThatEverythingIsPulledRightAfterTheStateWasRead()
    {
        const QTemporaryDir folder;
        ClientOptions options;
        options.profileDirectory = folder.filePath(u"profile"_s);
        options.offline = true;
        BlockingClient client(options, 2s);
        QVERIFY(client.open());
        QVERIFY(!client.state().quiescent);
        connect(&client.client(), &Client::stateLoaded, this,
                [&] { Q_EMIT client.client().quiescentChanged(true); });
        QVERIFY(client.waitUntilQuiet());
        client.close();
    }
};

TIDEMARK_SUITE(TestBlockingClient, QCoreApplication)

} // namespace tidemark::blocking_client_test

#include "test_blocking_client.moc"
