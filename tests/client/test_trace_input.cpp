#include "core/client/trace/trace_input.h"
#include "tests/main/suite.h"

#include <QJsonDocument>
#include <QTest>

#include <set>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace tidemark::trace_input_test {

class TestTraceInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindOfInputComesBack();
    void olderTracesStayReadable();
    void valuesAreReadExactly();
    void passwordsAreNotInTheTrace();
    void tokensAreNotInTheTrace();
    void framesLoseTheirWordsOnly();
    void aLineThatIsNotATraceIsNoInput();
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

void TestTraceInput::olderTracesStayReadable()
{
    using namespace input;
    const CommandId command(1);
    const ConversationId conversation(2);
    const Seq seq(3);
    const MessageUuid uuid = someUuid();
    const UserId user(5);
    const std::vector<std::pair<Input, QString>> lines{
        {Connect{}, u"connect"_s},
        {GoOffline{}, u"offline"_s},
        {ConnectionOpened{}, u"opened"_s},
        {ConnectionLost{"why", true}, u"lost 1"_s},
        {GarbageArrived{}, u"garbage"_s},
        {ServersChanged{3}, u"servers 3"_s},
        {Tick{}, u"tick"_s},
        {RegisterAccount{command, "anna", "secret", "token"}, u"register 1"_s},
        {SignIn{command, "anna", "secret", "token"}, u"sign-in 1"_s},
        {UseToken{command, "anna", "token"}, u"token 1"_s},
        {SignOut{command}, u"sign-out 1"_s},
        {Send{conversation, uuid, content::Message{"words", false, seq}}, u"send 2 UUID 3"_s},
        {Send{conversation, uuid, content::Message{.text = "words", .attachments = {{}, {}}}},
         u"send 2 UUID 0 2"_s},
        {Send{conversation, uuid, content::Message{"words", false, seq}, 4U}, u"send-draft 2 UUID 5 3"_s},
        {Send{conversation, uuid,
              content::Message{.text = "words", .source = {ConversationId(8), LogEpoch(9), seq}}},
         u"forward 2 UUID 8 9 3"_s},
        {Send{conversation, uuid, content::Edit{seq, "words"}}, u"edit 2 UUID 3"_s},
        {Send{conversation, uuid, content::Recall{seq}}, u"recall 2 UUID 3"_s},
        {Send{conversation, uuid, content::Notice{.kind = NoticeKind::Pinned, .target = seq}},
         u"pin 2 UUID 7 3"_s},
        {SetDraft{command, conversation, uuid, "words", seq, 4U, true}, u"draft 1 2 UUID 5 1 3"_s},
        {SettleDraft{command, conversation, true}, u"settle-draft 1 2 1"_s},
        {ShareDrafts{false}, u"share-drafts 0"_s},
        {Schedule{command, conversation, uuid, uuid, "words", UnixMs{5}, false, seq, true},
         u"schedule 1 2 UUID UUID 5 3 1"_s},
        {ChangeScheduled{command, uuid, uuid, "words", true, UnixMs{5}, true},
         u"change-scheduled 1 UUID UUID 1 5 1"_s},
        {CancelScheduled{command, uuid, uuid, true}, u"cancel-scheduled 1 UUID UUID 1"_s},
        {RetryPending{uuid}, u"retry UUID"_s},
        {DeletePending{uuid}, u"delete UUID"_s},
        {FilesReady{uuid}, u"files-ready UUID"_s},
        {FilesFailed{uuid, protocol::ErrorCode::NotMember, 3},
         u"files-failed UUID %1 3"_s.arg(int(protocol::ErrorCode::NotMember))},
        {SendNow{uuid}, u"send-now UUID"_s},
        {PausePending{uuid, true}, u"pause UUID 1"_s},
        {RemoveAttachment{uuid, 3}, u"remove-attachment UUID 3"_s},
        {MarkRead{command, conversation, seq, CursorCause::Undo}, u"read 1 2 3 UNDO"_s},
        {MarkUnread{command, conversation, uuid, seq, CursorCause::Undo}, u"mark-unread 1 2 UUID 3 UNDO"_s},
        {MarkAllRead{command}, u"mark-all-read 1"_s},
        {SetSettings{command, conversation, {true, false, true, ReceiptPrivacy::Private, UnixMs{99}}, 3600U},
         u"settings 1 2 1 0 1 2 99 3601"_s},
        {SetSettings{command, conversation, {false, true, false, ReceiptPrivacy::Public, {}}, {}},
         u"settings 1 2 0 1 0 1 0 0"_s},
        {OrderPin{command, conversation, 4000000000U}, u"order-pin 1 2 4000000000"_s},
        {SetAccountSettings{command, ReceiptPrivacy::Public, ReadingPolicy::ByHand, std::nullopt},
         u"account 1 2 3 0 0"_s},
        {SetAccountSettings{command, std::nullopt, std::nullopt, false}, u"account 1 0 0 1 0"_s},
        {SetAccountSettings{.command = command, .adding = AddingPolicy::Nobody}, u"account 1 0 0 0 4"_s},
        {LookAt{conversation}, u"look 2"_s},
        {KeepHistory{false}, u"keep-history 0"_s},
        {LoadOlder{conversation, seq}, u"older 2 3"_s},
        {LoadRange{command, conversation, seq, Seq(0xffffffffffffffffU)},
         u"range 1 2 3 18446744073709551615"_s},
        {CreateGroup{command, uuid, "title", {}}, u"group 1 UUID"_s},
        {OpenDirect{command, "anna"}, u"direct 1"_s},
        {Join{command, conversation}, u"join 1 2"_s},
        {Leave{command, conversation}, u"leave 1 2"_s},
        {AddMember{command, conversation, "anna"}, u"add 1 2"_s},
        {RemoveMember{command, conversation, user, true}, u"remove 1 2 5 1"_s},
        {SetRole{command, conversation, user, Role::Owner}, u"role 1 2 5 2"_s},
        {ChangePassword{command, "old", "new", true}, u"password 1 1"_s},
        {DeleteAccount{command, "secret"}, u"delete-account 1"_s},
        {Rename{command, conversation, "title"}, u"rename 1 2"_s},
        {SetForwarding{command, conversation, true}, u"forwarding 1 2 1"_s},
        {CreateChannel{command, uuid, "title"}, u"channel 1 UUID"_s},
        {FindChannels{command, "title"}, u"find-channels 1"_s},
        {Follow{command, conversation}, u"follow 1 2"_s},
        {Unfollow{command, conversation}, u"unfollow 1 2"_s},
        {OpenFeed{command}, u"open-feed 1"_s},
        {React{command, conversation, seq, "\U0001F44D", true, uuid}, u"react 1 2 3 UUID 1"_s},
        {ClearHistory{command, conversation}, u"clear-history 1 2"_s},
        {HideMessages{command, conversation, {seq, Seq(7)}}, u"hide 1 2 3 7"_s},
        {SeeReactions{command, conversation}, u"see-reactions 1 2"_s},
        {GetReactors{command, conversation, seq, ReactionSeq(4)}, u"reactors 1 2 3 4"_s},
        {SetIgnored{command, UserId(4), IgnoreLevel::Blocked, uuid, "ada"}, u"ignore 1 4 2 UUID"_s},
        {SetFolder{command, {uuid, {uuid, "title", FolderRule::Muted, {conversation}}, 4, true}},
         u"folder 1 UUID UUID 3 5 1"_s},
        {AnswerInvitation{command, conversation, true}, u"answer-invitation 1 2 1"_s},
        {GetReaders{command, conversation, seq, user}, u"readers 1 2 3 5"_s},
        {GetMembers{command, conversation, user}, u"members 1 2 5"_s},
        {NoteTyping{conversation}, u"typing 2"_s},
        {GetDevices{command}, u"devices 1"_s},
        {RevokeDevice{command, DeviceId(6)}, u"sign-out-device 1 6"_s},
        {NoteActivity{true}, u"activity 1"_s},
        {SeeDot{command, "news"}, u"see-dot 1 news"_s},
        {GetDots{command}, u"dots 1"_s},
        {SetAvatar{command, conversation, {}, 9, "image/png", 64}, u"set-avatar 1 2"_s},
        {GetAvatar{command, conversation, user}, u"avatar 1 2 5"_s},
        {WantAvatar{conversation, user}, u"want-avatar 2 5"_s},
    };
    std::set<std::size_t> kinds{Input(FrameArrived{}).index()}; // a frame has a test of its own
    for (const auto& [input, words] : lines) {
        QString line = words;
        line.replace(u"UUID"_s, u"0102030405060708090a0b0c0d0e0fff"_s);
        line.replace(u"UNDO"_s, QString::number(int(CursorCause::Undo)));
        QCOMPARE(traceOf(input), QJsonArray::fromStringList(line.split(u' ')));
        kinds.insert(input.index());
    }
    QCOMPARE(kinds.size(), std::variant_size_v<Input::variant>);
}

