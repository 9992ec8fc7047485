#include "server-stub/postgres/hints/hint_connection.h"
#include "server-stub/postgres/hints/postgres_bus.h"
#include "server-stub/postgres/postgres_store.h"
#include "tests/main/suite.h"
#include "tests/server/bus/random_hints.h"
#include "tests/server/bus/received_hints.h"
#include "tests/support/postgres_cluster.h"
#include "tests/support/programs.h"

#include <QDeadlineTimer>
#include <QEventLoop>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTest>
#include <QTimer>

#include <csignal>
#include <memory>

namespace tidemark::postgres_bus_test {

using namespace tidemark::server;
using namespace Qt::StringLiterals;

namespace {

constexpr int timeoutMs = test::programTimeoutMs;

DatabaseUrl parsed(const QString& url)
{
    return DatabaseUrl::parse(url).value();
}

Hint moved(std::uint64_t conversation, std::uint64_t head)
{
    return hint::LogMoved{{ConversationId(conversation), LogEpoch(1), Seq(head)}};
}

/// A server's end of the bus.
class Node {
public:
    Node(std::uint64_t number, const QString& url) : m_bus(NodeId(number), parsed(url), received) {}

    void publish(const std::vector<Hint>& hints) { m_bus.publish(hints); }
    [[nodiscard]] BusStatus status() const { return m_bus.status(); }

    ReceivedHints received;

private:
    PostgresBus m_bus;
};

/// Destroys its publisher when the first hint arrives, so that the publisher's last hint comes while the bus
/// waits.
class LastReceiver final : public BusListener {
public:
    void received(NodeId /*from*/, std::vector<Hint> hints) override
    {
        if (publisher != nullptr) {
            publisher->publish({hint::Gone{}});
            publisher.reset();
        }
        hasReceivedTheLast = hints.back() == Hint(hint::Gone{});
        if (hasReceivedTheLast) {
            loop.quit();
        }
    }
    void missed() override {}

