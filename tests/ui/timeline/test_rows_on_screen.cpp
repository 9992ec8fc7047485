#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/timeline/rows_on_screen.h"

namespace tidemark::rows_on_screen_test {

namespace {

/// Messages 1..count, each 20 high, with a divider before message `dividerBefore`; 0: no divider.
class Fixture {
public:
    explicit Fixture(quint64 count, quint64 dividerBefore = 0)
    {
        std::vector<RowStack::Box> boxes;
        for (quint64 number = 1; number <= count; ++number) {
            if (number == dividerBefore) {
                add(boxes, {TimelineRowKind::NewMessages, 0, {}}, {});
            }
            add(boxes, {TimelineRowKind::Message, number, {}}, Seq(number));
        }
        m_stack.assign(std::move(boxes));
    }

    [[nodiscard]] RowsOnScreen at(int scroll, int height) const
    {
        return {m_stack, scroll, height, [this](int row) { return m_rows[static_cast<std::size_t>(row)]; }};
    }
    [[nodiscard]] RowsOnScreen withoutContents() const { return {m_stack, 0, 100, {}}; }

private:
    void add(std::vector<RowStack::Box>& boxes, const TimelineRowKey& key, Seq seq)
    {
        boxes.push_back({key, 20, true});
        TimelineRow row;
        row.key = key;
        row.seq = seq;
        row.coversThrough = seq;
        m_rows.push_back(row);
    }

    RowStack m_stack;
    std::vector<TimelineRow> m_rows;
};

} // namespace

class TestRowsOnScreen : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void onlyRowsThatEndOnScreenAreSeen()
    {
        const Fixture fixture(10);
        QCOMPARE(fixture.at(0, 100).seenFrom(), Seq(1));
        QCOMPARE(fixture.at(0, 100).seenThrough(), Seq(5));
        QCOMPARE(fixture.at(0, 99).seenThrough(), Seq(4));
        QCOMPARE(fixture.at(20, 100).seenFrom(), Seq(2));
        QCOMPARE(fixture.at(19, 100).seenFrom(), Seq(1));
        // A row higher than the screen does not end on it.
        QCOMPARE(fixture.at(5, 10).seenThrough(), Seq());
        QCOMPARE(fixture.at(5, 10).seenFrom(), Seq());
    }

    void thePlaceIsTheFirstMessageThatBegins()
    {
        const Fixture fixture(10, 3);
        QCOMPARE(fixture.at(0, 100).place().seq, Seq(1));
        QCOMPARE(fixture.at(5, 100).place().seq, Seq(2));
        QCOMPARE(fixture.at(5, 100).place().offset, 15);
        QVERIFY2(fixture.at(25, 100).place().seq == Seq(3), "the place is never the divider");
        QVERIFY2(fixture.at(5, 10).place().seq == Seq(1), "a row that fills the screen can be the place");
        QCOMPARE(fixture.at(5, 10).place().offset, -5);
    }

    void aRowIsWholeOrFillsTheScreen()
    {
        const Fixture fixture(10);
        QVERIFY(fixture.at(0, 100).showsWhole(0) && fixture.at(0, 100).showsWhole(4));
        QVERIFY(!fixture.at(0, 100).showsWhole(5) && !fixture.at(1, 100).showsWhole(0));
        QVERIFY(fixture.at(20, 10).showsWhole(1) && !fixture.at(15, 10).showsWhole(1));
        QVERIFY(!fixture.at(0, 100).showsWhole(-1) && !fixture.at(0, 100).showsWhole(10));
    }

    void theDividerIsBelowUntilItIsReached()
    {
        const Fixture fixture(10, 6);
        QVERIFY(fixture.at(0, 100).isDividerBelow());
        QVERIFY(!fixture.at(1, 100).isDividerBelow());
        QVERIFY(!Fixture(10).at(0, 100).isDividerBelow());
    }

    void nothingIsSeenWhileNoContentIsKnown()
    {
        const Fixture fixture(10);
        QCOMPARE(fixture.withoutContents().seenThrough(), Seq());
        QCOMPARE(fixture.withoutContents().seenFrom(), Seq());
        QCOMPARE(fixture.withoutContents().place().seq, Seq());
    }
};

TIDEMARK_SUITE(TestRowsOnScreen, QCoreApplication)

} // namespace tidemark::rows_on_screen_test

#include "test_rows_on_screen.moc"
