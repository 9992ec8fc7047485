#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::ignoring_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Ignoring and blocking by the command line: two accounts, and two devices of one of them.
class TestIgnoring : public QObject, protected Crew {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        gather();
        if (QTest::currentTestFailed()) {
            return;
        }
        m_cat = std::make_unique<Device>(m_stage.newAccount(u"cat"_s, u"desk"_s));
    }

    /// A group of its own for every test; everything is read.
    void init()
    {
        m_group = m_laptop->createGroup(u"Release crew"_s, {u"bob"_s, u"cat"_s});
        QVERIFY(m_group > 0);
        QVERIFY(m_phone->sync());
    }

    void cleanup()
    {
        VERIFY_DONE(m_laptop->run({u"unignore"_s, u"bob"_s}));
        checkDevices({m_cat.get()});
        VERIFY_DONE(m_laptop->run({u"mark-all-read"_s}));
    }

    void numbersAreExactOnAllDevicesInBothDirections()
    {
        const qint64 before = m_phone->total();
        QVERIFY(m_bob->send(m_group, u"one @ann"_s) > 0);
        QVERIFY(m_cat->send(m_group, u"two"_s) > 0);
        QVERIFY(m_phone->sync());
        QCOMPARE(m_phone->unread(m_group), 2);
        const CliResult done = m_laptop->run({u"ignore"_s, u"bob"_s});
        VERIFY_DONE(done);
        QCOMPARE(done.line(), (QJsonObject{{u"user"_s, u"bob"_s}, {u"level"_s, u"ignored"_s}}));
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QVERIFY(device->sync());
            QCOMPARE(device->unread(m_group), 1);
            QCOMPARE(device->total(), before + 1);
            const CliResult listed = device->run({u"ignored"_s});
            VERIFY_DONE(listed);
            QCOMPARE(listed.lines.size(), 1);
            QCOMPARE(listed.line(), done.line());
        }
        QVERIFY(m_bob->send(m_group, u"three"_s) > 0);
        QVERIFY(m_phone->sync());
        QCOMPARE(m_phone->unread(m_group), 1);
        VERIFY_DONE(m_phone->run({u"unignore"_s, u"bob"_s}));
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QVERIFY(device->sync());
            QCOMPARE(device->unread(m_group), 3);
            QCOMPARE(device->total(), before + 3);
        }
        QVERIFY(m_laptop->run({u"ignored"_s}).lines.isEmpty());
    }

    void aChangeMadeOfflineCountsAtOnceAndIsSentLater()
    {
        QVERIFY(m_bob->send(m_group, u"one"_s) > 0);
        QVERIFY(m_phone->sync());
        VERIFY_DONE(m_phone->runOffline({u"ignore"_s, u"bob"_s}));
        const CliResult listed = m_phone->runOffline({u"ignored"_s});
        VERIFY_DONE(listed);
        QCOMPARE(listed.line()[u"level"].toString(), u"ignored"_s);
        QVERIFY(m_laptop->sync());
        QCOMPARE(m_laptop->unread(m_group), 1);
        QVERIFY(m_phone->sync());
        QVERIFY(m_laptop->sync());
        QCOMPARE(m_phone->unread(m_group), 0);
        QCOMPARE(m_laptop->unread(m_group), 0);
    }

    void aBlockedUserBeginsNothingAndIsToldNothing()
    {
        constexpr int refused = 1;
        VERIFY_DONE(m_laptop->run({u"block"_s, u"bob"_s}));
        QCOMPARE(m_bob->run({u"direct"_s, u"ann"_s}).status, refused);
        const CliResult made = m_bob->run({u"create-group"_s, u"Other"_s, u"ann"_s});
        VERIFY_DONE(made);
        QCOMPARE(made.line()[u"invited"].toArray(), QJsonArray{u"ann"_s});
        VERIFY_DONE(m_laptop->run({u"unblock"_s, u"bob"_s}));
        QVERIFY(m_phone->sync());
        QVERIFY(m_phone->run({u"invitations"_s}).lines.isEmpty());
        VERIFY_DONE(m_bob->run({u"direct"_s, u"ann"_s}));
    }

    void unknownAndOwnNamesAreRefused()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        QCOMPARE(m_laptop->run({u"ignore"_s, u"nobody-of-this-name"_s}).status, refused);
        QCOMPARE(m_laptop->run({u"ignore"_s, u"ann"_s}).status, refused);
        QCOMPARE(m_laptop->run({u"ignore"_s}).status, wrongUse);
        QVERIFY(m_laptop->run({u"ignored"_s}).lines.isEmpty());
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    std::unique_ptr<Device> m_cat;
    qint64 m_group = 0;
};

TIDEMARK_SUITE(TestIgnoring, QCoreApplication)

} // namespace tidemark::ignoring_test

#include "test_ignoring.moc"
