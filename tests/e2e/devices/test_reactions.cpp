#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::reactions_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

const QString thumb = u"👍"_s;
const QString heart = u"❤️"_s;

} // namespace

/// Reactions by the command line: two accounts, and two devices of one of them.
class TestReactions : public QObject, protected Crew {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { gather(); }

    /// A group of its own with a message of ann for every test.
    void init()
    {
        m_group = m_laptop->createGroup(u"Release crew"_s, {u"bob"_s});
        QVERIFY(m_group > 0);
        m_seq = m_laptop->send(m_group, u"ship it?"_s);
        QVERIFY(m_seq > 0);
    }

    void cleanup()
    {
        checkDevices();
        QCOMPARE(m_phone->messages(m_group), m_laptop->messages(m_group));
    }

    void aReactionReachesAllDevicesAndIsUnreadOnce()
    {
        const CliResult reacted = m_bob->run({u"react"_s, number(m_group), number(m_seq), thumb});
        VERIFY_DONE(reacted);
        QCOMPARE(keysOf(reacted.line()), QStringList({u"conversation"_s, u"reactions"_s, u"seq"_s}));
        QCOMPARE(reacted.line()[u"reactions"].toArray(), counts(thumb, 1, true));
        VERIFY_DONE(m_laptop->run({u"react"_s, number(m_group), number(m_seq), u"❤"_s}));

        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QCOMPARE(unreadReactions(*device), 1);
            QCOMPARE(device->unread(m_group), 0);
            QCOMPARE(device->total(), 0);
        }
        QCOMPARE(unreadReactions(*m_bob), 0);
        const CliResult why = m_phone->run({u"why"_s, number(m_group)});
        VERIFY_DONE(why);
        QCOMPARE(why.line()[u"reactions"].toInteger(), 1);
        QCOMPARE(why.line()[u"reacted"].toArray(),
                 (QJsonArray{QJsonObject{{u"seq"_s, m_seq}, {u"emoji"_s, thumb}, {u"user"_s, u"bob"_s}}}));
        const CliResult offline = m_phone->runOffline({u"why"_s, number(m_group)});
        VERIFY_DONE(offline);
        QCOMPARE(offline.line()[u"reactions"].toInteger(), 1);
        QVERIFY(!offline.line().contains(u"reacted"));
        VERIFY_DONE(m_phone->run({u"folder"_s, u"Work"_s, u"--add"_s, number(m_group)}));
        QCOMPARE(m_phone->run({u"folders"_s}).line()[u"reactions"].toInteger(), 1);
        VERIFY_DONE(m_phone->run({u"folder"_s, u"Work"_s, u"--delete"_s}));
        const CliResult shown = m_phone->run({u"reactions"_s, number(m_group), number(m_seq)});
        VERIFY_DONE(shown);
        QCOMPARE(shown.lines.size(), 2);
        QCOMPARE(keysOf(shown.lines[0]),
                 QStringList({u"count"_s, u"emoji"_s, u"mine"_s, u"seq"_s, u"users"_s}));
        QCOMPARE(shown.lines[0][u"emoji"].toString(), thumb);
        QCOMPARE(shown.lines[0][u"count"].toInteger(), 1);
        QCOMPARE(shown.lines[0][u"mine"].toBool(), false);
        QCOMPARE(shown.lines[0][u"users"].toArray(), QJsonArray{u"bob"_s});
        QCOMPARE(shown.lines[1][u"emoji"].toString(), heart);
        QCOMPARE(shown.lines[1][u"mine"].toBool(), true);

        const CliResult about = m_phone->run({u"about-me"_s, u"--reactions"_s});
        VERIFY_DONE(about);
        QCOMPARE(about.lines.size(), 1);
        QCOMPARE(about.line()[u"seq"].toInteger(), m_seq);
        QCOMPARE(about.line()[u"reactions"].toArray().size(), 2);
        QVERIFY(!about.line()[u"mention"].toBool() && !about.line()[u"reply"].toBool());
        QVERIFY(m_bob->run({u"about-me"_s, u"--reactions"_s}).lines.isEmpty());

