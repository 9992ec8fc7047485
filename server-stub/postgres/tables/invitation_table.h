#pragma once

#include "server-stub/hub/contract/stores/invitation_store.h"
#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/tables/known_sets.h"

#include <vector>

namespace tidemark::server::postgres {

/// Invitations of the PostgreSQL store. The invitations of an account and their version come from one
/// statement and are kept within a transaction.
class InvitationTable final : public InvitationStore {
public:
    explicit InvitationTable(Connection& connection);

    InvitationSet of(UserId user) override;
    void put(UserId user, const InvitationSet& before, const InvitationSet& after) override;

    /// The invitations of these users will be asked for: they are read together with the first ones.
    void expect(const std::vector<UserId>& users) { m_known.expect(users); }
    void forget() { m_known.forget(); }

private:
    Connection& m_connection;
    KnownSets<InvitationSet> m_known;
    Statement m_select;
    Statement m_putSet;
    Statement m_removeRecord;
    Statement m_putRecord;
};

} // namespace tidemark::server::postgres
