#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <map>

namespace tidemark::server {

/// Lists the members of a conversation with their receipts. The list shows only the receipt register, never a
/// cursor: the receipt of a user who reads privately does not move (I7).
class MemberList {
public:
    explicit MemberList(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer members(const Caller& caller, const protocol::GetMembers& request);

private:
    /// Values that the members of a page share.
    struct Page {
        const Membership& asker;
        std::map<Seq, UnixMs> sentAt;
        std::map<Seq, bool> seenAll; ///< for members who have written nothing
    };
    [[nodiscard]] protocol::Member member(Page& page, User user);
    [[nodiscard]] UnixMs sentAt(Page& page, Seq seq);
    /// Whether `reader`, who has read through `seen`, has no unread messages.
    [[nodiscard]] bool hasSeenAll(Page& page, Seq seen, UserId reader);

    HubContext& m_context;
};

} // namespace tidemark::server
