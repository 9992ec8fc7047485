#include "server-stub/hub/state/age_clock.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

namespace tidemark::server {

namespace {

/// Leads that differ by less than this are merged; the lowest of them is kept.
constexpr Milliseconds leadStep{1000};
/// The bound is for a wall clock that steadily gains on the monotonic clock: it would add a lead with each
/// step.
constexpr std::size_t maxLeads = 64;

constexpr UnixMs beforeAll{std::numeric_limits<std::int64_t>::min() / 2};

/// `lead` rounded down to whole steps, so that a drifting clock does not change the stored record all the
/// time.
Milliseconds inSteps(Milliseconds lead)
{
    const Milliseconds rest = lead % leadStep;
    return lead - (rest < Milliseconds(0) ? rest + leadStep : rest);
}

bool haveSameLeads(const std::vector<AgeLead>& one, const std::vector<AgeLead>& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const AgeLead& a, const AgeLead& b) { return a.lead == b.lead; });
}

} // namespace

void AgeClock::begin(Instant now, AgeRecord stored, UnixMs newest)
{
    m_begun = now;
    m_ranBefore = stored.ran;
    m_leads = stored.leads;
    m_stored = std::move(stored);
    if (!m_leads.empty()) {
        // Later writes had the same lead or a higher one; otherwise another record would have been stored.
        m_leads.back().until = m_ranBefore + storeInterval;
    } else if (newest > UnixMs{}) {
        m_leads.push_back({m_ranBefore - Milliseconds(1), Milliseconds(newest.value) - m_ranBefore});
    }
}

void AgeClock::noteWrite(Instant now, UnixMs wall)
{
    const Milliseconds lead = Milliseconds(wall.value) - ran(now);
    Milliseconds until = ran(now);
    while (!m_leads.empty() && m_leads.back().lead >= lead) {
        until = std::max(until, m_leads.back().until);
        m_leads.pop_back();
    }
    if (!m_leads.empty() && lead < m_leads.back().lead + leadStep) {
        m_leads.back().until = std::max(m_leads.back().until, until);
        return;
    }
    m_leads.push_back({until, lead});
    if (m_leads.size() > maxLeads) {
        mergeClosest();
    }
}

void AgeClock::mergeClosest()
{
    const auto distance = [this](std::size_t i) { return m_leads[i + 1].lead - m_leads[i].lead; };
    std::size_t closest = 0;
    for (std::size_t i = 1; i + 1 < m_leads.size(); ++i) {
        closest = distance(i) < distance(closest) ? i : closest;
    }
    // The lower lead is also safe for writes with the higher one.
    m_leads[closest].until = m_leads[closest + 1].until;
    m_leads.erase(std::next(m_leads.begin(), static_cast<std::ptrdiff_t>(closest) + 1));
}

std::optional<AgeRecord> AgeClock::toStore(Instant now) const
{
    if (!m_begun) {
        return std::nullopt;
    }
    AgeRecord record{ran(now), m_leads};
    for (AgeLead& lead : record.leads) {
        lead.lead = inSteps(lead.lead);
    }
    const bool isRecent = record.ran - m_stored.ran < storeInterval;
    return isRecent && haveSameLeads(record.leads, m_stored.leads) ? std::nullopt : std::optional(record);
}

UnixMs AgeClock::time(Instant now, UnixMs wall, Milliseconds limit) const
{
    if (!m_begun) {
        return beforeAll;
    }
    const auto lowest = std::find_if(m_leads.begin(), m_leads.end(),
                                     [&](const AgeLead& lead) { return lead.until >= ran(now) - limit; });
    return lowest == m_leads.end() ? wall : std::min(wall, UnixMs{(ran(now) + lowest->lead).count()});
}

Milliseconds AgeClock::running(Instant now) const
{
    return m_begun ? now - *m_begun : Milliseconds(0);
}

} // namespace tidemark::server
