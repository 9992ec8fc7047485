#pragma once

#include <QAbstractEventDispatcher>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Qt's event loop on epoll: the cost of a turn depends on the descriptors that are ready, not on those that
/// are open. Qt's own loop asks the system about each descriptor in every turn, which takes milliseconds for
/// ten thousand.
///
/// Belongs to the thread it is installed for; only wakeUp() and interrupt() may be called from others. The
/// system is told of interest in a descriptor only when the loop is about to wait. So a notifier that is
/// switched on and off within one turn, as write notifiers are, costs no system call.
class EpollDispatcher : public QAbstractEventDispatcher {
    Q_OBJECT

public:
    explicit EpollDispatcher(QObject* parent = nullptr);
    ~EpollDispatcher() override;

    bool processEvents(QEventLoop::ProcessEventsFlags flags) override;

    void registerSocketNotifier(QSocketNotifier* notifier) override;
    void unregisterSocketNotifier(QSocketNotifier* notifier) override;

    void registerTimer(int id, qint64 intervalMs, Qt::TimerType type, QObject* object) override;
    bool unregisterTimer(int id) override;
    bool unregisterTimers(QObject* object) override;
    [[nodiscard]] QList<TimerInfo> registeredTimers(QObject* object) const override;
    [[nodiscard]] int remainingTime(int id) override;

    void wakeUp() override;
    void interrupt() override;

private:
    using Clock = std::chrono::steady_clock;

    struct Descriptor {
        QSocketNotifier* reading = nullptr;
        QSocketNotifier* writing = nullptr;
        QSocketNotifier* exceptions = nullptr;
        /// Distinguishes events of this descriptor from events of an earlier one with the same number.
        std::uint32_t generation = 0;
        std::uint32_t registered = 0; ///< the events that the system watches for
        bool isChanged = false;

        [[nodiscard]] std::uint32_t wanted() const;
        [[nodiscard]] QSocketNotifier*& of(const QSocketNotifier& notifier);
    };
    struct Timer {
        std::chrono::milliseconds interval;
        Qt::TimerType type;
        QObject* object;
        Clock::time_point due;
    };

    void registerChanges();
    void registerDescriptor(int descriptor, Descriptor& watched) const;
    /// The longest time to wait, in milliseconds; -1: without limit.
    [[nodiscard]] int pollTimeout(bool mayWait) const;
    /// Waits, and activates the notifiers. Returns whether there was any event.
    bool activateNotifiers(int timeoutMs);
    void activate(int descriptor, std::uint32_t generation, std::uint32_t events);
    bool activateTimers();

    int m_epoll;
    int m_alarm; ///< readable after another thread has called wakeUp()
    std::unordered_map<int, Descriptor> m_descriptors;
    std::vector<int> m_changed;
    std::uint32_t m_lastGeneration = 0;
    std::unordered_map<int, Timer> m_timers;
    std::set<std::pair<Clock::time_point, int>> m_dueTimers;
    std::atomic<bool> m_isWoken = false;
    std::atomic<bool> m_isInterrupted = false;
};

} // namespace tidemark::server
