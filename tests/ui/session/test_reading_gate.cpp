#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/session/reading/reading_gate.h"

namespace tidemark::reading_gate_test {

using namespace std::chrono_literals;

namespace {

constexpr ReadingConditions inUse{true, true, true, true};

/// A gate in a window that is in use. The test moves its clock.
class Fixture {
public:
    explicit Fixture(std::uint64_t readSeq = 10, std::uint64_t head = 20)
    {
        gate.setConditions(inUse, now);
        // The last input was long before: somebody is there.
        gate.act(UserAct::Elsewhere, now);
        pass(5s);
        gate.act(UserAct::Elsewhere, now);
        gate.open({0, Seq(readSeq)}, Seq(head));
    }

    Fixture& pass(Milliseconds time)
    {
        now += time;
        return *this;
    }
    static ReadingScreen screenOf(std::uint64_t first, std::uint64_t last, std::uint64_t end)
    {
        return {Seq(first), Seq(last), Seq(end)};
    }
    void show(std::uint64_t first, std::uint64_t last, std::uint64_t end = 0)
    {
        gate.setScreen(screenOf(first, last, end), now);
    }
    void arrive(std::uint64_t first, std::uint64_t last, std::uint64_t end = 0)
    {
        gate.arrive(screenOf(first, last, end), now);
    }
    /// The user scrolls to these messages.
    void scrollTo(std::uint64_t first, std::uint64_t last, std::uint64_t end = 0)
    {
        show(first, last, end);
        act(UserAct::InConversation);
    }
    void act(UserAct act) { gate.act(act, now); }
    void set(const ReadingConditions& conditions) { gate.setConditions(conditions, now); }
    /// The seq that the gate reads now; 0 if it reads nothing.
    std::uint64_t read()
    {
        const auto reading = gate.take(now);
        wasLeap = reading && reading->isLeap;
        return reading ? reading->through.value : 0;
    }
    [[nodiscard]] ReadingPause pause() const { return gate.pauseAt(now); }
    /// The time until the gate wants to be asked again; -1 if it never does.
    [[nodiscard]] std::int64_t wakeIn(bool isUnread = true) const
    {
        const auto at = gate.wakeAt(now, isUnread);
        return at ? (*at - now).count() : -1;
    }

    Instant now{1000s};
    ReadingGate gate;
    bool wasLeap = false; ///< whether the last read() was over more than a screenful
};

struct Condition {
    bool ReadingConditions::*member;
    ReadingPause pause;
    bool hasGrace; ///< whether a grace period follows its end
};
constexpr std::array conditions{Condition{&ReadingConditions::isActive, ReadingPause::NotActive, true},
                                Condition{&ReadingConditions::isExposed, ReadingPause::NotActive, true},
                                Condition{&ReadingConditions::isUncovered, ReadingPause::Covered, false},
                                Condition{&ReadingConditions::isUnlocked, ReadingPause::Locked, true}};

ReadingConditions without(const Condition& condition)
{
    ReadingConditions all = inUse;
    all.*condition.member = false;
    return all;
}

} // namespace

class TestReadingGate : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    // ---- dwell

    void aMessageOnScreenForTheDwellTimeIsRead()
    {
        Fixture fixture;
        fixture.arrive(8, 15, 20);
        QCOMPARE(fixture.read(), 0U);
        QCOMPARE(fixture.wakeIn(), 150);
        fixture.pass(149ms);
        QCOMPARE(fixture.read(), 0U);
        QCOMPARE(fixture.wakeIn(), 1);
        fixture.pass(1ms);
        QCOMPARE(fixture.read(), 15U);
        QCOMPARE(fixture.read(), 0U);
        QCOMPARE(fixture.pause(), ReadingPause::None);
    }

    void aMessageBelowTheScreenIsNotRead()
    {
        Fixture fixture;
        fixture.arrive(8, 15, 20);
        QCOMPARE(fixture.pass(1h).read(), 15U);
    }

