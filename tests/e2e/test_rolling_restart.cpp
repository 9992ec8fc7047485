#include "core/client/client.h"
#include "tests/e2e/stage.h"
#include "tests/support/programs.h"

#include <QDir>
#include <QTest>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

using namespace tidemark;
using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int clientCount = 50;
constexpr int restarts = 2;
constexpr int fewestSent = 6;    ///< of each client before the test may end
constexpr int windowSeconds = 4; ///< of the server; told clients come back between half a second and this

/// One of many that says something again and again, and notes what its user would see.
class Talker : public QObject {
public:
    Talker(int number, Stage& stage) : m_name(u"person%1"_s.arg(number))
    {
        ClientOptions options;
        options.profileDirectory = QDir(stage.folder()).filePath(m_name);
        options.server = QUrl(stage.server().url());
        options.deviceName = u"desk"_s;
        m_client = std::make_unique<Client>(std::move(options));
        connect(m_client.get(), &Client::opened, this, &Talker::signUp);
        connect(m_client.get(), &Client::connectionChanged, this, &Talker::noteConnection);
        connect(m_client.get(), &Client::messageAcked, this,
                [this](ConversationId, MessageUuid uuid, Seq seq) { m_acked.emplace(uuid, seq); });
        connect(m_client.get(), &Client::messageFailed, this,
                [this](ConversationId, MessageUuid, protocol::ErrorCode error) { note("message", error); });
        connect(m_client.get(), &Client::storeNotice, this,
                [this](const QString& text) { m_failures.append(text); });
        connect(m_client.get(), &Client::disagreement, this,
                [this](ConversationId, const QString& detail) { m_failures.append(detail); });
        connect(m_client.get(), &Client::commandDone, this, [this](const change::CommandDone& done) {
            if (done.error)
                note("command", *done.error);
            else if (done.command == m_join)
                m_timer.start(std::chrono::milliseconds(150));
        });
        connect(m_client.get(), &Client::quiescentChanged, this,
                [this](bool quiescent) { m_isQuiescent = quiescent; });
        connect(&m_timer, &QTimer::timeout, this, &Talker::sendOne);
        m_client->open();
    }

    void talkIn(ConversationId conversation)
    {
        m_conversation = conversation;
        m_join = m_client->newCommand();
        m_client->submit(input::Join{m_join, conversation});
    }
    void fallSilent() { m_timer.stop(); }

    [[nodiscard]] Client& client() { return *m_client; }
    [[nodiscard]] bool isOnline() const { return m_phase == ConnectionPhase::Online; }
    [[nodiscard]] bool isQuiescent() const { return m_isQuiescent; }
    [[nodiscard]] QString failures() const { return m_failures.join(u", "_s); }
    [[nodiscard]] std::size_t sent() const { return m_texts.size(); }
    [[nodiscard]] std::size_t acked() const { return m_acked.size(); }
    [[nodiscard]] const std::set<QString>& texts() const { return m_texts; }
    /// When it planned to come back after being told that the server goes, in the order of the restarts.
    [[nodiscard]] const std::vector<Milliseconds>& comeBacks() const { return m_comeBacks; }

private:
    void signUp()
    {
        m_client->submit(
            input::RegisterAccount{m_client->newCommand(), m_name.toStdString(), {}, Client::newToken()});
    }

    void noteConnection(const ConnectionStatus& status)
    {
        // The first plan after having been online: later ones are for a server that is not back yet.
        if (m_phase == ConnectionPhase::Online && status.phase == ConnectionPhase::Waiting)
            m_comeBacks.push_back(status.retryAt.value_or(Instant()).time_since_epoch());
        if (status.error)
            note("connection", *status.error);
        m_phase = status.phase;
    }

    void note(const char* what, protocol::ErrorCode error)
    {
        m_failures.append(u"%1: %2"_s.arg(QLatin1String(what)).arg(static_cast<int>(error)));
    }

    void sendOne()
    {
        const QString text = u"%1 says %2"_s.arg(m_name).arg(m_texts.size());
        m_texts.insert(text);
        protocol::TextContent content;
        content.text = text.toStdString();
        m_client->submit(input::SendText{m_conversation, Client::newUuid(), std::move(content)});
    }

    QString m_name;
    std::unique_ptr<Client> m_client;
    QTimer m_timer;
    ConversationId m_conversation;
    CommandId m_join;
    ConnectionPhase m_phase = ConnectionPhase::SignedOut;
    std::set<QString> m_texts;
    std::map<MessageUuid, Seq> m_acked;
    std::vector<Milliseconds> m_comeBacks;
    QStringList m_failures; ///< what a user would have been shown
    bool m_isQuiescent = false;
};

} // namespace

