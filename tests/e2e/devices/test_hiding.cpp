#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::hiding_e2e_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Deleting messages for oneself alone, by the command line: two devices of one account, and another account.
class TestHiding : public QObject, protected Crew {
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
        for (const QString& text : {u"one"_s, u"two @ann"_s, u"three"_s, u"four"_s}) {
            m_seqs.append(m_bob->send(m_group, text));
            QVERIFY(m_seqs.last() > 0);
        }
        QVERIFY(m_laptop->sync() && m_phone->sync());
    }

    void cleanup() { checkDevices(); }

    void aHiddenMessageIsGoneFromBothDevicesAndStaysForTheOthers()
    {
        const CliResult done = m_laptop->run({u"hide"_s, number(m_group), number(m_seqs[1])});
        VERIFY_DONE(done);
        QCOMPARE(done.line(),
                 (QJsonObject{{u"conversation"_s, m_group}, {u"seq"_s, m_seqs[1]}, {u"hidden"_s, true}}));
        QVERIFY(m_phone->sync());
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QCOMPARE(device->unread(m_group), 3);
            QCOMPARE(device->conversation(m_group)[u"mentions"].toInt(), 0);
            QCOMPARE(textsOf(device->messages(m_group)), (QStringList{u"one"_s, u"three"_s, u"four"_s}));
            QVERIFY(device->run({u"about-me"_s}).lines.isEmpty());
        }
        QCOMPARE(m_bob->messages(m_group).size(), 4);
    }

    void whatIsHiddenOfflineIsSentLater()
    {
        VERIFY_DONE(m_phone->runOffline({u"hide"_s, number(m_group), number(m_seqs[0]), number(m_seqs[3])}));
        QCOMPARE(m_laptop->unread(m_group), 3);
        QVERIFY(m_phone->sync());
        QVERIFY(m_laptop->sync());
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QCOMPARE(device->unread(m_group), 1);
            QCOMPARE(textsOf(device->messages(m_group)), QStringList{u"three"_s});
        }
    }

    void aNewDeviceDoesNotShowThem()
    {
        const Device tablet = m_stage.device(u"ann"_s, u"tablet"_s);
        QVERIFY(tablet.sync());
        QCOMPARE(tablet.unread(m_group), 1);
        QCOMPARE(textsOf(tablet.messages(m_group)), QStringList{u"three"_s});
        VERIFY_DONE(tablet.audit());
    }

    void aMarkOnAHiddenMessageGoesToTheNextOne()
    {
        VERIFY_DONE(m_laptop->run({u"read"_s, number(m_group)}));
        VERIFY_DONE(m_laptop->run({u"mark-unread"_s, number(m_group), u"--from"_s, number(m_seqs[1])}));
        QVERIFY(m_phone->sync());
        QCOMPARE(m_phone->unread(m_group), 1);
    }

    void wrongUseIsRefused()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        QCOMPARE(m_laptop->run({u"hide"_s, number(m_group)}).status, wrongUse);
        QCOMPARE(m_laptop->run({u"hide"_s, number(m_group), u"9999"_s}).status, refused);
        QCOMPARE(m_laptop->run({u"hide"_s, u"9999"_s, u"1"_s}).status, refused);
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    qint64 m_group = 0;
    QList<qint64> m_seqs;
};

TIDEMARK_SUITE(TestHiding, QCoreApplication)

} // namespace tidemark::hiding_e2e_test

#include "test_hiding.moc"
