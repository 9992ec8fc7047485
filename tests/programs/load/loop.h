#pragma once

#include <cstdint>
#include <functional>

namespace tidemark::load {

/// Something with a descriptor in a Loop.
class Watched {
public:
    /// `events` as of epoll. What is watched must not end within this call.
    virtual void ready(std::uint32_t events) = 0;

protected:
    ~Watched() = default;
};

/// The one event loop of this program: an epoll set. One thread.
class Loop {
public:
    Loop();
    ~Loop();
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void add(int descriptor, Watched& watched, std::uint32_t events);
    void change(int descriptor, Watched& watched, std::uint32_t events);
    void remove(int descriptor);

    /// Waits at most `ms` for something to happen and lets it be handled.
    void turn(int ms);
    /// Turns until `isDone`. Fails, saying `what` was waited for, when nothing at all has happened for a
    /// minute, or when it takes longer than ten.
    void runUntil(const std::function<bool()>& isDone, const char* what);
    /// Turns for so long, calling `each` at least every `stepMs`.
    void runFor(double seconds, int stepMs, const std::function<void()>& each);

private:
    int m_epoll;
    bool m_hadEvents = false;
};

} // namespace tidemark::load
