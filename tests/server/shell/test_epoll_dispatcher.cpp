#include "server-stub/shell/sockets/epoll_dispatcher.h"
#include "tests/main/suite.h"
#include "tests/server/shell/epoll_application.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QSignalSpy>
#include <QSocketNotifier>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <vector>

namespace tidemark::epoll_dispatcher_test {

using namespace tidemark::server;

namespace {

/// Both ends of a stream. They are closed with this object.
class Pair {
public:
    Pair() { [[maybe_unused]] const int status = ::socketpair(AF_UNIX, SOCK_STREAM, 0, m_ends.data()); }
    ~Pair()
    {
        closeNear();
        ::close(m_ends[1]);
    }
    Pair(const Pair&) = delete;
    Pair& operator=(const Pair&) = delete;

    [[nodiscard]] int near() const { return m_ends[0]; }
    void writeFar() const { [[maybe_unused]] const ssize_t size = ::write(m_ends[1], "!", 1); }
    void readNear() const
    {
        char byte = 0;
        [[maybe_unused]] const ssize_t size = ::read(near(), &byte, 1);
    }
    void closeNear()
    {
        if (m_ends[0] >= 0) {
            ::close(m_ends[0]);
        }
        m_ends[0] = -1;
    }

private:
    std::array<int, 2> m_ends{-1, -1};
};

constexpr int timeoutMs = 30000;

/// The tests check this function of the dispatcher.
void turnOnce()
{
    QCoreApplication::processEvents(); // lint-allow: waiting (the loop is the subject)
}

} // namespace

/// Qt Test runs on the dispatcher as well.
class TestEpollDispatcher : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readableDescriptorsAreReportedUntilTheyAreRead()
    {
        const Pair pair;
        QSocketNotifier notifier(pair.near(), QSocketNotifier::Read);
        int calls = 0;
        connect(&notifier, &QSocketNotifier::activated, this, [&] {
            if (++calls == 3) {
                pair.readNear();
            }
        });
        pair.writeFar();
        QTRY_COMPARE_WITH_TIMEOUT(calls, 3, timeoutMs);
        turnOnce();
        turnOnce();
        QCOMPARE(calls, 3);
    }

    void disabledNotifiersAreNotReported()
    {
        const Pair pair;
        QSocketNotifier reading(pair.near(), QSocketNotifier::Read);
        QSocketNotifier writing(pair.near(), QSocketNotifier::Write);
        QSignalSpy readable(&reading, &QSocketNotifier::activated);
        QSignalSpy writable(&writing, &QSocketNotifier::activated);
        reading.setEnabled(false);
        writing.setEnabled(false);
        writing.setEnabled(true);
        pair.writeFar();
        QTRY_VERIFY_WITH_TIMEOUT(writable.count() > 0, timeoutMs);
        QCOMPARE(readable.count(), 0);
        writing.setEnabled(false);
        reading.setEnabled(true);
        const auto before = writable.count();
        QTRY_VERIFY_WITH_TIMEOUT(readable.count() > 0, timeoutMs);
        QCOMPARE(writable.count(), before);
    }

    void aDescriptorWithTheNumberOfAClosedOneIsReported()
    {
        auto first = std::make_unique<Pair>();
        auto notifier = std::make_unique<QSocketNotifier>(first->near(), QSocketNotifier::Read);
        QSignalSpy firstReadable(notifier.get(), &QSocketNotifier::activated);
        first->writeFar();
        QTRY_VERIFY_WITH_TIMEOUT(firstReadable.count() > 0, timeoutMs);
        const int number = first->near();
        notifier.reset();
        first->closeNear();
        const Pair second;
        QCOMPARE(second.near(), number);
        QSocketNotifier again(second.near(), QSocketNotifier::Read);
        QSignalSpy readable(&again, &QSocketNotifier::activated);
        turnOnce();
        QCOMPARE(readable.count(), 0);
        second.writeFar();
        QTRY_VERIFY_WITH_TIMEOUT(readable.count() > 0, timeoutMs);
    }

