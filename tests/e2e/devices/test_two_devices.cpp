#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QDateTime>
#include <QFile>
#include <QTest>

namespace tidemark::two_devices_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

const QStringList readKeys{u"conversation"_s, u"epoch"_s, u"read_seq"_s, u"total"_s, u"unread"_s};
const QStringList entryKeys{u"at"_s,       u"edited"_s,   u"from"_s, u"kind"_s,
                            u"recalled"_s, u"reply_to"_s, u"seq"_s,  u"text"_s};

} // namespace

/// Real programs test the command line client: two accounts, and two devices of one of them.
class TestTwoDevices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_stage.ready());
        m_laptop = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"laptop"_s));
        m_bob = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"desk"_s));
        m_phone = std::make_unique<Device>(m_stage.device(u"ann"_s, u"phone"_s));
        QVERIFY(m_phone->sync());
    }

    /// A group of ann and bob of its own for every test.
    void init()
    {
        const CliResult created = m_laptop->run({u"create-group"_s, u"Release crew"_s, u"bob"_s});
        VERIFY_DONE(created);
        QCOMPARE(keysOf(created.line()), QStringList(u"conversation"_s));
        m_group = created.line()[u"conversation"].toInteger();
        QVERIFY(m_group > 0);
    }

    /// After every test the numbers of all users equal a recount.
    void cleanup()
    {
        for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
            QVERIFY(device->sync());
            const CliResult audit = device->audit();
            VERIFY_DONE(audit);
            QCOMPARE(keysOf(audit.line()), QStringList({u"checked"_s, u"differences"_s, u"ok"_s}));
            QVERIFY(audit.line()[u"ok"].toBool());
            QVERIFY(audit.line()[u"checked"].toInteger() > 0);
            QCOMPARE(device->mismatches(), 0);
        }
        QCOMPARE(m_phone->total(), m_laptop->total());
        QCOMPARE(m_phone->messages(m_group), m_laptop->messages(m_group));
    }

    void messagesArriveBothWaysInOrder()
    {
        const CliResult sent = m_laptop->run({u"send"_s, number(m_group), u"hello 你好 👋🏽"_s});
        VERIFY_DONE(sent);
        QCOMPARE(keysOf(sent.line()), QStringList({u"seq"_s, u"uuid"_s}));
        QVERIFY(sent.line()[u"seq"].toInteger() > 0);
        QVERIFY(m_bob->send(m_group, u"hi ann"_s) > sent.line()[u"seq"].toInteger());

        for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
            const QList<QJsonObject> log = device->messages(m_group);
            QCOMPARE(log.size(), 2);
            QCOMPARE(keysOf(log[0]), entryKeys);
            QCOMPARE(log[0][u"from"].toString(), u"ann"_s);
            QCOMPARE(log[0][u"text"].toString(), u"hello 你好 👋🏽"_s);
            QCOMPARE(log[1][u"from"].toString(), u"bob"_s);
            QCOMPARE(log[1][u"text"].toString(), u"hi ann"_s);
            QCOMPARE(log[1][u"edited"].toBool(), false);
            QCOMPARE(log[1][u"recalled"].toBool(), false);
        }
    }

    void linesOfStandardInputAreMessages()
    {
        const CliResult sent = m_bob->run({u"send"_s, number(m_group), u"-"_s}, "one\ntwo\n\nthree\n");
        VERIFY_DONE(sent);
        QCOMPARE(sent.lines.size(), 3);
        qint64 last = 0;
        for (const QJsonObject& line : sent.lines) {
            QCOMPARE(keysOf(line), QStringList({u"seq"_s, u"uuid"_s}));
            QVERIFY(line[u"seq"].toInteger() > last);
            last = line[u"seq"].toInteger();
        }
        const QList<QJsonObject> log = m_phone->messages(m_group);
        QCOMPARE(log.size(), 3);
        QCOMPARE(log[2][u"text"].toString(), u"three"_s);
    }

    void listAndUnreadHaveTheirKeys()
    {
        QVERIFY(m_bob->send(m_group, u"one"_s) > 0);
        const qint64 head = m_bob->send(m_group, u"two"_s);
        const QJsonObject row = m_phone->conversation(m_group);
        QCOMPARE(keysOf(row), QStringList({u"archived"_s, u"conversation"_s, u"epoch"_s, u"exact"_s,
                                           u"head_seq"_s, u"kind"_s, u"mentions"_s, u"muted"_s,
                                           u"reactions"_s, u"read_seq"_s, u"title"_s, u"unread"_s}));
        QCOMPARE(row[u"kind"].toString(), u"group"_s);
        QCOMPARE(row[u"title"].toString(), u"Release crew"_s);
        QCOMPARE(row[u"head_seq"].toInteger(), head);
        QCOMPARE(row[u"unread"].toInteger(), 2);
        QCOMPARE(row[u"exact"].toBool(), true);

        const CliResult unread = m_phone->run({u"unread"_s});
        VERIFY_DONE(unread);
        QCOMPARE(keysOf(unread.line()), QStringList({u"conversations"_s, u"invitations"_s, u"total"_s}));
        const QJsonArray conversations = unread.line()[u"conversations"].toArray();
        qint64 sum = 0;
        for (const QJsonValue& one : conversations) {
            QCOMPARE(keysOf(one.toObject()), QStringList({u"conversation"_s, u"exact"_s, u"mentions"_s,
                                                          u"reactions"_s, u"unread"_s}));
            sum += one[u"unread"].toInteger();
        }
        QCOMPARE(unread.line()[u"total"].toInteger(), sum);
    }

    void readingOnOneDeviceClearsTheOther()
    {
        const qint64 totalBefore = m_phone->total();
        const qint64 first = m_bob->send(m_group, u"one"_s);
        QVERIFY(m_bob->send(m_group, u"two"_s) > first);
        QCOMPARE(m_laptop->unread(m_group), 2);
        QCOMPARE(m_phone->unread(m_group), 2);
        QCOMPARE(m_phone->total(), totalBefore + 2);

        const CliResult half = m_laptop->run({u"read"_s, number(m_group), u"--up-to"_s, number(first)});
        VERIFY_DONE(half);
        QCOMPARE(keysOf(half.line()), readKeys);
        QCOMPARE(half.line()[u"conversation"].toInteger(), m_group);
        QCOMPARE(half.line()[u"read_seq"].toInteger(), first);
        QCOMPARE(half.line()[u"unread"].toInteger(), 1);
        QCOMPARE(m_phone->unread(m_group), 1);

        VERIFY_DONE(m_laptop->run({u"read"_s, number(m_group)}));
        QCOMPARE(m_phone->unread(m_group), 0);
        QCOMPARE(m_phone->total(), totalBefore);
        QCOMPARE(m_bob->unread(m_group), 0); // own messages never count (I15)
    }

    void aReadOfflineClearsTheOtherOnceOnline()
    {
        QVERIFY(m_bob->send(m_group, u"read me on the train"_s) > 0);
        QVERIFY(m_laptop->sync());
        const CliResult read = m_laptop->runOffline({u"read"_s, number(m_group)});
        VERIFY_DONE(read);
        QCOMPARE(read.line()[u"unread"].toInteger(), 0);
        QCOMPARE(m_phone->unread(m_group), 1);
        QVERIFY(m_laptop->sync());
        QCOMPARE(m_phone->unread(m_group), 0);
    }

    void aMessageWrittenOfflineIsSentOnceOnline()
    {
        VERIFY_DONE(m_laptop->runOffline({u"send"_s, number(m_group), u"from the tunnel"_s}));
        QVERIFY(m_bob->messages(m_group).isEmpty());
        QVERIFY(m_laptop->sync());
        const QList<QJsonObject> log = m_bob->messages(m_group);
        QCOMPARE(log.size(), 1);
        QCOMPARE(log[0][u"text"].toString(), u"from the tunnel"_s);
        QVERIFY(m_laptop->sync());
        QCOMPARE(m_bob->messages(m_group).size(), 1);
    }

    void markUnreadMovesBothAndAStaleReadDoesNotUndoIt()
    {
        const qint64 first = m_bob->send(m_group, u"one"_s);
        const qint64 second = m_bob->send(m_group, u"two"_s);
        QVERIFY(m_phone->sync());
        VERIFY_DONE(m_phone->runOffline({u"read"_s, number(m_group)}));
        VERIFY_DONE(m_laptop->run({u"read"_s, number(m_group)}));
        const CliResult marked =
            m_laptop->run({u"mark-unread"_s, number(m_group), u"--from"_s, number(second)});
        VERIFY_DONE(marked);
        QCOMPARE(keysOf(marked.line()), readKeys);
        QCOMPARE(marked.line()[u"epoch"].toInteger(), 1);
        QCOMPARE(marked.line()[u"read_seq"].toInteger(), first);
        QCOMPARE(marked.line()[u"unread"].toInteger(), 1);
        QVERIFY(m_phone->sync());
        QCOMPARE(m_phone->unread(m_group), 1);
        QCOMPARE(m_laptop->unread(m_group), 1);
        QCOMPARE(m_phone->conversation(m_group)[u"epoch"].toInteger(), 1);
    }

    void markAllReadClearsEverythingEverywhere()
    {
        QVERIFY(m_bob->send(m_group, u"one"_s) > 0);
        QVERIFY(m_phone->total() > 0);
        const CliResult result = m_phone->run({u"mark-all-read"_s});
        QVERIFY2(result.status == 0 && !result.lines.isEmpty(), qPrintable(result.description()));
        QCOMPARE(keysOf(result.lines.last()), readKeys);
        QCOMPARE(result.lines.last()[u"total"].toInteger(), 0);
        QCOMPARE(m_laptop->total(), 0);
    }

    void editsAndRecallsReachEveryDevice()
    {
        const qint64 wrong = m_bob->send(m_group, u"meet at 8"_s);
        const qint64 secret = m_bob->send(m_group, u"hunter2"_s);
        QCOMPARE(m_phone->unread(m_group), 2);
        const CliResult edited = m_bob->run({u"edit"_s, number(m_group), number(wrong), u"meet at 9"_s});
        VERIFY_DONE(edited);
        QCOMPARE(keysOf(edited.line()), entryKeys);
        const CliResult recalled = m_bob->run({u"recall"_s, number(m_group), number(secret)});
        VERIFY_DONE(recalled);
        QCOMPARE(keysOf(recalled.line()), entryKeys);
        QCOMPARE(m_phone->unread(m_group), 1);
        QCOMPARE(m_laptop->unread(m_group), 1);

        for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
            const QList<QJsonObject> log = device->messages(m_group);
            QCOMPARE(log.size(), 2);
            QCOMPARE(log[0][u"text"].toString(), u"meet at 9"_s);
            QCOMPARE(log[0][u"edited"].toBool(), true);
            QCOMPARE(log[1][u"text"].toString(), QString());
            QCOMPARE(log[1][u"recalled"].toBool(), true);
        }
    }

    void mentionsAreCountedApart()
    {
        QVERIFY(m_bob->send(m_group, u"nobody in particular"_s) > 0);
        QVERIFY(m_bob->send(m_group, u"@ann have a look"_s) > 0);
        QVERIFY(m_bob->send(m_group, u"@all, lunch?"_s) > 0);
        const QJsonObject row = m_phone->conversation(m_group);
        QCOMPARE(row[u"unread"].toInteger(), 3);
        QCOMPARE(row[u"mentions"].toInteger(), 2);
        const QList<QJsonObject> about = m_phone->run({u"about-me"_s, u"--unread"_s}).lines;
        QCOMPARE(about.size(), 2);
        QCOMPARE(about[0][u"text"].toString(), u"@all, lunch?"_s);
        QVERIFY(about[1][u"mention"].toBool() && !about[1][u"reply"].toBool()
                && about[1][u"unread"].toBool());
        VERIFY_DONE(m_laptop->run({u"read"_s, number(m_group)}));
        QCOMPARE(m_phone->conversation(m_group)[u"mentions"].toInteger(), 0);
        VERIFY_DONE(m_phone->run({u"about-me"_s, u"--unread"_s}));
        QCOMPARE(m_phone->run({u"about-me"_s, u"--unread"_s}).lines.size(), 0);
        QVERIFY(m_phone->run({u"about-me"_s, u"--mentions"_s}).lines.size() >= 2);
        QCOMPARE(m_phone->run({u"about-me"_s, u"--replies"_s}).lines.size(), 0);
    }

    void aMuteAndItsEndAreTheSameOnAllDevices()
    {
        QVERIFY(m_bob->send(m_group, u"noise"_s) > 0);
        const qint64 total = m_phone->total();
        const CliResult hour = m_laptop->run({u"mute"_s, number(m_group), u"1h"_s});
        VERIFY_DONE(hour);
        QCOMPARE(keysOf(hour.line()), QStringList({u"conversation"_s, u"muted"_s, u"muted_until"_s}));
        const auto end = QDateTime::fromString(hour.line()[u"muted_until"].toString(), Qt::ISODateWithMs);
        const qint64 left = QDateTime::currentDateTimeUtc().secsTo(end);
        QVERIFY(left > 3000 && left <= 3600);
        QCOMPARE(m_phone->conversation(m_group)[u"muted"].toBool(), true);
        QCOMPARE(m_phone->total(), total - 1);

        const CliResult always = m_phone->run({u"mute"_s, number(m_group)});
        VERIFY_DONE(always);
        QVERIFY(always.line()[u"muted"].toBool() && always.line()[u"muted_until"].isNull());
        const CliResult ended = m_phone->run({u"unmute"_s, number(m_group)});
        VERIFY_DONE(ended);
        QVERIFY(!ended.line()[u"muted"].toBool());
        QCOMPARE(m_laptop->total(), total);
        QCOMPARE(m_laptop->run({u"mute"_s, number(m_group), u"2h"_s}).status, 2);
        QCOMPARE(m_laptop->runOffline({u"mute"_s, number(m_group)}).status, 3);
    }

    void directChatsAreTheSameFromBothSides()
    {
        const CliResult mine = m_laptop->run({u"direct"_s, u"bob"_s});
        const CliResult theirs = m_bob->run({u"direct"_s, u"ann"_s});
        VERIFY_DONE(mine);
        VERIFY_DONE(theirs);
        QCOMPARE(keysOf(mine.line()), QStringList(u"conversation"_s));
        QCOMPARE(mine.line(), theirs.line());
        const qint64 direct = mine.line()[u"conversation"].toInteger();
        const qint64 before = m_phone->unread(direct);
        QVERIFY(m_bob->send(direct, u"psst"_s) > 0);
        QCOMPARE(m_phone->unread(direct), before + 1);
        QCOMPARE(m_phone->conversation(direct)[u"kind"].toString(), u"direct"_s);
        QCOMPARE(m_phone->conversation(direct)[u"title"].toString(), u"bob"_s);
        VERIFY_DONE(m_laptop->run({u"read"_s, number(direct)}));
        QCOMPARE(m_phone->unread(direct), 0);
    }

    void readersAreNamed()
    {
        const qint64 seq = m_laptop->send(m_group, u"who has seen this?"_s);
        QVERIFY(readersOf(seq).isEmpty());
        VERIFY_DONE(m_bob->run({u"read"_s, number(m_group)}));
        QCOMPARE(readersOf(seq), QJsonArray({u"bob"_s}));
    }

    void leavingAndJoiningAgainStartsAtTheHead()
    {
        QVERIFY(m_laptop->send(m_group, u"before"_s) > 0);
        QCOMPARE(m_bob->unread(m_group), 1);
        VERIFY_DONE(m_bob->run({u"leave"_s, number(m_group)}));
        QVERIFY(m_laptop->send(m_group, u"while bob was away"_s) > 0);
        const CliResult joined = m_bob->run({u"join"_s, number(m_group)});
        VERIFY_DONE(joined);
        QCOMPARE(joined.line()[u"conversation"].toInteger(), m_group);
        QCOMPARE(m_bob->unread(m_group), 0);
        QVERIFY(m_laptop->send(m_group, u"welcome back"_s) > 0);
        QCOMPARE(m_bob->unread(m_group), 1);
    }

    void aFreshThirdDeviceGetsEverything()
    {
        for (int i = 0; i < 30; ++i) {
            QVERIFY(i % 3 != 0 || m_laptop->send(m_group, u"mine %1"_s.arg(i)) > 0);
        }
        QVERIFY(
            m_bob->run({u"send"_s, number(m_group), u"-"_s}, QByteArray("yours\n").repeated(40)).isDone());
        const Device tablet = m_stage.device(u"ann"_s, u"tablet"_s);
        QVERIFY(tablet.sync());
        QCOMPARE(tablet.messages(m_group), m_phone->messages(m_group));
        QCOMPARE(tablet.messages(m_group).size(), 50);
        QCOMPARE(tablet.unread(m_group), 40);
        QCOMPARE(tablet.total(), m_phone->total());
        VERIFY_DONE(tablet.audit());
        const CliResult offline = tablet.runOffline({u"history"_s, number(m_group), u"--limit"_s, u"1000"_s});
        VERIFY_DONE(offline);
        QVERIFY(offline.lines.size() >= 50);
    }

    void historyCanBeCut()
    {
        QVERIFY(m_bob->run({u"send"_s, number(m_group), u"-"_s}, "a\nb\nc\nd\ne\n").isDone());
        const qint64 first = m_phone->messages(m_group).first()[u"seq"].toInteger();
        const CliResult part =
            m_phone->run({u"history"_s, number(m_group), u"--after"_s, number(first), u"--limit"_s, u"2"_s});
        VERIFY_DONE(part);
        QCOMPARE(part.lines.size(), 2);
        QCOMPARE(part.lines[0][u"text"].toString(), u"b"_s);
        const CliResult older = m_phone->run(
            {u"history"_s, number(m_group), u"--before"_s, number(first + 4), u"--limit"_s, u"3"_s});
        VERIFY_DONE(older);
        QCOMPARE(older.lines.size(), 3);
        QCOMPARE(older.lines[2][u"text"].toString(), u"d"_s);
    }

    void watchPrintsWhatHappens()
    {
        const auto watch = m_phone->start({u"watch"_s});
        QVERIFY(watch->waitForLine([](const QJsonObject& line) {
            return line[u"event"] == u"connection"_s && line[u"state"] == u"online"_s;
        }));
        const qint64 theirs = m_bob->send(m_group, u"news"_s);
        QVERIFY(watch->waitForLine([&](const QJsonObject& line) {
            return line[u"event"] == u"message"_s && line[u"conversation"].toInteger() == m_group
                   && line[u"seq"].toInteger() == theirs && line[u"text"] == u"news"_s
                   && line[u"from"] == u"bob"_s;
        }));
        QVERIFY(watch->waitForLine([&](const QJsonObject& line) {
            return line[u"event"] == u"unread"_s && line[u"conversation"].toInteger() == m_group
                   && line[u"unread"].toInteger() == 1;
        }));
        const qint64 mine = m_laptop->send(m_group, u"thanks"_s);
        VERIFY_DONE(m_laptop->run({u"read"_s, number(m_group)}));
        QVERIFY(watch->waitForLine([&, seen = false](const QJsonObject& line) mutable {
            const bool isUnread =
                line[u"event"] == u"unread"_s && line[u"conversation"].toInteger() == m_group;
            seen = seen || (isUnread && line[u"unread"].toInteger() == 1);
            return seen && isUnread && line[u"unread"].toInteger() == 0;
        }));
        VERIFY_DONE(m_bob->run({u"history"_s, number(m_group)}));
        QVERIFY(watch->waitForLine([&](const QJsonObject& line) {
            return line[u"event"] == u"receipt"_s && line[u"delivered"].toInteger() == mine
                   && line[u"seen"].toInteger() < mine;
        }));
        VERIFY_DONE(m_bob->run({u"read"_s, number(m_group)}));
        QVERIFY(watch->waitForLine([&](const QJsonObject& line) {
            return line[u"event"] == u"receipt"_s && line[u"conversation"].toInteger() == m_group
                   && line[u"seen"].toInteger() == mine;
        }));
        watch->kill();
    }

    void watchEndsByItself()
    {
        const CliResult watched = m_phone->run({u"watch"_s, u"--for"_s, u"0.2"_s});
        VERIFY_DONE(watched);
        QVERIFY(!watched.lines.isEmpty());
    }

    void whyExplainsABadge()
    {
        const qint64 first = m_bob->send(m_group, u"what?"_s);
        const qint64 second = m_bob->send(m_group, u"why?"_s);
        VERIFY_DONE(m_laptop->run({u"read"_s, number(m_group), u"--up-to"_s, number(first)}));
        const CliResult why = m_phone->run({u"why"_s, number(m_group)});
        VERIFY_DONE(why);
        QCOMPARE(why.line()[u"counted"].toArray(), QJsonArray{second});
        const QJsonObject moved = why.line()[u"moved"].toObject();
        QCOMPARE(moved[u"cause"].toString(), u"marked read"_s);
        QCOMPARE(moved[u"by"].toString(), u"laptop"_s);
        QCOMPARE(moved[u"synced"].toBool(), true);
        QVERIFY(!moved[u"at"].toString().isEmpty());
    }

    void picturesOfPeopleAndGroupsReachOtherDevices()
    {
        if (!QFile::exists(QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-pictures"))) {
            QSKIP("tidemark-pictures is not built.");
        }
        const QString picture = m_stage.folder() + u"/dot.png"_s;
        QFile file(picture);
        QVERIFY(
            file.open(QIODevice::WriteOnly)
            && file.write(QByteArray::fromBase64(
                   "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5Er"
                   "kJggg=="))
                   > 0);
        file.close();
        const qint64 direct = m_bob->run({u"direct"_s, u"ann"_s}).line()[u"conversation"].toInteger();
        const qint64 total = m_bob->total();
        const CliResult set = m_laptop->run({u"avatar"_s, u"--set"_s, picture});
        VERIFY_DONE(set);
        QCOMPARE(keysOf(set.line()), QStringList({u"held"_s, u"sha256"_s, u"user"_s, u"version"_s}));
        QVERIFY(set.line()[u"held"].toBool());
        QCOMPARE(m_phone->run({u"avatar"_s}).line(), set.line());
        QCOMPARE(m_bob->run({u"avatar"_s, number(direct)}).line(), set.line());
        QCOMPARE(m_bob->runOffline({u"avatar"_s, number(direct)}).line(), set.line());
        QCOMPARE(m_bob->run({u"avatar"_s, number(direct), u"--remove"_s}).status, 2);

        const CliResult group = m_bob->run({u"avatar"_s, number(m_group), u"--set"_s, picture});
        VERIFY_DONE(group);
        QCOMPARE(group.line()[u"conversation"].toInteger(), m_group);
        QCOMPARE(m_phone->run({u"avatar"_s, number(m_group)}).line(), group.line());

        const CliResult removed = m_phone->run({u"avatar"_s, u"--remove"_s});
        VERIFY_DONE(removed);
        QVERIFY(removed.line()[u"sha256"].isNull());
        QVERIFY(removed.line()[u"version"].toInteger() > set.line()[u"version"].toInteger());
        QCOMPARE(m_bob->run({u"avatar"_s, number(direct)}).line(), removed.line());
        QCOMPARE(m_bob->total(), total);
        QCOMPARE(m_bob->messages(m_group).size(), 0);
        QCOMPARE(m_bob->runOffline({u"avatar"_s, u"--remove"_s}).status, 3);
        QCOMPARE(m_bob->run({u"avatar"_s, u"--set"_s, m_stage.folder()}).status, 1);
    }

    void exitStatusShowsWhatWentWrong()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        constexpr int noConnection = 3;
        QCOMPARE(m_bob->run({u"send"_s, number(m_group + 100000), u"nowhere"_s}).status, refused);
        QCOMPARE(m_bob->run({u"direct"_s, u"nobody of this name"_s}).status, refused);
        QCOMPARE(m_bob->run({u"history"_s, number(m_group + 100000)}).status, refused);
        const CliResult taken = m_stage.device(u"bob"_s, u"thief"_s).registerAccount();
        QVERIFY2(taken.status == refused, qPrintable(taken.description()));
        QVERIFY(!taken.forPeople.isEmpty());
        QCOMPARE(m_stage.device(u"stranger"_s, u"desk"_s).run({u"unread"_s}).status, refused);

        QCOMPARE(m_bob->run({u"send"_s, number(m_group)}).status, wrongUse);
        QCOMPARE(m_bob->run({u"send"_s, u"x"_s, u"text"_s}).status, wrongUse);
        QCOMPARE(m_bob->run({u"no-such-command"_s}).status, wrongUse);
        QCOMPARE(m_bob->run({u"mark-unread"_s, number(m_group)}).status, wrongUse);
        QCOMPARE(m_bob->run({u"read"_s, number(m_group), u"--frobnicate"_s}).status, wrongUse);

        // No server listens on port 1 of loopback.
        const Device nowhere(m_stage.folder(), u"ws://127.0.0.1:1"_s, u"carl"_s, u"desk"_s);
        QCOMPARE(nowhere.run({u"--timeout"_s, u"1"_s, u"unread"_s}).status, noConnection);
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QCOMPARE(m_phone->run({u"--timeout"_s, u"1"_s, u"unread"_s}).status, 3);
        QVERIFY(m_stage.server().start());
    }

private:
    QJsonArray readersOf(qint64 seq) const
    {
        const CliResult result = m_laptop->run({u"read-by"_s, number(m_group), number(seq)});
        QJsonArray readers;
        for (const QJsonObject& line : result.lines) {
            readers.append(line[u"reader"]);
        }
        return result.isDone() ? readers : QJsonArray({u"failed"_s});
    }

    Stage m_stage;
    std::unique_ptr<Device> m_laptop;
    std::unique_ptr<Device> m_phone;
    std::unique_ptr<Device> m_bob;
    qint64 m_group = 0;
};

TIDEMARK_SUITE(TestTwoDevices, QCoreApplication)

} // namespace tidemark::two_devices_test

#include "test_two_devices.moc"
