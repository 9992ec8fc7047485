#pragma once

#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Answers requests for history and names.
class Pulling {
public:
    explicit Pulling(HubContext& context) : m_context(context) {}

    /// Returns contiguous folded entries, as many as the present limits allow.
    [[nodiscard]] Answer pull(const Caller& caller, const protocol::Pull& pull);
    [[nodiscard]] Answer users(const protocol::GetUsers& request);

private:
    struct Page {
        Seq after; ///< the page begins after this seq
        std::vector<Entry> entries;
    };
    [[nodiscard]] Page pageOf(protocol::Pull pull, const ConversationRecord& conversation, Seq gone);
    [[nodiscard]] Page pageAround(const protocol::Pull& pull, Seq through, std::uint32_t limit, Seq head);
    /// Reads the entries of the range from the wanted end, through the last one that fits into a frame with
    /// `budget` bytes for entries. Reads at least one, so that a client can get even a large one. Lowers
    /// `budget`.
    [[nodiscard]] Page read(BlockCache::Range range, std::size_t& budget);
    /// The reactions to the entries of the page, as `reader` sees them. Shortens the page until they fit into
    /// its frame, at the end that is farther from the entry that was asked for.
    [[nodiscard]] std::vector<MessageReactions> reactionsTo(Page& page, const protocol::Pull& pull,
                                                            const ConversationRecord& conversation,
                                                            UserId reader);
    [[nodiscard]] std::vector<User> namesIn(const std::vector<Entry>& entries);

    HubContext& m_context;
};

} // namespace tidemark::server
