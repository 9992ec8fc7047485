#include "server-stub/store/tables/token_table.h"

#include "server-stub/store/stored_values.h"

#include <algorithm>

namespace tidemark::server {

namespace {

std::optional<TokenRecord> tokenIn(Statement::Run&& run, bool isNext)
{
    if (!run.next()) {
        return std::nullopt;
    }
    return TokenRecord{UserId(run.number(0)), DeviceId(run.number(1)),
                       UnixMs{static_cast<std::int64_t>(run.number(2))}, isNext, run.bytes(3)};
}

} // namespace

TokenTable::TokenTable(Connection& connection)
    : m_deleteDevice(connection.statement("DELETE FROM token WHERE user = ? AND device = ?")),
      m_deleteDevices(connection.statement("DELETE FROM token WHERE user = ?")),
      m_put(connection.statement(
          "INSERT INTO token (hash, user, device, device_name, created_at, last_contact_at)"
          " VALUES (?, ?, ?, CAST(? AS TEXT), ?, ?)"
          " ON CONFLICT (hash) DO UPDATE SET user = excluded.user, device = excluded.device,"
          " device_name = excluded.device_name, created_at = excluded.created_at, client_name = '',"
          " last_contact_at = excluded.created_at, agreed_at = 0, agrees = 0, next_hash = NULL,"
          " next_salt = ''")),
      m_select(connection.statement("SELECT user, device, created_at, next_salt FROM token WHERE hash = ?")),
      m_selectNext(
          connection.statement("SELECT user, device, created_at, '' FROM token WHERE next_hash = ?")),
      m_putNext(connection.statement("UPDATE token SET next_hash = ?, next_salt = ? WHERE hash = ?")),
      m_adoptNext(connection.statement(
          "UPDATE token SET hash = next_hash, next_hash = NULL, next_salt = '', created_at = ?"
          " WHERE next_hash = ?")),
      m_delete(connection.statement("DELETE FROM token WHERE hash = ?")),
      m_selectDevices(connection.statement(
          "SELECT device, CAST(device_name AS BLOB), CAST(client_name AS BLOB), last_contact_at, agreed_at,"
          " agrees FROM token WHERE user = ?")),
      m_putDevice(connection.statement(
          "UPDATE token SET device_name = CAST(? AS TEXT), client_name = CAST(? AS TEXT),"
          " last_contact_at = ?, agreed_at = ?, agrees = ? WHERE hash = ?"))
{
}

void TokenTable::put(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                     UnixMs at)
{
    removeDevice(user, device);
    m_put.change(storedHash(hash), user.value, device.value, deviceName, at.value, at.value);
}

std::optional<TokenRecord> TokenTable::find(const TokenHash& hash)
{
    auto current = tokenIn(m_select.run(storedHash(hash)), false);
    return current ? current : tokenIn(m_selectNext.run(storedHash(hash)), true);
}

void TokenTable::putNext(const TokenHash& hash, const TokenHash& next, std::string_view salt)
{
    m_putNext.change(storedHash(next), salt, storedHash(hash));
}

void TokenTable::adoptNext(const TokenHash& next, UnixMs at)
{
    m_adoptNext.change(at.value, storedHash(next));
}

void TokenTable::remove(const TokenHash& hash)
{
    m_delete.change(storedHash(hash));
}

void TokenTable::removeDevice(UserId user, DeviceId device)
{
    m_deleteDevice.change(user.value, device.value);
}

void TokenTable::removeDevices(UserId user)
{
    m_deleteDevices.change(user.value);
}

std::vector<DeviceRecord> TokenTable::devices(UserId user)
{
    std::vector<DeviceRecord> devices;
    Statement::Run run = m_selectDevices.run(user.value);
    while (run.next()) {
        devices.push_back({DeviceId(run.number(0)), run.bytes(1), run.bytes(2),
                           UnixMs{static_cast<std::int64_t>(run.number(3))},
                           UnixMs{static_cast<std::int64_t>(run.number(4))}, run.number(5) != 0});
    }
    // Device ids use all 64 bits, and SQLite orders them as signed numbers.
    std::sort(devices.begin(), devices.end(),
              [](const DeviceRecord& a, const DeviceRecord& b) { return a.device < b.device; });
    return devices;
}

void TokenTable::putDevice(const TokenHash& hash, const DeviceRecord& record)
{
    m_putDevice.change(record.name, record.clientName, record.lastContact.value, record.agreedAt.value,
                       record.agrees, storedHash(hash));
}

} // namespace tidemark::server
