#pragma once

#include "server-stub/hub/contract/stores/token_store.h"
#include "server-stub/store/connection.h"

namespace tidemark::server {

/// Device tokens of the SQLite store.
class TokenTable final : public TokenStore {
public:
    explicit TokenTable(Connection& connection);

    void put(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
             UnixMs at) override;
    std::optional<TokenRecord> find(const TokenHash& hash) override;
    void putNext(const TokenHash& hash, const TokenHash& next, std::string_view salt) override;
    void adoptNext(const TokenHash& next, UnixMs at) override;
    void remove(const TokenHash& hash) override;
    void removeDevice(UserId user, DeviceId device) override;
    void removeDevices(UserId user) override;
    std::vector<DeviceRecord> devices(UserId user) override;
    void putDevice(const TokenHash& hash, const DeviceRecord& record) override;

private:
    Statement m_deleteDevice;
    Statement m_deleteDevices;
    Statement m_put;
    Statement m_select;
    Statement m_selectNext;
    Statement m_putNext;
    Statement m_adoptNext;
    Statement m_delete;
    Statement m_selectDevices;
    Statement m_putDevice;
};

} // namespace tidemark::server
