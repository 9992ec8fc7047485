#pragma once

#include "server-stub/hub/store.h"
#include "server-stub/postgres/connection.h"

#include <map>
#include <string>
#include <unordered_map>

namespace tidemark::server::postgres {

/// Accounts of the PostgreSQL store. Names never change and are kept in memory, what else there is only
/// within a transaction.
class AccountTable {
public:
    explicit AccountTable(Connection& connection);

    std::optional<AccountRecord> byName(std::string_view name);
    std::optional<AccountRecord> byId(UserId id);
    std::vector<User> users(const std::vector<UserId>& ids);
    UserId insert(std::string_view name, std::string_view passwordHash);
    std::vector<AccountRecord> after(UserId id, std::uint32_t limit);
    void putPasswordHash(UserId id, std::string_view passwordHash);
    void putDisabled(UserId id, bool disabled);
    /// Written by flush().
    void putContact(UserId id, UnixMs at);
    void putSettings(UserId id, const AccountSettings& settings);

    /// Writes what waits for it, in one order: a turn has heard of many users, and another server of some of
    /// them at the same moment. To be called before the commit.
    void flush();
    /// What may be another's by now.
    void forget()
    {
        m_records.clear();
        m_contacts.clear();
    }
    /// A transaction was taken back, and with it, maybe, a name.
    void forgetNames();

private:
    void loadNames(const std::vector<UserId>& ids);
    void remember(UserId id, const std::string& name);
    /// An account that was read in the transaction is written only as it was read.
    void failUnlessWritten(bool wasRead, Statement::Run& run);

    Connection& m_connection;
    Statement m_selectIdByName;
    Statement m_select;
    Statement m_selectNames;
    Statement m_selectAfter;
    Statement m_selectNextId;
    Statement m_insertName;
    Statement m_insert;
    Statement m_putPasswordHash;
    Statement m_putDisabled;
    Statement m_holdContacts;
    Statement m_putContacts;
    Statement m_putSettings;
    std::unordered_map<UserId, std::string> m_names;
    std::map<std::string, UserId, std::less<>> m_ids;
    std::unordered_map<UserId, AccountRecord> m_records;
    std::map<UserId, UnixMs> m_contacts; ///< to be written
};

} // namespace tidemark::server::postgres
