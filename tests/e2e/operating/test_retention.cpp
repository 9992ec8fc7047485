#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::retention_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// A server that keeps only the newest messages, with real processes.
class TestRetention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aNewDeviceSeesWhatIsKeptAndWhyTheRestDoesNotCount()
    {
        Stage stage({u"--keep-messages"_s, u"50"_s, u"--unread-expires-days"_s, u"7"_s});
        QVERIFY(stage.ready());
        const Device laptop = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device bob = stage.newAccount(u"bob"_s, u"desk"_s);
        const qint64 group = bob.createGroup(u"harbour"_s, {u"ann"_s});
        QByteArray lines;
        for (int i = 1; i <= 80; ++i) {
            lines += "line " + QByteArray::number(i) + '\n';
        }
        VERIFY_DONE(bob.run({u"send"_s, number(group), u"-"_s}, lines));
        QVERIFY(laptop.sync());
        QCOMPARE(laptop.unread(group), 80);
        QCOMPARE(laptop.messages(group).size(), 80);

        // The server trims at its start: 81 entries stay, with the first entry of the group.
        QVERIFY(stage.server().stop());
        QVERIFY(stage.server().start());
        const Device phone = stage.device(u"ann"_s, u"phone"_s);
        QVERIFY(phone.sync());
        QCOMPARE(phone.unread(group), 50);
        const QList<QJsonObject> kept = phone.messages(group);
        QCOMPARE(kept.size(), 50);
        QCOMPARE(kept.first()[u"text"].toString(), u"line 31"_s);
        QCOMPARE(laptop.unread(group), 50);
        // The device keeps what it has.
        QCOMPARE(laptop.messages(group).size(), 80);

        const QJsonObject why = laptop.run({u"why"_s, number(group)}).line();
        QCOMPARE(why[u"unread"].toInteger(), 50);
        QCOMPARE(why[u"floor"].toInteger(), 31);
        QCOMPARE(why[u"trimmed_upto"].toInteger(), 31);
        QCOMPARE(why[u"floor_moved"][u"cause"].toString(), u"trimmed"_s);
        QCOMPARE(why[u"floor_moved"][u"by"].toString(), u"the server"_s);
        QVERIFY(!why[u"floor_moved"][u"at"].toString().isEmpty());
        QCOMPARE(why[u"left_out"][u"below_floor"].toInteger(), 30);

        QCOMPARE(stage.server().stopAndCheck(), QString());
        QVERIFY(stage.server().start());
        for (const Device* device : {&laptop, &phone}) {
            QCOMPARE(device->unread(group), 50);
            VERIFY_DONE(device->audit());
        }
        QVERIFY(bob.send(group, u"one more"_s) > 0);
        QCOMPARE(phone.unread(group), 51);
        VERIFY_DONE(phone.run({u"read"_s, number(group)}));
        QCOMPARE(laptop.unread(group), 0);
        QCOMPARE(laptop.mismatches(), 0);
        QCOMPARE(phone.mismatches(), 0);
    }
};

TIDEMARK_SUITE(TestRetention, QCoreApplication)

} // namespace tidemark::retention_test

#include "test_retention.moc"
