#include "server-stub/shell/sockets/epoll_dispatcher.h"

#include "server-stub/shell/base/log.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QThread>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace tidemark::server {
namespace {

/// Maximum number of events handled in one turn; further ones come in the next.
constexpr std::size_t maxEvents = 2048;
constexpr std::uint32_t ended = EPOLLHUP | EPOLLERR;

epoll_event eventOf(int descriptor, std::uint32_t generation, std::uint32_t events)
{
    epoll_event event{};
    event.events = events;
    event.data.u64 = (std::uint64_t{generation} << 32U) | static_cast<std::uint32_t>(descriptor);
    return event;
}

} // namespace

std::uint32_t EpollDispatcher::Descriptor::wanted() const
{
    return (reading != nullptr ? std::uint32_t{EPOLLIN} : 0U)
           | (writing != nullptr ? std::uint32_t{EPOLLOUT} : 0U)
           | (exceptions != nullptr ? std::uint32_t{EPOLLPRI} : 0U);
}

QSocketNotifier*& EpollDispatcher::Descriptor::of(const QSocketNotifier& notifier)
{
    switch (notifier.type()) {
    case QSocketNotifier::Read:
        return reading;
    case QSocketNotifier::Write:
        return writing;
    case QSocketNotifier::Exception:
        break;
    }
    return exceptions;
}

EpollDispatcher::EpollDispatcher(QObject* parent)
    : QAbstractEventDispatcher(parent), m_epoll(::epoll_create1(EPOLL_CLOEXEC)),
      m_alarm(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    epoll_event alarm = eventOf(m_alarm, 0, EPOLLIN);
    if (::epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_alarm, &alarm) != 0) {
        qFatal("cannot make an event loop: %s", std::strerror(errno));
    }
}

EpollDispatcher::~EpollDispatcher()
{
    ::close(m_alarm);
    ::close(m_epoll);
}

bool EpollDispatcher::processEvents(QEventLoop::ProcessEventsFlags flags)
{
    m_isInterrupted = false;
    m_isWoken = false;
    Q_EMIT awake();
    QCoreApplication::sendPostedEvents();
    if (m_isInterrupted) {
        return false;
    }
    const bool mayWait = flags.testFlag(QEventLoop::WaitForMoreEvents) && !m_isWoken;
    if (mayWait) {
        Q_EMIT aboutToBlock();
    }
    bool didSomething = false;
    if (!flags.testFlag(QEventLoop::ExcludeSocketNotifiers)) {
        didSomething = activateNotifiers(pollTimeout(mayWait));
    }
    return activateTimers() || didSomething;
}

int EpollDispatcher::pollTimeout(bool mayWait) const
{
    // Check m_isWoken again: a receiver of aboutToBlock() may have posted an event.
    if (!mayWait || m_isWoken) {
        return 0;
    }
    if (m_dueTimers.empty()) {
        return -1;
    }
    const auto left = m_dueTimers.begin()->first - Clock::now();
    const auto ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
    return static_cast<int>(std::clamp<std::int64_t>(ms, 0, 1000 * 3600));
}

bool EpollDispatcher::activateNotifiers(int timeoutMs)
{
    registerChanges();
    std::array<epoll_event, maxEvents> events; // NOLINT(cppcoreguidelines-pro-type-member-init): large
    const int count = ::epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), timeoutMs);
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = events[static_cast<std::size_t>(i)];
        const auto descriptor = static_cast<int>(event.data.u64 & 0xffffffffU);
        if (descriptor != m_alarm) {
            activate(descriptor, static_cast<std::uint32_t>(event.data.u64 >> 32U), event.events);
            continue;
        }
        std::uint64_t calls = 0;
        [[maybe_unused]] const ssize_t size = ::read(m_alarm, &calls, sizeof calls);
    }
    return count > 0;
}

void EpollDispatcher::activate(int descriptor, std::uint32_t generation, std::uint32_t events)
{
    // Look the descriptor up each time: a notifier's receiver may remove another notifier, or this
    // descriptor.
    const auto notify = [&](std::uint32_t mask, QSocketNotifier* Descriptor::*which) {
        const auto found = m_descriptors.find(descriptor);
        if ((events & mask) == 0 || found == m_descriptors.end() || found->second.generation != generation) {
            return;
        }
        if (QSocketNotifier* notifier = found->second.*which; notifier != nullptr) {
            QEvent event(QEvent::SockAct);
            QCoreApplication::sendEvent(notifier, &event);
        }
    };
    notify(EPOLLPRI | ended, &Descriptor::exceptions);
    notify(EPOLLIN | ended, &Descriptor::reading);
    notify(EPOLLOUT | ended, &Descriptor::writing);
}

