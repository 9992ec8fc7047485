#include "server-stub/hub/age_clock.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>

namespace tidemark::server {

namespace {

/// Leads within this interval are kept as one, which is used for as long as any of them would be.
constexpr Milliseconds noteStep{1000};
/// Without this bound, a wall clock that steadily gains on the monotonic clock would add a lead with each
/// step.
constexpr std::size_t maxLeads = 4096;

constexpr UnixMs beforeAll{std::numeric_limits<std::int64_t>::min() / 2};

std::int64_t millisecondsOf(Instant instant)
{
    return instant.time_since_epoch().count();
}

} // namespace

void AgeClock::begin(Instant now, UnixMs newest)
{
    m_begun = now;
    m_newest = newest;
}

void AgeClock::noteEntry(Instant now, UnixMs wall)
{
    const std::int64_t lead = wall.value - millisecondsOf(now);
    while (!m_leads.empty() && m_leads.back().leadMs >= lead) {
        m_leads.pop_back();
    }
    if (!m_leads.empty() && now <= m_leads.back().until) {
        return; // the lower lead of this interval covers this one
    }
    m_leads.push_back({now + noteStep, lead});
    if (m_leads.size() > maxLeads) {
        // Halve the list: every other lead also covers the time of the next one.
        std::deque<Lead> fewer;
        for (std::size_t i = 0; i < m_leads.size(); i += 2) {
            fewer.push_back({m_leads[std::min(i + 1, m_leads.size() - 1)].until, m_leads[i].leadMs});
        }
        m_leads = std::move(fewer);
    }
}

UnixMs AgeClock::time(Instant now, UnixMs wall, Milliseconds limit) const
{
    if (!m_begun) {
        return beforeAll;
    }
    UnixMs time = wall;
    const auto lowest = std::find_if(m_leads.begin(), m_leads.end(),
                                     [&](const Lead& lead) { return lead.until >= now - limit; });
    if (lowest != m_leads.end()) {
        time = std::min(time, UnixMs{millisecondsOf(now) + lowest->leadMs});
    }
    if (running(now) < limit && m_newest > UnixMs{}) {
        time = std::min(time, UnixMs{m_newest.value + running(now).count()});
    }
    return time;
}

Milliseconds AgeClock::running(Instant now) const
{
    return m_begun ? now - *m_begun : Milliseconds(0);
}

} // namespace tidemark::server