    void messagesThatComeOnWakingAreNotRead()
    {
        Fixture fixture;
        fixture.scrollTo(8, 20, 20);
        QCOMPARE(fixture.pass(1s).read(), 20U);
        // The computer sleeps while the window is in use. New messages are on screen before the user is
        // back.
        fixture.pass(3h);
        fixture.show(18, 23, 23);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        QCOMPARE(fixture.pause(), ReadingPause::Idle);
    }

    void messagesThatFlyByAreNotRead()
    {
        Fixture fixture(10, 900);
        fixture.arrive(8, 15);
        // The user scrolls a screenful every 50 ms.
        std::uint64_t top = 15;
        for (; top < 400; top += 8) {
            fixture.pass(50ms);
            fixture.scrollTo(top, top + 8);
            QCOMPARE(fixture.read(), 0U);
        }
        // The view stands still, so the messages on screen were seen.
        fixture.pass(150ms);
        QCOMPARE(fixture.read(), top);
        QVERIFY2(fixture.wasLeap, "more than a screenful can be undone");
    }

    void messagesScrolledSlowlyAreReadOnTheWay()
    {
        Fixture fixture(10, 900);
        fixture.arrive(8, 30);
        for (std::uint64_t step = 1; step <= 10; ++step) {
            fixture.pass(50ms);
            fixture.scrollTo(8 + step, 30 + step);
        }
        // At 500 ms the messages count that have been on screen since 350 ms.
        QCOMPARE(fixture.read(), 37U);
    }

    void theDwellBeginsAgainForWhatHasLeftTheScreen()
    {
        Fixture fixture;
        fixture.arrive(8, 15);
        fixture.pass(100ms);
        fixture.scrollTo(5, 12);
        fixture.pass(10ms);
        fixture.scrollTo(8, 15);
        fixture.pass(100ms);
        QVERIFY(fixture.read() < 15);
        fixture.pass(50ms);
        QCOMPARE(fixture.read(), 15U);
    }

    // ---- conditions

    void everyConditionCounts()
    {
        for (const Condition& condition : conditions) {
            Fixture fixture;
            fixture.set(without(condition));
            fixture.arrive(8, 15, 20);
            fixture.pass(10s);
            QCOMPARE(fixture.read(), 0U);
            QCOMPARE(fixture.pause(), condition.pause);
            QCOMPARE(fixture.wakeIn(), -1);
            // Once the condition holds again, the same screen counts.
            fixture.set(inUse);
            QCOMPARE(fixture.read(), 0U);
            fixture.pass(1s);
            QCOMPARE(fixture.read(), 15U);
        }
    }

    void theHintNamesWhatIsToBeDone()
    {
        Fixture fixture;
        // A dialog takes the keyboard from the window; locking the screen leaves it there.
        fixture.set({false, true, false, true});
        QCOMPARE(fixture.pause(), ReadingPause::Covered);
        fixture.set({false, true, false, false});
        QCOMPARE(fixture.pause(), ReadingPause::Locked);
        fixture.gate.setPolicy(ReadingPolicy::ByHand);
        QCOMPARE(fixture.pause(), ReadingPause::ByHand);
    }

    void everyConditionHasToHoldForTheWholeDwell()
    {
        for (const Condition& condition : conditions) {
            Fixture fixture;
            fixture.arrive(8, 15, 20);
            fixture.pass(100ms);
            fixture.set(without(condition));
            fixture.pass(10ms);
            QCOMPARE(fixture.read(), 0U);
            fixture.set(inUse);
            fixture.act(UserAct::InConversation);
            fixture.pass(140ms);
            QCOMPARE(fixture.read(), 0U);
            fixture.pass(10ms);
            QCOMPARE(fixture.read(), 15U);
        }
    }

    void aMessageThatDweltIsReadAlsoWhenAskedLate()
    {
        Fixture fixture;
        fixture.arrive(8, 15, 20);
        fixture.pass(160ms);
        fixture.set(without(conditions.front()));
        QCOMPARE(fixture.read(), 15U);
    }

