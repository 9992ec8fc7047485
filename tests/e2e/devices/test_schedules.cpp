#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QDateTime>
#include <QTest>

namespace tidemark::schedules_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Scheduled messages by the command line: two devices of one account, and another account.
class TestSchedules : public QObject, protected Crew {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { gather(); }

    /// A group of its own for every test.
    void init()
    {
        m_group = m_laptop->createGroup(u"Release crew"_s, {u"bob"_s});
        QVERIFY(m_group > 0);
        QVERIFY(m_laptop->send(m_group, u"hello"_s) > 0);
        QVERIFY(m_phone->sync() && m_bob->sync());
    }

    void cleanup()
    {
        for (const QJsonObject& line : listed(*m_laptop)) {
            VERIFY_DONE(m_laptop->run({u"unschedule"_s, line[u"uuid"].toString()}));
        }
        checkDevices();
    }

    void aScheduledMessageIsOnAllDevicesOfItsAuthor()
    {
        const QJsonObject made = schedule(*m_laptop, u"+2h"_s, u"later"_s);
        QCOMPARE(made.keys(),
                 QStringList({u"conversation"_s, u"due"_s, u"state"_s, u"text"_s, u"uuid"_s, u"version"_s}));
        QCOMPARE(made[u"state"].toString(), u"waiting"_s);
        QCOMPARE(made[u"text"].toString(), u"later"_s);
        QVERIFY(made[u"version"].toInteger() > 0);
        const auto due = QDateTime::fromString(made[u"due"].toString(), Qt::ISODateWithMs);
        const qint64 away = QDateTime::currentDateTimeUtc().secsTo(due);
        QVERIFY2(away > 7000 && away <= 7200, qPrintable(made[u"due"].toString()));
        QCOMPARE(listed(*m_phone), QList{made});
        QVERIFY(listed(*m_bob).isEmpty());
        QCOMPARE(m_bob->unread(m_group), 1);
    }

