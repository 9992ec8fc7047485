#pragma once

#include "core/domain/ids.h"

#include <queue>

#include <cstdint>
#include <functional>
#include <optional>

namespace tidemark::sim {

/// The virtual clock. It runs due events in the order of their times, and events of the same time in the
/// order of their creation.
class Scheduler {
public:
    [[nodiscard]] Instant now() const { return m_now; }
    void after(Milliseconds delay, std::function<void()> action) { at(m_now + delay, std::move(action)); }
    void at(Instant when, std::function<void()> action)
    {
        m_events.push({std::max(when, m_now), ++m_made, std::move(action)});
    }

    /// The event comes before all others of its time, except those that were made so earlier.
    void first(Instant when, std::function<void()> action)
    {
        m_events.push({std::max(when, m_now), ++m_madeFirst, std::move(action)});
    }

    /// Runs all events that are due up to `end`, which becomes the time.
    void runUntil(Instant end)
    {
        while (!m_events.empty() && m_events.top().when <= end) {
            runNext();
        }
        m_now = end;
    }

    /// The time of the next event; empty: there is none.
    [[nodiscard]] std::optional<Instant> nextAt() const
    {
        return m_events.empty() ? std::nullopt : std::optional(m_events.top().when);
    }
    /// Runs the next event. Precondition: there is one.
    void runNext()
    {
        Event event = m_events.top();
        m_events.pop();
        m_now = event.when;
        event.action();
    }

private:
    struct Event {
        Instant when;
        std::uint64_t made;
        std::function<void()> action;
        friend bool operator<(const Event& a, const Event& b)
        {
            return a.when != b.when ? a.when > b.when : a.made > b.made;
        }
    };
    Instant m_now{Milliseconds(1000)};
    std::uint64_t m_madeFirst = 0;
    std::uint64_t m_made = std::uint64_t{1} << 63U;
    std::priority_queue<Event> m_events;
};

} // namespace tidemark::sim
