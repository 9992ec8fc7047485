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

/// Qt's event loop on epoll: a turn costs what is ready, not what is open. Qt's own asks the system about
/// each descriptor anew in every turn, which takes milliseconds where there are ten thousand.
///
/// Belongs to the thread it is installed for; only wakeUp() and interrupt() may be called from others.
/// Interest in a descriptor is told to the system when the loop is about to wait, so that a notifier that is
/// switched on and off within one turn, as those for writing are, costs no system call.
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
        std::uint32_t generation = 0; ///< tells events of a descriptor from those of an earlier one
        std::uint32_t told = 0;       ///< what the system watches for
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

    void tellChanges();
    void tell(int descriptor, Descriptor& watched) const;
    /// How long to wait at most, in milliseconds; -1: for ever.
    [[nodiscard]] int patience(bool mayWait) const;
    /// Waits, and tells the notifiers; whether there was anything.
    bool activateNotifiers(int patienceMs);
    void activate(int descriptor, std::uint32_t generation, std::uint32_t events);
    bool activateTimers();

    int m_epoll;
    int m_alarm; ///< readable when another thread has woken this one
    std::unordered_map<int, Descriptor> m_descriptors;
    std::vector<int> m_changed;
    std::uint32_t m_lastGeneration = 0;
    std::unordered_map<int, Timer> m_timers;
    std::set<std::pair<Clock::time_point, int>> m_dueTimers;
    std::atomic<bool> m_isWoken = false;
    std::atomic<bool> m_isInterrupted = false;
};

} // namespace tidemark::server
