#include "tests/e2e/logs.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/programs.h"

#include <QDeadlineTimer>
#include <QTest>

#include <algorithm>

namespace tidemark::kills_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Programs are killed by SIGKILL at any time. Every acknowledged message is there, once, and in order.
class TestKills : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void serverIsKilledTenTimesDuringAnImport()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device importer = stage.newAccount(u"importing caller"_s, u"desk"_s);
        const ChatLog log = chatLog(u"rust.jsonl"_s, stage.folder());
        const auto import = importer.start(importCommand(log));
        int killed = 0;
        for (int kill = 1; kill <= kills && waitForEntries(stage, killPoint(log, kill), *import); ++kill) {
            stage.server().kill();
            killed += import->isRunning() ? 1 : 0;
            QVERIFY(stage.server().start());
        }
        const CliResult imported = import->result();
        VERIFY_DONE(imported);
        QVERIFY2(killed >= fewestKills, qPrintable(number(killed)));
        QCOMPARE(imported.line()[u"messages"].toInteger(), qint64(log.lines.size()));
        verifyImported(stage, importer, log);
    }

    void importerIsKilledTenTimes()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device importer = stage.newAccount(u"importing caller"_s, u"desk"_s);
        const ChatLog log = chatLog(u"ubuntu-meeting.jsonl"_s, stage.folder());
        int killed = 0;
        for (int kill = 1; kill <= kills; ++kill) {
            const auto import = importer.start(importCommand(log));
            const bool isUnderWay = waitForEntries(stage, killPoint(log, kill), *import);
            const CliResult ended = import->kill();
            killed += ended.status == 0 ? 0 : 1;
            QVERIFY2(isUnderWay || ended.status == 0, qPrintable(ended.description()));
        }
        QVERIFY2(killed >= fewestKills, qPrintable(number(killed)));
        const CliResult imported = importer.run(importCommand(log));
        VERIFY_DONE(imported);
        QCOMPARE(imported.line()[u"messages"].toInteger(), qint64(log.lines.size()));
        QVERIFY(imported.line()[u"sent"].toInteger() < qint64(log.lines.size()));
        verifyImported(stage, importer, log);
    }

    void serverAndSenderAreKilledWhileLinesAreSent()
    {
        constexpr int rounds = 6;
        constexpr int linesARound = 400;
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device phone = stage.device(u"ann"_s, u"phone"_s);
        QVERIFY(phone.sync());
        const qint64 group = ann.createGroup(u"dark corridor"_s);
        QVERIFY(group > 0);

        QMap<qint64, QString> acknowledged; // by seq
        for (int round = 0; round < rounds; ++round) {
            const auto send = ann.start({u"send"_s, number(group), u"-"_s});
            for (int line = 0; line < linesARound; ++line) {
                send->write(u"round %1 line %2\n"_s.arg(round).arg(line).toUtf8());
            }
            QVERIFY(send->waitForLines(1 + round * 40));
            if (round % 2 == 1) {
                stage.server().kill();
            }
            const CliResult result = send->kill();
            for (qsizetype i = 0; i < result.lines.size(); ++i) {
                acknowledged.insert(result.lines.at(i)[u"seq"].toInteger(),
                                    u"round %1 line %2"_s.arg(round).arg(i));
            }
            QVERIFY(stage.server().isRunning() || stage.server().start());
            QVERIFY(ann.sync());
        }

        const QList<QJsonObject> log = phone.messages(group);
        QCOMPARE(log, ann.messages(group));
        QMap<int, int> nextLine;
        for (const QJsonObject& message : log) {
            // Each round is there from its first line on, without a hole, a duplicate or a change of order.
            const QStringList words = message[u"text"].toString().split(u' ');
            QCOMPARE(words.size(), 4);
            QCOMPARE(words[3].toInt(), nextLine[words[1].toInt()]++);
            QVERIFY(words[1].toInt() == rounds - 1 || nextLine.lastKey() == words[1].toInt());
            const QString promised = acknowledged.take(message[u"seq"].toInteger());
            QVERIFY2(promised.isEmpty() || promised == message[u"text"].toString(), qPrintable(promised));
        }
        QVERIFY2(acknowledged.isEmpty(), qPrintable(u"%1 acknowledged are lost"_s.arg(acknowledged.size())));
        verifySound(stage, {ann, phone});
    }

    void readerIsKilledWhileReading()
    {
        constexpr int messages = 60;
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device phone = stage.device(u"ann"_s, u"phone"_s);
        const Device bob = stage.newAccount(u"bob"_s, u"desk"_s);
        const qint64 group = bob.createGroup(u"long read"_s, {u"ann"_s});
        VERIFY_DONE(bob.run({u"send"_s, number(group), u"-"_s}, QByteArray("line\n").repeated(messages)));
        QVERIFY(ann.sync());
        const QList<QJsonObject> log = ann.messages(group);
        QCOMPARE(log.size(), messages);

        qint64 promised = 0;
        for (int i = 0; i < messages; i += 3) {
            const qint64 seq = log.at(i)[u"seq"].toInteger();
            const auto read = ann.start({u"read"_s, number(group), u"--up-to"_s, number(seq)});
            // Each kill comes later. If the program has ended before, it has kept its promise.
            read->poll(10 + i * 3);
            const CliResult result = read->kill();
            promised = result.lines.isEmpty() ? promised : seq;
            QVERIFY(phone.conversation(group)[u"read_seq"].toInteger() >= promised);
        }
        // After the restart the program sends the reads that it had stored (I13).
        const CliResult offline = ann.runOffline({u"conversations"_s});
        VERIFY_DONE(offline);
        QVERIFY(ann.sync());
        const qint64 local = offline.line()[u"read_seq"].toInteger();
        QVERIFY(local >= promised);
        QCOMPARE(phone.conversation(group)[u"read_seq"].toInteger(), local);
        QCOMPARE(phone.unread(group), ann.unread(group));
        const auto unread = std::count_if(log.begin(), log.end(), [&](const QJsonObject& message) {
            return message[u"seq"].toInteger() > local;
        });
        QCOMPARE(phone.unread(group), qint64(unread));
        verifySound(stage, {ann, phone, bob});
    }

