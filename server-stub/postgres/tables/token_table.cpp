#include "server-stub/postgres/tables/token_table.h"

#include "server-stub/postgres/tables/fields.h"

#include <algorithm>
#include <utility>

namespace tidemark::server::postgres {

TokenTable::TokenTable(Connection& connection)
    : m_connection(connection),
      m_selectOwner(connection.statement("SELECT user_id, device FROM token_owner WHERE hash = $1")),
      m_insertOwner(
          connection.statement("INSERT INTO token_owner (hash, user_id, device) VALUES ($1, $2, $3)")),
      m_deleteOwner(connection.statement("DELETE FROM token_owner WHERE hash = $1")),
      m_select(connection.statement("SELECT created_at, next_salt, hash, next_hash FROM device"
                                    " WHERE user_id = $1 AND device = $2")),
      m_lock(connection.statement("SELECT hash, next_hash FROM device WHERE user_id = $1 AND device = $2"
                                  " FOR UPDATE")),
      m_insert(
          connection.statement("INSERT INTO device (user_id, device, hash, name, created_at, last_contact_at)"
                               " VALUES ($1, $2, $3, $4, $5, $5)")),
      m_putNext(connection.statement(
          "UPDATE device SET next_hash = $3, next_salt = $4 WHERE user_id = $1 AND device = $2")),
      m_adoptNext(connection.statement(
          "UPDATE device SET hash = next_hash, next_hash = NULL, next_salt = '', created_at = $3"
          " WHERE user_id = $1 AND device = $2")),
      m_delete(connection.statement("DELETE FROM device WHERE user_id = $1 AND device = $2 AND hash = $3"
                                    " RETURNING hash, next_hash")),
      m_deleteDevice(connection.statement("DELETE FROM device WHERE user_id = $1 AND device = $2"
                                          " RETURNING hash, next_hash")),
      m_deleteDevices(
          connection.statement("DELETE FROM device WHERE user_id = $1 RETURNING hash, next_hash")),
      m_selectDevices(connection.statement("SELECT hash, " + columnsOf<DeviceRecord>()
                                           + " FROM device WHERE user_id = $1")),
      m_putDevice(connection.statement(
          "UPDATE device SET name = $4, client_name = $5, last_contact_at = $6, agreed_at = $7, agrees = $8"
          " WHERE user_id = $1 AND device = $2 AND hash = $3"))
{
}

std::optional<TokenTable::Owner> TokenTable::ownerOf(std::string_view hash)
{
    Statement::Run run = m_selectOwner.run(hash);
    return run.next() ? std::optional(Owner{UserId(run.number(0)), DeviceId(run.number(1))}) : std::nullopt;
}

void TokenTable::removeOwners(Statement::Run&& removed)
{
    while (removed.next()) {
        m_connection.change(m_deleteOwner, std::string_view(removed.bytes(0)));
        if (const std::string next = removed.bytes(1); !next.empty()) {
            m_connection.change(m_deleteOwner, std::string_view(next));
        }
    }
}

void TokenTable::put(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                     UnixMs at)
{
    remove(hash);
    removeDevice(user, device);
    m_connection.change(m_insertOwner, storedHash(hash), user.value, device.value);
    m_connection.change(m_insert, user.value, device.value, storedHash(hash), deviceName, at.value);
}

std::optional<TokenRecord> TokenTable::find(const TokenHash& hash)
{
    const auto owner = ownerOf(storedHash(hash));
    if (!owner) {
        return std::nullopt;
    }
    Statement::Run run = m_select.run(owner->user.value, owner->device.value);
    if (!run.next()) {
        return std::nullopt;
    }
    const bool isCurrent = run.bytes(2) == storedHash(hash);
    if (!isCurrent && run.bytes(3) != storedHash(hash)) {
        return std::nullopt;
    }
    return TokenRecord{owner->user, owner->device, UnixMs{static_cast<std::int64_t>(run.number(0))},
                       !isCurrent, isCurrent ? run.bytes(1) : std::string()};
}

void TokenTable::putNext(const TokenHash& hash, const TokenHash& next, std::string_view salt)
{
    flush();
    const auto owner = ownerOf(storedHash(hash));
    if (!owner) {
        return;
    }
    Statement::Run found = m_connection.write(m_lock, owner->user.value, owner->device.value);
    if (!found.next() || found.bytes(0) != storedHash(hash)) {
        return;
    }
    if (const std::string earlier = found.bytes(1); !earlier.empty()) {
        m_connection.change(m_deleteOwner, std::string_view(earlier));
    }
    m_connection.change(m_putNext, owner->user.value, owner->device.value, storedHash(next), salt);
    m_connection.change(m_insertOwner, storedHash(next), owner->user.value, owner->device.value);
}

void TokenTable::adoptNext(const TokenHash& next, UnixMs at)
{
    flush();
    const auto owner = ownerOf(storedHash(next));
    if (!owner) {
        return;
    }
    Statement::Run found = m_connection.write(m_lock, owner->user.value, owner->device.value);
    if (!found.next() || found.bytes(1) != storedHash(next)) {
        return;
    }
    m_connection.change(m_deleteOwner, std::string_view(found.bytes(0)));
    m_connection.change(m_adoptNext, owner->user.value, owner->device.value, at.value);
}

void TokenTable::remove(const TokenHash& hash)
{
    flush();
    if (const auto owner = ownerOf(storedHash(hash))) {
        removeOwners(m_connection.write(m_delete, owner->user.value, owner->device.value, storedHash(hash)));
    }
}

void TokenTable::removeDevice(UserId user, DeviceId device)
{
    flush();
    removeOwners(m_connection.write(m_deleteDevice, user.value, device.value));
}

void TokenTable::removeDevices(UserId user)
{
    flush();
    removeOwners(m_connection.write(m_deleteDevices, user.value));
}

std::vector<DeviceRecord> TokenTable::devices(UserId user)
{
    std::vector<DeviceRecord> devices;
    Statement::Run run = m_selectDevices.run(user.value);
    while (run.next()) {
        auto device = recordIn<DeviceRecord>(run, 1);
        const auto waiting = m_records.find({user, device.device});
        const bool isKnown = waiting != m_records.end() && storedHash(waiting->second.hash) == run.bytes(0);
        devices.push_back(isKnown ? waiting->second.record : std::move(device));
    }
    // Device ids use all 64 bits, and PostgreSQL orders them as signed numbers.
    std::sort(devices.begin(), devices.end(),
              [](const DeviceRecord& a, const DeviceRecord& b) { return a.device < b.device; });
    return devices;
}

void TokenTable::putDevice(const TokenHash& hash, const DeviceRecord& record)
{
    const auto owner = ownerOf(storedHash(hash));
    if (!owner) {
        return;
    }
    Record& waiting = m_records[{owner->user, owner->device}];
    waiting = {hash, record};
    waiting.record.device = owner->device;
    if (!m_connection.isInTransaction()) {
        flush();
    }
}

void TokenTable::flush()
{
    for (const auto& [place, waiting] : std::exchange(m_records, {})) {
        const DeviceRecord& record = waiting.record;
        m_connection.change(m_putDevice, place.first.value, place.second.value, storedHash(waiting.hash),
                            record.name, record.clientName, record.lastContact.value, record.agreedAt.value,
                            record.agrees);
    }
}

} // namespace tidemark::server::postgres
