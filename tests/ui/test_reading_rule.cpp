#include "tests/models/items.h"
#include "ui/reading_rule.h"

using namespace tidemark;

namespace {

constexpr ReadingConditions looking{true, true, true, true};

ReadingRule ruleAt(std::uint64_t readSeq, std::uint32_t epoch = 0)
{
    ReadingRule rule;
    rule.open({epoch, Seq(readSeq)});
    return rule;
}

} // namespace

class TestReadingRule : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aLookIsARead()
    {
        ReadingRule rule = ruleAt(10);
        QCOMPARE(rule.look(looking, Seq(12)), std::optional(Seq(12)));
        QCOMPARE(rule.look(looking, Seq(15)), std::optional(Seq(15)));
    }

    void onlyForward()
    {
        ReadingRule rule = ruleAt(10);
        QCOMPARE(rule.look(looking, Seq(10)), std::nullopt);
        QCOMPARE(rule.look(looking, Seq()), std::nullopt);
        QVERIFY(rule.look(looking, Seq(12)));
        QCOMPARE(rule.look(looking, Seq(12)), std::nullopt);
        QCOMPARE(rule.look(looking, Seq(11)), std::nullopt);
    }

    void everyConditionCounts()
    {
        for (const auto condition : {&ReadingConditions::isActive, &ReadingConditions::isExposed,
                                     &ReadingConditions::isUncovered, &ReadingConditions::isUserPresent}) {
            ReadingConditions conditions = looking;
            conditions.*condition = false;
            ReadingRule rule = ruleAt(10);
            QCOMPARE(rule.look(conditions, Seq(12)), std::nullopt);
            QVERIFY(!pauseText(conditions).isEmpty());
            // Once it holds again, the same look counts.
            QCOMPARE(rule.look(looking, Seq(12)), std::optional(Seq(12)));
        }
        QVERIFY(pauseText(looking).isEmpty());
    }

    void markingUnreadIsNotUndoneByWhatIsStillOnScreen()
    {
        ReadingRule rule = ruleAt(10);
        QVERIFY(rule.look(looking, Seq(20)));
        rule.pause();
        rule.setCursor({1, Seq(14)});
        QCOMPARE(rule.look(looking, Seq(20)), std::nullopt);
        rule.open({1, Seq(14)});
        QCOMPARE(rule.look(looking, Seq(20)), std::optional(Seq(20)));
    }

    void aDeliberateLookReadsOn()
    {
        ReadingRule rule = ruleAt(10);
        QVERIFY(rule.look(looking, Seq(20)));
        QVERIFY(rule.pauseText(looking).isEmpty());
        rule.pause();
        rule.setCursor({1, Seq(14)});
        QVERIFY(rule.pauseText(looking).startsWith(QStringLiteral("Marked unread")));
        // Neither the keyboard that comes back nor what arrives is a look.
        QCOMPARE(rule.look({}, Seq(20)), std::nullopt);
        QCOMPARE(rule.look(looking, Seq(21)), std::nullopt);
        rule.resume();
        QVERIFY(rule.pauseText(looking).isEmpty());
        QCOMPARE(rule.look(looking, Seq(20)), std::optional(Seq(20)));
    }

    void readingOnMarksNothingTwice()
    {
        ReadingRule rule = ruleAt(10);
        QVERIFY(rule.look(looking, Seq(20)));
        rule.resume();
        QCOMPARE(rule.look(looking, Seq(20)), std::nullopt);
    }

    void markingUnreadElsewherePausesToo()
    {
        ReadingRule rule = ruleAt(10, 3);
        rule.setCursor({4, Seq(2)});
        QCOMPARE(rule.look(looking, Seq(12)), std::nullopt);
    }

    void readingElsewhereIsNotRepeated()
    {
        ReadingRule rule = ruleAt(10);
        rule.setCursor({0, Seq(30)});
        QCOMPARE(rule.look(looking, Seq(25)), std::nullopt);
        QCOMPARE(rule.look(looking, Seq(31)), std::optional(Seq(31)));
    }
};

QTEST_MAIN(TestReadingRule)
#include "test_reading_rule.moc"
