#include "app/cli/importing/import_progress.h"
#include "app/cli/running/error_text.h"
#include "app/cli/running/line_reader.h"
#include "app/cli/running/output.h"
#include "app/cli/running/state_comparison.h"
#include "core/models/words/error_text.h"
#include "tests/main/suite.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

#include <unistd.h>

#include <array>
#include <set>

namespace tidemark::cli_parts_test {

using namespace tidemark::cli;

namespace {

ConversationState onServer()
{
    ConversationState state;
    state.id = ConversationId(7);
    state.logEpoch = LogEpoch(1);
    state.head = Seq(9);
    state.isMember = true;
    state.cursor = {0, Seq(5)};
    state.version = 3;
    state.counts = {4, 1};
    return state;
}

Snapshot::Conversation here()
{
    LocalConversation local;
    local.id = ConversationId(7);
    local.logEpoch = LogEpoch(1);
    local.countedHead = local.serverHead = Seq(9);
    local.isMember = true;
    local.confirmed = local.cursor = {0, Seq(5)};
    local.version = 3;
    local.counts = {4, 1};
    return {local, {}};
}

} // namespace

class TestCliParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jsonKeepsOrderAndEscapes();
    void jsonHasNothingThatATerminalObeys();
    void messagesContainNothingThatATerminalObeys();
    void everyErrorHasASentence();
    void timesAndUuids();
    void equalStatesAgree();
    void equalStampsMustBeEqual();
    void otherMomentsSayNothing();
    void unknownConversationsDiffer();
    void readsLinesWithoutBlocking();
    void progressLine();
};

void TestCliParts::jsonKeepsOrderAndEscapes()
{
    const std::string text = "a\"b\\c\n\t\x01 中文 😀";
    const QByteArray json = JsonLine()
                                .add("zulu", text)
                                .add("alpha", std::uint64_t{18446744073709551615U})
                                .add("flag", true)
                                .addNull("none")
                                .add("seqs", std::vector{Seq(1), Seq(2)})
                                .add("objects", std::vector{JsonLine().add("a", 1), JsonLine()})
                                .toJson();
    QVERIFY(json.startsWith("{\"zulu\":"));
    QVERIFY(json.contains("\"alpha\":18446744073709551615,\"flag\":true,\"none\":null,\"seqs\":[1,2],"
                          "\"objects\":[{\"a\":1},{}]}"));
    QVERIFY(!json.contains('\n'));
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    QCOMPARE(object[QLatin1String("zulu")].toString().toStdString(), text);
}

/// Texts of others reach a terminal without control characters, and a reader of the JSON unchanged.
void TestCliParts::jsonHasNothingThatATerminalObeys()
{
    const std::string text = "\ufeff\x1b[31m\x7f\u0085\u009b2J\u200e\u2028\u202e\u2066\u2069\u061c é\u200d";
    const QByteArray json = JsonLine().add("text", text).toJson();
    QCOMPARE(json, QByteArray(R"({"text":"\ufeff\u001b[31m\u007f\u0085\u009b2J\u200e\u2028\u202e\u2066)"
                              R"(\u2069\u061c é)"
                              "\u200d\"}"));
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    QCOMPARE(object[QLatin1String("text")].toString().toStdString(), text);
    // Bytes that are cut off in the middle of a character stay as they are.
    QCOMPARE(JsonLine().add("text", std::string("\xe2\x80")).toJson(), QByteArray("{\"text\":\"\xe2\x80\"}"));
}

void TestCliParts::messagesContainNothingThatATerminalObeys()
{
    QCOMPARE(forTerminal(QStringLiteral("one\n\ttwo")), QStringLiteral("one\n\ttwo"));
    QCOMPARE(forTerminal(QStringLiteral("\u001b]0;x\u0007 \u009b\r\u202e é")),
             QStringLiteral(R"(\u001b]0;x\u0007 \u009b\u000d\u202e é)"));
}

