#pragma once

#include "core/domain/ids.h"
#include "core/domain/limits.h"
#include "server-stub/hub/contract/stores/store.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tidemark::sim {

/// Checks that no user has sent more than the limits allow. Each server allows its announced limit, so
/// `servers` of them allow that many times as much, and a restarted server, which remembers nothing, allows
/// it again.
class SendRates {
public:
    SendRates(const Limits& limits, std::int64_t servers) : m_limits(limits), m_servers(servers) {}

    /// One of the servers has started again.
    void begins(UnixMs at) { m_starts.push_back(at); }
    /// An entry is stored. `conversation` is as it was before. Throws Violation.
    void sent(const server::NewEntry& entry, const server::ConversationRecord& conversation);

private:
    void check(const server::NewEntry& entry, ConversationId group, std::int64_t perSecond,
               std::int64_t burst);

    Limits m_limits;
    std::int64_t m_servers;
    std::vector<UnixMs> m_starts; ///< in order
    /// The times of each user's sends by conversation, in order. Conversation 0 stands for all.
    std::map<std::pair<UserId, ConversationId>, std::vector<UnixMs>> m_times;
};

} // namespace tidemark::sim
