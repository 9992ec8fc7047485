#include "app/lab/world/servers/send_rates.h"

#include "app/lab/world/plan.h"
#include "server-stub/hub/contract/rate_limiter.h"

#include <algorithm>
#include <string>

namespace tidemark::sim {

void SendRates::sent(const server::NewEntry& entry, const server::ConversationRecord& conversation)
{
    check(entry, {}, m_limits.sendsPerSecond, m_limits.sendBurst);
    if (m_limits.largeGroupMembers > 0 && conversation.memberCount > m_limits.largeGroupMembers) {
        check(entry, conversation.id, server::RateLimiter::largeGroupPerSecond,
              server::RateLimiter::largeGroupBurst);
    }
}

void SendRates::check(const server::NewEntry& entry, ConversationId group, std::int64_t perSecond,
                      std::int64_t burst)
{
    // Any stretch of time has room for the burst and for the tokens that were refilled since.
    std::vector<UnixMs>& times = m_times[{entry.author, group}];
    times.push_back(entry.at);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto count = static_cast<std::int64_t>(times.size() - i);
        const auto starts = m_starts.end() - std::lower_bound(m_starts.begin(), m_starts.end(), times[i]);
        const std::int64_t refilled = (entry.at.value - times[i].value) * perSecond / 1000;
        const std::int64_t room = (m_servers + starts) * burst + m_servers * refilled;
        if (count > room) {
            throw Violation("user " + std::to_string(entry.author.value) + " has sent "
                            + std::to_string(count) + " at " + std::to_string(m_servers)
                            + " servers where there is room for " + std::to_string(room));
        }
    }
}

} // namespace tidemark::sim
