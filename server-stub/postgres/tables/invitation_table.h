#pragma once

#include "server-stub/hub/contract/stores/invitation_store.h"
#include "server-stub/postgres/session/connection.h"

#include <map>
#include <set>
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
    void expect(const std::vector<UserId>& users) { m_expected.insert(users.begin(), users.end()); }
    void forget();

private:
    void read();

    Connection& m_connection;
    Statement m_select;
    Statement m_putSet;
    Statement m_removeRecord;
    Statement m_putRecord;
    std::map<UserId, InvitationSet> m_known;
    std::set<UserId> m_expected;
};

} // namespace tidemark::server::postgres