void EpollDispatcher::registerSocketNotifier(QSocketNotifier* notifier)
{
    const auto descriptor = static_cast<int>(notifier->socket());
    const auto [place, isNew] = m_descriptors.try_emplace(descriptor);
    Descriptor& watched = place->second;
    if (isNew) {
        watched.generation = ++m_lastGeneration;
    }
    watched.of(*notifier) = notifier;
    if (!std::exchange(watched.isChanged, true)) {
        m_changed.push_back(descriptor);
    }
}

void EpollDispatcher::unregisterSocketNotifier(QSocketNotifier* notifier)
{
    const auto descriptor = static_cast<int>(notifier->socket());
    const auto found = m_descriptors.find(descriptor);
    if (found == m_descriptors.end() || found->second.of(*notifier) != notifier) {
        return;
    }
    Descriptor& watched = found->second;
    watched.of(*notifier) = nullptr;
    if (watched.wanted() == 0) {
        // Remove it at once: the descriptor may be closed next, and its number used again.
        if (watched.registered != 0) {
            ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, descriptor, nullptr);
        }
        m_descriptors.erase(found);
    } else if (!std::exchange(watched.isChanged, true)) {
        m_changed.push_back(descriptor);
    }
}

void EpollDispatcher::registerChanges()
{
    for (const int descriptor : m_changed) {
        const auto found = m_descriptors.find(descriptor);
        if (found == m_descriptors.end()) {
            continue;
        }
        found->second.isChanged = false;
        if (found->second.wanted() != found->second.registered) {
            registerDescriptor(descriptor, found->second);
        }
    }
    m_changed.clear();
}

void EpollDispatcher::registerDescriptor(int descriptor, Descriptor& watched) const
{
    epoll_event event = eventOf(descriptor, watched.generation, watched.wanted());
    const int operation = watched.registered == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    if (::epoll_ctl(m_epoll, operation, descriptor, &event) == 0) {
        watched.registered = event.events;
    } else {
        qCWarning(serverLog) << "cannot watch descriptor" << descriptor << ':' << std::strerror(errno);
    }
}

void EpollDispatcher::registerTimer(int id, qint64 intervalMs, Qt::TimerType type, QObject* object)
{
    const std::chrono::milliseconds interval(intervalMs);
    const Clock::time_point due = Clock::now() + interval;
    m_timers.insert_or_assign(id, Timer{interval, type, object, due});
    m_dueTimers.emplace(due, id);
}

bool EpollDispatcher::unregisterTimer(int id)
{
    const auto found = m_timers.find(id);
    if (found == m_timers.end()) {
        return false;
    }
    m_dueTimers.erase({found->second.due, id});
    m_timers.erase(found);
    return true;
}

bool EpollDispatcher::unregisterTimers(QObject* object)
{
    for (const TimerInfo& timer : registeredTimers(object)) {
        unregisterTimer(timer.timerId);
    }
    return true;
}

QList<QAbstractEventDispatcher::TimerInfo> EpollDispatcher::registeredTimers(QObject* object) const
{
    QList<TimerInfo> timers;
    for (const auto& [id, timer] : m_timers) {
        if (timer.object == object) {
            timers.append(TimerInfo(id, static_cast<int>(timer.interval.count()), timer.type));
        }
    }
    return timers;
}

int EpollDispatcher::remainingTime(int id)
{
    const auto found = m_timers.find(id);
    if (found == m_timers.end()) {
        return -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(found->second.due - Clock::now());
    return std::max(0, static_cast<int>(left.count()));
}

bool EpollDispatcher::activateTimers()
{
    // Each timer fires at most once, however late it is: its receiver may make it due again at once.
    const Clock::time_point now = Clock::now();
    std::vector<std::pair<Clock::time_point, int>> due;
    for (auto timer = m_dueTimers.begin(); timer != m_dueTimers.end() && timer->first <= now; ++timer) {
        due.push_back(*timer);
    }
    for (const auto& [at, id] : due) {
        const auto found = m_timers.find(id);
        if (found == m_timers.end() || found->second.due != at) {
            continue;
        }
        Timer& timer = found->second;
        m_dueTimers.erase({at, id});
        timer.due = std::max(at + timer.interval, now);
        m_dueTimers.emplace(timer.due, id);
        QTimerEvent event(id);
        QCoreApplication::sendEvent(timer.object, &event);
    }
    return !due.empty();
}

void EpollDispatcher::wakeUp()
{
    if (m_isWoken.exchange(true) || QThread::currentThread() == thread()) {
        return;
    }
    const std::uint64_t once = 1;
    [[maybe_unused]] const ssize_t size = ::write(m_alarm, &once, sizeof once);
}

void EpollDispatcher::interrupt()
{
    m_isInterrupted = true;
    wakeUp();
}

} // namespace tidemark::server
