#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QDateTime>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

namespace tidemark::receipts_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

/// "reader" of each line, sorted.
QStringList readersIn(const CliResult& result)
{
    QStringList readers;
    for (const QJsonObject& line : result.lines) {
        readers.append(line[u"reader"].toString());
    }
    readers.sort();
    return readers;
}

} // namespace

/// Real programs test who sees a read, and whether the devices agree.
class TestReceipts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_stage.ready());
        m_ann = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"laptop"_s));
        m_bob = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"desk"_s));
        m_phone = std::make_unique<Device>(m_stage.device(u"bob"_s, u"phone"_s));
        m_group = m_ann->createGroup(u"crew"_s, {u"bob"_s});
        QVERIFY(m_group > 0);
    }

    void readersHaveALineEach()
    {
        const qint64 seq = m_ann->send(m_group, u"seen?"_s);
        CliResult result = m_ann->run({u"read-by"_s, number(m_group), number(seq)});
        VERIFY_DONE(result);
        QCOMPARE(result.lines.size(), 0);
        VERIFY_DONE(m_bob->run({u"read"_s, number(m_group)}));
        result = m_ann->run({u"read-by"_s, number(m_group), number(seq)});
        VERIFY_DONE(result);
        QCOMPARE(keysOf(result.line()),
                 QStringList({u"at"_s, u"conversation"_s, u"members"_s, u"reader"_s, u"seq"_s}));
        QCOMPARE(result.line()[u"reader"].toString(), u"bob"_s);
        QCOMPARE(result.line()[u"members"].toInteger(), 2);
        QVERIFY(QDateTime::fromString(result.line()[u"at"].toString(), Qt::ISODateWithMs).isValid());
    }

    void membersHaveALineEach()
    {
        const CliResult result = m_ann->run({u"members"_s, number(m_group)});
        VERIFY_DONE(result);
        QCOMPARE(result.lines.size(), 2);
        const QJsonObject bob = result.lines.last();
        QCOMPARE(keysOf(bob), QStringList({u"at"_s, u"conversation"_s, u"delivered"_s, u"member"_s, u"role"_s,
                                           u"seen"_s, u"seen_all"_s}));
        QCOMPARE(bob[u"member"].toString(), u"bob"_s);
        QCOMPARE(bob[u"seen_all"].toBool(), true);
        QVERIFY(!m_stage.newAccount(u"eve"_s, u"tablet"_s).run({u"members"_s, number(m_group)}).isDone());
    }

    void privateReadingIsAskedForAndShown()
    {
        const CliResult before = m_bob->run({u"receipts"_s});
        VERIFY_DONE(before);
        QCOMPARE(keysOf(before.line()), QStringList({u"conversation"_s, u"private"_s, u"receipts"_s}));
        QVERIFY(before.line()[u"conversation"].isNull());
        QCOMPARE(before.line()[u"receipts"].toString(), u"public"_s);
        const CliResult hidden = m_bob->run({u"receipts"_s, u"private"_s});
        VERIFY_DONE(hidden);
        QCOMPARE(hidden.line()[u"private"].toBool(), true);
        QCOMPARE(m_phone->run({u"receipts"_s}).line()[u"receipts"].toString(), u"private"_s);
        QCOMPARE(m_phone->run({u"receipts"_s, number(m_group)}).line()[u"private"].toBool(), true);

        const qint64 seq = m_ann->send(m_group, u"and this?"_s);
        VERIFY_DONE(m_bob->run({u"read"_s, number(m_group)}));
        QCOMPARE(readersIn(m_ann->run({u"read-by"_s, number(m_group), number(seq)})), QStringList());
        QCOMPARE(m_phone->unread(m_group), 0);
        VERIFY_DONE(m_bob->run({u"receipts"_s, u"public"_s}));
        QCOMPARE(readersIn(m_ann->run({u"read-by"_s, number(m_group), number(seq)})), QStringList());
    }

    void aConversationMayHaveItsOwnSetting()
    {
        const CliResult hidden = m_bob->run({u"receipts"_s, u"private"_s, number(m_group)});
        VERIFY_DONE(hidden);
        QCOMPARE(hidden.line()[u"conversation"].toInteger(), m_group);
        QCOMPARE(hidden.line()[u"receipts"].toString(), u"private"_s);
        QCOMPARE(m_bob->run({u"receipts"_s}).line()[u"private"].toBool(), false);
        const CliResult back = m_bob->run({u"receipts"_s, u"inherit"_s, number(m_group)});
        VERIFY_DONE(back);
        QCOMPARE(back.line()[u"receipts"].toString(), u"inherit"_s);
        QCOMPARE(back.line()[u"private"].toBool(), false);
    }

    void wrongUseOfReceiptsIsReported()
    {
        QCOMPARE(m_bob->run({u"receipts"_s, u"maybe"_s}).status, 2);
        QCOMPARE(m_bob->run({u"receipts"_s, u"inherit"_s}).status, 2);
        QCOMPARE(m_bob->run({u"receipts"_s, u"private"_s, u"99"_s}).status, 1);
        QCOMPARE(m_bob->runOffline({u"receipts"_s, u"private"_s}).status, 3);
        VERIFY_DONE(m_bob->runOffline({u"receipts"_s}));
    }

    void thePolicyOfReadingIsTheAccountsOrThisDevicesOwn()
    {
        const CliResult before = m_bob->run({u"reading"_s});
        VERIFY_DONE(before);
        QCOMPARE(keysOf(before.line()), QStringList({u"account"_s, u"device"_s, u"reading"_s}));
        QCOMPARE(before.line()[u"reading"].toString(), u"when-seen"_s);
        QVERIFY(before.line()[u"device"].isNull());
        VERIFY_DONE(m_bob->run({u"receipts"_s, u"private"_s}));
        const CliResult byHand = m_bob->run({u"reading"_s, u"by-hand"_s});
        VERIFY_DONE(byHand);
        QCOMPARE(byHand.line()[u"account"].toString(), u"by-hand"_s);
        QCOMPARE(m_phone->run({u"reading"_s}).line()[u"reading"].toString(), u"by-hand"_s);
        // The other setting stays as it is.
        QCOMPARE(m_phone->run({u"receipts"_s}).line()[u"receipts"].toString(), u"private"_s);
        VERIFY_DONE(m_bob->run({u"receipts"_s, u"public"_s}));
        QCOMPARE(m_phone->run({u"reading"_s}).line()[u"reading"].toString(), u"by-hand"_s);

        const CliResult own = m_phone->runOffline({u"reading"_s, u"on-opening"_s, u"--this-device"_s});
        VERIFY_DONE(own);
        QCOMPARE(own.line()[u"account"].toString(), u"by-hand"_s);
        QCOMPARE(own.line()[u"device"].toString(), u"on-opening"_s);
        QCOMPARE(m_phone->run({u"reading"_s}).line()[u"reading"].toString(), u"on-opening"_s);
        QCOMPARE(m_bob->run({u"reading"_s}).line()[u"reading"].toString(), u"by-hand"_s);
        QVERIFY(m_phone->run({u"reading"_s, u"inherit"_s, u"--this-device"_s}).line()[u"device"].isNull());

        QCOMPARE(m_bob->run({u"reading"_s, u"inherit"_s}).status, 2);
        QCOMPARE(m_bob->run({u"reading"_s, u"never"_s, u"--this-device"_s}).status, 2);
        QCOMPARE(m_bob->runOffline({u"reading"_s, u"when-seen"_s}).status, 3);
    }

    void devicesAreListedAndAgree()
    {
        QVERIFY(m_phone->sync());
        const CliResult result = m_bob->run({u"devices"_s});
        VERIFY_DONE(result);
        QCOMPARE(result.lines.size(), 2);
        int own = 0;
        for (const QJsonObject& line : result.lines) {
            QCOMPARE(keysOf(line), QStringList({u"agreed_at"_s, u"agrees"_s, u"connected"_s, u"device"_s,
                                                u"last_contact"_s, u"name"_s, u"program"_s, u"this"_s}));
            const bool isThis = line[u"this"].toBool();
            own += isThis ? 1 : 0;
            QCOMPARE(line[u"name"].toString(), isThis ? u"desk"_s : u"phone"_s);
            QCOMPARE(line[u"connected"].toBool(), isThis);
            QVERIFY(line[u"program"].toString().startsWith(u"tidemark-cli"));
            QVERIFY(QDateTime::fromString(line[u"last_contact"].toString(), Qt::ISODateWithMs).isValid());
        }
        QCOMPARE(own, 1);
        QCOMPARE(m_bob->runOffline({u"devices"_s}).status, 3);
    }

    void whyShowsTheSameAsBefore()
    {
        const qint64 first = m_ann->send(m_group, u"one"_s);
        VERIFY_DONE(m_ann->run({u"send"_s, number(m_group), u"two"_s}));
        VERIFY_DONE(m_ann->run({u"recall"_s, number(m_group), number(first)}));
        const CliResult result = m_phone->run({u"why"_s, number(m_group)});
        VERIFY_DONE(result);
        const QJsonObject why = result.line();
        QCOMPARE(why[u"title"].toString(), u"crew"_s);
        QCOMPARE(why[u"unread"].toInteger(), why[u"counted"].toArray().size());
        QCOMPARE(why[u"left_out"][u"recalled"].toInteger(), 1);
        QCOMPARE(why[u"left_out"][u"not_looked_at"].toInteger(), 0);
        QCOMPARE(why[u"moved"][u"by"].toString(), u"desk"_s);
        QCOMPARE(why[u"moved"][u"cause"].toString(), u"marked read"_s);
        QCOMPARE(m_phone->run({u"why"_s, u"99"_s}).status, 1);
    }

    void aDeviceIsSignedOutFromAnother()
    {
        QVERIFY(m_phone->sync());
        VERIFY_DONE(m_phone->runOffline({u"send"_s, number(m_group), u"not sent yet"_s}));
        const CliResult gone = m_bob->run({u"devices"_s, u"--sign-out"_s, u"phone"_s});
        VERIFY_DONE(gone);
        QCOMPARE(gone.lines.size(), 1);
        QCOMPARE(gone.line()[u"name"].toString(), u"desk"_s);
        const CliResult refused = m_phone->run({u"sync"_s});
        QCOMPARE(refused.status, 1);
        QVERIFY(refused.forPeople.contains(u"signed out"_s));
        QCOMPARE(m_bob->run({u"devices"_s, u"--sign-out"_s, u"phone"_s}).status, 1);
        QCOMPARE(m_bob->run({u"devices"_s, u"--sign-out"_s, u"desk"_s}).status, 1);
        // The device signs in again and sends what had waited.
        QVERIFY(m_phone->sync());
        const auto messages = m_phone->messages(m_group);
        QCOMPARE(messages.last()[u"text"].toString(), u"not sent yet"_s);
        QCOMPARE(m_bob->run({u"devices"_s}).lines.size(), 2);
    }

    void aConversationIsExported()
    {
        QVERIFY(m_bob->sync());
        const QString path = m_bob->profile() + u"-export"_s;
        const CliResult done = m_bob->runOffline({u"export"_s, number(m_group), u"--output"_s, path});
        VERIFY_DONE(done);
        QCOMPARE(keysOf(done.line()), QStringList({u"conversation"_s, u"file"_s, u"files"_s, u"format"_s,
                                                   u"items"_s, u"missing"_s, u"missing_files"_s}));
        QCOMPARE(done.line()[u"missing"].toInteger(), 0);
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        QList<QByteArray> lines = file.readAll().split('\n');
        QCOMPARE(lines.takeLast(), QByteArray());
        QCOMPARE(lines.size(), done.line()[u"items"].toInteger() + 1);
        QCOMPARE(QJsonDocument::fromJson(lines.first())[u"title"].toString(), u"crew"_s);
        QCOMPARE(QJsonDocument::fromJson(lines.last())[u"text"].toString(), u"not sent yet"_s);

        VERIFY_DONE(
            m_bob->runOffline({u"export"_s, number(m_group), u"--output"_s, path, u"--format"_s, u"text"_s}));
        file.close();
        QVERIFY(file.open(QFile::ReadOnly));
        QVERIFY(file.readAll().endsWith("bob: not sent yet\n"));

        QCOMPARE(m_bob->runOffline({u"export"_s, number(m_group)}).status, 2);
        QCOMPARE(m_bob->runOffline({u"export"_s, number(m_group), u"--output"_s, path, u"--format"_s, u"x"_s})
                     .status,
                 2);
        const QString nowhere = u"/no/such/folder/file"_s;
        QCOMPARE(m_bob->runOffline({u"export"_s, number(m_group), u"--output"_s, nowhere}).status, 1);
        QCOMPARE(m_bob->runOffline({u"export"_s, u"999"_s, u"--output"_s, path}).status, 1);
    }

private:
    Stage m_stage;
    std::unique_ptr<Device> m_ann;
    std::unique_ptr<Device> m_bob;
    std::unique_ptr<Device> m_phone;
    qint64 m_group = 0;
};

TIDEMARK_SUITE(TestReceipts, QCoreApplication)

} // namespace tidemark::receipts_test

#include "test_receipts.moc"
