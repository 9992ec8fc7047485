#include "core/client/trace_input.h"
#include "tests/main/suite.h"

#include <QJsonDocument>
#include <QTest>

namespace tidemark::trace_input_test {

class TestTraceInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindOfInputComesBack();
    void whatIsReadIsExact();
    void passwordsAreNotInTheTrace();
    void tokensAreNotInTheTrace();
    void framesLoseTheirWordsOnly();
    void whatIsNoTraceIsNoInput();
};

namespace {

template <std::size_t... Is>
std::vector<Input> oneOfEach(std::index_sequence<Is...>)
{
    return {Input(std::in_place_index<Is>)...};
}

MessageUuid someUuid()
{
    MessageUuid uuid;
    uuid.bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255};
    return uuid;
}

} // namespace

void TestTraceInput::everyKindOfInputComesBack()
{
    for (const Input& input : oneOfEach(std::make_index_sequence<std::variant_size_v<Input::variant>>())) {
        const auto back = inputFromTrace(traceOf(input));
        QVERIFY2(back.has_value(), qPrintable(traceOf(input).at(0).toString()));
        QCOMPARE(back->index(), input.index());
        QCOMPARE(traceOf(*back), traceOf(input));
    }
}

void TestTraceInput::whatIsReadIsExact()
{
    const Seq large(0xffffffffffffff01U);
    const auto read =
        inputFromTrace(traceOf(input::MarkRead{CommandId(7), ConversationId(3), large, CursorCause::Undo}));
    const auto& back = std::get<input::MarkRead>(*read);
    QCOMPARE(back.command, CommandId(7));
    QCOMPARE(back.conversation, ConversationId(3));
    QCOMPARE(back.through, large);
    QCOMPARE(back.cause, CursorCause::Undo);

    const auto unread = inputFromTrace(traceOf(
        input::MarkUnread{CommandId(8), ConversationId(4), someUuid(), Seq(12), CursorCause::MarkedUnread}));
    const auto& mark = std::get<input::MarkUnread>(*unread);
    QVERIFY(mark.uuid == someUuid());
    QCOMPARE(mark.from, Seq(12));

    const auto settings = inputFromTrace(traceOf(input::SetSettings{
        CommandId(9), ConversationId(5), {true, false, true, ReceiptPrivacy::Private, UnixMs{99}}, 3600U}));
    const auto& request = std::get<input::SetSettings>(*settings);
    QVERIFY(
        (request.settings == ConversationSettings{true, false, true, ReceiptPrivacy::Private, UnixMs{99}}));
    QVERIFY(request.muteSeconds == 3600U);

    const auto servers = inputFromTrace(traceOf(input::ServersChanged{3}));
    QVERIFY(std::get<input::ServersChanged>(*servers).count == 3U);
    EngineConfig config;
    config.servers = 3;
    QJsonArray engine = traceOf(config);
    QCOMPARE(configFromTrace(engine).servers, 3U);
    engine.removeLast(); // as an older version wrote it
    QVERIFY(configFromTrace(engine).servers <= 1U);

    const auto account = inputFromTrace(
        traceOf(input::SetAccountSettings{CommandId(10), std::nullopt, ReadingPolicy::ByHand}));
    const auto& change = std::get<input::SetAccountSettings>(*account);
    QCOMPARE(change.command, CommandId(10));
    QVERIFY(!change.receipts);
    QVERIFY(change.reading == ReadingPolicy::ByHand);
}

void TestTraceInput::passwordsAreNotInTheTrace()
{
    const QJsonArray trace = traceOf(input::ChangePassword{CommandId(9), "old secret", "new secret", true});
    QVERIFY(!QJsonDocument(trace).toJson().contains("secret"));
    const auto back = inputFromTrace(trace);
    const auto& change = std::get<input::ChangePassword>(*back);
    QCOMPARE(change.command, CommandId(9));
    QVERIFY(change.revokeOthers);

    const auto removed =
        inputFromTrace(traceOf(input::RemoveMember{CommandId(3), ConversationId(4), UserId(5), true}));
    QCOMPARE(std::get<input::RemoveMember>(*removed).user, UserId(5));
    QVERIFY(std::get<input::RemoveMember>(*removed).banned);
    const auto given =
        inputFromTrace(traceOf(input::SetRole{CommandId(3), ConversationId(4), UserId(5), Role::Moderator}));
    QVERIFY(std::get<input::SetRole>(*given).role == Role::Moderator);
}

void TestTraceInput::tokensAreNotInTheTrace()
{
    const std::string secret = "a token that signs somebody in..";
    const auto traced = [](const Input& input) {
        const auto back = inputFromTrace(traceOf(input));
        return std::get<input::FrameArrived>(*back).envelope.frame;
    };
    protocol::Authenticated authenticated;
    authenticated.user = {UserId(1), "Anna"};
    authenticated.token = secret;
    const auto first = traced(input::FrameArrived{{RequestId(1), 0, authenticated}});
    QCOMPARE(std::get<protocol::Authenticated>(first).token, std::string(32, 'x'));

    protocol::Welcome welcome;
    welcome.user = authenticated.user;
    QVERIFY(std::get<protocol::Welcome>(traced(input::FrameArrived{{RequestId(2), 0, welcome}}))
                .nextToken.empty());
    welcome.nextToken = secret;
    const auto next = traced(input::FrameArrived{{RequestId(2), 0, welcome}});
    QCOMPARE(std::get<protocol::Welcome>(next).nextToken, std::string(32, 'x'));

    for (const Input& input : {Input(input::RegisterAccount{CommandId(1), "anna", secret, secret}),
                               Input(input::SignIn{CommandId(1), "anna", secret, secret}),
                               Input(input::UseToken{CommandId(1), "anna", secret})})
        QVERIFY(!QJsonDocument(traceOf(input)).toJson().contains("signs somebody in"));
}

void TestTraceInput::framesLoseTheirWordsOnly()
{
    Entry entry;
    entry.seq = Seq(4);
    entry.author = UserId(2);
    entry.text = "secret";
    entry.mentions = {UserId(1)};
    const protocol::Range range{ConversationId(3), LogEpoch(9), Seq(3),
                                {entry},           Seq(4),      {{UserId(2), "Anna"}}};
    const Input arrived = input::FrameArrived{{RequestId(5), 0, range}};
    const auto back = std::get<input::FrameArrived>(*inputFromTrace(traceOf(arrived)));
    protocol::Range expected = range;
    expected.entries[0].text.clear();
    expected.users[0].name = "x";
    QVERIFY(std::get<protocol::Range>(back.envelope.frame) == expected);
    QCOMPARE(back.envelope.request, RequestId(5));
}

void TestTraceInput::whatIsNoTraceIsNoInput()
{
    QVERIFY(!inputFromTrace({}));
    QVERIFY(!inputFromTrace({QStringLiteral("dance")}));
    QVERIFY(!inputFromTrace({QStringLiteral("frame"), QStringLiteral("/////w==")}));
}

TIDEMARK_SUITE(TestTraceInput, QCoreApplication)

} // namespace tidemark::trace_input_test

#include "test_trace_input.moc"
