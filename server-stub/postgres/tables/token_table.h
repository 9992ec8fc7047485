#pragma once

#include "server-stub/hub/contract/store.h"
#include "server-stub/postgres/session/connection.h"

#include <map>
#include <utility>

namespace tidemark::server::postgres {

/// Device tokens of the PostgreSQL store: the devices of a user by user, and the owner of a token by its
/// hash.
class TokenTable {
public:
    explicit TokenTable(Connection& connection);

    void putToken(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                  UnixMs at);
    std::optional<TokenRecord> token(const TokenHash& hash);
    void putNextToken(const TokenHash& hash, const TokenHash& next, std::string_view salt);
    void adoptNextToken(const TokenHash& next, UnixMs at);
    void removeToken(const TokenHash& hash);
    void removeDevice(UserId user, DeviceId device);
    void removeDevices(UserId user);
    std::vector<DeviceRecord> devices(UserId user);
    /// Remembers the record until flush(), or another write for a device, writes it.
    void putDevice(const TokenHash& hash, const DeviceRecord& record);
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