/// A server is ended and started again under many clients that go on talking: nobody notices.
class TestRollingRestart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void nothingIsLostDoubledOrShownWhileTheServerRestarts()
    {
        Stage stage({u"--restart-window"_s, QString::number(windowSeconds)});
        QVERIFY(stage.ready());
        const Device host = stage.newAccount(u"host"_s, u"desk"_s);
        const qint64 group =
            host.run({u"create-group"_s, u"everybody"_s}).line()[u"conversation"].toInteger();
        QVERIFY(group > 0);
        std::vector<std::unique_ptr<Talker>> talkers;
        for (int number = 0; number < clientCount; ++number)
            talkers.push_back(std::make_unique<Talker>(number, stage));
        QTRY_VERIFY_WITH_TIMEOUT(all(talkers, &Talker::isOnline), programPatienceMs);
        for (const auto& talker : talkers)
            talker->talkIn(ConversationId(static_cast<std::uint64_t>(group)));
        for (int restart = 0; restart < restarts; ++restart) {
            const std::size_t before = fewestAcked(talkers);
            QTRY_VERIFY_WITH_TIMEOUT(fewestAcked(talkers) >= before + fewestSent / 2, programPatienceMs);
            QVERIFY(stage.server().stop());
            QVERIFY(stage.server().start());
            QTRY_VERIFY_WITH_TIMEOUT(areBack(talkers, std::size_t(restart) + 1), programPatienceMs);
        }
        QTRY_VERIFY_WITH_TIMEOUT(fewestAcked(talkers) >= fewestSent, programPatienceMs);
        for (const auto& talker : talkers)
            talker->fallSilent();
        QTRY_VERIFY_WITH_TIMEOUT(all(talkers, &Talker::isQuiescent), programPatienceMs);

        for (const auto& talker : talkers) {
            QCOMPARE(talker->failures(), QString());
            QCOMPARE(talker->acked(), talker->sent());
            QCOMPARE(talker->comeBacks().size(), std::size_t(restarts));
        }
        for (int restart = 0; restart < restarts; ++restart)
            checkSpread(talkers, std::size_t(restart));
        checkLog(talkers, textsOf(host.messages(group)));
        talkers.clear();
        QVERIFY(stage.server().stop());
        QCOMPARE(stage.server().check().status, 0);
    }

private:
    using Talkers = std::vector<std::unique_ptr<Talker>>;

    static bool all(const Talkers& talkers, bool (Talker::*holds)() const)
    {
        return std::all_of(talkers.begin(), talkers.end(),
                           [holds](const auto& talker) { return (talker.get()->*holds)(); });
    }

    /// All of them noticed so many restarts and are connected again.
    static bool areBack(const Talkers& talkers, std::size_t restartsNoticed)
    {
        return all(talkers, &Talker::isOnline)
               && std::all_of(talkers.begin(), talkers.end(), [restartsNoticed](const auto& talker) {
                      return talker->comeBacks().size() == restartsNoticed;
                  });
    }

    static std::size_t fewestAcked(const Talkers& talkers)
    {
        std::size_t fewest = ~std::size_t{0};
        for (const auto& talker : talkers)
            fewest = std::min(fewest, talker->acked());
        return fewest;
    }

    /// They planned to come back at times that lie all over the window, however late they noticed.
    static void checkSpread(const Talkers& talkers, std::size_t restart)
    {
        std::vector<Milliseconds> plans;
        for (const auto& talker : talkers)
            plans.push_back(talker->comeBacks().at(restart));
        std::sort(plans.begin(), plans.end());
        const auto spread = (plans.back() - plans.front()).count();
        qInfo("they come back within %lld ms", static_cast<long long>(spread));
        QVERIFY(spread > windowSeconds * 1000 / 2);
        // Nor all at the ends of it.
        const auto inTheMiddle = std::count_if(plans.begin(), plans.end(), [&](Milliseconds plan) {
            const auto since = (plan - plans.front()).count();
            return since > spread / 8 && since < spread * 7 / 8;
        });
        QVERIFY(inTheMiddle > clientCount / 5);
    }

    /// Every text once, and nothing else.
    static void checkLog(const Talkers& talkers, QStringList log)
    {
        QStringList said;
        for (const auto& talker : talkers)
            said.append(QStringList(talker->texts().begin(), talker->texts().end()));
        std::sort(log.begin(), log.end());
        std::sort(said.begin(), said.end());
        QCOMPARE(log.size(), said.size());
        QVERIFY(log == said);
        qInfo("%lld messages of %d clients", static_cast<long long>(said.size()), clientCount);
    }
};

QTEST_GUILESS_MAIN(TestRollingRestart)
#include "test_rolling_restart.moc"
