#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/session/reading/reaction_gate.h"

namespace tidemark::reaction_gate_test {

namespace {

constexpr Milliseconds dwell{150};
constexpr Instant start{std::chrono::hours(1)};

bool always(Seq /*message*/, bool /*isVisited*/)
{
    return true;
}
bool never(Seq /*message*/, bool /*isVisited*/)
{
    return false;
}

ReadingScreen screenOf(std::uint64_t top, std::uint64_t last)
{
    return {Seq(top), Seq(last), {}, Seq(top)};
}

} // namespace

/// Unread reactions are seen when all their messages were on screen for the dwell time.
class TestReactionGate : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allMessagesMustHaveBeenOnScreen()
    {
        ReactionGate gate(dwell);
        gate.setMessages({Seq(3), Seq(8)});
        Instant now = start;
        QVERIFY(!gate.look(screenOf(1, 5), now, always));
        QCOMPARE(gate.wakeAt(), std::optional(now + dwell));
        now += dwell;
        QVERIFY(!gate.look(screenOf(1, 5), now, always)); // 3 is seen
        QVERIFY(gate.isWaiting());
        QVERIFY(!gate.look(screenOf(6, 9), now, always));
        now += dwell;
        QVERIFY(gate.look(screenOf(6, 9), now, always));
        QVERIFY(!gate.isWaiting());
        QVERIFY(!gate.look(screenOf(6, 9), now, always)); // reported once
    }

    void aGlimpseDoesNotCount()
    {
        ReactionGate gate(dwell);
        gate.setMessages({Seq(3)});
        Instant now = start;
        QVERIFY(!gate.look(screenOf(1, 5), now, always));
        now += dwell / 2;
        QVERIFY(!gate.look(screenOf(4, 9), now, always));
        now += dwell;
        QVERIFY(!gate.look(screenOf(1, 5), now, always)); // begins again
        QCOMPARE(gate.wakeAt(), std::optional(now + dwell));
    }

    void nobodyLooks()
    {
        ReactionGate gate(dwell);
        gate.setMessages({Seq(3)});
        QVERIFY(!gate.look(screenOf(1, 5), start, always));
        QVERIFY(!gate.look(screenOf(1, 5), start + dwell / 2, never));
        QVERIFY(!gate.look(screenOf(1, 5), start + dwell, always));
        QVERIFY(!gate.look(screenOf(1, 5), start + dwell * 2 - Milliseconds(1), always));
        QVERIFY(gate.look(screenOf(1, 5), start + dwell * 2, always));
    }

    void theRowAboveTheScreenIsNotOnIt()
    {
        ReactionGate gate(dwell);
        gate.setMessages({Seq(3)});
        // The topmost row is that of 4, and covers edits through 6.
        const ReadingScreen screen{Seq(6), Seq(9), {}, Seq(4)};
        QVERIFY(!gate.look(screen, start, always));
        QVERIFY(!gate.look(screen, start + dwell, always));
        QVERIFY(gate.isWaiting());
    }

    void newReactionsMustBeSeenAgain()
    {
        ReactionGate gate(dwell);
        gate.setMessages({Seq(3), Seq(8)});
        QVERIFY(!gate.look(screenOf(1, 5), start, always));
        QVERIFY(!gate.look(screenOf(1, 5), start + dwell, always));
        gate.setMessages({Seq(3), Seq(8)});
        QVERIFY(!gate.look(screenOf(6, 9), start + dwell, always));
        QVERIFY(!gate.look(screenOf(6, 9), start + dwell * 2, always));
        QVERIFY(gate.isWaiting()); // 3 again
    }

    void visitedMessagesAreTold()
    {
        ReactionGate gate(dwell);
        gate.setMessages({Seq(3), Seq(4)});
        gate.visit(Seq(3));
        gate.visit(Seq(9)); // has no unread reactions
        const auto onlyVisited = [](Seq /*message*/, bool isVisited) { return isVisited; };
        QVERIFY(!gate.look(screenOf(1, 5), start, onlyVisited));
        QVERIFY(!gate.look(screenOf(1, 5), start + dwell, onlyVisited));
        gate.visit(Seq(4));
        QVERIFY(!gate.look(screenOf(1, 5), start + dwell, onlyVisited));
        QVERIFY(gate.look(screenOf(1, 5), start + dwell * 2, onlyVisited));
    }
};

TIDEMARK_SUITE(TestReactionGate, QCoreApplication)

} // namespace tidemark::reaction_gate_test

#include "test_reaction_gate.moc"
