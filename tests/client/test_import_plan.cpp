#include "app/cli/importing/import_identity.h"
#include "app/cli/importing/import_mark.h"
#include "app/cli/importing/import_plan.h"
#include "tests/main/suite.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

namespace tidemark::import_plan_test {

using namespace tidemark::cli;
using State = ImportPlan::State;

namespace {

/// A log of `count` lines, a second apart. Authors "a", "b", "c" and the rooms take turns.
std::vector<ImportLine> logOf(int count, const std::vector<std::string>& rooms = {"room"})
{
    std::vector<ImportLine> lines;
    for (int i = 0; i < count; ++i) {
        const auto place = std::size_t(i);
        lines.push_back({.number = place + 1,
                         .room = rooms[place % rooms.size()],
                         .from = std::string(1, char('a' + i % 3)),
                         .text = "text " + std::to_string(i + 1),
                         .atMs = i * 1000,
                         .isAction = false});
    }
    return lines;
}

/// A small server: accounts, groups, membership and the rule of predecessors. It refuses what the test asks
/// it to.
class ScriptedServer {
public:
    struct Post {
        std::string author;
        std::string text;
        friend bool operator==(const Post&, const Post&) = default;
    };

    std::map<std::string, std::string> accounts; ///< name -> token
    std::map<ConversationId, std::vector<Post>> logs;
    std::map<MessageUuid, Seq> known;
    std::map<ConversationId, LogEpoch> epochs;
    /// The texts to refuse, each as often as it is listed.
    std::multimap<std::string, protocol::Error> refusals;
    std::set<std::string> invalidNames;
    std::uint32_t maxSessions = 1000;

    void disconnect() { m_sessions.clear(); }

    protocol::ServerEnvelope answer(const protocol::ClientEnvelope& envelope)
    {
        return {envelope.request, envelope.session,
                std::visit([&](const auto& frame) { return on(envelope.session, frame); }, envelope.frame)};
    }

private:
    static protocol::ServerFrame refuse(protocol::ErrorCode code)
    {
        return protocol::Error{code, Milliseconds(0), {}};
    }

    protocol::ServerFrame on(std::uint32_t, const protocol::Register& request)
    {
        if (invalidNames.contains(request.name)) {
            return refuse(protocol::ErrorCode::NameInvalid);
        }
        const auto [place, isNew] = accounts.try_emplace(request.name, request.token);
        return place->second == request.token
                   ? protocol::ServerFrame(protocol::Authenticated{{UserId(1), request.name}, request.token})
                   : refuse(protocol::ErrorCode::NameTaken);
    }

    protocol::ServerFrame on(std::uint32_t session, const protocol::Hello& hello)
    {
        const auto account = std::find_if(accounts.begin(), accounts.end(),
                                          [&](const auto& one) { return one.second == hello.token; });
        if (account == accounts.end()) {
            return refuse(protocol::ErrorCode::TokenRevoked);
        }
        if (m_sessions.size() >= maxSessions && !m_sessions.contains(session)) {
            return refuse(protocol::ErrorCode::TooManyConnections);
        }
        m_sessions[session] = account->first;
        protocol::Welcome welcome;
        welcome.limits.maxSessionsPerConnection = maxSessions;
        return welcome;
    }

    protocol::ServerFrame on(std::uint32_t session, const protocol::CreateGroup& request)
    {
        if (!m_sessions.contains(session)) {
            return refuse(protocol::ErrorCode::NotSignedIn);
        }
        const auto [place, isNew] = m_groups.try_emplace(request.title, ConversationId(m_groups.size() + 1));
        epochs.try_emplace(place->second, LogEpoch(77));
        ConversationState state;
        state.id = place->second;
        state.logEpoch = epochs[state.id];
        state.head = Seq(logs[state.id].size());
        return protocol::States{{state}, {}, 0};
    }

    protocol::ServerFrame on(std::uint32_t session, const protocol::Join& request)
    {
        if (!m_sessions.contains(session)) {
            return refuse(protocol::ErrorCode::NotSignedIn);
        }
        m_members.insert({request.conversation, m_sessions[session]});
        ConversationState state;
        state.id = request.conversation;
        return protocol::States{{state}, {}, 0};
    }

