#include "server-stub/postgres/tables/account_table.h"

#include "core/base/failpoint.h"
#include "core/names/name_keys.h"
#include "server-stub/postgres/tables/fields.h"

#include <utility>

namespace tidemark::server::postgres {

namespace {

constexpr std::size_t maxCachedNames = 200000;

AccountRecord accountIn(const Statement::Run& run)
{
    auto account = recordIn<AccountRecord>(run, 1);
    account.id = UserId(run.number(0));
    return account;
}

} // namespace

AccountTable::AccountTable(Connection& connection)
    : m_connection(connection),
      m_selectIdByName(connection.statement("SELECT user_id FROM account_name WHERE name = $1")),
      m_select(
          connection.statement("SELECT id, " + columnsOf<AccountRecord>() + " FROM account WHERE id = $1")),
      m_hold(connection.statement("SELECT id, " + columnsOf<AccountRecord>()
                                  + " FROM account WHERE id = $1 FOR NO KEY UPDATE")),
      m_selectNames(
          connection.statement("SELECT id, name, deleted FROM account WHERE id = ANY($1::bigint[])")),
      m_selectAfter(connection.statement("SELECT id, " + columnsOf<AccountRecord>()
                                         + " FROM account WHERE id > $1 ORDER BY id LIMIT $2")),
      m_selectNextId(connection.statement("SELECT nextval('account_id')")),
      m_selectByFold(
          connection.statement("SELECT account FROM account_fold WHERE fold = $1 ORDER BY account LIMIT 2")),
      m_selectBySkeleton(connection.statement("SELECT account FROM account_skeleton WHERE skeleton = $1")),
      m_insertFold(connection.statement("INSERT INTO account_fold (fold, account) VALUES ($1, $2)")),
      m_insertSkeleton(
          connection.statement("INSERT INTO account_skeleton (skeleton, account) VALUES ($1, $2)")),
      m_insertName(connection.statement("INSERT INTO account_name (name, user_id) VALUES ($1, $2)")),
      m_insert(connection.statement("INSERT INTO account (id, name, password_hash, dot_baseline)"
                                    " VALUES ($1, $2, $3, COALESCE((SELECT max(version) FROM dot), 0))")),
      m_putPasswordHash(
          connection.statement("UPDATE account SET password_hash = $2 WHERE id = $1"
                               " AND password_hash = COALESCE($3, password_hash) RETURNING id")),
      m_putDisabled(connection.statement("UPDATE account SET disabled = $2 WHERE id = $1")),
      m_putDeleted(connection.statement("UPDATE account SET deleted = 1 WHERE id = $1")),
      m_holdContacts(connection.statement(
          "SELECT id FROM account WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE")),
      m_raiseContacts(
          connection.statement("UPDATE account a SET last_contact_at = GREATEST(a.last_contact_at, c.at)"
                               " FROM unnest($1::bigint[], $2::bigint[]) AS c (id, at) WHERE a.id = c.id")),
      m_putSettings(connection.statement("UPDATE account SET receipts = $2, settings_version = $3,"
                                         " reading = $4, quiet_while_active = $5, adding = $6"
                                         " WHERE id = $1 AND settings_version < $3 RETURNING id"))
{
}

std::optional<AccountRecord> AccountTable::byName(std::string_view name)
{
    if (const auto known = m_ids.find(name); known != m_ids.end()) {
        return find(known->second);
    }
    Statement::Run run = m_selectIdByName.run(name);
    return run.next() ? find(UserId(run.number(0))) : std::nullopt;
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
    if (!id.isValid()) {
        return std::nullopt;
    }
    if (const auto cached = m_records.find(id); cached != m_records.end()) {
        return cached->second;
    }
    return readFrom(m_select.run(id.value));
}

std::optional<AccountRecord> AccountTable::hold(UserId id)
{
    m_records.erase(id);
    return id.isValid() ? readFrom(m_connection.write(m_hold, id.value)) : std::nullopt;
}

std::optional<AccountRecord> AccountTable::readFrom(Statement::Run run)
{
    if (!run.next()) {
        return std::nullopt;
    }
    AccountRecord account = accountIn(run);
    const UserId id = account.id;
    if (const auto contact = m_contacts.find(id); contact != m_contacts.end()) {
        account.lastContact = std::max(account.lastContact, contact->second);
    }
    remember({id, account.name, account.deleted});
    if (m_connection.isInTransaction()) {
        m_records.emplace(id, account);
    }
    return account;
}

std::vector<User> AccountTable::users(const std::vector<UserId>& ids)
{
    std::vector<UserId> unknown;
    for (const UserId id : ids) {
        if (id.isValid() && !m_users.contains(id)) {
            unknown.push_back(id);
        }
    }
    loadNames(unknown);
    std::vector<User> users;
    users.reserve(ids.size());
    for (const UserId id : ids) {
        if (const auto known = m_users.find(id); known != m_users.end()) {
            users.push_back(known->second);
        }
    }
    return users;
}

void AccountTable::loadNames(const std::vector<UserId>& ids)
{
    if (ids.empty()) {
        return;
    }
    if (m_users.size() + ids.size() > maxCachedNames) {
        forgetNames();
    }
    Statement::Run run = m_selectNames.run(numbersOf(ids));
    while (run.next()) {
        remember({UserId(run.number(0)), run.bytes(1), run.number(2) != 0});
    }
}

void AccountTable::remember(User user)
{
    m_ids.emplace(user.name, user.id);
    m_users.insert_or_assign(user.id, std::move(user));
}

void AccountTable::forgetNames()
{
    m_users.clear();
    m_ids.clear();
}

UserId AccountTable::insert(std::string_view name, std::string_view passwordHash)
{
    Statement::Run next = m_connection.write(m_selectNextId);
    if (!next.next()) {
        return {};
    }
    const UserId id(next.number(0));
    m_connection.change(m_insertName, name, id.value);
    m_connection.change(m_insertFold, nameFold(name), id.value);
    // Two servers that insert similar names at the same time write the same row here, so the second one
    // fails.
    for (const std::string& skeleton : nameSkeletons(name)) {
        m_connection.change(m_insertSkeleton, skeleton, id.value);
    }
    m_connection.change(m_insert, id.value, name, passwordHash);
    return id;
}

std::vector<AccountRecord> AccountTable::after(UserId id, std::uint32_t limit)
{
    flush();
    std::vector<AccountRecord> accounts;
    Statement::Run run = m_selectAfter.run(id.value, limit);
    while (run.next()) {
        accounts.push_back(accountIn(run));
    }
    return accounts;
}

void AccountTable::putPasswordHash(UserId id, std::string_view passwordHash)
{
    const auto cached = m_records.extract(id);
    const bool wasRead = !cached.empty();
    const auto found = wasRead ? std::optional(std::string_view(cached.mapped().passwordHash)) : std::nullopt;
    Statement::Run run = m_connection.write(m_putPasswordHash, id.value, passwordHash, found);
    failUnlessWritten(wasRead, run);
}

void AccountTable::failUnlessWritten(bool wasRead, Statement::Run& run)
{
    if (wasRead && !run.next()) {
        m_connection.fail(QStringLiteral("another server changed the account at the same time"));
    }
}

void AccountTable::putDisabled(UserId id, bool disabled)
{
    m_records.erase(id);
    m_connection.change(m_putDisabled, id.value, disabled);
}

void AccountTable::putDeleted(UserId id)
{
    m_records.erase(id);
    m_users.erase(id);
    m_connection.change(m_putDeleted, id.value);
}

void AccountTable::raiseContact(UserId id, UnixMs at)
{
    UnixMs& contact = m_contacts[id];
    contact = std::max(contact, at);
    if (const auto cached = m_records.find(id); cached != m_records.end()) {
        cached->second.lastContact = std::max(cached->second.lastContact, at);
    }
    if (!m_connection.isInTransaction()) {
        flush();
    }
}

void AccountTable::flush()
{
    if (m_contacts.empty()) {
        return;
    }
    Numbers ids;
    Numbers times;
    for (const auto& [id, at] : std::exchange(m_contacts, {})) {
        ids.values.push_back(id.value);
        times.values.push_back(static_cast<std::uint64_t>(at.value));
    }
    static_cast<void>(m_connection.write(m_holdContacts, ids));
    m_connection.change(m_raiseContacts, ids, times);
}

void AccountTable::putSettings(UserId id, const AccountSettings& settings)
{
    const bool wasRead = m_records.erase(id) > 0;
    Statement::Run run =
        m_connection.write(m_putSettings, id.value, static_cast<std::uint32_t>(settings.receipts),
                           settings.version, static_cast<std::uint32_t>(settings.reading),
                           settings.quietWhileActive, static_cast<std::uint32_t>(settings.adding));
    failUnlessWritten(wasRead, run);
    failpoint(failpointOf(Deed::Settings, ServerStep::Written));
}

} // namespace tidemark::server::postgres
