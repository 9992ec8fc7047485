#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::drafts_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Drafts by the command line: two devices of one account, and another account.
class TestDrafts : public QObject, protected Crew {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { gather(); }

    /// A group of its own for every test.
    void init()
    {
        m_group = m_laptop->createGroup(u"Release crew"_s, {u"bob"_s});
        QVERIFY(m_group > 0);
        QVERIFY(m_laptop->send(m_group, u"hello"_s) > 0);
        QVERIFY(m_phone->sync());
    }

    void cleanup() { checkDevices(); }

    void aDraftIsOnAllDevicesOfItsUser()
    {
        const QJsonObject set = line(*m_laptop, {u"half a sen"_s});
        QCOMPARE(set.keys(), QStringList({u"conversation"_s, u"device"_s, u"text"_s, u"version"_s}));
        QCOMPARE(set[u"text"].toString(), u"half a sen"_s);
        QCOMPARE(set[u"device"].toString(), u"laptop"_s);
        QVERIFY(set[u"version"].toInteger() > 0);
        QCOMPARE(line(*m_phone), set);
        QCOMPARE(line(*m_bob)[u"text"].toString(), QString());

        const QJsonObject changed = line(*m_phone, {u"half a sentence"_s});
        QVERIFY(changed[u"version"].toInteger() > set[u"version"].toInteger());
        QCOMPARE(line(*m_laptop), changed);
        QCOMPARE(line(*m_laptop)[u"device"].toString(), u"phone"_s);
        const QJsonObject cleared = line(*m_laptop, {QString()});
        QCOMPARE(cleared[u"text"].toString(), QString());
        QCOMPARE(line(*m_phone), cleared);
        QCOMPARE(m_bob->unread(m_group), 1);
    }

    void aDraftWrittenOfflineIsSentLater()
    {
        const CliResult offline = m_phone->runOffline({u"draft"_s, number(m_group), u"in a tunnel"_s});
        VERIFY_DONE(offline);
        QCOMPARE(offline.line()[u"text"].toString(), u"in a tunnel"_s);
        QCOMPARE(line(*m_laptop)[u"text"].toString(), QString());
        QVERIFY(m_phone->sync());
        QCOMPARE(line(*m_laptop)[u"text"].toString(), u"in a tunnel"_s);
    }

    void twoDevicesThatHaveChangedItKeepBothTexts()
    {
        line(*m_laptop, {u"common"_s});
        line(*m_phone);
        VERIFY_DONE(m_phone->runOffline({u"draft"_s, number(m_group), u"of the phone"_s}));
        line(*m_laptop, {u"of the laptop"_s});
        QVERIFY(m_phone->sync());
        const QJsonObject both = line(*m_phone);
        const QJsonObject other = line(*m_laptop);
        QCOMPARE(both[u"text"].toString(), u"of the phone"_s);
        QCOMPARE(other[u"text"].toString(), u"of the laptop"_s);
        QVERIFY(!other.contains(u"conflict"));
        const QJsonObject conflict{
            {u"text"_s, other[u"text"]}, {u"version"_s, other[u"version"]}, {u"device"_s, u"laptop"_s}};
        QCOMPARE(both[u"conflict"].toObject(), conflict);
        QCOMPARE(m_phone->runOffline({u"draft"_s, number(m_group)}).line(), both);
        // Equal texts end the conflict.
        QCOMPARE(line(*m_phone, {u"of the laptop"_s}), other);
    }

