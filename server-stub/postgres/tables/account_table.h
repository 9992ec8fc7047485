#pragma once

#include "server-stub/hub/contract/stores/account_store.h"
#include "server-stub/postgres/session/connection.h"

#include <map>
#include <string>
#include <unordered_map>

namespace tidemark::server::postgres {

/// Accounts of the PostgreSQL store. Names never change and are kept in memory; everything else is kept only
/// within a transaction.
class AccountTable final : public AccountStore {
public:
    explicit AccountTable(Connection& connection);

    std::optional<AccountRecord> byName(std::string_view name) override;
    std::vector<UserId> byFold(std::string_view fold) override;
    std::optional<UserId> bySkeleton(std::string_view skeleton) override;
    std::optional<AccountRecord> find(UserId id) override;
    std::optional<AccountRecord> hold(UserId id) override;
    std::vector<User> users(const std::vector<UserId>& ids) override;
    void forgetUser(UserId id) override { m_users.erase(id); }
    UserId insert(std::string_view name, std::string_view passwordHash) override;
    std::vector<AccountRecord> after(UserId id, std::uint32_t limit) override;
    void putPasswordHash(UserId id, std::string_view passwordHash) override;
    void putDisabled(UserId id, bool disabled) override;
    void putDeleted(UserId id) override;
    /// Remembers the contact until flush() writes it.
    void raiseContact(UserId id, UnixMs at) override;
    void putSettings(UserId id, const AccountSettings& settings) override;

    /// Writes the remembered contacts in a fixed order, because another server may write some of the same
    /// users at the same moment. Call it before the commit.
    void flush();
    /// Drops all data that another server may have changed since.
    void forget()
    {
        m_records.clear();
        m_contacts.clear();
    }
    /// Call after a rollback, which may have undone the insertion of a name.
    void forgetNames();

private:
    std::optional<AccountRecord> readFrom(Statement::Run run);
    void loadNames(const std::vector<UserId>& ids);
    void remember(User user);
    /// Fails the transaction if the account has changed since it was read in this transaction.
    void failUnlessWritten(bool wasRead, Statement::Run& run);

    Connection& m_connection;
    Statement m_selectIdByName;
    Statement m_select;
    Statement m_hold;
    Statement m_selectNames;
    Statement m_selectAfter;
    Statement m_selectNextId;
    Statement m_selectByFold;
    Statement m_selectBySkeleton;
    Statement m_insertFold;
    Statement m_insertSkeleton;
    Statement m_insertName;
    Statement m_insert;
    Statement m_putPasswordHash;
    Statement m_putDisabled;
    Statement m_putDeleted;
    Statement m_holdContacts;
    Statement m_raiseContacts;
    Statement m_putSettings;
    /// Names never change. It may be missing here that another server has deleted an account.
    std::unordered_map<UserId, User> m_users;
    std::map<std::string, UserId, std::less<>> m_ids;
    std::unordered_map<UserId, AccountRecord> m_records;
    std::map<UserId, UnixMs> m_contacts; ///< contacts still to be written
};

} // namespace tidemark::server::postgres