    void aNotifierMayEndAnotherThatIsReadyToo()
    {
        const Pair one;
        const Pair two;
        std::array<std::unique_ptr<QSocketNotifier>, 2> notifiers{
            std::make_unique<QSocketNotifier>(one.near(), QSocketNotifier::Read),
            std::make_unique<QSocketNotifier>(two.near(), QSocketNotifier::Read)};
        int calls = 0;
        for (std::size_t i = 0; i < notifiers.size(); ++i) {
            connect(notifiers.at(i).get(), &QSocketNotifier::activated, this, [&, i] {
                ++calls;
                notifiers.at(i)->setEnabled(false);
                notifiers.at(1 - i).reset();
            });
        }
        one.writeFar();
        two.writeFar();
        QTRY_COMPARE_WITH_TIMEOUT(calls, 1, timeoutMs);
        turnOnce();
        QCOMPARE(calls, 1);
    }

    void postedEventsComeAfterAllReadableSockets()
    {
        const Pair one;
        const Pair two;
        std::vector<int> order;
        QSocketNotifier first(one.near(), QSocketNotifier::Read);
        QSocketNotifier second(two.near(), QSocketNotifier::Read);
        for (QSocketNotifier* notifier : {&first, &second}) {
            connect(notifier, &QSocketNotifier::activated, this, [&, notifier] {
                notifier->setEnabled(false);
                order.push_back(1);
                QMetaObject::invokeMethod(
                    this, [&] { order.push_back(2); }, Qt::QueuedConnection);
            });
        }
        one.writeFar();
        two.writeFar();
        QTRY_COMPARE_WITH_TIMEOUT(order.size(), std::size_t(4), timeoutMs);
        QCOMPARE(order, (std::vector{1, 1, 2, 2}));
    }

    void anotherThreadWakesIt()
    {
        QEventLoop loop;
        const std::unique_ptr<QThread> thread(QThread::create(
            [&] { QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection); }));
        QTimer::singleShot(0, this, [&] { thread->start(); });
        loop.exec(); // no timer ends its wait
        QVERIFY(thread->wait(timeoutMs));
    }

    void timersComeInTheirOrderAndAgain()
    {
        std::vector<int> order;
        QTimer later;
        QTimer again;
        connect(&later, &QTimer::timeout, this, [&] { order.push_back(9); });
        connect(&again, &QTimer::timeout, this, [&] {
            order.push_back(1);
            if (order.size() == 3) {
                again.stop();
            }
        });
        later.setSingleShot(true);
        later.start(timeoutMs);
        again.start(1);
        QVERIFY(later.remainingTime() > 0);
        QTRY_COMPARE_WITH_TIMEOUT(order.size(), std::size_t(3), timeoutMs);
        later.start(0);
        QTRY_COMPARE_WITH_TIMEOUT(order.size(), std::size_t(4), timeoutMs);
        QCOMPARE(order, (std::vector{1, 1, 1, 9}));
        QCOMPARE(later.remainingTime(), -1);
    }

    void aTimerMayEndItselfAndOthers()
    {
        auto one = std::make_unique<QTimer>();
        auto two = std::make_unique<QTimer>();
        int calls = 0;
        const auto endBoth = [&] {
            ++calls;
            one->stop();
            two->stop();
        };
        connect(one.get(), &QTimer::timeout, this, endBoth);
        connect(two.get(), &QTimer::timeout, this, endBoth);
        one->start(0);
        two->start(0);
        QTRY_COMPARE_WITH_TIMEOUT(calls, 1, timeoutMs);
        turnOnce();
        QCOMPARE(calls, 1);
        QObject moved;
        const int id = moved.startTimer(timeoutMs);
        QCOMPARE(QAbstractEventDispatcher::instance()->registeredTimers(&moved).size(), 1);
        moved.killTimer(id);
        QVERIFY(QAbstractEventDispatcher::instance()->registeredTimers(&moved).isEmpty());
    }
};

TIDEMARK_SUITE(TestEpollDispatcher, test::EpollApplication)

} // namespace tidemark::epoll_dispatcher_test

#include "test_epoll_dispatcher.moc"
