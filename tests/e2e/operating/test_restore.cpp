#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QFile>
#include <QTest>

namespace tidemark::restore_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// An older copy replaces the server's database under devices that hold more (I14).
class TestRestore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void devicesTakeTheServersLogAndSendAgainWhatWasLost()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device phone = stage.device(u"ann"_s, u"phone"_s);
        const Device bob = stage.newAccount(u"bob"_s, u"desk"_s);
        QVERIFY(phone.sync());
        const qint64 group = bob.createGroup(u"harbour"_s, {u"ann"_s});
        QVERIFY(bob.send(group, u"before the backup"_s) > 0);

        QVERIFY(stage.server().stop());
        const QString backup = stage.database() + u".backup"_s;
        QVERIFY(QFile::copy(stage.database(), backup));
        QVERIFY(stage.server().start());
        QVERIFY(bob.send(group, u"lost one"_s) > 0);
        QVERIFY(bob.send(group, u"lost two"_s) > 0);
        VERIFY_DONE(ann.run({u"read"_s, number(group)}));
        QVERIFY(phone.sync());

        QVERIFY(stage.server().stop());
        QVERIFY(QFile::remove(stage.database()));
        QVERIFY(QFile::rename(backup, stage.database()));
        const CheckResult restored = stage.server().restored();
        QVERIFY2(restored.status == 0, qPrintable(restored.output));
        QVERIFY(stage.server().start());
        // More messages than were lost, so that the heads alone do not reveal the loss.
        const Device eve = stage.newAccount(u"eve"_s, u"desk"_s);
        VERIFY_DONE(eve.run({u"join"_s, number(group)}));
        for (int i = 0; i < 5; ++i) {
            QVERIFY(eve.send(group, u"after the restore %1"_s.arg(i)) > 0);
        }

        const QList<QJsonObject> log = eve.messages(group);
        for (const Device* device : {&ann, &phone, &bob}) {
            QVERIFY(device->sync());
            QCOMPARE(textsOf(device->messages(group)), textsOf(bob.messages(group)));
            VERIFY_DONE(device->audit());
        }
        QVERIFY(textsOf(ann.messages(group)).contains(u"after the restore 4"_s));
        QVERIFY(!textsOf(ann.messages(group)).contains(u"lost one"_s));
        QCOMPARE(ann.unread(group), phone.unread(group));
        QCOMPARE(stage.server().stopAndCheck(), QString());
        QVERIFY(!log.isEmpty());
    }
};

TIDEMARK_SUITE(TestRestore, QCoreApplication)

} // namespace tidemark::restore_test

#include "test_restore.moc"
