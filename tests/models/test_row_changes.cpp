#include "core/models/timeline/row_changes.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <algorithm>
#include <random>

namespace tidemark::row_changes_test {

namespace {

std::vector<TimelineRow> rowsOf(const std::vector<quint64>& numbers)
{
    std::vector<TimelineRow> rows;
    for (const quint64 number : numbers) {
        TimelineRow row;
        row.key.number = number;
        rows.push_back(row);
    }
    return rows;
}

/// Applies `changes` to `numbers`. Inserted rows come from `after`.
std::vector<quint64> applied(std::vector<quint64> numbers, const std::vector<RowChange>& changes,
                             const std::vector<quint64>& after)
{
    for (const RowChange& change : changes) {
        const auto at = numbers.begin() + change.at;
        switch (change.kind) {
        case RowChange::Kind::Remove:
            numbers.erase(at, at + change.count);
            break;
        case RowChange::Kind::Insert:
            numbers.insert(at, after.begin() + change.at, after.begin() + change.at + change.count);
            break;
        case RowChange::Kind::Move:
            std::rotate(at, numbers.begin() + change.from, numbers.begin() + change.from + 1);
            break;
        }
    }
    return numbers;
}

} // namespace

class TestRowChanges : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void nothingForTheSame() { QVERIFY(rowChanges(rowsOf({1, 2, 3}), rowsOf({1, 2, 3})).empty()); }

    void runsAreOneStep()
    {
        using Kind = RowChange::Kind;
        QCOMPARE(rowChanges(rowsOf({4, 5}), rowsOf({1, 2, 3, 4, 5})),
                 (std::vector<RowChange>{{Kind::Insert, 0, 3, 0}}));
        QCOMPARE(rowChanges(rowsOf({1, 2, 3, 4}), rowsOf({1, 4})),
                 (std::vector<RowChange>{{Kind::Remove, 1, 2, 0}}));
        QCOMPARE(rowChanges(rowsOf({1, 2, 3}), rowsOf({3, 1, 2})),
                 (std::vector<RowChange>{{Kind::Move, 0, 1, 2}}));
    }

    void randomListsBecomeEachOther()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 300; ++round) {
            std::vector<quint64> before;
            std::vector<quint64> after;
            for (quint64 number = 0; number < 30; ++number) {
                if (random() % 3 != 0) {
                    before.push_back(number);
                }
                if (random() % 3 != 0) {
                    after.push_back(number);
                }
            }
            for (int swaps = static_cast<int>(random() % 4); swaps > 0 && after.size() > 1; --swaps) {
                std::swap(after[random() % after.size()], after[random() % after.size()]);
            }
            QCOMPARE(applied(before, rowChanges(rowsOf(before), rowsOf(after)), after), after);
        }
    }
};

TIDEMARK_SUITE(TestRowChanges, QCoreApplication)

} // namespace tidemark::row_changes_test

#include "test_row_changes.moc"
