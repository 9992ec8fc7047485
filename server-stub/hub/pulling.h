#pragma once

#include "server-stub/hub/hub_context.h"

namespace tidemark::server {

/// Answers requests for history and names.
class Pulling {
public:
    explicit Pulling(HubContext& context) : m_context(context) {}

    /// Returns contiguous folded entries, as many as the present limits allow.
    [[nodiscard]] Answer pull(const Caller& caller, const protocol::Pull& pull);
    [[nodiscard]] Answer users(const protocol::GetUsers& question);

private:
    struct Page {
        Seq after; ///< the page begins after this seq
        std::vector<Entry> entries;
    };
    [[nodiscard]] Page pageOf(protocol::Pull pull, const ConversationRecord& conversation, Seq gone);
    [[nodiscard]] Page pageAround(const protocol::Pull& pull, Seq upto, std::uint32_t limit, Seq head);
    void trim(Page& page, const protocol::Pull& pull) const;
    [[nodiscard]] std::vector<User> namesIn(const std::vector<Entry>& entries);

    HubContext& m_context;
};

} // namespace tidemark::server