    // ---- the user

    void afterTheIdleLimitTheUserIsAway()
    {
        Fixture fixture;
        fixture.arrive(5, 10, 10);
        fixture.pass(119s);
        fixture.show(5, 11, 11);
        QCOMPARE(fixture.pass(150ms).read(), 11U);
        fixture.pass(850ms);
        QCOMPARE(fixture.pause(), ReadingPause::Idle);
        fixture.show(5, 12, 12);
        QCOMPARE(fixture.pass(1h).read(), 0U);
        QCOMPARE(fixture.wakeIn(), -1);
        // The pointer moves, so the user is back.
        fixture.act(UserAct::Pointer);
        QCOMPARE(fixture.pause(), ReadingPause::None);
        QCOMPARE(fixture.pass(150ms).read(), 12U);
    }

    void theIdleLimitEndsADwell()
    {
        Fixture fixture;
        fixture.arrive(5, 10, 10);
        fixture.pass(119900ms);
        fixture.show(5, 11, 11);
        QCOMPARE(fixture.wakeIn(), 100);
        fixture.pass(1min);
        QCOMPARE(fixture.read(), 0U);
        fixture.act(UserAct::Elsewhere);
        QCOMPARE(fixture.pass(149ms).read(), 0U);
        QCOMPARE(fixture.pass(1ms).read(), 11U);
    }

    void anyInputInTheProgramKeepsTheUserThere()
    {
        for (const UserAct act : {UserAct::Pointer, UserAct::Elsewhere, UserAct::InConversation}) {
            Fixture fixture;
            fixture.arrive(5, 10, 10);
            for (int minute = 0; minute < 10; ++minute) {
                fixture.pass(1min);
                fixture.act(act);
            }
            fixture.show(5, 11, 11);
            QCOMPARE(fixture.pass(150ms).read(), 11U);
        }
    }

    void theTimesAreParameters()
    {
        ReadingGate gate({.dwell = 10ms, .grace = 20ms, .idle = 30ms});
        const Instant start{1s};
        gate.act(UserAct::Elsewhere, start);
        gate.setConditions(inUse, start);
        gate.open({}, Seq(5));
        gate.arrive({Seq(1), Seq(5), Seq(5)}, start);
        QCOMPARE(gate.take(start + 10ms).value().through, Seq(5));
        QCOMPARE(gate.pauseAt(start + 30ms), ReadingPause::Idle);
    }

    // ---- grace

    void aWindowThatComesBackIsReadAfterASecond()
    {
        for (const Condition& condition : conditions) {
            Fixture fixture;
            fixture.arrive(5, 10, 10);
            fixture.set(without(condition));
            fixture.pass(1h);
            fixture.show(6, 12, 12);
            fixture.set(inUse);
            if (!condition.hasGrace) {
                continue;
            }
            QCOMPARE(fixture.wakeIn(), 1000);
            QVERIFY2(fixture.pause() == ReadingPause::None, "no hint during the grace");
            fixture.pass(999ms);
            QCOMPARE(fixture.read(), 0U);
            fixture.pass(1ms);
            QCOMPARE(fixture.read(), 12U);
        }
    }

    void comingBackReadsNothingOverWhatWasNeverOnScreen()
    {
        Fixture fixture;
        fixture.arrive(5, 10, 10);
        fixture.set(without(conditions[0]));
        // Meanwhile more messages came than fit, and the view followed.
        fixture.show(34, 50, 50);
        fixture.set(inUse);
        fixture.pass(5s);
        QCOMPARE(fixture.read(), 0U);
        QCOMPARE(fixture.pause(), ReadingPause::Gap);
        fixture.act(UserAct::Elsewhere);
        fixture.pass(5s);
        QCOMPARE(fixture.read(), 0U);
        fixture.act(UserAct::InConversation);
        fixture.pass(1s);
        QVERIFY2(fixture.read() == 0, "a click reads nothing that was never on screen");
        QCOMPARE(fixture.gate.firstUnseen(), Seq(11));
        fixture.scrollTo(20, 36, 50);
        fixture.scrollTo(9, 24, 50);
        QCOMPARE(fixture.gate.firstUnseen(), Seq());
        QCOMPARE(fixture.pass(150ms).read(), 50U);
    }

