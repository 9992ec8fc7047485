#include "server-stub/store/tables/account_table.h"

#include "core/base/failpoint.h"
#include "core/names/name_keys.h"

#define TIDEMARK_ACCOUNT_COLUMNS                                                                             \
    "id, CAST(name AS BLOB), CAST(password_hash AS BLOB), disabled, receipts, settings_version, reading,"    \
    " quiet_while_active, adding, last_contact_at, deleted"

namespace tidemark::server {

namespace {

constexpr std::size_t maxCachedNames = 200000;

AccountRecord accountAt(const Statement::Run& run)
{
    return AccountRecord{UserId(run.number(0)),
                         run.bytes(1),
                         run.bytes(2),
                         run.number(3) != 0,
                         {static_cast<ReceiptPrivacy>(run.number(4)), run.number(5),
                          static_cast<ReadingPolicy>(run.number(6)), run.number(7) != 0,
                          static_cast<AddingPolicy>(run.number(8))},
                         UnixMs{static_cast<std::int64_t>(run.number(9))},
                         run.number(10) != 0};
}

std::optional<AccountRecord> accountIn(Statement::Run&& run)
{
    return run.next() ? std::optional(accountAt(run)) : std::nullopt;
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
      m_putDeleted(connection.statement("UPDATE account SET deleted = 1 WHERE id = ?")),
      m_raiseContact(
          connection.statement("UPDATE account SET last_contact_at = max(last_contact_at, ?) WHERE id = ?")),
      m_putSettings(connection.statement(
          "UPDATE account SET receipts = ?, settings_version = ?, reading = ?, quiet_while_active = ?,"
          " adding = ? WHERE id = ?"))
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

std::optional<AccountRecord> AccountTable::find(UserId id)
{
    return accountIn(m_selectById.run(id.value));
}

std::vector<User> AccountTable::users(const std::vector<UserId>& ids)
{
    std::vector<User> users;
    users.reserve(ids.size());
    for (const UserId id : ids) {
        const auto cached = m_users.find(id);
        if (cached != m_users.end()) {
            users.push_back(cached->second);
        } else if (auto account = find(id)) {
            if (m_users.size() >= maxCachedNames) {
                m_users.clear();
            }
            users.push_back({id, std::move(account->name), account->deleted});
            m_users.emplace(id, users.back());
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

void AccountTable::putDeleted(UserId id)
{
    m_users.erase(id);
    m_putDeleted.change(id.value);
}

void AccountTable::raiseContact(UserId id, UnixMs at)
{
    m_raiseContact.change(at.value, id.value);
}

void AccountTable::putSettings(UserId id, const AccountSettings& settings)
{
    m_putSettings.change(static_cast<std::uint32_t>(settings.receipts), settings.version,
                         static_cast<std::uint32_t>(settings.reading), settings.quietWhileActive,
                         static_cast<std::uint32_t>(settings.adding), id.value);
    failpoint(failpointOf(Deed::Settings, ServerStep::Written));
}

} // namespace tidemark::server
