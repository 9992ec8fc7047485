#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QDir>
#include <QFile>
#include <QTest>

namespace tidemark::rights_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Real programs test the rights in a group, and a new password.
class TestRights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_stage.ready());
        m_ann = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"laptop"_s));
        m_bob = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"desk"_s));
        m_cat = std::make_unique<Device>(m_stage.newAccount(u"cat"_s, u"desk"_s));
        m_group = m_ann->createGroup(u"crew"_s, {u"bob"_s, u"cat"_s});
        QVERIFY(m_group > 0);
    }

    void rolesAreGivenByTheOwner()
    {
        QCOMPARE(roleOf(u"ann"_s), u"owner"_s);
        QCOMPARE(roleOf(u"bob"_s), u"member"_s);
        QCOMPARE(m_bob->run({u"role"_s, number(m_group), u"cat"_s, u"moderator"_s}).status, 1);
        QCOMPARE(m_bob->run({u"remove"_s, number(m_group), u"cat"_s}).status, 1);
        QCOMPARE(m_ann->run({u"role"_s, number(m_group), u"bob"_s, u"king"_s}).status, 2);
        VERIFY_DONE(m_ann->run({u"role"_s, number(m_group), u"bob"_s, u"moderator"_s}));
        QCOMPARE(roleOf(u"bob"_s), u"moderator"_s);
        QCOMPARE(m_ann->run({u"role"_s, number(m_group), u"ann"_s, u"member"_s}).status, 1);
    }

    void aBannedUserComesBackWhenTheBanIsLifted()
    {
        VERIFY_DONE(m_bob->run({u"ban"_s, number(m_group), u"cat"_s}));
        QCOMPARE(m_cat->run({u"join"_s, number(m_group)}).status, 1);
        QCOMPARE(m_cat->send(m_group, u"still here?"_s), 0);
        QCOMPARE(m_bob->run({u"unban"_s, number(m_group), u"ann"_s}).status, 1);
        VERIFY_DONE(m_bob->run({u"unban"_s, number(m_group), u"cat"_s}));
        QVERIFY(m_ann->send(m_group, u"not for cat"_s) > 0);
        VERIFY_DONE(m_cat->run({u"join"_s, number(m_group)}));
        QVERIFY(m_ann->send(m_group, u"for cat"_s) > 0);
        const Device fresh = m_stage.device(u"cat"_s, u"tablet"_s);
        QVERIFY(fresh.sync());
        QCOMPARE(textsOf(fresh.messages(m_group)), QStringList{u"for cat"_s});
        VERIFY_DONE(fresh.audit());
        VERIFY_DONE(m_cat->audit());
        VERIFY_DONE(m_bob->run({u"remove"_s, number(m_group), u"cat"_s}));
        VERIFY_DONE(m_cat->run({u"join"_s, number(m_group)}));
    }

    void anOpenGroupShowsWhatWasWrittenBefore()
    {
        const CliResult created = m_ann->run({u"create-group"_s, u"--history-open"_s, u"open"_s});
        VERIFY_DONE(created);
        const qint64 group = created.line()[u"conversation"].toInteger();
        QVERIFY(m_ann->send(group, u"for all"_s) > 0);
        VERIFY_DONE(m_cat->run({u"join"_s, number(group)}));
        QVERIFY(m_cat->sync());
        QCOMPARE(textsOf(m_cat->messages(group)), QStringList{u"for all"_s});
        QCOMPARE(m_cat->unread(group), 0);
    }

    void noUserJoinsAGroupThatIsInviteOnly()
    {
        const CliResult created = m_ann->run({u"create-group"_s, u"--invite-only"_s, u"club"_s, u"bob"_s});
        VERIFY_DONE(created);
        const QString group = number(created.line()[u"conversation"].toInteger());
        QCOMPARE(m_cat->run({u"join"_s, group}).status, 1);
        VERIFY_DONE(m_bob->run({u"leave"_s, group}));
        QCOMPARE(m_bob->run({u"join"_s, group}).status, 1);
    }

    void aNewPasswordSignsTheOthersOut()
    {
        const Device phone = m_stage.device(u"bob"_s, u"phone"_s);
        QVERIFY(phone.sync());
        const QString file = QDir(m_stage.folder()).filePath(u"new.password"_s);
        QVERIFY(write(file, "short\n"));
        const QStringList change{u"password"_s, u"--new-password-file"_s, file, u"--sign-out-others"_s};
        QCOMPARE(m_bob->run(change).status, 1);
        QVERIFY(write(file, "another password of bob\n"));
        VERIFY_DONE(m_bob->run(change));
        QCOMPARE(m_bob->run(change).status, 1); // the old one is no longer right
        QVERIFY(!phone.run({u"conversations"_s}).isDone());
        QVERIFY(m_bob->sync());
        QVERIFY(write(QDir(m_stage.folder()).filePath(u"bob.password"_s), "another password of bob\n"));
        QVERIFY(m_stage.device(u"bob"_s, u"tablet"_s).sync());
    }

private:
    [[nodiscard]] QString roleOf(const QString& name) const
    {
        for (const QJsonObject& line : m_ann->run({u"members"_s, number(m_group)}).lines) {
            if (line[u"member"].toString() == name) {
                return line[u"role"].toString();
            }
        }
        return {};
    }
    [[nodiscard]] static bool write(const QString& name, const QByteArray& text)
    {
        QFile file(name);
        return file.open(QFile::WriteOnly) && file.write(text) == text.size();
    }

    Stage m_stage;
    std::unique_ptr<Device> m_ann;
    std::unique_ptr<Device> m_bob;
    std::unique_ptr<Device> m_cat;
    qint64 m_group = 0;
};

TIDEMARK_SUITE(TestRights, QCoreApplication)

} // namespace tidemark::rights_test

#include "test_rights.moc"