    void aJumpDuringTheGraceIsNoComingBack()
    {
        Fixture fixture;
        fixture.arrive(5, 10, 10);
        fixture.set(without(conditions[0]));
        fixture.pass(1h);
        fixture.set(inUse);
        fixture.gate.jump();
        fixture.show(8, 19, 100);
        fixture.pass(5s);
        QCOMPARE(fixture.read(), 0U);
        QCOMPARE(fixture.pause(), ReadingPause::Untouched);
        // Leaving the window and coming back is not a touch either.
        fixture.set(without(conditions[0]));
        fixture.set(inUse);
        fixture.pass(5s);
        QCOMPARE(fixture.read(), 0U);
        fixture.act(UserAct::InConversation);
        fixture.pass(1s);
        QCOMPARE(fixture.read(), 19U);
    }

    void aClickBeforeTheMessagesAreThereCountsForThem()
    {
        Fixture fixture(20, 100);
        fixture.gate.jump();
        fixture.act(UserAct::InConversation);
        fixture.pass(5s);
        fixture.show(15, 40, 100);
        QCOMPARE(fixture.pass(150ms).read(), 40U);
    }

    void theHintOfAnUntouchedWindowComesAfterTheGrace()
    {
        ReadingGate gate;
        const Instant start{1000s};
        gate.open({0, Seq(5)}, Seq(10));
        gate.setConditions(inUse, start);
        gate.arrive({Seq(5), Seq(10), Seq(10)}, start);
        QCOMPARE(gate.wakeAt(start, true), std::optional<Instant>(start + 1s));
        QCOMPARE(gate.pauseAt(start), ReadingPause::None);
        QCOMPARE(gate.pauseAt(start + 1s), ReadingPause::Untouched);
        QVERIFY(!gate.wakeAt(start + 1s, true));
    }

    void passingThroughTheWindowReadsNothing()
    {
        Fixture fixture;
        fixture.arrive(5, 10, 10);
        fixture.set(without(conditions[0]));
        fixture.show(6, 12, 12);
        for (int i = 0; i < 5; ++i) {
            fixture.pass(1min);
            fixture.set(inUse);
            fixture.pass(900ms);
            fixture.set(without(conditions[0]));
        }
        QCOMPARE(fixture.read(), 0U);
        QCOMPARE(fixture.pass(1min).read(), 0U);
    }

    void inputInTheConversationEndsTheGrace()
    {
        for (const UserAct act : {UserAct::InConversation, UserAct::Elsewhere, UserAct::Pointer}) {
            Fixture fixture;
            fixture.arrive(5, 10, 10);
            fixture.set(without(conditions[0]));
            fixture.show(6, 12, 12);
            fixture.pass(1min);
            fixture.set(inUse);
            fixture.act(act);
            fixture.pass(150ms);
            QCOMPARE(fixture.read(), act == UserAct::InConversation ? 12U : 0U);
        }
    }

    // ---- who has brought it onto the screen

    void messagesThatTheProgramShowsAreNotRead()
    {
        Fixture fixture(500, 1000);
        fixture.arrive(495, 510);
        QCOMPARE(fixture.pass(1s).read(), 510U);
        // A dropped log or deleted messages make the view jump without the user.
        fixture.show(508, 520, 1000);
        QCOMPARE(fixture.pass(10s).read(), 0U);
        QCOMPARE(fixture.pause(), ReadingPause::Untouched);
        fixture.act(UserAct::Elsewhere);
        fixture.act(UserAct::Pointer);
        QCOMPARE(fixture.pass(10s).read(), 0U);
        fixture.act(UserAct::InConversation);
        QCOMPARE(fixture.read(), 520U);
        QCOMPARE(fixture.pause(), ReadingPause::None);
    }

