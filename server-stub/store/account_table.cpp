#include "server-stub/store/account_table.h"

#include "core/names/name_keys.h"

#include <algorithm>

#define TIDEMARK_ACCOUNT_COLUMNS                                                                             \
    "id, CAST(name AS BLOB), CAST(password_hash AS BLOB), disabled, receipts, settings_version, reading,"    \
    " quiet_while_active, last_contact_at"

namespace tidemark::server {

namespace {

constexpr std::size_t maxCachedNames = 200000;

std::string_view bytesOf(const TokenHash& hash)
{
    // SQLite takes bytes as char.
    return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

AccountRecord accountAt(const Statement::Run& run)
{
    return AccountRecord{UserId(run.number(0)),
                         run.bytes(1),
                         run.bytes(2),
                         run.number(3) != 0,
                         {static_cast<ReceiptPrivacy>(run.number(4)), run.number(5),
                          static_cast<ReadingPolicy>(run.number(6)), run.number(7) != 0},
                         UnixMs{static_cast<std::int64_t>(run.number(8))}};
}

std::optional<AccountRecord> accountIn(Statement::Run&& run)
{
    return run.next() ? std::optional(accountAt(run)) : std::nullopt;
}

std::optional<TokenRecord> tokenIn(Statement::Run&& run, bool isNext)
{
    if (!run.next()) {
        return std::nullopt;
    }
    return TokenRecord{UserId(run.number(0)), DeviceId(run.number(1)),
                       UnixMs{static_cast<std::int64_t>(run.number(2))}, isNext, run.bytes(3)};
}

} // namespace

AccountTable::AccountTable(Connection& connection)
    : m_selectByName(connection.statement("SELECT " TIDEMARK_ACCOUNT_COLUMNS
                                          " FROM account WHERE name = CAST(? AS TEXT) AND id > 0")),
      m_selectById(
          connection.statement("SELECT " TIDEMARK_ACCOUNT_COLUMNS " FROM account WHERE id = ? AND id > 0")),
      m_selectByFold(
          connection.statement("SELECT account FROM account_fold WHERE fold = ? ORDER BY account LIMIT 2")),
      m_selectBySkeleton(connection.statement("SELECT account FROM account_skeleton WHERE skeleton = ?")),
      m_insertFold(connection.statement("INSERT INTO account_fold (fold, account) VALUES (?, ?)")),
      m_insertSkeleton(
          connection.statement("INSERT INTO account_skeleton (skeleton, account) VALUES (?, ?)")),
      m_insert(connection.statement(
          "INSERT INTO account (name, password_hash, dot_baseline) VALUES (CAST(? AS TEXT), CAST(? AS TEXT),"
          " (SELECT COALESCE(MAX(version), 0) FROM dot))")),
      m_selectAfter(connection.statement("SELECT " TIDEMARK_ACCOUNT_COLUMNS
                                         " FROM account WHERE id > ? ORDER BY id LIMIT ?")),
      m_putPasswordHash(
          connection.statement("UPDATE account SET password_hash = CAST(? AS TEXT) WHERE id = ?")),
      m_putDisabled(connection.statement("UPDATE account SET disabled = ? WHERE id = ?")),
      m_raiseContact(
          connection.statement("UPDATE account SET last_contact_at = max(last_contact_at, ?) WHERE id = ?")),
      m_putSettings(connection.statement(
          "UPDATE account SET receipts = ?, settings_version = ?, reading = ?, quiet_while_active = ?"
          " WHERE id = ?")),
      m_deleteDeviceToken(connection.statement("DELETE FROM token WHERE user = ? AND device = ?")),
      m_deleteTokens(connection.statement("DELETE FROM token WHERE user = ?")),
      m_putToken(connection.statement(
          "INSERT INTO token (hash, user, device, device_name, created_at, last_contact_at)"
          " VALUES (?, ?, ?, CAST(? AS TEXT), ?, ?)"
          " ON CONFLICT (hash) DO UPDATE SET user = excluded.user, device = excluded.device,"
          " device_name = excluded.device_name, created_at = excluded.created_at, client_name = '',"
          " last_contact_at = excluded.created_at, agreed_at = 0, agrees = 0, next_hash = NULL,"
          " next_salt = ''")),
      m_selectToken(
          connection.statement("SELECT user, device, created_at, next_salt FROM token WHERE hash = ?")),
      m_selectNextToken(
          connection.statement("SELECT user, device, created_at, '' FROM token WHERE next_hash = ?")),
      m_putNextToken(connection.statement("UPDATE token SET next_hash = ?, next_salt = ? WHERE hash = ?")),
      m_adoptNextToken(connection.statement(
          "UPDATE token SET hash = next_hash, next_hash = NULL, next_salt = '', created_at = ?"
          " WHERE next_hash = ?")),
      m_deleteToken(connection.statement("DELETE FROM token WHERE hash = ?")),
      m_selectDevices(connection.statement(
          "SELECT device, CAST(device_name AS BLOB), CAST(client_name AS BLOB), last_contact_at, agreed_at,"
          " agrees FROM token WHERE user = ?")),
      m_putDevice(connection.statement(
          "UPDATE token SET device_name = CAST(? AS TEXT), client_name = CAST(? AS TEXT),"
          " last_contact_at = ?, agreed_at = ?, agrees = ? WHERE hash = ?"))
{
}

std::optional<AccountRecord> AccountTable::byName(std::string_view name)
{
    return accountIn(m_selectByName.run(name));
}

std::vector<UserId> AccountTable::byFold(std::string_view fold)
{
    std::vector<UserId> accounts;
    Statement::Run run = m_selectByFold.run(fold);
    while (run.next()) {
        accounts.emplace_back(run.number(0));
    }
    return accounts;
}

std::optional<UserId> AccountTable::bySkeleton(std::string_view skeleton)
{
    Statement::Run run = m_selectBySkeleton.run(skeleton);
    return run.next() ? std::optional(UserId(run.number(0))) : std::nullopt;
}

std::optional<AccountRecord> AccountTable::byId(UserId id)
{
    return accountIn(m_selectById.run(id.value));
}

std::vector<User> AccountTable::users(const std::vector<UserId>& ids)
{
    std::vector<User> users;
    users.reserve(ids.size());
    for (const UserId id : ids) {
        const auto cached = m_names.find(id);
        if (cached != m_names.end()) {
            users.push_back({id, cached->second});
        } else if (auto account = byId(id)) {
            if (m_names.size() >= maxCachedNames) {
                m_names.clear();
            }
            m_names.emplace(id, account->name);
            users.push_back({id, std::move(account->name)});
        }
    }
    return users;
}

UserId AccountTable::insert(std::string_view name, std::string_view passwordHash)
{
    const UserId id(m_insert.run(name, passwordHash).insertedId());
    if (id.isValid()) {
        m_insertFold.change(nameFold(name), id.value);
        for (const std::string& skeleton : nameSkeletons(name)) {
            m_insertSkeleton.change(skeleton, id.value);
        }
    }
    return id;
}

std::vector<AccountRecord> AccountTable::after(UserId id, std::uint32_t limit)
{
    std::vector<AccountRecord> accounts;
    Statement::Run run = m_selectAfter.run(id.value, limit);
    while (run.next()) {
        accounts.push_back(accountAt(run));
    }
    return accounts;
}

void AccountTable::putPasswordHash(UserId id, std::string_view passwordHash)
{
    m_putPasswordHash.change(passwordHash, id.value);
}

void AccountTable::putDisabled(UserId id, bool disabled)
{
    m_putDisabled.change(disabled, id.value);
}

void AccountTable::raiseContact(UserId id, UnixMs at)
{
    m_raiseContact.change(at.value, id.value);
}

void AccountTable::putSettings(UserId id, const AccountSettings& settings)
{
    m_putSettings.change(static_cast<std::uint32_t>(settings.receipts), settings.version,
                         static_cast<std::uint32_t>(settings.reading), settings.quietWhileActive, id.value);
}

void AccountTable::putToken(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                            UnixMs at)
{
    removeDevice(user, device);
    m_putToken.change(bytesOf(hash), user.value, device.value, deviceName, at.value, at.value);
}

std::optional<TokenRecord> AccountTable::token(const TokenHash& hash)
{
    auto current = tokenIn(m_selectToken.run(bytesOf(hash)), false);
    return current ? current : tokenIn(m_selectNextToken.run(bytesOf(hash)), true);
}

void AccountTable::putNextToken(const TokenHash& hash, const TokenHash& next, std::string_view salt)
{
    m_putNextToken.change(bytesOf(next), salt, bytesOf(hash));
}

void AccountTable::adoptNextToken(const TokenHash& next, UnixMs at)
{
    m_adoptNextToken.change(at.value, bytesOf(next));
}

void AccountTable::removeToken(const TokenHash& hash)
{
    m_deleteToken.change(bytesOf(hash));
}

void AccountTable::removeDevice(UserId user, DeviceId device)
{
    m_deleteDeviceToken.change(user.value, device.value);
}

void AccountTable::removeDevices(UserId user)
{
    m_deleteTokens.change(user.value);
}

std::vector<DeviceRecord> AccountTable::devices(UserId user)
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

void AccountTable::putDevice(const TokenHash& hash, const DeviceRecord& record)
{
    m_putDevice.change(record.name, record.clientName, record.lastContact.value, record.agreedAt.value,
                       record.agrees, bytesOf(hash));
}

} // namespace tidemark::server
