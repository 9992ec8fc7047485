#include "server-stub/shell/control/control_line.h"
#include "tests/main/suite.h"
#include "tests/server/shell/running_server.h"

#include <QFileInfo>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tidemark::shell_control_test {

using namespace tidemark::test;

/// The operator's requests come over a socket.
class TestShellControl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_options = testOptions();
        m_options.controlPath = m_folder->filePath(QStringLiteral("server.db.control"));
    }

    void requestsAreAnsweredOneAConnection()
    {
        RunningServer server(m_options);
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        MessageUuid uuid;
        uuid.bytes[3] = 0xfe;
        const auto line =
            lineOf(server::OperatorRequest(server::Announce{uuid, "umbau 改建\nat noon \"x\""}));
        QCOMPARE(answerTo(line), server::OperatorResult(server::Announced{Seq(1)}));
        QCOMPARE(answerTo(line), server::OperatorResult(server::Announced{Seq(1)}));
        const auto states = ann->push<protocol::States>();
        QVERIFY(states.has_value());
        QCOMPARE(states->states.front().counts.unread, std::uint64_t(1));
        QCOMPARE(answerTo(lineOf(server::OperatorRequest(server::RaiseDot{uuid, "whats-new"}))),
                 server::OperatorResult(server::DotList{{{"whats-new", 1}}}));
        QCOMPARE(answerTo(lineOf(server::OperatorRequest(server::ListDots{}))),
                 server::OperatorResult(server::DotList{{{"whats-new", 1}}}));
    }

    void anInvalidRequestIsRefused()
    {
        RunningServer server(m_options);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("invalid request")));
        const auto garbage = answerTo("what is this\n");
        QVERIFY(garbage.has_value());
        QCOMPARE(std::get<protocol::Error>(*garbage).code, protocol::ErrorCode::Malformed);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("invalid request")));
        QVERIFY(std::holds_alternative<protocol::Error>(*answerTo("{\"command\":\"format\"}\n")));
        const auto empty = answerTo(lineOf(server::OperatorRequest(server::Announce{{}, ""})));
        QVERIFY(std::holds_alternative<protocol::Error>(*empty));
    }

    void aLineWithoutEndIsCutOff()
    {
        RunningServer server(m_options);
        QLocalSocket socket;
        socket.connectToServer(m_options.controlPath);
        QVERIFY(socket.waitForConnected(timeoutMs));
        socket.write(QByteArray(2 * server::maxControlLine, 'x'));
        QTRY_VERIFY_WITH_TIMEOUT(socket.state() == QLocalSocket::UnconnectedState, timeoutMs);
    }

    void onlyItsOwnerMayOpenItAndWhatIsLeftOfAnotherIsReplaced()
    {
        QFile left(m_options.controlPath);
        QVERIFY(left.open(QFile::WriteOnly));
        left.close();
        RunningServer server(m_options);
        QCOMPARE(QFileInfo(m_options.controlPath).permissions()
                     & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
                 QFile::Permissions());
        QVERIFY(answerTo(lineOf(server::OperatorRequest(server::ListDots{}))).has_value());
    }

    void linesComeOutAsTheyWentIn()
    {
        MessageUuid uuid;
        uuid.bytes.fill(0x5c);
        for (const server::OperatorRequest& request :
             {server::OperatorRequest(server::Announce{uuid, "a\n\"b\" 你好"}),
              server::OperatorRequest(server::Announce{uuid, "\ufeffmarked \ufeffx"}),
              server::OperatorRequest(server::RaiseDot{uuid, "whats-new"}),
              server::OperatorRequest(server::ListDots{}),
              server::OperatorRequest(server::AddUser{"Łukasz", "$argon2id$v=19$x"}),
              server::OperatorRequest(server::SetUserDisabled{"ann", true}),
              server::OperatorRequest(server::SetUserDisabled{"ann", false}),
              server::OperatorRequest(server::ResetPassword{"ann", "$argon2id$"}),
              server::OperatorRequest(server::DeleteUser{"ann"}),
              server::OperatorRequest(server::ListUsers{UserId(17)})}) {
            QCOMPARE(*server::requestIn(server::lineOf(request)), request);
            QCOMPARE(server::lineOf(request).count('\n'), 1);
        }
        for (const server::OperatorResult& result :
             {server::OperatorResult(
                  protocol::Error{protocol::ErrorCode::TextTooLong, Milliseconds(0), "too long"}),
              server::OperatorResult(server::Announced{Seq(7)}),
              server::OperatorResult(server::DotList{{{"a", 1}, {"b", 1000000007}}}),
              server::OperatorResult(server::UserList{}),
              server::OperatorResult(
                  server::UserList{{{UserId(3), "ann \"x\"", true, false, 2, UnixMs{1700000000000}},
                                    {UserId(4), "bob", false, false, 0, {}}}})}) {
            QCOMPARE(*server::resultIn(server::lineOf(result)), result);
        }
        QVERIFY(!server::resultIn("[]\n").has_value());
        QVERIFY(!server::resultIn("{}\n").has_value());
    }

private:
    /// Empty if the answer was not a result.
    std::optional<server::OperatorResult> answerTo(const QByteArray& line)
    {
        QLocalSocket socket;
        socket.connectToServer(m_options.controlPath);
        QSignalSpy came(&socket, &QLocalSocket::readyRead);
        socket.write(line);
        while (!socket.canReadLine() && came.wait(timeoutMs)) {
        }
        const auto result = server::resultIn(socket.readLine());
        return result ? std::optional(*result) : std::nullopt;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    server::ServerOptions m_options;
};

TIDEMARK_SUITE(TestShellControl, QCoreApplication)

} // namespace tidemark::shell_control_test

#include "test_shell_control.moc"