void TestCliParts::everyErrorHasASentence()
{
    std::set<QString> sentences;
    for (int code = 0; code <= static_cast<int>(protocol::lastErrorCode); ++code) {
        const QString words = cli::errorText(static_cast<protocol::ErrorCode>(code));
        QVERIFY2(words.endsWith(QLatin1Char('.')) && words.size() > 10, qPrintable(words));
        // The window has this sentence for errors that its users cannot do anything about.
        QVERIFY2(words != QStringLiteral("The server refused this request."),
                 qPrintable(QString::number(code)));
        sentences.insert(words);
    }
    QVERIFY2(sentences.contains(tidemark::errorText(protocol::ErrorCode::NotMember)),
             "the errors have the words of the window");
    QCOMPARE(cli::errorText(protocol::ErrorCode::TextEmpty, Milliseconds(1500)),
             QStringLiteral("The text is empty. Try again in 2 s."));
}

void TestCliParts::timesAndUuids()
{
    QCOMPARE(isoTime(UnixMs{1527628837042}), QStringLiteral("2018-05-29T21:20:37.042Z"));
    MessageUuid uuid;
    uuid.bytes[0] = 0xab;
    uuid.bytes[15] = 0x05;
    QCOMPARE(uuidText(uuid), QStringLiteral("ab000000-0000-0000-0000-000000000005"));
}

void TestCliParts::equalStatesAgree()
{
    const auto result = compareStates({here()}, {onServer()});
    QVERIFY(result.isSettled);
    QVERIFY(result.differences.empty());
}

void TestCliParts::equalStampsMustBeEqual()
{
    ConversationState server = onServer();
    server.counts.unread = 5;
    server.cursor = {0, Seq(5)};
    const auto result = compareStates({here()}, {server});
    QVERIFY(result.isSettled);
    QCOMPARE(result.differences.size(), 1U);
    QCOMPARE(result.differences[0].what, std::string("server: unread"));
    QCOMPARE(result.differences[0].stored, std::string("4"));
    QCOMPARE(result.differences[0].computed, std::string("5"));
}

void TestCliParts::otherMomentsSayNothing()
{
    ConversationState server = onServer();
    server.head = Seq(10);
    server.counts.unread = 5;
    const auto result = compareStates({here()}, {server});
    QVERIFY(!result.isSettled);
    QCOMPARE(result.differences.size(), 1U);
    QCOMPARE(result.differences[0].what, std::string("server: head"));
}

void TestCliParts::unknownConversationsDiffer()
{
    QCOMPARE(compareStates({}, {onServer()}).differences.size(), 1U);
    QCOMPARE(compareStates({here()}, {}).differences.size(), 1U);
    Snapshot::Conversation left = here();
    left.conversation.isMember = false;
    QVERIFY(compareStates({left}, {}).differences.empty());
}

void TestCliParts::readsLinesWithoutBlocking()
{
    std::array<int, 2> ends{};
    QVERIFY(pipe(ends.data()) == 0);
    LineReader reader(ends[0]);
    QSignalSpy readable(&reader, &LineReader::readable);
    QVERIFY(!reader.take());
    QCOMPARE(::write(ends[1], "one\ntw", 6), 6);
    QVERIFY(readable.wait());
    QCOMPARE(reader.take(), std::optional<QByteArray>("one"));
    QVERIFY(!reader.take());
    QVERIFY(!reader.isFinished());
    QCOMPARE(::write(ends[1], "o\nthree", 7), 7);
    ::close(ends[1]);
    QVERIFY(readable.wait());
    QCOMPARE(reader.take(), std::optional<QByteArray>("two"));
    QVERIFY(!reader.take());
    QVERIFY(readable.wait());
    QCOMPARE(reader.take(), std::optional<QByteArray>("three"));
    QVERIFY(reader.isFinished());
    ::close(ends[0]);
}

void TestCliParts::progressLine()
{
    QCOMPARE(progressText(0, 0, 0),
             QStringLiteral("[==============================] 100 %  0 of 0  0 messages/s"));
    QVERIFY(progressText(50, 200, 123.4).contains(QStringLiteral(" 25 %  50 of 200  123 messages/s")));
}

TIDEMARK_SUITE(TestCliParts, QCoreApplication)

} // namespace tidemark::cli_parts_test

#include "test_cli_parts.moc"
