#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/timeline/row_stack.h"

namespace tidemark::row_stack_test {

namespace {

TimelineRowKey keyOf(quint64 number)
{
    TimelineRowKey key;
    key.number = number;
    return key;
}

/// Rows first..last, each 10 high with an exact height.
std::vector<RowStack::Box> boxes(quint64 first, quint64 last)
{
    std::vector<RowStack::Box> result;
    for (quint64 number = first; number <= last; ++number) {
        result.push_back({keyOf(number), 10, true});
    }
    return result;
}

} // namespace

class TestRowStack : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void findsRowsByHeight()
    {
        RowStack stack;
        QCOMPARE(stack.rowAt(5), -1);
        QCOMPARE(stack.height(), 0);
        stack.assign(boxes(1, 4));
        QCOMPARE(stack.height(), 40);
        QCOMPARE(stack.rowAt(0), 0);
        QCOMPARE(stack.rowAt(9), 0);
        QCOMPARE(stack.rowAt(10), 1);
        QCOMPARE(stack.rowAt(1000), 3);
        QCOMPARE(stack.rowAt(-5), 0);
        stack.setExact(1, 30);
        QCOMPARE(stack.top(2), 40);
        QCOMPARE(stack.rowAt(39), 1);
    }

    void estimatesAreFound()
    {
        RowStack stack;
        stack.assign(boxes(1, 5));
        QCOMPARE(stack.firstEstimate(0, 4), -1);
        stack.forgetMeasures();
        stack.setExact(0, 10);
        QCOMPARE(stack.firstEstimate(0, 10), 1);
        QCOMPARE(stack.firstEstimate(-3, 0), -1);
    }

    void rowsKeepTheirHeights()
    {
        RowStack stack;
        stack.assign(boxes(1, 3));
        stack.markStale(keyOf(2));
        const auto estimate = [](int row) { return 100 + row; };
        stack.renew({keyOf(9), keyOf(2), keyOf(3)}, estimate);
        QCOMPARE(stack.box(0), (RowStack::Box{keyOf(9), 100, false}));
        QCOMPARE(stack.box(1), (RowStack::Box{keyOf(2), 10, false}));
        QCOMPARE(stack.box(2), (RowStack::Box{keyOf(3), 10, true}));
        stack.setExact(1, 15);
        stack.renew({keyOf(2)}, estimate);
        QVERIFY2(stack.box(0).isExact, "a row is stale only until the next layout");
    }

    void findsTheFirstOfAKind()
    {
        RowStack stack;
        QCOMPARE(stack.findFirst(TimelineRowKind::Message), -1);
        auto rows = boxes(1, 3);
        rows.insert(rows.begin() + 1, {{TimelineRowKind::Day, 5, {}}, 10, true});
        stack.assign(rows);
        QCOMPARE(stack.findFirst(TimelineRowKind::Day), 1);
        QCOMPARE(stack.findFirst(TimelineRowKind::NewMessages), -1);
    }

    void placeSurvivesRowsAbove()
    {
        RowStack stack;
        stack.assign(boxes(100, 120));
        const ReaderPlace place = placeOf(stack, 34, 50);
        QCOMPARE(place.lines.front(), (ReaderPlace::Line{keyOf(104), 6}));
        QCOMPARE(place.lines.back(), (ReaderPlace::Line{keyOf(103), -4}));
        stack.assign(boxes(50, 120));
        QCOMPARE(scrollFor(place, stack, 0), 34 + 500);
    }

    void placeSurvivesTheLossOfItsRow()
    {
        RowStack stack;
        stack.assign(boxes(1, 20));
        const ReaderPlace place = placeOf(stack, 34, 50);
        auto rest = boxes(1, 20);
        rest.erase(rest.begin() + 4);
        stack.assign(rest);
        // Row 6 was 16 below the edge and still is.
        QCOMPARE(scrollFor(place, stack, 0), 24);
        stack.assign(boxes(40, 50));
        QCOMPARE(scrollFor(place, stack, 77), 77);
    }

    void daysAndDividersAreNoPlace()
    {
        TimelineRowKey day;
        day.kind = TimelineRowKind::Day;
        day.number = 9;
        auto rows = boxes(100, 120);
        rows.insert(rows.begin(), {day, 10, true});
        RowStack stack;
        stack.assign(rows);
        const ReaderPlace place = placeOf(stack, 0, 30);
        QCOMPARE(place.lines.front(), (ReaderPlace::Line{keyOf(100), 10}));
        QCOMPARE(place.lines.back(), (ReaderPlace::Line{day, 0}));
        // Older rows of the same day come in below its heading.
        rows = boxes(50, 120);
        rows.insert(rows.begin(), {day, 10, true});
        stack.assign(rows);
        QCOMPARE(scrollFor(place, stack, 0), 500);
    }

    void placeOfALowStack()
    {
        RowStack stack;
        stack.assign(boxes(1, 2));
        const ReaderPlace place = placeOf(stack, -100, 200);
        QCOMPARE(place.lines.front(), (ReaderPlace::Line{keyOf(1), 100}));
    }
};

TIDEMARK_SUITE(TestRowStack, QApplication)

} // namespace tidemark::row_stack_test

#include "test_row_stack.moc"
