#include "core/base/random.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/e2e/logs.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

namespace tidemark::crowd_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int peopleCount = 10;
constexpr int groupCount = 4;
constexpr int rounds = 10;
constexpr int linesARound = 400;

} // namespace

/// On a busy day ten users send several thousand lines of a real log at the same time. Meanwhile the two
/// devices of another user read, read in part, mark as unread, do so offline, and are killed. A seed
/// decides what is done; TIDEMARK_SEED sets another one.
class TestCrowd : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        const QString corpus = QDir(corpusFolder()).filePath(u"ubuntu.jsonl"_s);
        if (corpusFolder().isEmpty() || !QFileInfo::exists(corpus)) {
            QSKIP("no ubuntu.jsonl in ../shared/corpus beside the sources");
        }
        m_lines = readChatLog(corpus, std::size_t(rounds) * linesARound);
        QCOMPARE(m_lines.size(), std::size_t(rounds) * linesARound);
        bool isSet = false;
        const auto seed = qEnvironmentVariable("TIDEMARK_SEED").toULongLong(&isSet);
        m_random = SplitMix64(isSet ? seed : 1);
        qInfo("seed %llu", isSet ? seed : 1);
        QVERIFY(m_stage.ready());
    }

    void allUsersCome()
    {
        m_laptop = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"laptop"_s));
        m_phone = std::make_unique<Device>(m_stage.device(u"ann"_s, u"phone"_s));
        QStringList names{u"ann"_s};
        for (int person = 0; person < peopleCount; ++person) {
            names << u"person%1"_s.arg(person);
            m_people.push_back(m_stage.newAccount(names.last(), u"desk"_s));
        }
        for (int group = 0; group < groupCount; ++group) {
            m_groups.push_back(
                m_people.front().createGroup(u"room %1"_s.arg(group), names.mid(0, 1) + names.mid(2)));
            QVERIFY(m_groups.back() > 0);
        }
        QVERIFY(m_phone->sync());
    }

    void theDayGoesBy()
    {
        for (int round = 0; round < rounds; ++round) {
            std::vector<std::unique_ptr<CliProcess>> talks = letPeopleTalk(round);
            for (int deed = 0; deed < 3; ++deed) {
                QVERIFY(act(*m_laptop));
                QVERIFY(act(*m_phone));
            }
            for (const auto& talk : talks) {
                VERIFY_DONE(talk->result());
            }
            QVERIFY(takeBack());
            if (round % 2 == 0) {
                QVERIFY(m_laptop->sync());
                QVERIFY(areKept(m_phone->run({u"conversations"_s})));
            }
        }
    }

    void bothDevicesAndTheServerSayTheSame()
    {
        // The laptop's second turn brings the reads that the phone had not sent yet.
        for (const Device* device : {m_laptop.get(), m_phone.get(), m_laptop.get()}) {
            QVERIFY(device->sync());
        }
        const CliResult laptop = m_laptop->run({u"unread"_s});
        const CliResult phone = m_phone->run({u"unread"_s});
        VERIFY_DONE(laptop);
        VERIFY_DONE(phone);
        QCOMPARE(laptop.line(), phone.line());
        QVERIFY(laptop.line()[u"total"].toInteger() > 0);

        std::vector<Device> all{*m_laptop, *m_phone};
        all.insert(all.end(), m_people.begin(), m_people.end());
        for (const Device& device : all) {
            QVERIFY(device.sync());
            const CliResult audit = device.audit();
            VERIFY_DONE(audit);
            QVERIFY(audit.line()[u"ok"].toBool());
        }
        qint64 messages = 0;
        for (const qint64 group : m_groups) {
            const QList<QJsonObject> log = m_phone->messages(group);
            QCOMPARE(log, m_laptop->messages(group));
            messages += log.size();
        }
        QCOMPARE(messages, qint64(m_lines.size()));

        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        compareWithServer(laptop.line());
        QVERIFY(!m_promised.empty());
        qInfo("%lld messages, %d deeds, %d killed, %d offline; in the end %lld unread", messages, m_deeds,
              m_kills, m_offline, laptop.line()[u"total"].toInteger());
        QVERIFY(m_kills > 0 && m_offline > 0);
    }

