#pragma once

#include "server-stub/hub/contract/stores/account_store.h"
#include "server-stub/store/connection.h"

#include <unordered_map>

namespace tidemark::server {

/// Accounts of the SQLite store.
class AccountTable final : public AccountStore {
public:
    explicit AccountTable(Connection& connection);

    std::optional<AccountRecord> byName(std::string_view name) override;
    std::vector<UserId> byFold(std::string_view fold) override;
    std::optional<UserId> bySkeleton(std::string_view skeleton) override;
    std::optional<AccountRecord> find(UserId id) override;
    std::vector<User> users(const std::vector<UserId>& ids) override;
    UserId insert(std::string_view name, std::string_view passwordHash) override;

    std::vector<AccountRecord> after(UserId id, std::uint32_t limit) override;
    void putPasswordHash(UserId id, std::string_view passwordHash) override;
    void putDisabled(UserId id, bool disabled) override;
    void putDeleted(UserId id) override;
    void raiseContact(UserId id, UnixMs at) override;
    void putSettings(UserId id, const AccountSettings& settings) override;

    void forgetCached() { m_users.clear(); }

private:
    Statement m_selectByName;
    Statement m_selectById;
    Statement m_selectByFold;
    Statement m_selectBySkeleton;
    Statement m_insertFold;
    Statement m_insertSkeleton;
    Statement m_insert;
    Statement m_selectAfter;
    Statement m_putPasswordHash;
    Statement m_putDisabled;
    Statement m_putDeleted;
    Statement m_raiseContact;
    Statement m_putSettings;
    std::unordered_map<UserId, User> m_users; ///< names never change
};

} // namespace tidemark::server
