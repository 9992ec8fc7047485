#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::pins_e2e_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Pinned messages by the command line: two accounts, and two devices of one of them.
class TestPins : public QObject, protected Crew {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        gather();
        if (QTest::currentTestFailed()) {
            return;
        }
        m_group = m_laptop->createGroup(u"Release crew"_s, {u"bob"_s});
        QVERIFY(m_group > 0);
    }

    /// Two messages of ann for every test, which bob has not read.
    void init()
    {
        m_first = m_laptop->send(m_group, u"the plan"_s);
        m_second = m_laptop->send(m_group, u"the rota"_s);
        QVERIFY(m_first > 0 && m_second > m_first);
        m_unread = m_bob->unread(m_group);
    }

    void cleanup()
    {
        QVERIFY(m_laptop->sync());
        for (const qint64 seq : pinned(*m_laptop)) {
            VERIFY_DONE(m_laptop->run({u"unpin"_s, number(m_group), number(seq)}));
        }
        checkDevices();
        QCOMPARE(m_bob->unread(m_group), m_unread);
        QCOMPARE(m_laptop->unread(m_group), 0);
    }

    void aPinIsOnAllDevicesAndMakesNothingUnread()
    {
        const CliResult done = m_bob->run({u"pin"_s, number(m_group), number(m_second)});
        VERIFY_DONE(done);
        QCOMPARE(done.line()[u"seq"].toInteger(), m_second);
        QCOMPARE(done.line()[u"pinned"].toBool(), true);
        VERIFY_DONE(m_laptop->run({u"pin"_s, number(m_group), number(m_first)}));
        for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
            const CliResult shown = device->run({u"pinned"_s, number(m_group)});
            VERIFY_DONE(shown);
            QCOMPARE(shown.lines.size(), 2);
            QCOMPARE(shown.lines[0][u"text"].toString(), u"the plan"_s);
            QCOMPARE(shown.lines[1][u"seq"].toInteger(), m_second);
        }
        QCOMPARE(m_phone->unread(m_group), 0);
        const CliResult history =
            m_phone->run({u"history"_s, number(m_group), u"--after"_s, number(m_second)});
        VERIFY_DONE(history);
        QCOMPARE(history.lines.size(), 2);
        QCOMPARE(history.lines[0][u"kind"].toString(), u"notice"_s);
        QCOMPARE(history.lines[0][u"from"].toString(), u"bob"_s);
        QCOMPARE(history.lines[0][u"text"].toString(), u"pinned %1"_s.arg(m_second));
        QCOMPARE(history.lines[0][u"target"].toInteger(), m_second);
    }

    void aPinMadeOfflineIsShownAtOnceAndSentLater()
    {
        QVERIFY(m_phone->sync());
        VERIFY_DONE(m_phone->runOffline({u"pin"_s, number(m_group), number(m_first)}));
        VERIFY_DONE(m_phone->runOffline({u"pin"_s, number(m_group), number(m_second)}));
        VERIFY_DONE(m_phone->runOffline({u"unpin"_s, number(m_group), number(m_first)}));
        QCOMPARE(m_phone->runOffline({u"pinned"_s, number(m_group)}).lines.size(), 1);
        QVERIFY(pinned(*m_bob).isEmpty());
        QVERIFY(m_phone->sync());
        QCOMPARE(pinned(*m_bob), QList<qint64>{m_second});
    }

    void aRecalledMessageIsNotPinned()
    {
        VERIFY_DONE(m_bob->run({u"pin"_s, number(m_group), number(m_first)}));
        VERIFY_DONE(m_laptop->run({u"recall"_s, number(m_group), number(m_first)}));
        for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
            QVERIFY(pinned(*device).isEmpty());
        }
        m_unread = m_bob->unread(m_group);
    }

    void whatChangesNothingIsRefused()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        QCOMPARE(m_bob->run({u"unpin"_s, number(m_group), number(m_first)}).status, refused);
        VERIFY_DONE(m_bob->run({u"pin"_s, number(m_group), number(m_first)}));
        QCOMPARE(m_laptop->run({u"pin"_s, number(m_group), number(m_first)}).status, refused);
        QCOMPARE(m_laptop->run({u"pin"_s, number(m_group), number(m_first + 500)}).status, refused);
        QCOMPARE(m_laptop->run({u"pin"_s, number(m_group)}).status, wrongUse);
        QCOMPARE(pinned(*m_phone), QList<qint64>{m_first});
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    QList<qint64> pinned(const Device& device) const
    {
        QList<qint64> seqs;
        for (const QJsonObject& line : device.run({u"pinned"_s, number(m_group)}).lines) {
            seqs.append(line[u"seq"].toInteger());
        }
        return seqs;
    }

    qint64 m_group = 0;
    qint64 m_first = 0;
    qint64 m_second = 0;
    qint64 m_unread = 0;
};

TIDEMARK_SUITE(TestPins, QCoreApplication)

} // namespace tidemark::pins_e2e_test

#include "test_pins.moc"