    protocol::ServerFrame on(std::uint32_t session, const protocol::Send& send)
    {
        if (!m_sessions.contains(session)) {
            return refuse(protocol::ErrorCode::NotSignedIn);
        }
        const std::string& author = m_sessions[session];
        const auto& content = std::get<content::Message>(send.content);
        if (const auto refusal = refusals.find(content.text); refusal != refusals.end()) {
            return refusals.extract(refusal).mapped();
        }
        if (const auto earlier = known.find(send.uuid); earlier != known.end()) {
            return protocol::SendAck{
                send.conversation, epochs[send.conversation], send.uuid, earlier->second, {}, true};
        }
        if (!m_members.contains({send.conversation, author})) {
            return refuse(protocol::ErrorCode::NotMember);
        }
        if (send.after.isValid() && !known.contains(send.after)) {
            return refuse(protocol::ErrorCode::PredecessorMissing);
        }
        logs[send.conversation].push_back({author, content.text});
        const Seq seq(logs[send.conversation].size());
        known[send.uuid] = seq;
        return protocol::SendAck{send.conversation, epochs[send.conversation], send.uuid, seq, {}, false};
    }

    template <typename T>
    protocol::ServerFrame on(std::uint32_t, const T&)
    {
        return refuse(protocol::ErrorCode::Unsupported);
    }

    std::map<std::uint32_t, std::string> m_sessions;
    std::map<std::string, ConversationId> m_groups;
    std::set<std::pair<ConversationId, std::string>> m_members;
};

} // namespace

/// The plan of an import runs against a scripted server, under a virtual clock.
class TestImportPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = {};
        m_server.accounts["caller"] = "caller's token";
        m_now = Instant(Milliseconds(1000));
    }

    void sendsEverythingInOrder();
    void keepsTheWindow();
    void oneRoomDoesNotDisturbAnother();
    void aRefusalForAWhileOvertakesNothing();
    void manyRefusalsStillEnd();
    void sendsAgainAfterALostConnection();
    void aSecondRunSendsNothing();
    void aMarkSkipsWhatIsThere();
    void aLostLogStartsOver();
    void aNewLogEpochStartsOver();
    void takesAnotherNameWhenItIsTaken();
    void takesAPlainNameWhenItIsInvalid();
    void takesThePlainNameAsItIsWhenTheLongerOneIsInvalid();
    void changesConnectionWhenItIsFull();
    void stopsAtAFinalRefusal();
    void stopsWhenTheCallerIsRefused();
    void keepsTheLogsPauses();
    void marksSurviveAsText();

private:
    ImportPlan planFor(const std::vector<ImportLine>& lines, ImportSettings settings = {},
                       ImportMark mark = {})
    {
        settings.callerToken = "caller's token";
        settings.secret = "secret";
        std::set<std::string> rooms;
        for (const ImportLine& line : lines) {
            rooms.insert(line.room);
        }
        settings.rooms.assign(rooms.begin(), rooms.end());
        return {settings, std::move(mark), [lines, next = std::size_t{0}]() mutable {
                    return next < lines.size() ? std::optional(lines[next++]) : std::nullopt;
                }};
    }

    /// Carries frames in both directions until the plan has ended or `rounds` rounds are over. All frames
    /// of a round are on their way at once.
    void run(ImportPlan& plan, int rounds = 10000)
    {
        plan.connected();
        for (int i = 0; i < rounds && plan.state() == State::Running; ++i) {
            if (plan.wantsNewConnection()) {
                reconnect(plan);
            }
            const auto sends = plan.takeSends(m_now);
            if (sends.empty() && plan.wakeUp()) {
                m_now = std::max(m_now, *plan.wakeUp());
            }
            for (const protocol::ClientEnvelope& envelope : sends) {
                plan.receive(m_server.answer(envelope), m_now);
            }
        }
    }

    void reconnect(ImportPlan& plan)
    {
        m_server.disconnect();
        plan.disconnected();
        plan.connected();
        ++m_reconnects;
    }

    [[nodiscard]] bool holdsExactly(const std::vector<ImportLine>& lines)
    {
        std::vector<ScriptedServer::Post> wanted;
        for (const ImportLine& line : lines) {
            wanted.push_back({line.from, line.text});
        }
        return m_server.logs[ConversationId(1)] == wanted;
    }

    ScriptedServer m_server;
    Instant m_now;
    int m_reconnects = 0;
};

