#pragma once

#include "server-stub/hub/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Who belongs to a conversation, and what each of them has let the others see. Only the receipt register is
/// told, never a cursor: who reads in private stays where they were (I7).
class MemberList {
public:
    explicit MemberList(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer members(const Caller& caller, const protocol::GetMembers& question);

private:
    [[nodiscard]] protocol::Member member(const Membership& asker, User user);

    HubContext& m_context;
};

} // namespace tidemark::server
