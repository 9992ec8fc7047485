#pragma once

#include "server-stub/hub/contract/stores/invitation_store.h"
#include "server-stub/store/connection.h"

namespace tidemark::server {

/// Invitations of the SQLite store.
class InvitationTable final : public InvitationStore {
public:
    explicit InvitationTable(Connection& connection);

    InvitationSet of(UserId user) override;
    void put(UserId user, const InvitationSet& before, const InvitationSet& after) override;

private:
    Statement m_selectSet;
    Statement m_selectRecords;
    Statement m_putSet;
    Statement m_removeRecord;
    Statement m_putRecord;
};

} // namespace tidemark::server