void TestImportPlan::sendsEverythingInOrder()
{
    const auto lines = logOf(100);
    ImportPlan plan = planFor(lines);
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QCOMPARE(plan.sent(), 100U);
    QCOMPARE(plan.acknowledged(), 100U);
    QVERIFY(holdsExactly(lines));
    QCOMPARE(plan.mark().line, 100U);
}

void TestImportPlan::keepsTheWindow()
{
    ImportSettings settings;
    settings.window = 7;
    ImportPlan plan = planFor(logOf(100), settings);
    plan.connected();
    for (const auto& envelope : plan.takeSends(m_now)) {
        plan.receive(m_server.answer(envelope), m_now);
    }
    const auto sends = plan.takeSends(m_now);
    QCOMPARE(std::count_if(sends.begin(), sends.end(),
                           [](const auto& one) { return std::holds_alternative<protocol::Send>(one.frame); }),
             7);
    QVERIFY(plan.takeSends(m_now).empty());
}

void TestImportPlan::oneRoomDoesNotDisturbAnother()
{
    const auto lines = logOf(100, {"one", "two"});
    m_server.refusals.emplace("text 11",
                              protocol::Error{protocol::ErrorCode::Unavailable, Milliseconds(10), {}});
    ImportPlan plan = planFor(lines);
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QCOMPARE(m_server.logs[ConversationId(1)].size(), 50U);
    QCOMPARE(m_server.logs[ConversationId(2)].size(), 50U);
    QCOMPARE(m_server.logs[ConversationId(1)][5].text, std::string("text 11"));
}

void TestImportPlan::aRefusalForAWhileOvertakesNothing()
{
    const auto lines = logOf(100);
    m_server.refusals.emplace("text 50",
                              protocol::Error{protocol::ErrorCode::TooFast, Milliseconds(700), {}});
    const Instant start = m_now;
    ImportPlan plan = planFor(lines);
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QVERIFY(holdsExactly(lines));
    QVERIFY(m_now - start >= Milliseconds(700));
}

void TestImportPlan::manyRefusalsStillEnd()
{
    const auto lines = logOf(300);
    for (const ImportLine& line : lines) {
        for (int i = 0; i < 3; ++i) {
            m_server.refusals.emplace(line.text,
                                      protocol::Error{protocol::ErrorCode::TooFast, Milliseconds(20), {}});
        }
    }
    ImportPlan plan = planFor(lines);
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QVERIFY(holdsExactly(lines));
}

void TestImportPlan::sendsAgainAfterALostConnection()
{
    const auto lines = logOf(100);
    ImportSettings settings;
    settings.window = 30;
    ImportPlan plan = planFor(lines, settings);
    run(plan, 2);
    // The frames on their way arrive, but no answer comes back.
    for (const auto& envelope : plan.takeSends(m_now)) {
        (void)m_server.answer(envelope);
    }
    reconnect(plan);
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QVERIFY(holdsExactly(lines));
    QCOMPARE(plan.acknowledged(), 100U);
    QVERIFY(plan.sent() < 100); // existing messages do not count as sent
}

void TestImportPlan::aSecondRunSendsNothing()
{
    const auto lines = logOf(50);
    ImportPlan first = planFor(lines);
    run(first);
    m_server.disconnect();
    ImportPlan second = planFor(lines);
    run(second);
    QVERIFY(second.state() == State::Done);
    QCOMPARE(second.sent(), 0U);
    QCOMPARE(second.acknowledged(), 50U);
    QVERIFY(holdsExactly(lines));
}

void TestImportPlan::aMarkSkipsWhatIsThere()
{
    const auto lines = logOf(50);
    const std::vector<ImportLine> front(lines.begin(), lines.begin() + 30);
    ImportPlan first = planFor(front);
    run(first);
    m_server.disconnect();
    ImportPlan second = planFor(lines, {}, first.mark());
    second.connected();
    for (const auto& envelope : second.takeSends(m_now)) {
        second.receive(m_server.answer(envelope), m_now);
    }
    const auto sends = second.takeSends(m_now);
    const auto firstSend = std::find_if(sends.begin(), sends.end(), [](const auto& one) {
        return std::holds_alternative<protocol::Send>(one.frame);
    });
    QVERIFY(firstSend != sends.end());
    QVERIFY(std::get<protocol::Send>(firstSend->frame).uuid == messageUuidOf(lines[30]));
    QVERIFY(std::get<protocol::Send>(firstSend->frame).after == messageUuidOf(lines[29]));
}

