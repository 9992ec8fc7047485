#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace tidemark::manners_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Real processes test the server under load and with clients for totals.
class TestManners : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void totalsAreSentWithoutAskingForConversations()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device bob = stage.newAccount(u"bob"_s, u"desk"_s);
        const qint64 group = ann.createGroup(u"crew"_s, {u"bob"_s});
        QVERIFY(ann.send(group, u"one for @bob"_s) > 0);
        const CliResult once = bob.run({u"totals"_s});
        VERIFY_DONE(once);
        QCOMPARE(keysOf(once.line()), QStringList({u"conversations"_s, u"mentions"_s, u"muted"_s,
                                                   u"muted_conversations"_s, u"total"_s, u"version"_s}));
        QCOMPARE(once.line()[u"total"].toInteger(), 1);
        QCOMPARE(once.line()[u"mentions"].toInteger(), 1);

        const auto watching = bob.start({u"totals"_s, u"--for"_s, u"600"_s});
        const auto says = [](qint64 total) {
            return [total](const QJsonObject& line) { return line[u"total"].toInteger() == total; };
        };
        QVERIFY(watching->waitForLine(says(1)));
        QVERIFY(ann.send(group, u"two"_s) > 0);
        QVERIFY(watching->waitForLine(says(2)));
        const Device phone = stage.device(u"bob"_s, u"phone"_s);
        VERIFY_DONE(phone.run({u"read"_s, number(group)}));
        QVERIFY(watching->waitForLine(says(0)));
        VERIFY_DONE(phone.run({u"mark-unread"_s, number(group), u"--from"_s, u"2"_s}));
        QVERIFY(watching->waitForLines(4));
        const QList<QJsonObject> lines = watching->lines();
        for (qsizetype i = 1; i < lines.size(); ++i) {
            QVERIFY(lines[i][u"version"].toInteger() > lines[i - 1][u"version"].toInteger());
        }
        QCOMPARE(lines.last()[u"total"].toInteger(), phone.total());
        watching->kill();
        QVERIFY(stage.device(u"nobody"_s, u"x"_s).run({u"totals"_s}).status == 2);
    }

    void quietDevicesAreASettingOfTheUser()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device laptop = stage.newAccount(u"bob"_s, u"laptop"_s);
        const Device phone = stage.device(u"bob"_s, u"phone"_s);
        QCOMPARE(phone.run({u"quiet"_s}).line()[u"quiet_while_active"].toBool(), true);
        VERIFY_DONE(laptop.run({u"quiet"_s, u"off"_s}));
        const CliResult there = phone.run({u"quiet"_s});
        VERIFY_DONE(there);
        QCOMPARE(there.line()[u"quiet_while_active"].toBool(true), false);
        QCOMPARE(phone.runOffline({u"quiet"_s}).line()[u"quiet_while_active"].toBool(true), false);
        QCOMPARE(laptop.run({u"quiet"_s, u"loud"_s}).status, 2);
    }

    void inAVeryLargeGroupNothingIsLost()
    {
        // With this limit a group of two is large.
        Stage stage({u"--large-group"_s, u"1"_s});
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device bob = stage.newAccount(u"bob"_s, u"desk"_s);
        const qint64 group = ann.createGroup(u"everybody"_s, {u"bob"_s});
        QByteArray lines;
        for (int i = 0; i < 13; ++i) {
            lines += "line " + QByteArray::number(i) + '\n';
        }
        const CliResult sent = ann.run({u"send"_s, number(group), u"-"_s}, lines);
        VERIFY_DONE(sent);
        QSet<qint64> seqs;
        for (const QJsonObject& line : sent.lines) {
            seqs += line[u"seq"].toInteger();
        }
        QCOMPARE(seqs.size(), 13);
        QVERIFY(bob.sync());
        const QList<QJsonObject> arrived = bob.messages(group);
        QCOMPARE(arrived.size(), 13);
        for (int i = 0; i < 13; ++i) {
            QCOMPARE(arrived[i][u"text"].toString(), u"line %1"_s.arg(i));
        }
    }
};

TIDEMARK_SUITE(TestManners, QCoreApplication)

} // namespace tidemark::manners_test

#include "test_manners.moc"
