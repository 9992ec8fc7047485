#pragma once

#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

namespace tidemark {

/// The account's open invitations.
class InvitationTable {
public:
    explicit InvitationTable(Database& database);

    [[nodiscard]] LocalInvitations get();
    void put(const LocalInvitations& invitations);

private:
    Statement m_selectVersion;
    Statement m_putVersion;
    Statement m_select;
    Statement m_clear;
    Statement m_insert;
};

} // namespace tidemark
