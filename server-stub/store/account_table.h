#pragma once

#include "server-stub/hub/contract/store.h"
#include "server-stub/store/connection.h"

#include <string>
#include <unordered_map>

namespace tidemark::server {

/// Accounts and device tokens of the SQLite store.
class AccountTable {
public:
    explicit AccountTable(Connection& connection);

    std::optional<AccountRecord> byName(std::string_view name);
    std::vector<UserId> byFold(std::string_view fold);
    std::optional<UserId> bySkeleton(std::string_view skeleton);
    std::optional<AccountRecord> byId(UserId id);
    std::vector<User> users(const std::vector<UserId>& ids);
    UserId insert(std::string_view name, std::string_view passwordHash);

    std::vector<AccountRecord> after(UserId id, std::uint32_t limit);
    void putPasswordHash(UserId id, std::string_view passwordHash);
    void putDisabled(UserId id, bool disabled);
    void raiseContact(UserId id, UnixMs at);
    void putSettings(UserId id, const AccountSettings& settings);
    void putToken(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                  UnixMs at);
    std::optional<TokenRecord> token(const TokenHash& hash);
    void putNextToken(const TokenHash& hash, const TokenHash& next, std::string_view salt);
    void adoptNextToken(const TokenHash& next, UnixMs at);
    void removeToken(const TokenHash& hash);
    void removeDevice(UserId user, DeviceId device);
    void removeDevices(UserId user);
    std::vector<DeviceRecord> devices(UserId user);
    void putDevice(const TokenHash& hash, const DeviceRecord& record);

    void forgetCached() { m_names.clear(); }

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
    Statement m_raiseContact;
    Statement m_putSettings;
    Statement m_deleteDeviceToken;
    Statement m_deleteTokens;
    Statement m_putToken;
    Statement m_selectToken;
    Statement m_selectNextToken;
    Statement m_putNextToken;
    Statement m_adoptNextToken;
    Statement m_deleteToken;
    Statement m_selectDevices;
    Statement m_putDevice;
    std::unordered_map<UserId, std::string> m_names; ///< names never change
};

} // namespace tidemark::server