    void messagesThatArriveWhileTheUserLooksAreRead()
    {
        Fixture fixture(20, 20);
        fixture.arrive(10, 20, 20);
        QCOMPARE(fixture.wakeIn(false), -1);
        fixture.pass(10s);
        fixture.show(11, 21, 21);
        QCOMPARE(fixture.pass(150ms).read(), 21U);
        fixture.show(15, 25, 25);
        QCOMPARE(fixture.pass(150ms).read(), 25U);
    }

    void messagesThatFindRoomBelowAreRead()
    {
        Fixture fixture(500, 1000);
        fixture.arrive(495, 510);
        QCOMPARE(fixture.pass(1s).read(), 510U);
        // The window grows, or a message above is deleted.
        fixture.show(495, 512);
        QCOMPARE(fixture.pass(150ms).read(), 512U);
        fixture.show(497, 514);
        QCOMPARE(fixture.pass(10s).read(), 0U);
    }

    void shownMessagesDwellAgainWhenTheUserScrolls()
    {
        Fixture fixture(500, 1000);
        fixture.arrive(495, 510);
        QCOMPARE(fixture.pass(1s).read(), 510U);
        fixture.show(790, 810);
        fixture.pass(1s);
        fixture.scrollTo(511, 530);
        QCOMPARE(fixture.read(), 0U);
        QCOMPARE(fixture.pass(150ms).read(), 530U);
        QCOMPARE(fixture.pause(), ReadingPause::None);
    }

    void theHintComesAfterTheDwellOnly()
    {
        Fixture fixture(500, 1000);
        fixture.arrive(495, 510);
        fixture.pass(1s).read();
        fixture.show(505, 520);
        QCOMPARE(fixture.pause(), ReadingPause::None);
        QCOMPARE(fixture.wakeIn(), 150);
        fixture.pass(150ms);
        QCOMPARE(fixture.pause(), ReadingPause::Untouched);
        QVERIFY(fixture.wakeIn() > 1000);
    }

    void messagesBelowUnreadOnesAreNotReadByThemselves()
    {
        Fixture fixture(10, 100);
        fixture.arrive(8, 30);
        QCOMPARE(fixture.pass(150ms).read(), 30U);
        fixture.show(90, 101, 101);
        QCOMPARE(fixture.pass(10s).read(), 0U);
    }

    void theEndIsReadWhenTheUserAsksForIt()
    {
        Fixture fixture(10, 100);
        fixture.arrive(8, 30);
        fixture.pass(1s);
        QCOMPARE(fixture.read(), 30U);
        fixture.gate.expectArrival();
        // Messages that come into view before the expected arrival are not read.
        fixture.show(29, 40);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        fixture.arrive(31, 50);
        QCOMPARE(fixture.pass(150ms).read(), 50U);
        // This happens only once.
        fixture.arrive(51, 70, 100);
        QCOMPARE(fixture.pass(10s).read(), 0U);
    }

    // ---- gaps

    void nothingIsReadOverWhatWasNotOnScreen_data()
    {
        QTest::addColumn<quint64>("head");
        QTest::newRow("1,000") << quint64(1000);
        QTest::newRow("100,000") << quint64(100000);
    }
    void nothingIsReadOverWhatWasNotOnScreen()
    {
        QFETCH(quint64, head);
        Fixture fixture(10, head);
        fixture.arrive(8, 30);
        QCOMPARE(fixture.pass(150ms).read(), 30U);
        QVERIFY2(!fixture.wasLeap, "a screenful is no leap");
        fixture.gate.setCursor({0, Seq(30)});
        fixture.gate.expectArrival();
        fixture.arrive(head - 20, head, head);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        QCOMPARE(fixture.pause(), ReadingPause::Gap);
        QCOMPARE(fixture.gate.firstUnseen(), Seq(31));
        // Neither acts there nor new messages move the cursor.
        fixture.act(UserAct::InConversation);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        fixture.show(head - 19, head + 1, head + 1);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        // Beyond the gap nothing wakes the gate again and again.
        QVERIFY(fixture.wakeIn() > 1000);
        // Going back and reading on reads only what was on screen.
        fixture.gate.expectArrival();
        fixture.arrive(29, 50);
        QCOMPARE(fixture.pass(150ms).read(), 50U);
        QCOMPARE(fixture.gate.firstUnseen(), Seq());
    }

