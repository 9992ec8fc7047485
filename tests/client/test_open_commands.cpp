#include "core/client/open_commands.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::open_commands_test {

class TestOpenCommands : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsNotDoneIsGivenUpOnce()
    {
        OpenCommands open;
        open.note(input::Connect{}, {});
        open.note(input::SignOut{CommandId(1)}, {});
        open.note(input::SignOut{CommandId(2)}, {});
        open.note(input::Tick{}, {change::CommandDone{CommandId(1), std::nullopt}});
        const std::vector<Change> changes = open.giveUp();
        QCOMPARE(changes.size(), std::size_t(1));
        const auto* done = std::get_if<change::CommandDone>(&changes.front());
        QVERIFY(done != nullptr);
        QCOMPARE(done->command, CommandId(2));
        QVERIFY(done->error == protocol::ErrorCode::Unavailable);
        QVERIFY(open.giveUp().empty());
    }

    void aRefusalAnswersWhoWaits()
    {
        const auto command = refusalOf(input::SignOut{CommandId(7)});
        QVERIFY(command && std::holds_alternative<change::CommandDone>(*command));
        const auto message = refusalOf(input::Send{});
        QVERIFY(message && std::holds_alternative<change::MessageFailed>(*message));
        QVERIFY2(!refusalOf(input::Tick{}), "a tick has no user");
    }
};

TIDEMARK_SUITE(TestOpenCommands, QCoreApplication)

} // namespace tidemark::open_commands_test

#include "test_open_commands.moc"
