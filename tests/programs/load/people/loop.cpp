#include "tests/programs/load/people/loop.h"

#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <string>

namespace tidemark::load {
namespace {

constexpr int stepMs = 100;
constexpr double timeoutSeconds = 60;
constexpr double maxSeconds = 600;

} // namespace

Loop::Loop() : m_epoll(::epoll_create1(EPOLL_CLOEXEC))
{
    require(m_epoll >= 0, "epoll");
}

Loop::~Loop()
{
    ::close(m_epoll);
}

void Loop::add(int descriptor, Watched& watched, std::uint32_t events)
{
    epoll_event event{};
    event.events = events;
    event.data.ptr = &watched;
    require(::epoll_ctl(m_epoll, EPOLL_CTL_ADD, descriptor, &event) == 0, "watching a descriptor");
}

void Loop::change(int descriptor, Watched& watched, std::uint32_t events)
{
    epoll_event event{};
    event.events = events;
    event.data.ptr = &watched;
    require(::epoll_ctl(m_epoll, EPOLL_CTL_MOD, descriptor, &event) == 0, "watching a descriptor otherwise");
}

void Loop::remove(int descriptor)
{
    ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, descriptor, nullptr);
}

void Loop::turn(int ms)
{
    std::array<epoll_event, 512> events{};
    const int count = ::epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), ms);
    m_hadEvents = count > 0;
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = events.at(static_cast<std::size_t>(i));
        static_cast<Watched*>(event.data.ptr)->ready(event.events);
    }
}

void Loop::runUntil(const std::function<bool()>& isDone, const char* what)
{
    const bench::Stopwatch whole;
    bench::Stopwatch sinceEvent;
    while (!isDone()) {
        turn(stepMs);
        if (m_hadEvents) {
            sinceEvent = bench::Stopwatch();
        }
        check(sinceEvent.seconds() < timeoutSeconds && whole.seconds() < maxSeconds,
              [&] { return std::string("waited too long for ") + what; });
    }
}

void Loop::runFor(double seconds, int stepMs, const std::function<void()>& each)
{
    const bench::Stopwatch watch;
    while (watch.seconds() < seconds) {
        turn(stepMs);
        each();
    }
}

} // namespace tidemark::load