private:
    qint64 anyGroup() { return m_groups.at(m_random.below(m_groups.size())); }

    /// Each author of the log is one of the ten users. Each user sends the lines of this round in one room.
    std::vector<std::unique_ptr<CliProcess>> letPeopleTalk(int round)
    {
        std::vector<QByteArray> texts(peopleCount);
        for (int i = 0; i < linesARound; ++i) {
            const ChatLine& line = m_lines.at(std::size_t(round) * linesARound + std::size_t(i));
            const auto person = std::size_t(qChecksum(line.from.toUtf8()) % peopleCount);
            texts.at(person) += (i % 20 == 0 ? "@ann " : "") + line.text.toUtf8() + '\n';
        }
        std::vector<std::unique_ptr<CliProcess>> talks;
        for (std::size_t person = 0; person < texts.size(); ++person) {
            talks.push_back(m_people.at(person).start({u"send"_s, number(anyGroup()), u"-"_s}));
            talks.back()->write(texts.at(person));
            talks.back()->endInput();
        }
        return talks;
    }

    /// One user recalls their last message, and another one edits theirs.
    bool takeBack()
    {
        for (const QString& command : {u"recall"_s, u"edit"_s}) {
            const Device& person = m_people.at(m_random.below(m_people.size()));
            const qint64 group = anyGroup();
            const qint64 seq = person.send(group, u"@ann never mind"_s);
            // It is counted below, so that nothing is missing at the end.
            m_lines.push_back({});
            const QStringList words{command, number(group), number(seq)};
            if (seq == 0
                || !person.run(command == u"edit" ? words + QStringList{u"corrected"_s} : words).isDone()) {
                return false;
            }
        }
        return true;
    }

    /// Does something at random with a device. False if it failed although it should not.
    bool act(const Device& device)
    {
        ++m_deeds;
        const QStringList deed = anyDeed(device);
        const std::uint64_t how = m_random.below(4);
        m_offline += how == 0 ? 1 : 0;
        if (how == 1) {
            ++m_kills;
            const bool isOffline = m_random.below(3) == 0;
            const auto process = isOffline ? device.startOffline(deed) : device.start(deed);
            // The process is killed at a random time; it may have ended before.
            process->poll(int(m_random.below(250)));
            promise(process->kill());
            return true;
        }
        const CliResult done = how == 0 ? device.runOffline(deed) : device.run(deed);
        promise(done);
        if (!done.isDone()) {
            qWarning("%s: %s", qPrintable(deed.join(u' ')), qPrintable(done.description()));
        }
        return done.isDone();
    }

    /// Records how far rooms that are only read were reported as read.
    void promise(const CliResult& result)
    {
        for (const QJsonObject& line : result.lines) {
            const qint64 group = line[u"conversation"].toInteger();
            if (line.contains(u"read_seq") && !line.contains(u"kind") && isOnlyRead(group)) {
                m_promised[group] = std::max(m_promised[group], line[u"read_seq"].toInteger());
            }
        }
    }

    /// Both devices have been online, so no message that either reported as read is unread.
    [[nodiscard]] bool areKept(const CliResult& conversations) const
    {
        return conversations.isDone()
               && std::all_of(conversations.lines.begin(), conversations.lines.end(),
                              [&](const QJsonObject& line) {
                                  const auto promised = m_promised.find(line[u"conversation"].toInteger());
                                  return promised == m_promised.end()
                                         || line[u"read_seq"].toInteger() >= promised->second;
                              });
    }

    [[nodiscard]] static bool isOnlyRead(qint64 group) { return group % 2 == 0; }

    /// Reads, reads in part, undoes a read, or just catches up. Uses only what this device knows already.
    QStringList anyDeed(const Device& device)
    {
        const qint64 group = anyGroup();
        qint64 head = 0;
        const CliResult known = device.runOffline({u"conversations"_s});
        for (const QJsonObject& line : known.lines) {
            if (line[u"conversation"].toInteger() == group) {
                head = line[u"head_seq"].toInteger();
            }
        }
        const std::uint64_t what = m_random.below(10);
        if (head == 0) {
            return {u"conversations"_s};
        }
        const qint64 seq = 1 + qint64(m_random.below(std::uint64_t(head)));
        if (what < 2) {
            return {u"read"_s, number(group)};
        }
        if (what < 6 || (what < 9 && isOnlyRead(group))) {
            return {u"read"_s, number(group), u"--up-to"_s, number(seq)};
        }
        return what < 9 ? QStringList{u"mark-unread"_s, number(group), u"--from"_s, number(seq)}
                        : QStringList{u"mark-all-read"_s};
    }

    /// Compares the output of `unread` with a recount of the server's log, message by message.
    void compareWithServer(const QJsonObject& shown)
    {
        std::map<qint64, ReadCounts> counted;
        qint64 total = 0;
        auto opened = server::SqliteStore::open(m_stage.database());
        QVERIFY(opened);
        server::Store& store = **opened;
        const auto ann = store.accounts().byName("ann");
        QVERIFY(ann);
        for (const server::MemberRecord& member : store.members().ofUser(ann->id)) {
            const auto promised = m_promised.find(qint64(member.conversation.value));
            QVERIFY(promised == m_promised.end() || qint64(member.cursor.readSeq.value) >= promised->second);
            const Seq read = effectiveRead(member.floor, member.cursor.readSeq);
            const ReadCounts counts = store.log().recount(member.conversation, read, ann->id);
            total += qint64(counts.unread);
            if (counts.unread > 0) {
                counted[qint64(member.conversation.value)] = counts;
            }
        }
        QCOMPARE(shown[u"total"].toInteger(), total);
        const QJsonArray conversations = shown[u"conversations"].toArray();
        QCOMPARE(conversations.size(), qsizetype(counted.size()));
        for (const QJsonValue& one : conversations) {
            const ReadCounts& counts = counted[one[u"conversation"].toInteger()];
            QCOMPARE(one[u"unread"].toInteger(), qint64(counts.unread));
            QCOMPARE(one[u"mentions"].toInteger(), qint64(counts.mentions));
            QVERIFY(one[u"exact"].toBool());
        }
    }

    Stage m_stage;
    SplitMix64 m_random{1};
    std::vector<ChatLine> m_lines;
    std::unique_ptr<Device> m_laptop;
    std::unique_ptr<Device> m_phone;
    std::vector<Device> m_people;
    std::vector<qint64> m_groups;
    std::map<qint64, qint64> m_promised; ///< the seqs that were reported as read
    int m_deeds = 0;
    int m_kills = 0;
    int m_offline = 0;
};

TIDEMARK_SUITE(TestCrowd, QCoreApplication)

} // namespace tidemark::crowd_test

#include "test_crowd.moc"
