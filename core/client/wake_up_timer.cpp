#include "core/client/wake_up_timer.h"

#ifdef __linux__
#include <sys/timerfd.h>
#include <unistd.h>
#endif

#include <algorithm>

namespace tidemark {

WakeUpTimer::WakeUpTimer(QObject* parent) : QObject(parent), m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &WakeUpTimer::timeout);
}

void WakeUpTimer::start(Milliseconds in)
{
    const Milliseconds soonest = std::max(in, Milliseconds(0));
    if (open()) {
        // Zero would stop the timer.
        set(std::max(soonest, Milliseconds(1)));
    } else {
        m_timer.start(soonest);
    }
}

void WakeUpTimer::stop()
{
    m_timer.stop();
    set(Milliseconds(0));
}

#ifdef __linux__

WakeUpTimer::~WakeUpTimer()
{
    m_notifier.reset();
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

/// Creates the timer in the thread that starts it, which need not be the thread that created the object.
bool WakeUpTimer::open()
{
    if (m_descriptor < 0) {
        m_descriptor = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
        if (m_descriptor < 0) {
            return false;
        }
        m_notifier = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Read, this);
        connect(m_notifier.get(), &QSocketNotifier::activated, this, &WakeUpTimer::take);
    }
    return true;
}

void WakeUpTimer::set(Milliseconds in) const
{
    if (m_descriptor < 0) {
        return;
    }
    constexpr long nanosecondsInMillisecond = 1'000'000;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(in);
    itimerspec when{};
    when.it_value.tv_sec = seconds.count();
    when.it_value.tv_nsec = static_cast<long>((in - seconds).count()) * nanosecondsInMillisecond;
    timerfd_settime(m_descriptor, 0, &when, nullptr);
}

void WakeUpTimer::take()
{
    std::uint64_t expirations = 0;
    // Nothing can be read if the timer was set again meanwhile.
    if (::read(m_descriptor, &expirations, sizeof expirations) == sizeof expirations) {
        Q_EMIT timeout();
    }
}

#else

WakeUpTimer::~WakeUpTimer() = default;

bool WakeUpTimer::open()
{
    return false;
}

void WakeUpTimer::set(Milliseconds /*in*/) const {}

void WakeUpTimer::take() {}

#endif

} // namespace tidemark
