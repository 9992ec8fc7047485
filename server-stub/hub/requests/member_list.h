#pragma once

#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Lists the members of a conversation with their receipts. The list shows only the receipt register, never a
/// cursor: the receipt of a user who reads privately does not move (I7).
class MemberList {
public:
    explicit MemberList(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer members(const Caller& caller, const protocol::GetMembers& request);

private:
    [[nodiscard]] protocol::Member member(const Membership& asker, User user);

    HubContext& m_context;
};

} // namespace tidemark::server