        const CliResult seen = m_phone->run({u"see-reactions"_s, number(m_group)});
        VERIFY_DONE(seen);
        QCOMPARE(seen.line()[u"reactions"].toInteger(), 0);
        QCOMPARE(unreadReactions(*m_laptop), 0);
        VERIFY_DONE(m_bob->run({u"react"_s, number(m_group), number(m_seq), thumb, u"--off"_s}));
        VERIFY_DONE(m_bob->run({u"react"_s, number(m_group), number(m_seq), thumb}));
        QCOMPARE(unreadReactions(*m_laptop), 0);
        QCOMPARE(m_laptop->messages(m_group).last()[u"reactions"].toArray().size(), 2);
    }

    void aReactionMadeOfflineIsShownAtOnceAndSentLater()
    {
        QVERIFY(m_phone->sync());
        const CliResult offline = m_phone->runOffline({u"react"_s, number(m_group), number(m_seq), thumb});
        VERIFY_DONE(offline);
        QCOMPARE(offline.line()[u"reactions"].toArray(), counts(thumb, 1, true));
        VERIFY_DONE(m_phone->runOffline({u"react"_s, number(m_group), number(m_seq), heart}));
        VERIFY_DONE(m_phone->runOffline({u"react"_s, number(m_group), number(m_seq), heart, u"--off"_s}));
        QVERIFY(m_phone->sync());
        const CliResult shown = m_bob->run({u"reactions"_s, number(m_group), number(m_seq)});
        VERIFY_DONE(shown);
        QCOMPARE(shown.lines.size(), 1);
        QCOMPARE(shown.line()[u"users"].toArray(), QJsonArray{u"ann"_s});
    }

    void aWatchPrintsReactionsOnce()
    {
        const auto watch = m_phone->start({u"watch"_s});
        QVERIFY(watch->waitForLine([](const QJsonObject& line) {
            return line[u"event"] == u"connection"_s && line[u"state"] == u"online"_s;
        }));
        VERIFY_DONE(m_bob->run({u"react"_s, number(m_group), number(m_seq), thumb}));
        QVERIFY(watch->waitForLine([this](const QJsonObject& line) {
            return line[u"event"] == u"reactions"_s && line[u"seq"].toInteger() == m_seq
                   && line[u"reactions"].toArray() == counts(thumb, 1, false);
        }));
        QVERIFY(watch->waitForLine([this](const QJsonObject& line) {
            return line[u"event"] == u"unread"_s && line[u"conversation"].toInteger() == m_group
                   && line[u"reactions"].toInteger() == 1 && line[u"unread"].toInteger() == 0;
        }));
        watch->kill();
    }

    void whatCannotBeReactedToIsRefused()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        QCOMPARE(m_bob->run({u"react"_s, number(m_group), number(m_seq), u"ok"_s}).status, refused);
        QCOMPARE(m_bob->run({u"react"_s, number(m_group), number(m_seq), thumb + thumb}).status, refused);
        QCOMPARE(m_bob->run({u"react"_s, number(m_group), number(m_seq + 50), thumb}).status, refused);
        QCOMPARE(m_bob->run({u"react"_s, number(m_group), number(m_seq)}).status, wrongUse);
        VERIFY_DONE(m_bob->run({u"react"_s, number(m_group), number(m_seq), thumb}));
        VERIFY_DONE(m_laptop->run({u"recall"_s, number(m_group), number(m_seq)}));
        QCOMPARE(m_bob->run({u"react"_s, number(m_group), number(m_seq), heart}).status, refused);
        QCOMPARE(m_bob->run({u"reactions"_s, number(m_group), number(m_seq)}).status, refused);
        QCOMPARE(unreadReactions(*m_phone), 0);
        QVERIFY(!m_bob->messages(m_group).last().contains(u"reactions"_s));
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    static QJsonArray counts(const QString& emoji, int count, bool mine)
    {
        return {QJsonObject{{u"emoji"_s, emoji}, {u"count"_s, count}, {u"mine"_s, mine}}};
    }
    qint64 unreadReactions(const Device& device) const
    {
        return device.conversation(m_group)[u"reactions"].toInteger(-1);
    }

    qint64 m_group = 0;
    qint64 m_seq = 0;
};

TIDEMARK_SUITE(TestReactions, QCoreApplication)

} // namespace tidemark::reactions_test

#include "test_reactions.moc"