    void aGapThatWasOnScreenIsReadWithAll()
    {
        Fixture fixture(10, 300);
        fixture.arrive(8, 30);
        QCOMPARE(fixture.pass(150ms).read(), 30U);
        fixture.gate.expectArrival();
        fixture.arrive(280, 300, 300);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        for (std::uint64_t top = 265; top > 30; top -= 15) {
            fixture.scrollTo(top, top + 20, 300);
            QCOMPARE(fixture.pass(50ms).read(), 0U);
        }
        fixture.scrollTo(25, 45, 300);
        QCOMPARE(fixture.pass(150ms).read(), 300U);
        QVERIFY(fixture.wasLeap);
    }

    void whatIsMarkedAsReadIsNoGap()
    {
        Fixture fixture(10, 300);
        fixture.arrive(8, 30);
        fixture.gate.expectArrival();
        fixture.arrive(280, 300, 300);
        QCOMPARE(fixture.gate.firstUnseen(), Seq(31));
        fixture.gate.setCursor({0, Seq(300)});
        QCOMPARE(fixture.gate.firstUnseen(), Seq());
        fixture.show(281, 301, 301);
        QCOMPARE(fixture.pass(150ms).read(), 301U);
    }

    void noticesAndOwnMessagesMakeNoGap()
    {
        Fixture fixture(10, 300);
        // From 11 through 150 nothing counts as unread.
        fixture.gate.arrive({Seq(140), Seq(160), Seq(300), Seq(140), Seq(9)}, fixture.now);
        QCOMPARE(fixture.pass(150ms).read(), 160U);
    }

    void aJumpShowsNoGapUntilTheUserActs()
    {
        Fixture fixture(10, 300);
        fixture.arrive(8, 30);
        QCOMPARE(fixture.pass(150ms).read(), 30U);
        fixture.gate.jump();
        fixture.show(100, 120, 300);
        QCOMPARE(fixture.gate.firstUnseen(), Seq());
        fixture.act(UserAct::InConversation);
        QCOMPARE(fixture.gate.firstUnseen(), Seq(31));
        QCOMPARE(fixture.pass(1s).read(), 0U);
        // A jump to the first unread messages reads them no sooner than any other jump does.
        fixture.gate.setCursor({0, Seq(30)});
        fixture.gate.jump();
        fixture.show(31, 50, 300);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        QCOMPARE(fixture.pause(), ReadingPause::Untouched);
    }

    void anotherLogHasBeenSeenNowhere()
    {
        Fixture fixture(0, 300);
        fixture.arrive(1, 30);
        QCOMPARE(fixture.pass(150ms).read(), 30U);
        // I14: the server has lost the log and begun another.
        fixture.gate.forgetLog();
        fixture.gate.setCursor({0, Seq()});
        fixture.show(10, 25, 25);
        fixture.act(UserAct::InConversation);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        QCOMPARE(fixture.gate.firstUnseen(), Seq(1));
    }

