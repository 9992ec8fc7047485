#pragma once

#include "core/domain/ids.h"
#include "core/domain/limits.h"
#include "server-stub/hub/contract/store.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tidemark::sim {

/// Whether anybody has sent more than there is room for: at each server that which is announced, so at
/// `servers` of them together so many times that, and again where one begins anew and remembers nothing.
class SendRates {
public:
    SendRates(const Limits& limits, std::int64_t servers) : m_limits(limits), m_servers(servers) {}

    /// One of the servers was started again.
    void begins(UnixMs at) { m_starts.push_back(at); }
    /// An entry is written; `conversation` as it was before. Throws a Violation.
    void sent(const server::NewEntry& entry, const server::ConversationRecord& conversation);

private:
    void check(const server::NewEntry& entry, ConversationId group, std::int64_t perSecond,
               std::int64_t burst);

    Limits m_limits;
    std::int64_t m_servers;
    std::vector<UnixMs> m_starts; ///< in order
    /// When each user has sent, and where; in order. Conversation 0: anywhere.
    std::map<std::pair<UserId, ConversationId>, std::vector<UnixMs>> m_times;
};

} // namespace tidemark::sim