void TestTraceInput::valuesAreReadExactly()
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
    engine.removeLast(); // an older version left it out
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
                               Input(input::UseToken{CommandId(1), "anna", secret})}) {
        QVERIFY(!QJsonDocument(traceOf(input)).toJson().contains("signs somebody in"));
    }
}

void TestTraceInput::framesLoseTheirWordsOnly()
{
    Entry entry;
    entry.seq = Seq(4);
    entry.author = UserId(2);
    entry.content = content::Message{.text = "secret", .mentions = {UserId(1)}};
    const protocol::Range range{ConversationId(3), LogEpoch(9), Seq(3),
                                {entry},           Seq(4),      {{UserId(2), "Anna"}}};
    const Input arrived = input::FrameArrived{{RequestId(5), 0, range}};
    const auto back = std::get<input::FrameArrived>(*inputFromTrace(traceOf(arrived)));
    protocol::Range expected = range;
    textIn(expected.entries[0].content)->clear();
    expected.users[0].name = "x";
    QVERIFY(std::get<protocol::Range>(back.envelope.frame) == expected);
    QCOMPARE(back.envelope.request, RequestId(5));
}

void TestTraceInput::aLineThatIsNotATraceIsNoInput()
{
    QVERIFY(!inputFromTrace({}));
    QVERIFY(!inputFromTrace({QStringLiteral("dance")}));
    QVERIFY(!inputFromTrace({QStringLiteral("frame"), QStringLiteral("/////w==")}));
}

TIDEMARK_SUITE(TestTraceInput, QCoreApplication)

} // namespace tidemark::trace_input_test

#include "test_trace_input.moc"