    void theUserChoosesOneOfBothTexts_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<bool>("offline");
        QTest::addColumn<QString>("chosen");
        for (const bool offline : {false, true}) {
            const char* const where = offline ? "offline" : "online";
            QTest::addRow("the other one, %s", where) << u"--take-other"_s << offline << u"of the laptop"_s;
            QTest::addRow("the own one, %s", where) << u"--keep-own"_s << offline << u"of the phone"_s;
        }
    }
    void theUserChoosesOneOfBothTexts()
    {
        QFETCH(const QString, option);
        QFETCH(const bool, offline);
        QFETCH(const QString, chosen);
        VERIFY_DONE(m_phone->runOffline({u"draft"_s, number(m_group), u"of the phone"_s}));
        line(*m_laptop, {u"of the laptop"_s});
        QVERIFY(line(*m_phone).contains(u"conflict"));
        const QStringList settle{u"draft"_s, option, number(m_group)};
        const CliResult settled = offline ? m_phone->runOffline(settle) : m_phone->run(settle);
        VERIFY_DONE(settled);
        QCOMPARE(settled.line()[u"text"].toString(), chosen);
        QVERIFY(!settled.line().contains(u"conflict"));
        QVERIFY(m_phone->sync());
        QCOMPARE(line(*m_laptop)[u"text"].toString(), chosen);
        QCOMPARE(line(*m_phone), line(*m_laptop));
        VERIFY_DONE(m_phone->run(settle)); // there is no conflict to end any more
        QCOMPARE(line(*m_laptop)[u"text"].toString(), chosen);
    }

    void theMessageThatWasTheDraftEndsItOnAllDevices()
    {
        line(*m_laptop, {u"on my way"_s});
        QCOMPARE(line(*m_phone)[u"text"].toString(), u"on my way"_s);
        QVERIFY(m_phone->send(m_group, u"something else"_s) > 0);
        QCOMPARE(line(*m_laptop)[u"text"].toString(), u"on my way"_s);
        QVERIFY(m_phone->send(m_group, u"on my way"_s) > 0);
        QCOMPARE(line(*m_phone)[u"text"].toString(), QString());
        QCOMPARE(line(*m_laptop)[u"text"].toString(), QString());

        line(*m_laptop, {u"in a tunnel"_s});
        line(*m_phone);
        VERIFY_DONE(m_phone->runOffline({u"send"_s, number(m_group), u"in a tunnel"_s}));
        QCOMPARE(line(*m_laptop)[u"text"].toString(), u"in a tunnel"_s);
        QVERIFY(m_phone->sync());
        QCOMPARE(line(*m_laptop)[u"text"].toString(), QString());
        QCOMPARE(line(*m_phone)[u"text"].toString(), QString());
    }

    void theServerIsKilledAndKeepsIt()
    {
        const QJsonObject set = line(*m_laptop, {u"before the crash"_s});
        m_stage.server().kill();
        QVERIFY(m_stage.server().start());
        QCOMPARE(line(*m_phone), set);
    }

    void aWatchPrintsDrafts()
    {
        const auto watch = m_phone->start({u"watch"_s});
        QVERIFY(watch->waitForLine([](const QJsonObject& one) {
            return one[u"event"] == u"connection"_s && one[u"state"] == u"online"_s;
        }));
        const QJsonObject set = line(*m_laptop, {u"seen at once"_s});
        QVERIFY(watch->waitForLine([this, &set](const QJsonObject& one) {
            return one[u"event"] == u"draft"_s && one[u"conversation"].toInteger() == m_group
                   && one[u"text"] == set[u"text"] && one[u"version"] == set[u"version"];
        }));
        watch->kill();
    }

    void whatCannotBeADraftIsRefused()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        QCOMPARE(m_bob->run({u"draft"_s, u"99999"_s, u"text"_s}).status, refused);
        QCOMPARE(m_bob->run({u"draft"_s}).status, wrongUse);
        QCOMPARE(m_bob->run({u"draft"_s, number(m_group), u"two"_s, u"texts"_s}).status, wrongUse);
        const QStringList settle{u"draft"_s, u"--take-other"_s, number(m_group)};
        QCOMPARE(m_bob->run(settle + QStringList{u"text"_s}).status, wrongUse);
        QCOMPARE(m_bob->run(settle + QStringList{u"--keep-own"_s}).status, wrongUse);
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    /// The line that `draft` prints; with `text` the command sets it.
    QJsonObject line(const Device& device, const QStringList& text = {}) const
    {
        const CliResult shown = device.run(QStringList{u"draft"_s, number(m_group)} + text);
        return shown.status == 0 ? shown.line() : QJsonObject{{u"failed"_s, shown.status}};
    }

    qint64 m_group = 0;
};

TIDEMARK_SUITE(TestDrafts, QCoreApplication)

} // namespace tidemark::drafts_test

#include "test_drafts.moc"
