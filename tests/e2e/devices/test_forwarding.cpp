#include "tests/e2e/sent_file.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::forwarding_e2e_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Forwarded messages by the command line: ann writes to bob, who forwards to cleo from two devices.
class TestForwarding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_stage.ready());
        m_ann = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"desk"_s));
        m_bob = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"laptop"_s));
        m_cleo = std::make_unique<Device>(m_stage.newAccount(u"cleo"_s, u"desk"_s));
        m_phone = std::make_unique<Device>(m_stage.device(u"bob"_s, u"phone"_s));
        QVERIFY(m_phone->sync());
        m_from = m_ann->createGroup(u"Crew"_s, {u"bob"_s});
        m_to = m_bob->createGroup(u"Office"_s, {u"cleo"_s});
        QVERIFY(m_from > 0 && m_to > 0);
    }

    void cleanup()
    {
        for (const Device* device : {m_ann.get(), m_bob.get(), m_phone.get(), m_cleo.get()}) {
            QVERIFY(device->sync());
            VERIFY_DONE(device->audit());
            QCOMPARE(device->mismatches(), 0);
        }
        QCOMPARE(m_phone->unread(m_to), m_bob->unread(m_to));
    }

    void severalMessagesArriveInOrderWithWhoSaidThem()
    {
        const qint64 unread = m_cleo->unread(m_to);
        const qint64 first = m_ann->send(m_from, u"the plan, @cleo"_s);
        const qint64 second = m_ann->send(m_from, u"the rota"_s);
        const qint64 own = m_bob->send(m_from, u"agreed"_s);
        const CliResult done = m_bob->run(
            {u"forward"_s, number(m_from), u"%1,%2,%3"_s.arg(first).arg(second).arg(own), number(m_to)});
        VERIFY_DONE(done);
        QCOMPARE(done.lines.size(), 3);
        QCOMPARE(done.lines[0][u"conversation"].toInteger(), m_to);
        QCOMPARE(done.lines[2][u"seq"].toInteger(), done.lines[0][u"seq"].toInteger() + 2);
        for (const Device* device : {m_cleo.get(), m_phone.get()}) {
            const CliResult history = device->run({u"history"_s, number(m_to), u"--limit"_s, u"3"_s});
            VERIFY_DONE(history);
            QCOMPARE(textsOf(history.lines), (QStringList{u"the plan, @cleo"_s, u"the rota"_s, u"agreed"_s}));
            QCOMPARE(history.lines[0][u"from"].toString(), u"bob"_s);
            QCOMPARE(history.lines[0][u"forwarded"][u"user"].toString(), u"ann"_s);
            QCOMPARE(history.lines[0][u"forwarded"][u"at"].toString(), timeOf(first));
            QCOMPARE(history.lines[2][u"forwarded"][u"user"].toString(), u"bob"_s);
        }
        QCOMPARE(m_cleo->unread(m_to), unread + 3);
        const QJsonObject state = m_cleo->conversation(m_to);
        QCOMPARE(state[u"mentions"].toInteger(), 0);
    }

    void aForwardMadeOfflineIsSentLaterAsTheMessageIsThen()
    {
        const qint64 said = m_ann->send(m_from, u"frist"_s);
        QVERIFY(m_phone->sync());
        const CliResult waits =
            m_phone->runOffline({u"forward"_s, number(m_from), number(said), number(m_to)});
        VERIFY_DONE(waits);
        QVERIFY(waits.line()[u"seq"].isNull());
        VERIFY_DONE(m_phone->runOffline({u"send"_s, number(m_to), u"see above"_s}));
        VERIFY_DONE(m_ann->run({u"edit"_s, number(m_from), number(said), u"first"_s}));
        QVERIFY(m_phone->sync());
        const CliResult history = m_cleo->run({u"history"_s, number(m_to), u"--limit"_s, u"2"_s});
        VERIFY_DONE(history);
        QCOMPARE(textsOf(history.lines), (QStringList{u"first"_s, u"see above"_s}));
        QCOMPARE(history.lines[0][u"forwarded"][u"user"].toString(), u"ann"_s);
        QVERIFY(!history.lines[1].contains(u"forwarded"));
    }

    void filesComeAlong()
    {
        const QString path = makeFile(m_stage.folder() + u"/tide.txt"_s, "high water at noon");
        const CliResult sent = m_ann->run({u"send"_s, number(m_from), u"look"_s, u"--attach"_s, path});
        VERIFY_DONE(sent);
        const qint64 said = sent.line()[u"seq"].toInteger();
        const CliResult done = m_bob->run({u"forward"_s, number(m_from), number(said), number(m_to)});
        VERIFY_DONE(done);
        const qint64 seq = done.line()[u"seq"].toInteger();
        VERIFY_DONE(m_ann->run({u"recall"_s, number(m_from), number(said)}));
        QCOMPARE(fetchFault(*m_cleo, m_to, seq, path), QString());
    }

    void watchAndExportShowWhoSaidIt()
    {
        const auto watch = m_cleo->start({u"watch"_s});
        QVERIFY(watch->waitForLine([](const QJsonObject& line) { return line[u"state"] == u"online"_s; }));
        const qint64 said = m_ann->send(m_from, u"watch this"_s);
        VERIFY_DONE(m_bob->run({u"forward"_s, number(m_from), number(said), number(m_to)}));
        QVERIFY(watch->waitForLine([](const QJsonObject& line) {
            return line[u"text"] == u"watch this"_s && line[u"forwarded"][u"user"] == u"ann"_s;
        }));
        watch->kill();
    }

    void whatCannotBeForwardedIsRefused()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        const qint64 said = m_ann->send(m_from, u"oops"_s);
        const auto forward = [&](const QString& seqs) {
            return m_bob->run({u"forward"_s, number(m_from), seqs, number(m_to)}).status;
        };
        VERIFY_DONE(m_ann->run({u"recall"_s, number(m_from), number(said)}));
        QCOMPARE(forward(number(said)), refused);
        QCOMPARE(forward(number(said + 500)), refused);
        QCOMPARE(forward(u"3,x"_s), wrongUse);
        QCOMPARE(forward(u"3,3"_s), wrongUse);
        QCOMPARE(m_bob->run({u"forward"_s, number(m_from), number(said)}).status, wrongUse);
        QCOMPARE(m_cleo->run({u"forward"_s, number(m_from), number(said), number(m_to)}).status, refused);
    }

    void aGroupForbidsForwarding()
    {
        constexpr int refused = 1;
        const qint64 said = m_ann->send(m_from, u"for us alone"_s);
        QCOMPARE(m_bob->run({u"forwarding"_s, number(m_from), u"off"_s}).status, refused);
        const CliResult off = m_ann->run({u"forwarding"_s, number(m_from), u"off"_s});
        VERIFY_DONE(off);
        QCOMPARE(off.line()[u"forwarding"].toBool(true), false);
        const QStringList forward{u"forward"_s, number(m_from), number(said), number(m_to)};
        QCOMPARE(m_bob->run(forward).status, refused);
        const CliResult history = m_bob->run({u"history"_s, number(m_from), u"--limit"_s, u"1"_s});
        QCOMPARE(history.line()[u"text"].toString(), u"forbade forwarding"_s);
        VERIFY_DONE(m_ann->run({u"forwarding"_s, number(m_from), u"on"_s}));
        VERIFY_DONE(m_bob->run(forward));
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    QString timeOf(qint64 seq) const
    {
        return m_ann->run({u"history"_s, number(m_from), u"--after"_s, number(seq - 1), u"--limit"_s, u"1"_s})
            .line()[u"at"]
            .toString();
    }

    Stage m_stage;
    std::unique_ptr<Device> m_ann;
    std::unique_ptr<Device> m_bob;
    std::unique_ptr<Device> m_phone;
    std::unique_ptr<Device> m_cleo;
    qint64 m_from = 0;
    qint64 m_to = 0;
};

TIDEMARK_SUITE(TestForwarding, QCoreApplication)

} // namespace tidemark::forwarding_e2e_test

#include "test_forwarding.moc"
