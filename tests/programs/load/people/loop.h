#pragma once

#include <cstdint>
#include <functional>

namespace tidemark::load {

/// Something with a descriptor in a Loop.
class Watched {
public:
    /// `events` are those of epoll. The watched object must not be destroyed within this call.
    virtual void ready(std::uint32_t events) = 0;

protected:
    ~Watched() = default;
};

/// The only event loop of this program, an epoll set. One thread.
class Loop {
public:
    Loop();
    ~Loop();
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void add(int descriptor, Watched& watched, std::uint32_t events);
    void change(int descriptor, Watched& watched, std::uint32_t events);
    void remove(int descriptor);

    /// Waits at most `ms` for an event, and handles it.
    void turn(int ms);
    /// Turns until `isDone`. Fails with `what` if nothing happens for a minute, or after ten minutes.
    void runUntil(const std::function<bool()>& isDone, const char* what);
    /// Turns for this time, and calls `each` at least every `stepMs`.
    void runFor(double seconds, int stepMs, const std::function<void()>& each);

private:
    int m_epoll;
    bool m_hadEvents = false;
};

} // namespace tidemark::load
