#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::clearing_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Clearing histories by the command line: two accounts, and two devices of one of them.
class TestClearing : public QObject, protected Crew {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { gather(); }

    /// A group of its own for every test, with two messages of bob.
    void init()
    {
        m_group = m_laptop->createGroup(u"Release crew"_s, {u"bob"_s});
        QVERIFY(m_group > 0);
        QVERIFY(m_bob->send(m_group, u"one @ann"_s) > 0);
        m_last = m_bob->send(m_group, u"two"_s);
        QVERIFY(m_last > 0);
        QVERIFY(m_laptop->sync());
        QVERIFY(m_phone->sync());
    }

    void cleanup() { checkDevices(); }

    void theHistoryGoesOnAllDevicesOfTheUserOnly()
    {
        const qint64 before = m_phone->total();
        const CliResult done = m_laptop->run({u"clear"_s, number(m_group)});
        VERIFY_DONE(done);
        QCOMPARE(done.line(), (QJsonObject{{u"conversation"_s, m_group}, {u"cleared_upto"_s, m_last}}));
        QVERIFY(m_phone->sync());
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QVERIFY(device->messages(m_group).isEmpty());
            QCOMPARE(device->unread(m_group), 0);
            QCOMPARE(device->total(), before - 2);
        }
        QVERIFY(m_bob->sync());
        QCOMPARE(m_bob->messages(m_group).size(), 2);
        const CliResult why = m_phone->run({u"why"_s, number(m_group)});
        VERIFY_DONE(why);
        QVERIFY2(why.description().contains(u"cleared"_s), qPrintable(why.description()));
        QVERIFY(m_bob->send(m_group, u"three"_s) > 0);
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QVERIFY(device->sync());
            QCOMPARE(textsOf(device->messages(m_group)), QStringList{u"three"_s});
            QCOMPARE(device->unread(m_group), 1);
        }
    }

    void whatIsClearedOfflineIsGoneAtOnceAndOnTheOtherDeviceLater()
    {
        VERIFY_DONE(m_phone->runOffline({u"clear"_s, number(m_group)}));
        QVERIFY(m_phone->messages(m_group).isEmpty());
        const qint64 later = m_bob->send(m_group, u"meanwhile"_s);
        QVERIFY(later > 0);
        QVERIFY(m_phone->sync());
        QVERIFY(m_laptop->sync());
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QCOMPARE(textsOf(device->messages(m_group)), QStringList{u"meanwhile"_s});
            QCOMPARE(device->unread(m_group), 1);
        }
    }

    void aGroupThatWasLeftCanBeCleared()
    {
        VERIFY_DONE(m_laptop->run({u"leave"_s, number(m_group)}));
        VERIFY_DONE(m_laptop->run({u"clear"_s, number(m_group)}));
        QVERIFY(m_phone->sync());
        QVERIFY(m_phone->messages(m_group).isEmpty());
        QVERIFY(!isListed(*m_laptop, m_group) && !isListed(*m_phone, m_group));
        QVERIFY(m_bob->send(m_group, u"alone"_s) > 0);
        VERIFY_DONE(m_laptop->run({u"join"_s, number(m_group)}));
        QVERIFY(m_phone->sync());
        QVERIFY(m_phone->messages(m_group).isEmpty());
    }

    void aDirectChatComesBackWithTheNextMessage()
    {
        const CliResult opened = m_bob->run({u"direct"_s, u"ann"_s});
        VERIFY_DONE(opened);
        const qint64 chat = opened.line()[u"conversation"_s].toInteger();
        QVERIFY(m_bob->send(chat, u"hello"_s) > 0);
        QVERIFY(m_laptop->sync());
        QVERIFY(isListed(*m_laptop, chat));
        VERIFY_DONE(m_laptop->run({u"clear"_s, number(chat)}));
        QVERIFY(m_phone->sync());
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QVERIFY2(!isListed(*device, chat), "deleted, and nothing new is in it");
            QVERIFY(isListed(*device, chat, {u"--all"_s}));
        }
        QVERIFY(m_bob->send(chat, u"hello again"_s) > 0);
        QVERIFY(m_phone->sync());
        QCOMPARE(textsOf(m_phone->messages(chat)), QStringList{u"hello again"_s});
        QCOMPARE(m_phone->unread(chat), 1);
    }

    void aChatWithABlockedPersonLeavesTheList()
    {
        const CliResult opened = m_bob->run({u"direct"_s, u"ann"_s});
        VERIFY_DONE(opened);
        const qint64 chat = opened.line()[u"conversation"_s].toInteger();
        QVERIFY(m_bob->send(chat, u"before"_s) > 0);
        VERIFY_DONE(m_laptop->run({u"block"_s, u"bob"_s}));
        QVERIFY(m_bob->send(chat, u"meanwhile"_s) > 0);
        QVERIFY(m_phone->sync());
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QVERIFY(!isListed(*device, chat));
            QVERIFY(isListed(*device, chat, {u"--all"_s}));
        }
        VERIFY_DONE(m_laptop->run({u"unblock"_s, u"bob"_s}));
        QVERIFY(m_phone->sync());
        QVERIFY(isListed(*m_phone, chat));
        QVERIFY2(m_phone->unread(chat) >= 2, "what came meanwhile is unread now");
        VERIFY_DONE(m_laptop->run({u"mark-all-read"_s}));
    }

    void unknownConversationsAreRefused()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        QCOMPARE(m_laptop->run({u"clear"_s, u"999999"_s}).status, refused);
        QCOMPARE(m_laptop->run({u"clear"_s}).status, wrongUse);
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    /// Whether `conversations` and `unread` both print the conversation. The numbers that they print add up
    /// to the total.
    static bool isListed(const Device& device, qint64 conversation, const QStringList& options = {})
    {
        const CliResult all = device.run(QStringList{u"conversations"_s} + options);
        const CliResult unread = device.run(QStringList{u"unread"_s} + options);
        bool isInConversations = false;
        for (const QJsonObject& line : all.lines) {
            isInConversations = isInConversations || line[u"conversation"].toInteger() == conversation;
        }
        bool isInUnread = false;
        qint64 sum = 0;
        const QJsonArray numbers = unread.line()[u"conversations"].toArray();
        for (const QJsonValue& one : numbers) {
            isInUnread = isInUnread || one[u"conversation"].toInteger() == conversation;
            sum += one[u"unread"].toInteger();
        }
        if (sum != unread.line()[u"total"].toInteger() || isInConversations != isInUnread
            || all.lines.size() != numbers.size()) {
            qWarning("conversations and unread differ, or the sum is not the total");
        }
        return isInConversations;
    }

    qint64 m_group = 0;
    qint64 m_last = 0;
};

TIDEMARK_SUITE(TestClearing, QCoreApplication)

} // namespace tidemark::clearing_test

#include "test_clearing.moc"
