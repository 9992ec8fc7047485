#include "core/base/random.h"
#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

#include <algorithm>

namespace tidemark::counts_test {

using namespace test;

/// LogReader is compared with the definitions, counted one by one over random logs.
class TestCounts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void countsAgreeWithTheDefinition_data();
    void countsAgreeWithTheDefinition();
    void mentionsAreFoundByWholeNumbers();
    void aRecallBeyondTheHeadDoesNotCountYet();
    void nothingHeldCountsAsNothing();

private:
    static std::vector<Entry> randomLog(std::uint64_t seed);
    static ReadCounts unreadByHand(const std::vector<Entry>& log, UserId reader, Seq after, Seq through,
                                   Seq atHead);
    static CountDelta contributionsByHand(const std::vector<Entry>& log, UserId reader, Seq after,
                                          Seq through, Seq readSeq);
};

std::vector<Entry> TestCounts::randomLog(std::uint64_t seed)
{
    SplitMix64 random(seed);
    std::vector<Entry> log;
    for (std::uint64_t seq = 1; seq <= 60; ++seq) {
        const UserId author(1 + random.below(3));
        std::vector<Entry*> own;
        for (Entry& one : log) {
            if (one.kind() == EntryKind::Message && one.author == author && !isRecalled(one)) {
                own.push_back(&one);
            }
        }
        const std::uint64_t choice = random.below(10);
        if (choice < 6 || own.empty()) {
            Entry entry = message(seq, author, "m");
            content::Message& told = said(entry);
            told.mentionsAll = random.below(12) == 0;
            if (random.below(3) == 0) {
                told.mentions = {UserId(1 + random.below(3)), UserId(11)};
            }
            if (random.below(3) == 0 && !log.empty()) {
                const Entry& answered = log.at(random.below(log.size()));
                if (answered.kind() == EntryKind::Message) {
                    told.replyTo = answered.seq;
                    told.replyToAuthor = answered.author;
                }
            }
            log.push_back(entry);
        } else if (choice < 8) {
            Entry& target = *own.at(random.below(own.size()));
            Entry taken = recall(seq, author, target.seq.value);
            taken.content = content::Recall{target.seq, author, mentions(target, me), repliesTo(target, me)};
            said(target).recalledBy = Seq(seq);
            log.push_back(taken);
        } else if (choice == 8) {
            log.push_back(edit(seq, author, own.front()->seq.value, "e"));
        } else {
            log.push_back(notice(seq, author, NoticeKind::Joined, author));
        }
    }
    for (Entry& one : log) {
        if (one.kind() == EntryKind::Message) {
            said(one).recalledBy = {};
        }
    }
    return log;
}

ReadCounts TestCounts::unreadByHand(const std::vector<Entry>& log, UserId reader, Seq after, Seq through,
                                    Seq atHead)
{
    ReadCounts counts;
    for (const Entry& one : log) {
        const bool isRecalled = std::any_of(log.begin(), log.end(), [&](const Entry& by) {
            return by.kind() == EntryKind::Recall && targetOf(by) == one.seq && by.seq <= atHead;
        });
        if (one.seq > after && one.seq <= through && isCountable(one.kind()) && one.author != reader
            && !isRecalled) {
            counts.unread += 1;
            counts.mentions += mentions(one, reader) ? 1 : 0;
            counts.replies += repliesTo(one, reader) ? 1 : 0;
        }
    }
    return counts;
}

CountDelta TestCounts::contributionsByHand(const std::vector<Entry>& log, UserId reader, Seq after,
                                           Seq through, Seq readSeq)
{
    CountDelta sum;
    for (const Entry& one : log) {
        if (one.seq > after && one.seq <= through) {
            sum += contribution(one, reader, readSeq);
        }
    }
    return sum;
}

void TestCounts::countsAgreeWithTheDefinition_data()
{
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 40; ++seed) {
        QTest::addRow("seed %llu", seed) << seed;
    }
}

void TestCounts::countsAgreeWithTheDefinition()
{
    QFETCH(quint64, seed);
    const std::vector<Entry> log = randomLog(seed);
    SplitMix64 random(seed * 977);
    const auto store = preparedStore();
    // The pieces are shuffled: the counts do not depend on the order in which the log came.
    std::vector<std::vector<Entry>> pieces;
    for (std::size_t begin = 0; begin < log.size(); begin += 12) {
        pieces.emplace_back(log.begin() + static_cast<std::ptrdiff_t>(begin),
                            log.begin() + static_cast<std::ptrdiff_t>(std::min(begin + 12, log.size())));
    }
    for (std::size_t left = pieces.size(); left > 0; --left) {
        const std::size_t index = random.below(left);
        QVERIFY(ingest(*store, room, pieces.at(index)));
        pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(index));
    }
    for (int round = 0; round < 50; ++round) {
        const Seq after(random.below(61));
        const Seq through(random.below(61));
        const Seq at(random.below(61));
        QCOMPARE(store->countUnread(room, me, after, through, at), unreadByHand(log, me, after, through, at));
        QCOMPARE(store->contributions(room, me, after, through, at),
                 contributionsByHand(log, me, after, through, at));
    }
    QCOMPARE(store->countUnread(room, me, Seq(10), Seq(60), Seq(60)),
             apply(store->countUnread(room, me, Seq(10), Seq(30), Seq(30)),
                   store->contributions(room, me, Seq(30), Seq(60), Seq(10))));
}

void TestCounts::mentionsAreFoundByWholeNumbers()
{
    const auto store = preparedStore();
    Entry eleven = message(1, anna);
    said(eleven).mentions = {UserId(11), UserId(21)};
    Entry one = message(2, anna);
    said(one).mentions = {UserId(21), me};
    Entry all = message(3, anna);
    said(all).mentionsAll = true;
    QVERIFY(ingest(*store, room, {eleven, one, all}));
    QCOMPARE(store->countUnread(room, me, Seq(0), Seq(3), Seq(3)), (ReadCounts{3, 2}));
    QCOMPARE(store->countUnread(room, UserId(11), Seq(0), Seq(3), Seq(3)), (ReadCounts{3, 2}));
    QCOMPARE(store->countUnread(room, UserId(2), Seq(0), Seq(3), Seq(3)), (ReadCounts{0, 0}));
    QCOMPARE(store->contributions(room, me, Seq(0), Seq(3), Seq(0)), (CountDelta{3, 2}));
}

void TestCounts::aRecallBeyondTheHeadDoesNotCountYet()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna), message(2, anna), recall(3, anna, 1)}));
    QCOMPARE(store->countUnread(room, me, Seq(0), Seq(2), Seq(2)), (ReadCounts{2, 0}));
    QCOMPARE(store->countUnread(room, me, Seq(0), Seq(3), Seq(3)), (ReadCounts{1, 0}));
}

void TestCounts::nothingHeldCountsAsNothing()
{
    const auto store = preparedStore();
    QCOMPARE(store->countUnread(room, me, Seq(0), Seq(9), Seq(9)), ReadCounts());
    QCOMPARE(store->contributions(ConversationId(99), me, Seq(0), Seq(9), Seq(0)), CountDelta());
}

TIDEMARK_SUITE(TestCounts, QCoreApplication)

} // namespace tidemark::counts_test

#include "test_counts.moc"
