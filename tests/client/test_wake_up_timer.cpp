#include "core/client/wake_up_timer.h"
#include "tests/main/suite.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

namespace tidemark::wake_up_timer_test {

/// The tests cannot check that the timer counts the time of sleep: that is up to the system's clock.
class TestWakeUpTimer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void firesOnceAfterItsTime();
    void theLastStartCounts();
    void stoppedItIsSilent();
    void aDueTimerFiresAtOnce();
    void worksInTheThreadThatStartsIt();
};

void TestWakeUpTimer::firesOnceAfterItsTime()
{
    WakeUpTimer timer;
    const QSignalSpy fired(&timer, &WakeUpTimer::timeout);
    QElapsedTimer elapsed;
    elapsed.start();
    timer.start(Milliseconds(1050));
    QTRY_COMPARE(fired.size(), 1);
    QVERIFY(elapsed.elapsed() >= 1050);
    // A second timer that comes later than the first one would come again.
    WakeUpTimer later;
    QSignalSpy ended(&later, &WakeUpTimer::timeout);
    later.start(Milliseconds(1200));
    QVERIFY(ended.wait());
    QCOMPARE(fired.size(), 1);
}

void TestWakeUpTimer::theLastStartCounts()
{
    WakeUpTimer timer;
    const QSignalSpy fired(&timer, &WakeUpTimer::timeout);
    timer.start(std::chrono::hours(1));
    timer.start(Milliseconds(5));
    QTRY_COMPARE(fired.size(), 1);
}

void TestWakeUpTimer::stoppedItIsSilent()
{
    WakeUpTimer timer;
    WakeUpTimer later;
    const QSignalSpy fired(&timer, &WakeUpTimer::timeout);
    QSignalSpy ended(&later, &WakeUpTimer::timeout);
    timer.stop();
    timer.start(Milliseconds(5));
    later.start(Milliseconds(60));
    timer.stop();
    QVERIFY(ended.wait());
    QCOMPARE(fired.size(), 0);
}

void TestWakeUpTimer::aDueTimerFiresAtOnce()
{
    WakeUpTimer timer;
    const QSignalSpy fired(&timer, &WakeUpTimer::timeout);
    timer.start(Milliseconds(-7));
    QTRY_COMPARE(fired.size(), 1);
    timer.start(Milliseconds(0));
    QTRY_COMPARE(fired.size(), 2);
}

void TestWakeUpTimer::worksInTheThreadThatStartsIt()
{
    QThread thread;
    WakeUpTimer timer;
    QSignalSpy fired(&timer, &WakeUpTimer::timeout);
    timer.moveToThread(&thread);
    QThread* firedIn = nullptr;
    connect(&timer, &WakeUpTimer::timeout, &timer, [&] { firedIn = QThread::currentThread(); });
    thread.start();
    QMetaObject::invokeMethod(&timer, [&timer] { timer.start(Milliseconds(5)); });
    QVERIFY(fired.wait());
    // A thread must end its own watch.
    QMetaObject::invokeMethod(
        &timer, [&] { timer.moveToThread(QCoreApplication::instance()->thread()); },
        Qt::BlockingQueuedConnection);
    thread.quit();
    QVERIFY(thread.wait());
    QCOMPARE(firedIn, &thread);
}

TIDEMARK_SUITE(TestWakeUpTimer, QCoreApplication)

} // namespace tidemark::wake_up_timer_test

#include "test_wake_up_timer.moc"
