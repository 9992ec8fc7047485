#include "tests/e2e/operating/nodes.h"
#include "tests/e2e/operating/talker.h"
#include "tests/e2e/watching.h"
#include "tests/main/suite.h"
#include "tests/support/programs.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <memory>

namespace tidemark::several_servers_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int talkerCount = 12;
constexpr std::size_t fewestSent = 4; ///< messages of each talker between two ends of servers

QStringList numbered(int first, int last)
{
    QStringList texts;
    for (int number = first; number <= last; ++number) {
        texts.append(u"message %1"_s.arg(number));
    }
    return texts;
}

} // namespace

/// Servers on one database end in every way. Clients that know both go on at the other one.
class TestSeveralServers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aDeviceGoesOnAtTheOtherServer_data()
    {
        QTest::addColumn<bool>("drains");
        QTest::newRow("kill -9") << false;
        QTest::newRow("drain") << true;
    }
    void aDeviceGoesOnAtTheOtherServer()
    {
        QFETCH(const bool, drains);
        Nodes nodes({u"--drain"_s, u"1"_s});
        if (!nodes.absence().isEmpty()) {
            QFAIL(qPrintable(nodes.absence()));
        }
        QVERIFY(nodes.start());
        const Device laptop = nodes.device(u"ann"_s, u"laptop"_s);
        VERIFY_DONE(laptop.registerAccount());
        const Device bob = nodes.device(u"bob"_s, u"desk"_s);
        VERIFY_DONE(bob.registerAccount());
        const qint64 group = bob.createGroup(u"tea"_s, {u"ann"_s});
        QVERIFY(group > 0);

        const auto watch = watchOnline(laptop);
        QVERIFY(watch);
        const QString before = serverOf(*watch);
        const std::size_t leaving = nodes.placeOf(before);
        sendAll(bob, group, numbered(1, 5));
        QVERIFY(takeUntilReceived(*watch, u"message 5"_s));
        if (drains) {
            QVERIFY(nodes.at(leaving).stop());
        } else {
            nodes.at(leaving).kill();
        }
        QVERIFY(takeUntilMoved(*watch, before));
        QVERIFY2(!statesOn(*watch).contains(u"waiting"_s), "the device always has a server that it can use");

        // New clients find the server that is left.
        sendAll(bob, group, numbered(6, 10));
        QVERIFY(takeUntilReceived(*watch, u"message 10"_s));
        QCOMPARE(textsOn(*watch), numbered(1, 10));
        const Device phone = nodes.device(u"ann"_s, u"phone"_s);
        VERIFY_DONE(phone.run({u"read"_s, number(group), u"--up-to"_s, number(lastSeq(phone, group) - 3)}));
        QVERIFY(takeUntil(*watch, [&] { return unreadOn(*watch) == 3; }));

        // The clients come back when the other server ends too.
        QVERIFY(nodes.at(leaving).start());
        nodes.at(1 - leaving).kill();
        QVERIFY(takeUntil(*watch, [&] { return isOnline(*watch) && serverOf(*watch) == before; }));
        sendAll(bob, group, numbered(11, 12));
        QVERIFY(takeUntilReceived(*watch, u"message 12"_s));
        QCOMPARE(textsOn(*watch), numbered(1, 12));
        QVERIFY(takeUntil(*watch, [&] { return unreadOn(*watch) == 5; }));
        QVERIFY(watch->kill().wasKilled);
        QCOMPARE(faultOf(laptop, group, 5), QString());
        QCOMPARE(faultOf(phone, group, 5), QString());
        QCOMPARE(nodes.at(leaving).stopAndCheck(), QString());
    }

    void aReadAtOneServerHoldsAtTheOther()
    {
        Nodes nodes;
        if (!nodes.absence().isEmpty()) {
            QFAIL(qPrintable(nodes.absence()));
        }
        QVERIFY(nodes.start());
        const Device laptop = nodes.device(u"ann"_s, u"laptop"_s);
        VERIFY_DONE(laptop.registerAccount());
        const Device bob = nodes.device(u"bob"_s, u"desk"_s);
        VERIFY_DONE(bob.registerAccount());
        const qint64 group = bob.createGroup(u"tea"_s, {u"ann"_s});
        sendAll(bob, group, numbered(1, 8));
        const auto watch = watchOnline(laptop);
        QVERIFY(watch);
        const QString before = serverOf(*watch);
        const std::size_t leaving = nodes.placeOf(before);

        // The phone is at the other server. It reads while the laptop is on its way there.
        const Device phone = nodes.deviceAt(1 - leaving, u"ann"_s, u"phone"_s);
        QVERIFY(phone.sync());
        nodes.at(leaving).kill();
        VERIFY_DONE(phone.run({u"read"_s, number(group)}));
        QVERIFY(takeUntilMoved(*watch, before));
        QVERIFY(takeUntil(*watch, [&] { return unreadOn(*watch) == 0; }));
        QVERIFY(watch->kill().wasKilled);
        QCOMPARE(faultOf(laptop, group, 0), QString());
        QCOMPARE(faultOf(phone, group, 0), QString());
    }

    void nothingIsLostDoubledOrShownWhileServersEndInTurn()
    {
        Nodes nodes({u"--drain"_s, u"2"_s});
        if (!nodes.absence().isEmpty()) {
            QFAIL(qPrintable(nodes.absence()));
        }
        QVERIFY(nodes.start());
        const Device host = nodes.device(u"host"_s, u"desk"_s);
        VERIFY_DONE(host.registerAccount());
        const qint64 group = host.createGroup(u"everybody"_s);
        QVERIFY(group > 0);
        Talkers talkers;
        for (int number = 0; number < talkerCount; ++number) {
            talkers.push_back(
                std::make_unique<Talker>(number, nodes.folder(), ServerList::fromText(nodes.list())));
        }
        QTRY_VERIFY_WITH_TIMEOUT(all(talkers, &Talker::isOnline), programTimeoutMs);
        for (const auto& talker : talkers) {
            talker->talkIn(ConversationId(static_cast<std::uint64_t>(group)));
        }

        std::size_t acknowledged = 0;
        for (const std::size_t ending : {std::size_t{0}, std::size_t{1}, std::size_t{0}}) {
            QTRY_VERIFY_WITH_TIMEOUT(fewestAcked(talkers) >= acknowledged + fewestSent, programTimeoutMs);
            acknowledged = fewestAcked(talkers);
            if (ending == 1) {
                nodes.at(ending).kill();
            } else {
                QVERIFY(nodes.at(ending).stop());
            }
            QTRY_VERIFY_WITH_TIMEOUT(areAllAt(talkers, 1 - ending), programTimeoutMs);
            QVERIFY(nodes.at(ending).start());
        }
        QTRY_VERIFY_WITH_TIMEOUT(fewestAcked(talkers) >= acknowledged + fewestSent, programTimeoutMs);
        for (const auto& talker : talkers) {
            talker->fallSilent();
        }
        QTRY_VERIFY_WITH_TIMEOUT(all(talkers, &Talker::isQuiescent), programTimeoutMs);
        for (const auto& talker : talkers) {
            QCOMPARE(talker->failures(), QString());
            QCOMPARE(talker->acked(), talker->sent());
            // No client ever reported that there is no connection.
            QVERIFY(talker->comeBacks().empty());
        }
        QVERIFY(isAllOnce(talkers, textsOf(host.messages(group))));
        talkers.clear();
        for (const std::size_t place : {std::size_t{0}, std::size_t{1}}) {
            QVERIFY(nodes.at(place).stop());
        }
        QCOMPARE(nodes.at(0).check().status, 0);
    }

private:
    static void sendAll(const Device& device, qint64 group, const QStringList& texts)
    {
        const CliResult sent =
            device.run({u"send"_s, number(group), u"-"_s}, (texts.join(u'\n') + u'\n').toUtf8());
        VERIFY_DONE(sent);
        QCOMPARE(sent.lines.size(), texts.size());
    }

    static qint64 lastSeq(const Device& device, qint64 group)
    {
        return device.conversation(group)[u"head_seq"].toInteger();
    }

    /// The number that it printed last; -1 if none.
    static qint64 unreadOn(const CliProcess& watch)
    {
        qint64 unread = -1;
        for (const QJsonObject& line : watch.lines()) {
            if (line[u"event"].toString() == u"unread") {
                unread = line[u"unread"].toInteger();
            }
        }
        return unread;
    }

    static bool areAllAt(const Talkers& talkers, std::size_t place)
    {
        return std::all_of(talkers.begin(), talkers.end(), [place](const auto& talker) {
            return talker->isOnline() && talker->server() == place;
        });
    }
};

TIDEMARK_SUITE(TestSeveralServers, QCoreApplication)

} // namespace tidemark::several_servers_test

#include "test_several_servers.moc"