    std::unique_ptr<Node> publisher;
    bool hasReceivedTheLast = false;
    QEventLoop loop;
};

/// A server makes the tables before its bus connects.
void makeTables(const QString& url)
{
    QVERIFY(PostgresStore::open(url));
}

void expectLoss(int times)
{
    for (int i = 0; i < times; ++i) {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^cannot exchange hints"_s));
    }
}

} // namespace

class TestPostgresBus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto started = test::PostgresCluster::start();
        if (!started) {
            QFAIL(qPrintable(started.error()));
        }
        m_cluster = std::move(started).value();
    }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_place = u"bus%1"_s.arg(++m_places);
        makeTables(url());
    }

    void everyKindIsReceivedByTheOthers()
    {
        Node ada(1, url());
        Node bea(2, url());
        Node cleo(3, url());
        SplitMix64 random(1);
        const std::vector<Hint> hints = oneOfEachKind(random);
        ada.publish(hints);
        for (Node* other : {&bea, &cleo}) {
            QTRY_VERIFY_WITH_TIMEOUT(other->received.hints == hints, timeoutMs);
            QCOMPARE(other->received.last.value, std::uint64_t(1));
            QCOMPARE(other->received.timesMissed, 0);
        }
        bea.publish({hint::Here{}});
        QTRY_VERIFY_WITH_TIMEOUT(ada.received.has(hint::Here{}), timeoutMs);
        QVERIFY2(ada.received.hints.size() == 1, "a server does not receive its own hints");
        QCOMPARE(ada.status(), BusStatus{});
    }

    void aBurstArrivesMerged()
    {
        Node ada(1, url());
        Node bea(2, url());
        std::vector<Hint> burst;
        for (std::uint64_t i = 1; i <= 10000; ++i) {
            burst.push_back(moved(1 + i % 100, i));
        }
        ada.publish(burst);
        QTRY_VERIFY_WITH_TIMEOUT(bea.received.has(moved(1, 10000)), timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(bea.received.hints.size(), std::size_t(100), timeoutMs);
        // Each hint may be sent before the next one comes. The last one arrives all the same.
        for (std::uint64_t i = 10001; i <= 20000; ++i) {
            ada.publish({moved(1 + i % 100, i)});
        }
        QTRY_VERIFY_WITH_TIMEOUT(bea.received.has(moved(1, 20000)), timeoutMs);
        QVERIFY2(bea.received.hints.size() < 5000, qPrintable(QString::number(bea.received.hints.size())));
    }

    void muchThatIsDifferentArrivesWhole()
    {
        Node ada(1, url());
        Node bea(2, url());
        std::vector<Hint> hints;
        for (std::uint64_t i = 1; i <= 5000; ++i) {
            hints.push_back(hint::StateChanged{UserId(i), ConversationId(i << 32U)});
        }
        ada.publish(hints);
        QTRY_VERIFY_WITH_TIMEOUT(bea.received.hints == hints, timeoutMs);
        QVERIFY(bea.received.parcels > 1);
    }

    void aBusThatIsCutOffComesBackAndReportsLoss()
    {
        Node ada(1, url());
        Node bea(2, url());
        for (int round = 1; round <= 3; ++round) {
            expectLoss(2);
            m_cluster->cutConnections();
            ada.publish({moved(1, std::uint64_t(round))});
            for (const Node* node : {&ada, &bea}) {
                QTRY_COMPARE_WITH_TIMEOUT(node->received.timesMissed, round, timeoutMs);
            }
            // Hints from before the other end listened again do not arrive; new ones do.
            ada.publish({moved(2, std::uint64_t(round))});
            QTRY_VERIFY_WITH_TIMEOUT(bea.received.has(moved(2, std::uint64_t(round))), timeoutMs);
        }
    }

    void hintsSentMeanwhileAreReceivedLater()
    {
        Node bea(2, url());
        // The database refuses or admits the sender alone, while the receiver stays connected.
        const auto change = [this](const QString& statement) {
            return m_cluster->execute(m_place, statement);
        };
        QVERIFY(change(u"CREATE ROLE ada LOGIN"_s));
        QVERIFY(change(u"GRANT USAGE ON SCHEMA %1 TO ada"_s.arg(m_place)));
        QVERIFY(change(u"GRANT SELECT ON server TO ada"_s));
        Node ada(1, url().replace(u"://tidemark@"_s, u"://ada@"_s));
        QVERIFY(ada.status().isConnected);
        expectLoss(1);
        QVERIFY(change(u"ALTER ROLE ada NOLOGIN"_s));
        QVERIFY(change(u"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                       " WHERE usename = 'ada'"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!ada.status().isConnected, timeoutMs);

        const Hint typing = hint::Typing{ConversationId(1), {UserId(1), "ada"}};
        ada.publish({moved(1, 7), typing});
        std::vector<Hint> many;
        for (std::uint64_t i = 1; i <= 20000; ++i) {
            many.push_back(hint::AccountChanged{UserId(i)});
        }
        ada.publish(many);
        QVERIFY(ada.status().dropped >= 10000);
        QCOMPARE(bea.received.parcels, std::size_t(0));

        QVERIFY(change(u"ALTER ROLE ada LOGIN"_s));
        QTRY_COMPARE_WITH_TIMEOUT(ada.received.timesMissed, 1, timeoutMs);
        ada.publish({hint::Here{}});
        QTRY_VERIFY_WITH_TIMEOUT(bea.received.has(hint::Here{}), timeoutMs);
        QVERIFY(bea.received.has(moved(1, 7)));
        QVERIFY2(bea.received.has(hint::HintsLost{}), "bea learns that hints were lost");
        QVERIFY2(!bea.received.has(typing), "an old typing hint is dropped");
        QCOMPARE(bea.received.hints.size(), std::size_t(10002));
        QCOMPARE(bea.received.timesMissed, 0);
    }

    void aDatabaseThatComesLateIsHadLate()
    {
        const QString place = url();
        QVERIFY(m_cluster->stop());
        expectLoss(1);
        Node ada(1, place);
        QVERIFY(!ada.status().isConnected);
        ada.publish({hint::Here{}});
        QVERIFY(m_cluster->startAgain());
        Node bea(2, place);
        QTRY_COMPARE_WITH_TIMEOUT(ada.received.timesMissed, 1, timeoutMs);
        bea.publish({hint::AllChanged{}});
        QTRY_VERIFY_WITH_TIMEOUT(ada.received.has(hint::AllChanged{}), timeoutMs);
        QCOMPARE(bea.received.timesMissed, 0);
    }

    void garbageIsPassedOver()
    {
        Node ada(1, url());
        Node bea(2, url());
        const auto notify = [this](const QString& payload) {
            QVERIFY(m_cluster->execute(m_place,
                                       u"SELECT pg_notify('tidemark_' || encode(hint_secret, 'hex'), '%1')"
                                       " FROM server"_s.arg(payload)));
        };
        notify(u"not base64!"_s);
        notify(QString());
        notify(QString(7999, u'A'));
        notify(u"AAAA"_s);
        QTRY_COMPARE_WITH_TIMEOUT(bea.status().undecodable, std::uint64_t(4), timeoutMs);
        ada.publish({hint::Here{}});
        QTRY_VERIFY_WITH_TIMEOUT(bea.received.has(hint::Here{}), timeoutMs);
        QCOMPARE(bea.received.parcels, std::size_t(1));
    }

    void hintsOfAnEarlierConnectionAreIgnored()
    {
        Node ada(1, url());
        Node bea(2, url());
        const auto before = postgres::HintConnection::open(parsed(url()));
        QVERIFY(before);
        const std::vector<Hint> published{hint::AllChanged{}};
        QVERIFY((*before)->publish(NodeId(1), published));
        QTRY_VERIFY_WITH_TIMEOUT(bea.received.has(published.front()), timeoutMs);
        bea.publish({hint::Here{}});
        QTRY_VERIFY_WITH_TIMEOUT(ada.received.has(hint::Here{}), timeoutMs);
        QVERIFY(!ada.received.has(published.front()));
    }

    void aNotificationThatComesWithAnAnswerIsReceived()
    {
        const auto from = postgres::HintConnection::open(parsed(url()));
        const auto to = postgres::HintConnection::open(parsed(url()));
        QVERIFY(from && to);
        QObject place;
        int heard = 0;
        QVERIFY((*to)->listen(
            &place, [&heard](const QByteArray& /*payload*/) { ++heard; }, [] {}));
        const std::vector<Hint> told{hint::Here{}};
        QVERIFY((*from)->publish(NodeId(1), told));
        // No event loop watches the socket here.
        for (const QDeadlineTimer deadline(timeoutMs); heard == 0 && !deadline.hasExpired();) {
            QVERIFY((*to)->acceptsChanges());
        }
        QCOMPARE(heard, 1);
        QVERIFY((*to)->publish(NodeId(2), told));
        QVERIFY((*to)->acceptsChanges());
        QVERIFY2(heard == 1, "a server does not receive its own hints");
    }

    void theEndOfAConnectionIsNoticed()
    {
        auto connection = postgres::HintConnection::open(parsed(url())).value();
        QObject place;
        QVERIFY(connection->listen(
            &place, [](const QByteArray& /*payload*/) {}, [&connection] { connection.reset(); }));
        m_cluster->cutConnections();
        QTRY_VERIFY_WITH_TIMEOUT(connection == nullptr, timeoutMs);
    }

    void withoutAccessToTheTablesAServerNeitherSendsNorReceives()
    {
        Node ada(1, url());
        Node bea(2, url());
        const auto isOpenToAll =
            m_cluster->value(m_place, u"SELECT has_table_privilege('public', 'server', 'SELECT')"_s);
        QCOMPARE(isOpenToAll, u"f"_s);
        const auto notify = [this](const QString& channel) {
            return m_cluster->execute(m_place, u"SELECT pg_notify(%1, 'AAAA') FROM server"_s.arg(channel));
        };
        // Other roles may know the beginning of the channel's name.
        QVERIFY(notify(u"'tidemark_'"_s));
        QVERIFY(notify(u"'tidemark_' || to_regnamespace(current_schema()::text)::oid"_s));
        // Notifications come in the order of their commits: the forged ones would have come before this
        // one.
        ada.publish({hint::Here{}});
        QTRY_VERIFY_WITH_TIMEOUT(bea.received.has(hint::Here{}), timeoutMs);
        QCOMPARE(bea.status().undecodable, std::uint64_t(0));
        QVERIFY(notify(u"'tidemark_' || encode(hint_secret, 'hex')"_s));
        QTRY_COMPARE_WITH_TIMEOUT(bea.status().undecodable, std::uint64_t(1), timeoutMs);
    }

    void schemasAreApart()
    {
        Node ada(1, url());
        Node bea(2, url());
        const QString elsewhere = m_cluster->url(m_place + u"_other"_s);
        makeTables(elsewhere);
        Node other(3, elsewhere);
        other.publish({hint::AllChanged{}});
        ada.publish({hint::Here{}});
        QTRY_VERIFY_WITH_TIMEOUT(bea.received.has(hint::Here{}), timeoutMs);
        QVERIFY(!bea.received.has(hint::AllChanged{}));
    }

    void lastHintsAreReceived()
    {
        LastReceiver receiver;
        const PostgresBus bus(NodeId(2), parsed(url()), receiver);
        receiver.publisher = std::make_unique<Node>(1, url());
        receiver.publisher->publish({hint::Here{}});
        // Qt Test checks a condition only every 10 ms.
        QTimer::singleShot(timeoutMs, &receiver.loop, &QEventLoop::quit);
        receiver.loop.exec();
        QVERIFY(receiver.hasReceivedTheLast);
    }

    void itEndsWhileItConnects()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        expectLoss(1);
        Node ada(1, u"postgres://ada@127.0.0.1:%1/chat"_s.arg(silent.serverPort()));
        QVERIFY(!ada.status().isConnected);
    }

    void itEndsWhileTheDatabaseStandsStill()
    {
        auto ada = std::make_unique<Node>(1, url());
        const auto backend = m_cluster
                                 ->value(m_place, u"SELECT pid FROM pg_stat_activity WHERE application_name ="
                                                  " 'tidemark-server hints'"_s)
                                 .toInt();
        QVERIFY(backend > 0);
        QCOMPARE(::kill(backend, SIGSTOP), 0);
        ada->publish({hint::Here{}});
        expectLoss(1);
        ada.reset();
        QCOMPARE(::kill(backend, SIGCONT), 0);
    }

    void aDatabaseThatStandsStillIsGivenUp()
    {
        Node ada(1, url() + u"&tcp_user_timeout=500"_s);
        const auto backend = m_cluster
                                 ->value(m_place, u"SELECT pid FROM pg_stat_activity WHERE application_name ="
                                                  " 'tidemark-server hints'"_s)
                                 .toInt();
        QVERIFY(backend > 0);
        QCOMPARE(::kill(backend, SIGSTOP), 0);
        expectLoss(1);
        ada.publish({hint::Here{}});
        QTRY_COMPARE_WITH_TIMEOUT(ada.received.timesMissed, 1, timeoutMs);
        QCOMPARE(::kill(backend, SIGCONT), 0);
    }

    void itNoticesThatThisServerTakesNoChangesAnyMore()
    {
        const auto connection = postgres::HintConnection::open(parsed(url()));
        QVERIFY(connection);
        QVERIFY((*connection)->acceptsChanges());
        QVERIFY(m_cluster->execute(m_place, u"ALTER SYSTEM SET default_transaction_read_only = on"_s));
        QVERIFY(m_cluster->execute(m_place, u"SELECT pg_reload_conf()"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!(*connection)->acceptsChanges(), timeoutMs);
        QVERIFY((*connection)->error().contains(u"no longer accepts changes"));
        QVERIFY(m_cluster->execute(m_place, u"ALTER SYSTEM RESET default_transaction_read_only"_s));
        QVERIFY(m_cluster->execute(m_place, u"SELECT pg_reload_conf()"_s));
        QTRY_VERIFY_WITH_TIMEOUT((*connection)->acceptsChanges(), timeoutMs);
    }

private:
    /// The address of this test's own place.
    [[nodiscard]] QString url() const { return m_cluster->url(m_place); }

    std::unique_ptr<test::PostgresCluster> m_cluster;
    QString m_place;
    int m_places = 0;
};

TIDEMARK_SUITE(TestPostgresBus, QCoreApplication)

} // namespace tidemark::postgres_bus_test

#include "test_postgres_bus.moc"