    void rangesJoinAndTheOldestAreForgotten()
    {
        SeenRanges ranges;
        ranges.add(Seq(10), Seq(20));
        ranges.add(Seq(30), Seq(40));
        ranges.dwell(Seq(35));
        QCOMPARE(ranges.readableFrom(Seq(9)), Seq(9));
        QCOMPARE(ranges.seenFrom(Seq(9)), Seq(20));
        ranges.add(Seq(21), Seq(29));
        QCOMPARE(ranges.readableFrom(Seq(9)), Seq(35));
        QCOMPARE(ranges.readableFrom(Seq(8)), Seq(8));
        QCOMPARE(ranges.seenFrom(Seq(15)), Seq(40));
        QCOMPARE(ranges.seenFrom(Seq(40)), Seq(40));
        QCOMPARE(ranges.dweltAround(Seq(10)), Seq(35));
        ranges.dwell(Seq(50));
        ranges.add(Seq(60), Seq(59));
        QCOMPARE(ranges.dweltAround(Seq(50)), Seq());
        for (std::uint64_t i = 1; i <= SeenRanges::maxRanges; ++i) {
            ranges.add(Seq(100 * i), Seq(100 * i + 1));
        }
        QCOMPARE(ranges.seenFrom(Seq(9)), Seq(9));
        QCOMPARE(ranges.seenFrom(Seq(99)), Seq(101));
    }

    void aProgramThatStartsReadsNothingUntilItIsTouched()
    {
        ReadingGate gate;
        Instant now{1000s};
        gate.setConditions(inUse, now);
        gate.open({0, Seq(10)}, Seq(20));
        gate.arrive({Seq(8), Seq(15), Seq(20)}, now);
        // Neither time, nor the pointer, nor the window's coming and going counts as the user.
        gate.act(UserAct::Pointer, now);
        gate.setConditions(without(conditions[0]), now += 1min);
        gate.setConditions(inUse, now += 1min);
        QVERIFY(!gate.take(now += 1min));
        QCOMPARE(gate.pauseAt(now), ReadingPause::Untouched);
        QCOMPARE(gate.wakeAt(now, true), std::nullopt);
        gate.act(UserAct::Elsewhere, now);
        QVERIFY(!gate.take(now += 149ms));
        QCOMPARE(gate.take(now += 1ms).value().through, Seq(15));
    }

    // ---- marked unread

    void markingUnreadIsNotUndoneByWhatIsStillOnScreen()
    {
        Fixture fixture;
        fixture.arrive(8, 20, 20);
        QCOMPARE(fixture.pass(150ms).read(), 20U);
        fixture.gate.pause();
        fixture.gate.setCursor({1, Seq(14)});
        QCOMPARE(fixture.pause(), ReadingPause::MarkedUnread);
        // Neither the window's return, nor a key, nor new messages count as reading on.
        fixture.pass(1min).set(without(conditions[0]));
        fixture.pass(1s).set(inUse);
        fixture.act(UserAct::InConversation);
        fixture.show(9, 21, 21);
        QCOMPARE(fixture.pass(10s).read(), 0U);
        QCOMPARE(fixture.wakeIn(), -1);
        fixture.gate.resume(fixture.now);
        QCOMPARE(fixture.pause(), ReadingPause::None);
        QCOMPARE(fixture.pass(149ms).read(), 0U);
        QCOMPARE(fixture.pass(1ms).read(), 21U);
    }

    void markingUnreadDuringTheDwellWins()
    {
        Fixture fixture;
        fixture.arrive(8, 20, 20);
        fixture.pass(149ms);
        fixture.gate.pause();
        QCOMPARE(fixture.pass(1s).read(), 0U);
    }

    void markingUnreadElsewherePausesToo()
    {
        Fixture fixture;
        fixture.gate.setCursor({4, Seq(2)});
        fixture.arrive(1, 12, 20);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        // Opening the conversation again is a deliberate look.
        fixture.gate.open({4, Seq(2)}, Seq(20));
        fixture.arrive(1, 12, 20);
        QCOMPARE(fixture.pass(1s).read(), 12U);
    }

    void readingElsewhereIsNotRepeated()
    {
        Fixture fixture;
        fixture.gate.setCursor({0, Seq(30)});
        fixture.arrive(10, 25, 40);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        fixture.scrollTo(20, 31, 40);
        QCOMPARE(fixture.pass(1s).read(), 31U);
    }

