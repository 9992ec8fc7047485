#pragma once

#include "server-stub/hub/contract/stores/token_store.h"
#include "server-stub/postgres/session/connection.h"

#include <map>
#include <utility>

namespace tidemark::server::postgres {

/// Device tokens of the PostgreSQL store: the devices of a user by user, and the owner of a token by its
/// hash.
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
    /// Remembers the record until flush(), or another write for a device, writes it.
    void putDevice(const TokenHash& hash, const DeviceRecord& record) override;
    /// Writes the remembered records in a fixed order, as AccountTable::flush() does.
    void flush();
    /// Drops the remembered records.
    void forget() { m_records.clear(); }

private:
    struct Record {
        TokenHash hash{};
        DeviceRecord record;
    };
    struct Owner {
        UserId user;
        DeviceId device;
    };
    [[nodiscard]] std::optional<Owner> ownerOf(std::string_view hash);
    void removeOwners(Statement::Run&& removed);

    Connection& m_connection;
    Statement m_selectOwner;
    Statement m_insertOwner;
    Statement m_deleteOwner;
    Statement m_select;
    Statement m_lock;
    Statement m_insert;
    Statement m_putNext;
    Statement m_adoptNext;
    Statement m_delete;
    Statement m_deleteDevice;
    Statement m_deleteDevices;
    Statement m_selectDevices;
    Statement m_putDevice;
    std::map<std::pair<UserId, DeviceId>, Record> m_records; ///< still to be written
};

} // namespace tidemark::server::postgres
