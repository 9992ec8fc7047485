#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QFileInfo>
#include <QTest>

namespace tidemark::notices_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

/// The only conversation of this kind on the device; 0 if there is none.
qint64 noticeList(const Device& device)
{
    const CliResult all = device.run({u"conversations"_s});
    for (const QJsonObject& one : all.lines) {
        if (one[u"kind"].toString() == u"notice"_s) {
            return one[u"conversation"].toInteger();
        }
    }
    return 0;
}

QJsonObject dot(const CliResult& dots, const QString& name)
{
    for (const QJsonObject& one : dots.lines) {
        if (one[u"dot"].toString() == name) {
            return one;
        }
    }
    return {};
}

} // namespace

/// Real processes test announcements and dots of a server's operator.
class TestNotices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void anAnnouncementReachesEveryDeviceAndIsReadOnAll()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device laptop = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device phone = stage.device(u"ann"_s, u"phone"_s);
        QVERIFY(laptop.sync());
        QVERIFY(phone.sync());
        QCOMPARE(noticeList(laptop), 0);

        // A client is connected.
        const auto watching = phone.start({u"watch"_s});
        QVERIFY(watching->waitForLine(
            [](const QJsonObject& line) { return line[u"state"].toString() == u"online"_s; }));
        const CheckResult first = stage.server().run({u"announce"_s}, {u"maintenance at noon"_s});
        QVERIFY2(first.status == 0, qPrintable(first.output));
        QCOMPARE(first.output, u"announced as notice 1\n"_s);
        QVERIFY(watching->waitForLine(
            [](const QJsonObject& line) { return line[u"text"].toString() == u"maintenance at noon"_s; }));
        watching->kill();

        // The server does not run.
        QVERIFY(stage.server().stop());
        const CheckResult second =
            stage.server().run({u"announce"_s}, {u"-"_s}, "two lines\nof a second one\n");
        QCOMPARE(second.output, u"announced as notice 2\n"_s);
        QCOMPARE(stage.server().check().status, 0);
        QVERIFY(stage.server().start());

        const qint64 list = noticeList(laptop);
        QVERIFY(list > 0);
        QCOMPARE(laptop.unread(list), 2);
        QCOMPARE(laptop.total(), 2);
        QCOMPARE(textsOf(laptop.messages(list)),
                 (QStringList{u"maintenance at noon"_s, u"two lines\nof a second one"_s}));
        QCOMPARE(phone.unread(list), 2);
        VERIFY_DONE(phone.run({u"read"_s, number(list)}));
        QCOMPARE(laptop.unread(list), 0);

        // A new user has nothing unread, and no user can write there.
        const Device bob = stage.newAccount(u"bob"_s, u"desk"_s);
        QCOMPARE(bob.total(), 0);
        QCOMPARE(noticeList(bob), list);
        QCOMPARE(bob.send(list, u"me too"_s), 0);
        QCOMPARE(bob.run({u"leave"_s, number(list)}).status, 1);
        QCOMPARE(stage.server().run({u"announce"_s}, {u"three"_s}).status, 0);
        QCOMPARE(bob.unread(list), 1);
        QCOMPARE(laptop.unread(list), 1);
        for (const Device* device : {&laptop, &phone, &bob}) {
            VERIFY_DONE(device->audit());
            QCOMPARE(device->mismatches(), 0);
        }
        QCOMPARE(stage.server().stopAndCheck(), QString());
    }

    void theSameNoticeIsWrittenOnce()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const QStringList named{u"announce"_s, u"--uuid"_s, u"5b0b2c3e-6c5d-4a5e-9d2b-0d9d3c1f7a10"_s};
        QCOMPARE(stage.server().run(named, {u"once"_s}).output, u"announced as notice 1\n"_s);
        QCOMPARE(stage.server().run(named, {u"once"_s}).output, u"announced as notice 1\n"_s);
        QCOMPARE(stage.server().run(named, {u"something else"_s}).status, 1);
        QCOMPARE(stage.server().run({u"announce"_s}, {}).status, 2);
        QCOMPARE(stage.server().run({u"announce"_s, u"--uuid"_s, u"x"_s}, {u"text"_s}).status, 2);
        QCOMPARE(stage.server().run({u"announce"_s}, {u"-"_s}).status, 1);
        // Other users of the computer cannot reach the socket.
        const QFileInfo socket(stage.database() + u".control"_s);
        QVERIFY(socket.exists());
        QCOMPARE(socket.permissions()
                     & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
                 QFile::Permissions());
        // A killed server leaves its socket behind.
        stage.server().kill();
        QCOMPARE(stage.server().run({u"announce"_s}, {u"after the end"_s}).output,
                 u"announced as notice 2\n"_s);
        QVERIFY(stage.server().start());
        QCOMPARE(stage.server().run({u"announce"_s}, {u"and again"_s}).output, u"announced as notice 3\n"_s);
    }

    void aDotShowsOnAllDevicesUntilItWasSeenOnOne()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device laptop = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device phone = stage.device(u"ann"_s, u"phone"_s);
        QVERIFY(phone.sync());
        QCOMPARE(stage.server().run({u"dot"_s}, {u"whats-new"_s}).output, u"whats-new 1\n"_s);
        QVERIFY(dot(laptop.run({u"dots"_s}), u"whats-new"_s)[u"lit"].toBool());
        QVERIFY(dot(phone.run({u"dots"_s}), u"whats-new"_s)[u"lit"].toBool());

        // A dot that is seen offline is reported later.
        const CliResult seen = phone.runOffline({u"dots"_s, u"--see"_s, u"whats-new"_s});
        VERIFY_DONE(seen);
        QVERIFY(!dot(seen, u"whats-new"_s)[u"lit"].toBool());
        QVERIFY(dot(laptop.run({u"dots"_s}), u"whats-new"_s)[u"lit"].toBool());
        QVERIFY(phone.sync());
        QVERIFY(!dot(laptop.run({u"dots"_s}), u"whats-new"_s)[u"lit"].toBool());

        const Device bob = stage.newAccount(u"bob"_s, u"desk"_s);
        QVERIFY(!dot(bob.run({u"dots"_s}), u"whats-new"_s)[u"lit"].toBool());
        QVERIFY(stage.server().stop());
        QCOMPARE(stage.server().run({u"dot"_s}, {u"whats-new"_s}).output, u"whats-new 2\n"_s);
        QCOMPARE(stage.server().run({u"dot"_s}, {u"search"_s}).output, u"search 3\n"_s);
        QVERIFY(stage.server().start());
        QCOMPARE(stage.server().run({u"dot"_s}, {u"--list"_s}).output, u"search 3\nwhats-new 2\n"_s);
        QVERIFY(dot(laptop.run({u"dots"_s}), u"whats-new"_s)[u"lit"].toBool());
        QVERIFY(dot(bob.run({u"dots"_s}), u"search"_s)[u"lit"].toBool());
        QCOMPARE(laptop.run({u"dots"_s, u"--see"_s, u"nothing"_s}).status, 1);
        QCOMPARE(stage.server().run({u"dot"_s}, {u"No Name"_s}).status, 2);
        QCOMPARE(stage.server().run({u"dot"_s}, {}).status, 2);
    }
};

TIDEMARK_SUITE(TestNotices, QCoreApplication)

} // namespace tidemark::notices_test

#include "test_notices.moc"