    void readingOnMarksNothingTwice()
    {
        Fixture fixture;
        fixture.arrive(8, 20, 20);
        QCOMPARE(fixture.pass(1s).read(), 20U);
        fixture.gate.resume(fixture.now);
        QCOMPARE(fixture.pass(1s).read(), 0U);
    }

    // ---- policies

    void byHandReadsNothing()
    {
        Fixture fixture;
        fixture.gate.setPolicy(ReadingPolicy::ByHand);
        fixture.arrive(8, 20, 20);
        fixture.act(UserAct::InConversation);
        QCOMPARE(fixture.pass(1h).read(), 0U);
        QCOMPARE(fixture.pause(), ReadingPause::ByHand);
        QCOMPARE(fixture.wakeIn(), -1);
    }

    void onOpeningReadsWhatIsThereThen()
    {
        Fixture fixture;
        fixture.gate.setPolicy(ReadingPolicy::OnOpening);
        fixture.gate.open({0, Seq(10)}, Seq(300));
        QCOMPARE(fixture.read(), 300U);
        fixture.gate.setCursor({0, Seq(300)});
        // The other messages need a look.
        fixture.arrive(8, 20);
        QCOMPARE(fixture.pass(1s).read(), 0U);
        fixture.scrollTo(290, 305, 310);
        QCOMPARE(fixture.read(), 0U);
        QCOMPARE(fixture.pass(150ms).read(), 305U);
    }

    void onOpeningNeedsAWindowInUse()
    {
        for (const Condition& condition : conditions) {
            Fixture fixture;
            fixture.gate.setPolicy(ReadingPolicy::OnOpening);
            fixture.set(without(condition));
            fixture.gate.open({0, Seq(10)}, Seq(300));
            QCOMPARE(fixture.pass(1min).read(), 0U);
            fixture.set(inUse);
            if (condition.hasGrace) {
                QCOMPARE(fixture.read(), 0U);
            }
            QCOMPARE(fixture.pass(1s).read(), 300U);
        }
    }

    void onOpeningIsNothingWhenTheProgramOpens()
    {
        ReadingGate gate;
        const Instant now{1000s};
        gate.setPolicy(ReadingPolicy::OnOpening);
        gate.setConditions(inUse, now);
        gate.open({0, Seq(10)}, Seq(300));
        gate.act(UserAct::Elsewhere, now + 2s);
        QVERIFY(!gate.take(now + 10s));
    }

    void markingUnreadGoesOverTheOpening()
    {
        Fixture fixture;
        fixture.set(without(conditions[0]));
        fixture.gate.setPolicy(ReadingPolicy::OnOpening);
        fixture.gate.open({0, Seq(10)}, Seq(300));
        fixture.gate.pause();
        fixture.set(inUse);
        QCOMPARE(fixture.pass(1min).read(), 0U);
    }

    // ---- no wake-ups

    void whileAllIsReadNothingIsAskedFor()
    {
        Fixture fixture(20, 20);
        fixture.arrive(10, 20, 20);
        QCOMPARE(fixture.wakeIn(false), -1);
        fixture.act(UserAct::InConversation);
        fixture.set(without(conditions[0]));
        fixture.set(inUse);
        QCOMPARE(fixture.wakeIn(false), -1);
    }

    void withUnreadMessagesOnlyTheIdleLimitWakesTheGate()
    {
        Fixture fixture(10, 300);
        fixture.arrive(8, 15);
        QCOMPARE(fixture.pass(150ms).read(), 15U);
        QCOMPARE(fixture.wakeIn(), 119850);
        fixture.pass(119850ms);
        QCOMPARE(fixture.pause(), ReadingPause::Idle);
        QCOMPARE(fixture.wakeIn(), -1);
    }
};

TIDEMARK_SUITE(TestReadingGate, QApplication)

} // namespace tidemark::reading_gate_test

#include "test_reading_gate.moc"