private:
    static constexpr int kills = 10;
    /// On a busy machine an import may end before the test looks at it again.
    static constexpr int fewestKills = 3;

    static QStringList importCommand(const ChatLog& log)
    {
        return {u"import"_s, log.path, u"--as-participants"_s};
    }

    /// The kills are spread over the messages; the first one comes while users still sign in.
    static qint64 killPoint(const ChatLog& log, int kill)
    {
        return 1 + (kill - 1) * qint64(log.lines.size()) / kills;
    }

    /// Waits until the server has this many entries on disk.
    static bool waitForEntries(const Stage& stage, qint64 count, CliProcess& import)
    {
        const QDeadlineTimer deadline(programTimeoutMs);
        while (durableEntries(stage.database()) < count) {
            if (deadline.hasExpired() || !import.poll(1)) {
                return false;
            }
        }
        return true;
    }

    static void verifyImported(Stage& stage, const Device& importer, const ChatLog& log)
    {
        const CliResult again = importer.run(importCommand(log));
        VERIFY_DONE(again);
        QCOMPARE(again.line()[u"messages"].toInteger(), qint64(log.lines.size()));
        QCOMPARE(again.line()[u"sent"].toInteger(), 0);
        const QHash<QString, qint64> rooms = roomsOf(again);
        QVERIFY(!rooms.isEmpty());
        const Device reader = stage.device(importer.user(), u"new phone"_s);
        QVERIFY(reader.sync());
        for (auto room = rooms.cbegin(); room != rooms.cend(); ++room) {
            const std::vector<ChatLine> expected = linesOf(log, room.key());
            QCOMPARE(difference(expected, storedLines(reader, room.value(), room.key())), QString());
            QCOMPARE(reader.unread(room.value()), qint64(expected.size()));
        }
        verifySound(stage, {importer, reader});
    }

    static void verifySound(Stage& stage, const QList<Device>& devices)
    {
        for (const Device& device : devices) {
            QVERIFY(device.sync());
            VERIFY_DONE(device.audit());
        }
        QCOMPARE(stage.server().stopAndCheck(), QString());
    }
};

TIDEMARK_SUITE(TestKills, QCoreApplication)

} // namespace tidemark::kills_test

#include "test_kills.moc"
