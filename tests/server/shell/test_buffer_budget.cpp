#include "server-stub/shell/sockets/buffer_budget.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::buffer_budget_test {

using server::BufferBudget;

class TestBufferBudget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSumIsBounded()
    {
        BufferBudget budget(10 * BufferBudget::usualBytes);
        for (int i = 0; i < 10; ++i) {
            QVERIFY(budget.change(0, BufferBudget::usualBytes));
        }
        QVERIFY(!budget.change(0, BufferBudget::ownBytes + 1));
        QVERIFY(budget.change(BufferBudget::usualBytes, 0));
        QVERIFY(budget.change(0, BufferBudget::usualBytes));
        QCOMPARE(budget.bytes(), 10 * BufferBudget::usualBytes);
    }

    void aLittleIsEachConnectionsOwn()
    {
        BufferBudget budget(1);
        QVERIFY(budget.change(0, BufferBudget::ownBytes));
        QCOMPARE(budget.bytes(), std::size_t(0));
    }

    void muchIsForHalfOfIt()
    {
        BufferBudget budget(10 * BufferBudget::usualBytes);
        QVERIFY(budget.change(0, 5 * BufferBudget::usualBytes));
        QVERIFY2(!budget.change(0, BufferBudget::usualBytes + 1),
                 "the second half is for usual buffers only");
        QVERIFY(budget.change(0, BufferBudget::usualBytes));
    }

    void lessIsAlwaysAllowed()
    {
        BufferBudget budget(10 * BufferBudget::usualBytes);
        QVERIFY(budget.change(0, 5 * BufferBudget::usualBytes));
        for (int i = 0; i < 5; ++i) {
            QVERIFY(budget.change(0, BufferBudget::usualBytes));
        }
        QVERIFY(budget.change(5 * BufferBudget::usualBytes, 4 * BufferBudget::usualBytes));
        QCOMPARE(budget.bytes(), 9 * BufferBudget::usualBytes);
    }
};

TIDEMARK_SUITE(TestBufferBudget, QCoreApplication)

} // namespace tidemark::buffer_budget_test

#include "test_buffer_budget.moc"