void TestImportPlan::aLostLogStartsOver()
{
    const auto lines = logOf(50);
    ImportPlan first = planFor(std::vector<ImportLine>(lines.begin(), lines.begin() + 30));
    run(first);
    const ImportMark mark = first.mark();
    m_server.disconnect();
    m_server.logs.clear();
    m_server.known.clear();
    ImportPlan second = planFor(lines, {}, mark);
    run(second);
    QVERIFY(second.state() == State::StartOver);
    m_server.disconnect();
    ImportPlan third = planFor(lines);
    run(third);
    QVERIFY(third.state() == State::Done);
    QVERIFY(holdsExactly(lines));
}

void TestImportPlan::aNewLogEpochStartsOver()
{
    const auto lines = logOf(50);
    ImportPlan first = planFor(lines);
    run(first);
    m_server.disconnect();
    m_server.epochs[ConversationId(1)] = LogEpoch(78);
    ImportPlan second = planFor(lines, {}, first.mark());
    run(second);
    QVERIFY(second.state() == State::StartOver);
}

void TestImportPlan::takesAnotherNameWhenItIsTaken()
{
    m_server.accounts["a"] = "somebody else's token";
    m_server.accounts["a@room"] = "somebody else's token too";
    ImportPlan plan = planFor(logOf(9));
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QCOMPARE(m_server.logs[ConversationId(1)].size(), 9U);
    QCOMPARE(m_server.logs[ConversationId(1)][0].author, std::string("a@room-2"));
    QCOMPARE(m_server.logs[ConversationId(1)][1].author, std::string("b"));
}

void TestImportPlan::takesAPlainNameWhenItIsInvalid()
{
    m_server.invalidNames.insert("b");
    ImportPlan plan = planFor(logOf(9));
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QCOMPARE(m_server.logs[ConversationId(1)][1].author, plainName("b"));
}

void TestImportPlan::takesThePlainNameAsItIsWhenTheLongerOneIsInvalid()
{
    m_server.accounts["a"] = "somebody else's token";
    m_server.invalidNames.insert("a@room");
    ImportPlan plan = planFor(logOf(9));
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QCOMPARE(m_server.logs[ConversationId(1)][0].author, plainName("a"));
}

void TestImportPlan::changesConnectionWhenItIsFull()
{
    const auto lines = logOf(30);
    m_server.maxSessions = 3; // the caller and two authors
    ImportPlan plan = planFor(lines);
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QVERIFY(holdsExactly(lines));
    QVERIFY(m_reconnects > 0);
}

void TestImportPlan::stopsAtAFinalRefusal()
{
    m_server.refusals.emplace("text 5",
                              protocol::Error{protocol::ErrorCode::TextTooLong, Milliseconds(0), {}});
    ImportPlan plan = planFor(logOf(9));
    run(plan);
    QVERIFY(plan.state() == State::Failed);
    QVERIFY(QString::fromStdString(plan.failure()).contains(QStringLiteral("Line 5")));
}

void TestImportPlan::stopsWhenTheCallerIsRefused()
{
    m_server.accounts.clear();
    ImportPlan plan = planFor(logOf(9));
    run(plan);
    QVERIFY(plan.state() == State::Failed);
}

void TestImportPlan::keepsTheLogsPauses()
{
    ImportSettings settings;
    settings.speed = 10;
    const Instant start = m_now;
    ImportPlan plan = planFor(logOf(11), settings);
    run(plan);
    QVERIFY(plan.state() == State::Done);
    QCOMPARE((m_now - start).count(), 1000); // ten seconds of log
}

void TestImportPlan::marksSurviveAsText()
{
    ImportMark mark;
    mark.line = 123456789012;
    mark.rooms["a \"room\""] = {ConversationId(5), LogEpoch(0xffffffffffffffffU), Seq(9)};
    QVERIFY(markFromText(markToText(mark)) == mark);
    QVERIFY(markFromText(QString()) == ImportMark());
    QVERIFY(markFromText(QStringLiteral("nonsense")) == ImportMark());
}

TIDEMARK_SUITE(TestImportPlan, test::NoApplication)

} // namespace tidemark::import_plan_test

#include "test_import_plan.moc"
