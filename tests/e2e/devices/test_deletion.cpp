#include "core/base/failpoint.h"
#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tidemark::deletion_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Ann deletes her account on one of two devices; bob shares a group and a direct chat with her.
class TestDeletion : public QObject, protected Crew {
    Q_OBJECT
public:
    TestDeletion() : Crew({u"--deleted-accounts"_s, u"remove"_s}) {}

private Q_SLOTS:
    void initTestCase() { gather(); }

    void theAccountIsGoneEverywhere()
    {
        const qint64 group = m_bob->createGroup(u"Crew"_s, {u"ann"_s});
        QVERIFY(group > 0);
        QVERIFY(m_laptop->send(group, u"one of mine"_s) > 0);
        QVERIFY(m_bob->send(group, u"one of his"_s) > 0);
        const CliResult direct = m_laptop->run({u"direct"_s, u"bob"_s});
        VERIFY_DONE(direct);
        const qint64 chat = direct.line()[u"conversation"].toInteger();
        QVERIFY(m_laptop->send(chat, u"between us"_s) > 0);
        QVERIFY(m_bob->sync());
        QCOMPARE(m_bob->total(), 2);
        QVERIFY(m_phone->sync());
        VERIFY_DONE(m_phone->runOffline({u"send"_s, number(group), u"never sent"_s}));

        const CliResult unsure = m_laptop->run({u"delete-account"_s});
        QCOMPARE(unsure.status, 2);
        QVERIFY2(unsure.forPeople.contains(u"--yes"), qPrintable(unsure.forPeople));
        const CliResult done = m_laptop->run({u"delete-account"_s, u"--yes"_s});
        VERIFY_DONE(done);
        QCOMPARE(done.line()[u"user"].toString(), u"ann"_s);
        QVERIFY(done.line()[u"deleted"].toBool());
        QVERIFY2(done.forPeople.contains(u"was deleted"), qPrintable(done.forPeople));

        const CliResult again = m_laptop->run({u"delete-account"_s, u"--yes"_s});
        QCOMPARE(again.status, refused);
        QVERIFY2(again.forPeople.contains(u"deleted"), qPrintable(again.forPeople));

        const CliResult phone = m_phone->run({u"sync"_s});
        QCOMPARE(phone.status, refused);
        QVERIFY2(phone.forPeople.contains(u"The account ann was deleted"), qPrintable(phone.forPeople));
        QVERIFY2(phone.forPeople.contains(u"never sent"), qPrintable(phone.forPeople));
        QVERIFY(m_phone->runOffline({u"conversations"_s}).lines.isEmpty());

        // The work of the server goes on after the answer.
        const auto isGone = [&] {
            return m_bob->sync() && m_bob->total() == 0
                   && textsOf(m_bob->messages(chat)) == QStringList{QString()};
        };
        QTRY_VERIFY_WITH_TIMEOUT(isGone(), 20000);
        QTRY_COMPARE_WITH_TIMEOUT(m_bob->conversation(group)[u"unread"].toInteger(-1), 0, 20000);
        VERIFY_DONE(m_bob->audit());
        QCOMPARE(m_bob->run({u"send"_s, number(chat), u"hello?"_s}).status, refused);
        QCOMPARE(m_bob->run({u"create-group"_s, u"Other"_s, u"ann"_s}).status, refused);
        const CliResult members = m_bob->run({u"members"_s, number(chat)});
        QCOMPARE(members.lines.size(), 2);
        for (const QJsonObject& member : members.lines) {
            QCOMPARE(member[u"deleted"].toBool(), member[u"member"].toString() == u"ann"_s);
        }
        QCOMPARE(m_bob->mismatches(), 0);
        deletedAccountsAreMarked(group, chat);
    }

    void aKilledServerGoesOnWhereItWas_data()
    {
        if (!hasFailpoints) {
            QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
        }
        QTest::addColumn<int>("step");
        // The first write marks the account, and the others are of the work after it.
        for (const int step : {1, 2, 3, 4, 5}) {
            QTest::addRow("%d", step) << step;
        }
    }
    void aKilledServerGoesOnWhereItWas()
    {
        QFETCH(const int, step);
        const QString user = u"cat%1"_s.arg(step);
        const Device cat = m_stage.newAccount(user, u"laptop"_s);
        const qint64 group = m_bob->createGroup(u"Group %1"_s.arg(step), {user});
        QVERIFY(group > 0);
        for (const QString& text : {u"first"_s, u"second"_s}) {
            QVERIFY(cat.send(group, text) > 0);
        }
        QVERIFY(m_bob->sync());
        QCOMPARE(m_bob->unread(group), 2);

        QVERIFY(m_stage.server().stop());
        m_stage.server().armNextStart(u"server-deletion-written:%1"_s.arg(step));
        QVERIFY(m_stage.server().start());
        {
            const auto asking = cat.start({u"delete-account"_s, u"--yes"_s});
            QVERIFY2(m_stage.server().waitForDeath(), "the server did not come to the failpoint");
        }
        QVERIFY(m_stage.server().start());
        const CliResult again = cat.run({u"delete-account"_s, u"--yes"_s});
        if (step == 1) {
            VERIFY_DONE(again);
        } else {
            QCOMPARE(again.status, refused);
            QVERIFY2(again.forPeople.contains(u"deleted"), qPrintable(again.forPeople));
        }
        QTRY_VERIFY_WITH_TIMEOUT(m_bob->sync() && m_bob->unread(group) == 0, 20000);
        QCOMPARE(textsOf(m_bob->messages(group)), (QStringList{QString(), QString()}));
        VERIFY_DONE(m_bob->audit());
        QCOMPARE(m_bob->mismatches(), 0);
    }

    void theDatabaseIsSound() { QCOMPARE(m_stage.server().stopAndCheck(), QString()); }

private:
    static constexpr int refused = 1;

    /// The lines of ann, and only they, say that the account was deleted.
    void deletedAccountsAreMarked(qint64 group, qint64 chat) const
    {
        QVERIFY(m_bob->conversation(chat)[u"deleted"].toBool());
        QVERIFY(!m_bob->conversation(group).contains(u"deleted"));
        const CliResult history = m_bob->run({u"history"_s, number(group)});
        VERIFY_DONE(history);
        QVERIFY(history.lines.size() > 2);
        for (const QJsonObject& line : history.lines) {
            QCOMPARE(line[u"deleted"].toBool(), line[u"from"].toString() == u"ann"_s);
        }
        const QTemporaryDir folder;
        const auto exported = [&](const QString& format) {
            const QString path = folder.filePath(format);
            QFile file(path);
            return m_bob->run({u"export"_s, number(group), u"--output"_s, path, u"--format"_s, format}).status
                               == 0
                           && file.open(QFile::ReadOnly)
                       ? QString::fromUtf8(file.readAll())
                       : QString();
        };
        const QStringList lines = exported(u"jsonl"_s).split(u'\n', Qt::SkipEmptyParts);
        QVERIFY(lines.size() > 2);
        for (const QString& line : lines) {
            QCOMPARE(line.contains(u"\"deleted\":true"), line.contains(u"\"from\":\"ann\""));
        }
        const QString text = exported(u"text"_s);
        QVERIFY2(text.contains(u"Deleted account") && !text.contains(u"ann"), qPrintable(text));
    }
};

TIDEMARK_SUITE(TestDeletion, QCoreApplication)

} // namespace tidemark::deletion_test

#include "test_deletion.moc"
