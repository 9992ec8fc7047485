#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::invitations_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Invitations by the command line: two devices of one account, and an account that does not know it.
class TestInvitations : public QObject, protected Crew {
    Q_OBJECT
public:
    TestInvitations() : Crew({u"--adding"_s, u"known"_s}) {}

private Q_SLOTS:
    void initTestCase() { gather(); }
    void cleanup() { checkDevices(); }

    void aStrangerInvitesAndBothDevicesShowIt()
    {
        const qint64 group = invite(u"Release crew"_s);
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QVERIFY(device->sync());
            const QList<QJsonObject> open = invitationsOf(*device);
            QCOMPARE(open.size(), 1);
            QCOMPARE(open[0][u"conversation"].toInteger(), group);
            QCOMPARE(open[0][u"title"].toString(), u"Release crew"_s);
            QCOMPARE(open[0][u"inviter"].toString(), u"bob"_s);
            const CliResult unread = device->run({u"unread"_s});
            VERIFY_DONE(unread);
            QCOMPARE(unread.line()[u"invitations"].toInteger(), 1);
            QCOMPARE(unread.line()[u"total"].toInteger(), 0);
            QVERIFY(!isListed(*device, group));
        }
        VERIFY_DONE(m_phone->run({u"accept"_s, QString::number(group)}));
        QVERIFY(m_laptop->sync());
        QVERIFY(invitationsOf(*m_laptop).isEmpty());
        QVERIFY(isListed(*m_laptop, group));
        QVERIFY(m_bob->send(group, u"welcome"_s) > 0);
        QVERIFY(m_laptop->sync());
        QCOMPARE(m_laptop->total(), 1);
        VERIFY_DONE(m_laptop->run({u"mark-all-read"_s}));
    }

    void aRefusalTellsNothing()
    {
        const qint64 group = invite(u"Other crew"_s);
        VERIFY_DONE(m_laptop->run({u"refuse"_s, QString::number(group)}));
        QVERIFY(m_phone->sync());
        QVERIFY(invitationsOf(*m_phone).isEmpty());
        const CliResult again = m_bob->run({u"add"_s, QString::number(group), u"ann"_s});
        VERIFY_DONE(again);
        QCOMPARE(again.line()[u"invited"].toArray(), QJsonArray{u"ann"_s});
        QVERIFY(m_phone->sync());
        QVERIFY(invitationsOf(*m_phone).isEmpty());
        QCOMPARE(m_laptop->run({u"accept"_s, QString::number(group)}).status, refused);
    }

    void invitationsOfIgnoredPeopleAreHidden()
    {
        const qint64 group = invite(u"Third crew"_s);
        VERIFY_DONE(m_laptop->run({u"ignore"_s, u"bob"_s}));
        QVERIFY(m_phone->sync());
        QVERIFY(invitationsOf(*m_phone).isEmpty());
        QCOMPARE(m_phone->run({u"unread"_s}).line()[u"invitations"].toInteger(-1), 0);
        VERIFY_DONE(m_laptop->run({u"unignore"_s, u"bob"_s}));
        QVERIFY(m_phone->sync());
        QCOMPARE(invitationsOf(*m_phone).size(), 1);
        VERIFY_DONE(m_laptop->run({u"block"_s, u"bob"_s}));
        QVERIFY2(invite(u"Fourth crew"_s) > 0, "bob is answered as if ann had been asked");
        QCOMPARE(m_bob->run({u"direct"_s, u"ann"_s}).status, refused);
        VERIFY_DONE(m_laptop->run({u"unblock"_s, u"bob"_s}));
        QVERIFY(m_phone->sync());
        QCOMPARE(invitationsOf(*m_phone).size(), 1);
        VERIFY_DONE(m_phone->run({u"refuse"_s, QString::number(group)}));
    }

    void aDirectChatOfAStrangerChangesNothing()
    {
        const CliResult direct = m_bob->run({u"direct"_s, u"ann"_s});
        VERIFY_DONE(direct);
        QVERIFY(m_bob->send(direct.line()[u"conversation"].toInteger(), u"please"_s) > 0);
        QVERIFY(m_laptop->sync());
        const qint64 group = invite(u"After direct"_s);
        QVERIFY(group > 0);
        VERIFY_DONE(m_laptop->run({u"refuse"_s, QString::number(group)}));
        QVERIFY(m_laptop->send(direct.line()[u"conversation"].toInteger(), u"hello"_s) > 0);
        const CliResult again = m_bob->run({u"add"_s, QString::number(group), u"ann"_s});
        VERIFY_DONE(again);
        QCOMPARE(again.line()[u"invited"].toArray(), QJsonArray{u"ann"_s});
        const CliResult made = m_bob->run({u"create-group"_s, u"After hello"_s, u"ann"_s});
        VERIFY_DONE(made);
        QVERIFY2(!made.line().contains(u"invited"), "ann has written to bob, and knows him");
        QVERIFY(m_phone->sync());
        QVERIFY(invitationsOf(*m_phone).isEmpty());
        QVERIFY(!isListed(*m_phone, group));
        QVERIFY(isListed(*m_phone, made.line()[u"conversation"].toInteger()));
        VERIFY_DONE(m_laptop->run({u"mark-all-read"_s}));
    }

    void theUserChoosesWhoMayAdd()
    {
        QCOMPARE(m_phone->run({u"who-may-add"_s}).line()[u"who_may_add"].toString(), u"known"_s);
        QCOMPARE(m_laptop->run({u"who-may-add"_s, u"everybody"_s}).line()[u"who_may_add"].toString(),
                 u"everybody"_s);
        QVERIFY(m_phone->sync());
        QCOMPARE(m_phone->runOffline({u"who-may-add"_s}).line()[u"who_may_add"].toString(), u"everybody"_s);
        const CliResult made = m_bob->run({u"create-group"_s, u"Everybody's crew"_s, u"ann"_s});
        VERIFY_DONE(made);
        QVERIFY(!made.line().contains(u"invited"));
        QVERIFY(m_phone->sync());
        QVERIFY(isListed(*m_phone, made.line()[u"conversation"].toInteger()));
        VERIFY_DONE(m_laptop->run({u"who-may-add"_s, u"nobody"_s}));
        VERIFY_DONE(m_laptop->run({u"direct"_s, u"bob"_s}));
        const qint64 group = invite(u"Nobody's crew"_s);
        VERIFY_DONE(m_laptop->run({u"refuse"_s, QString::number(group)}));
        VERIFY_DONE(m_laptop->run({u"who-may-add"_s, u"known"_s}));
        const CliResult known = m_bob->run({u"create-group"_s, u"Known crew"_s, u"ann"_s});
        VERIFY_DONE(known);
        QVERIFY(!known.line().contains(u"invited"));
    }

    void wrongUseIsRefused()
    {
        constexpr int wrongUse = 2;
        QCOMPARE(m_laptop->run({u"accept"_s, u"999999"_s}).status, refused);
        QCOMPARE(m_laptop->run({u"refuse"_s, u"999999"_s}).status, refused);
        QCOMPARE(m_laptop->run({u"accept"_s}).status, wrongUse);
        QCOMPARE(m_laptop->run({u"who-may-add"_s, u"friends"_s}).status, wrongUse);
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    static constexpr int refused = 1;

    /// Bob makes a group with Ann, who is asked. Returns 0 if that failed.
    qint64 invite(const QString& title) const
    {
        const CliResult made = m_bob->run({u"create-group"_s, title, u"ann"_s});
        const bool isAsked = made.line()[u"invited"].toArray() == QJsonArray{u"ann"_s};
        return isAsked ? made.line()[u"conversation"].toInteger() : 0;
    }
    static QList<QJsonObject> invitationsOf(const Device& device)
    {
        const CliResult listed = device.run({u"invitations"_s});
        return {listed.lines.begin(), listed.lines.end()};
    }
    static bool isListed(const Device& device, qint64 conversation)
    {
        const CliResult listed = device.run({u"conversations"_s});
        return std::any_of(listed.lines.begin(), listed.lines.end(), [&](const QJsonObject& line) {
            return line[u"conversation"].toInteger() == conversation;
        });
    }
};

TIDEMARK_SUITE(TestInvitations, QCoreApplication)

} // namespace tidemark::invitations_test

#include "test_invitations.moc"
