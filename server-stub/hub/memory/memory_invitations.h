#pragma once

#include "server-stub/hub/memory/memory_data.h"

namespace tidemark::server {

class MemoryInvitations final : public InvitationStore {
public:
    explicit MemoryInvitations(MemoryData& data) : m_data(data) {}

    InvitationSet of(UserId user) override
    {
        const auto found = m_data.invitations.find(user);
        return found == m_data.invitations.end() ? InvitationSet() : found->second;
    }
    void put(UserId user, const InvitationSet& /*before*/, const InvitationSet& after) override
    {
        m_data.invitations[user] = after;
    }

private:
    MemoryData& m_data;
};

} // namespace tidemark::server