    void whenItIsDueTheServerSendsIt()
    {
        const auto watch = watching(*m_bob);
        const QJsonObject made = schedule(*m_laptop, u"+1s"_s, u"on time"_s);
        QVERIFY(seen(*watch, u"on time"_s));
        watch->kill();
        QVERIFY(m_bob->sync());
        QCOMPARE(m_bob->unread(m_group), 2);
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QVERIFY(device->sync());
            QVERIFY(listed(*device).isEmpty());
            QCOMPARE(device->unread(m_group), 0);
            QCOMPARE(copies(*device, u"on time"_s), 1);
            for (const QString& command : {u"reschedule"_s, u"unschedule"_s, u"send-now"_s}) {
                QStringList late{command, made[u"uuid"].toString()};
                if (command == u"reschedule"_s) {
                    late += {u"--text"_s, u"too late"_s};
                }
                const CliResult answered = device->run(late);
                QCOMPARE(answered.status, 1);
                QVERIFY2(answered.forPeople.contains(u"sent or cancelled"), qPrintable(answered.forPeople));
            }
        }
    }

    void theServerIsKilledAndSendsItOnce()
    {
        schedule(*m_laptop, u"+1s"_s, u"after the crash"_s);
        m_stage.server().kill();
        QVERIFY(m_stage.server().start());
        QTRY_VERIFY_WITH_TIMEOUT(m_bob->sync() && copies(*m_bob, u"after the crash"_s) == 1, 30000);
        m_stage.server().kill();
        QVERIFY(m_stage.server().start());
        for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
            QVERIFY(device->sync());
            QCOMPARE(copies(*device, u"after the crash"_s), 1);
        }
        QVERIFY(listed(*m_phone).isEmpty());
    }

    void anotherDeviceChangesAndCancelsIt()
    {
        const QJsonObject made = schedule(*m_laptop, u"+2h"_s, u"first"_s);
        const QString uuid = made[u"uuid"].toString();
        const CliResult changed = m_phone->run({u"reschedule"_s, uuid, u"--text"_s, u"second"_s});
        VERIFY_DONE(changed);
        QCOMPARE(changed.line()[u"text"].toString(), u"second"_s);
        QCOMPARE(changed.line()[u"due"], made[u"due"]);
        const CliResult moved = m_laptop->run({u"reschedule"_s, uuid, u"--at"_s, u"2099-01-01T00:00:00Z"_s});
        QCOMPARE(moved.status, refused);
        VERIFY_DONE(m_laptop->run({u"reschedule"_s, uuid, u"--at"_s, u"+3d"_s}));
        QCOMPARE(listed(*m_phone).value(0)[u"text"].toString(), u"second"_s);
        VERIFY_DONE(m_phone->run({u"unschedule"_s, uuid}));
        QVERIFY(listed(*m_laptop).isEmpty());
        QCOMPARE(m_laptop->run({u"unschedule"_s, uuid}).status, refused);
    }

    void aMessageIsSentNow()
    {
        const QJsonObject made = schedule(*m_laptop, u"+2h"_s, u"after all"_s);
        const CliResult sent = m_phone->run({u"send-now"_s, made[u"uuid"].toString()});
        VERIFY_DONE(sent);
        QVERIFY(sent.line()[u"seq"].toInteger() > 0);
        QVERIFY(m_bob->sync());
        QCOMPARE(copies(*m_bob, u"after all"_s), 1);
        QVERIFY(listed(*m_laptop).isEmpty());
    }

    void whatIsScheduledOfflineIsSentToTheServerLater()
    {
        const CliResult offline =
            m_phone->runOffline({u"schedule"_s, number(m_group), u"+2h"_s, u"in a tunnel"_s});
        VERIFY_DONE(offline);
        QCOMPARE(offline.line()[u"state"].toString(), u"unsent"_s);
        QVERIFY(listed(*m_laptop).isEmpty());
        QVERIFY(m_phone->sync());
        const QJsonObject known = listed(*m_laptop).value(0);
        QCOMPARE(known[u"uuid"], offline.line()[u"uuid"]);
        QCOMPARE(known[u"state"].toString(), u"waiting"_s);
        // Its time passes before the device is online again: it is sent then.
        VERIFY_DONE(m_phone->runOffline(
            {u"schedule"_s, number(m_group), u"2020-01-01T00:00:00+01:00"_s, u"long ago"_s}));
        QVERIFY(m_phone->sync() && m_bob->sync());
        QCOMPARE(copies(*m_bob, u"long ago"_s), 1);
    }

    void aChangeThatComesTooLateIsToldAndItsTextIsKept()
    {
        const QJsonObject made = schedule(*m_laptop, u"+2h"_s, u"early"_s);
        const QString uuid = made[u"uuid"].toString();
        QVERIFY(m_phone->sync());
        VERIFY_DONE(m_phone->runOffline({u"reschedule"_s, uuid, u"--text"_s, u"too late"_s}));
        VERIFY_DONE(m_laptop->run({u"send-now"_s, uuid}));
        QVERIFY(m_phone->sync());
        const QJsonObject kept = listed(*m_phone).value(0);
        QCOMPARE(kept[u"state"].toString(), u"refused"_s);
        QCOMPARE(kept[u"text"].toString(), u"too late"_s);
        QVERIFY(!kept[u"error"].toString().isEmpty());
        QCOMPARE(copies(*m_phone, u"too late"_s), 0);
        VERIFY_DONE(m_phone->run({u"unschedule"_s, uuid}));
        QVERIFY(listed(*m_phone).isEmpty());
    }

    void aMessageWhoseAuthorHasLeftStaysWithTheReason()
    {
        schedule(*m_laptop, u"+1s"_s, u"without me"_s);
        VERIFY_DONE(m_laptop->run({u"leave"_s, number(m_group)}));
        const auto isFailed = [this] {
            return listed(*m_laptop).value(0)[u"state"].toString() == u"failed"_s;
        };
        QTRY_VERIFY(isFailed());
        QCOMPARE(listed(*m_phone).value(0)[u"text"].toString(), u"without me"_s);
        QVERIFY(!listed(*m_phone).value(0)[u"error"].toString().isEmpty());
        QVERIFY(m_bob->sync());
        QCOMPARE(copies(*m_bob, u"without me"_s), 0);
    }

    void aReminderQuotesItsMessage()
    {
        const qint64 seq = m_bob->send(m_group, u"call the printer"_s);
        QVERIFY(seq > 0 && m_laptop->sync());
        const CliResult reminder = m_laptop->run({u"remind"_s, number(m_group), number(seq), u"+2h"_s});
        VERIFY_DONE(reminder);
        const QJsonObject line = reminder.line();
        QVERIFY(line[u"conversation"].toInteger() != m_group);
        QVERIFY(line[u"text"].toString().contains(u"call the printer"_s));
        QVERIFY(line[u"text"].toString().contains(u"bob"_s));
        QVERIFY(line[u"text"].toString().contains(
            u"tidemark:conversation/%1/message/%2"_s.arg(m_group).arg(seq)));
        const CliResult sent = m_phone->run({u"send-now"_s, line[u"uuid"].toString()});
        VERIFY_DONE(sent);
        QVERIFY(m_laptop->sync());
        QCOMPARE(m_laptop->unread(line[u"conversation"].toInteger()), 0);
    }

    void watchTellsOfEachChange()
    {
        const auto watch = watching(*m_phone);
        const auto tells = [&watch](const QString& state, const QString& text) {
            return watch->waitForLine([&](const QJsonObject& one) {
                return one[u"event"] == u"scheduled"_s && one[u"state"] == state
                       && one[u"text"].toString() == text;
            });
        };
        const QString sent = schedule(*m_laptop, u"+2h"_s, u"first"_s)[u"uuid"].toString();
        QVERIFY(tells(u"waiting"_s, u"first"_s));
        VERIFY_DONE(m_laptop->run({u"reschedule"_s, sent, u"--text"_s, u"second"_s}));
        QVERIFY(tells(u"waiting"_s, u"second"_s));
        VERIFY_DONE(m_laptop->run({u"send-now"_s, sent}));
        QVERIFY(watch->waitForLine([&sent](const QJsonObject& one) {
            return one[u"uuid"] == sent && one[u"state"] == u"sent"_s && one[u"seq"].toInteger() > 0;
        }));
        const QString cancelled = schedule(*m_laptop, u"+2h"_s, u"third"_s)[u"uuid"].toString();
        VERIFY_DONE(m_laptop->run({u"unschedule"_s, cancelled}));
        QVERIFY(watch->waitForLine([&cancelled](const QJsonObject& one) {
            return one[u"uuid"] == cancelled && one[u"state"] == u"cancelled"_s;
        }));
        watch->kill();
    }

    void whatCannotBeScheduledIsRefused()
    {
        const QString group = number(m_group);
        QCOMPARE(m_bob->run({u"schedule"_s, u"99999"_s, u"+2h"_s, u"text"_s}).status, refused);
        QCOMPARE(m_bob->run({u"schedule"_s, group, u"+400d"_s, u"text"_s}).status, refused);
        QCOMPARE(m_bob->run({u"schedule"_s, group, u"+2h"_s, u" "_s}).status, wrongUse);
        for (const QString& time : {u"tomorrow"_s, u"2026-12-01T08:00:00"_s, u"+h"_s, u"+2x"_s, u"2h"_s}) {
            QCOMPARE(m_bob->run({u"schedule"_s, group, time, u"text"_s}).status, wrongUse);
        }
        QCOMPARE(m_bob->run({u"reschedule"_s, u"no-uuid"_s, u"--text"_s, u"text"_s}).status, refused);
        QCOMPARE(m_bob->run({u"reschedule"_s, u"no-uuid"_s}).status, wrongUse);
        // The refused text is kept until its author drops it.
        for (const QJsonObject& line : listed(*m_bob)) {
            QCOMPARE(line[u"state"].toString(), u"refused"_s);
            VERIFY_DONE(m_bob->run({u"unschedule"_s, line[u"uuid"].toString()}));
        }
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    static constexpr int refused = 1;
    static constexpr int wrongUse = 2;

    QJsonObject schedule(const Device& device, const QString& time, const QString& text) const
    {
        const CliResult made = device.run({u"schedule"_s, number(m_group), time, text});
        return made.status == 0 ? made.line() : QJsonObject{{u"failed"_s, made.status}};
    }
    static QList<QJsonObject> listed(const Device& device) { return device.run({u"scheduled"_s}).lines; }
    [[nodiscard]] qsizetype copies(const Device& device, const QString& text) const
    {
        const QList<QJsonObject> log = device.messages(m_group);
        return std::ranges::count_if(log, [&](const QJsonObject& one) { return one[u"text"] == text; });
    }
    [[nodiscard]] static std::unique_ptr<CliProcess> watching(const Device& device)
    {
        std::unique_ptr<CliProcess> watch = device.start({u"watch"_s});
        const bool isOnline = watch->waitForLine([](const QJsonObject& one) {
            return one[u"event"] == u"connection"_s && one[u"state"] == u"online"_s;
        });
        return isOnline ? std::move(watch) : nullptr;
    }
    [[nodiscard]] static bool seen(CliProcess& watch, const QString& text)
    {
        return watch.waitForLine([&text](const QJsonObject& one) {
            return one[u"event"] == u"message"_s && one[u"text"] == text;
        });
    }

    qint64 m_group = 0;
};

TIDEMARK_SUITE(TestSchedules, QCoreApplication)

} // namespace tidemark::schedules_test

#include "test_schedules.moc"
