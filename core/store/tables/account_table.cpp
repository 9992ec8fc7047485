#include "core/store/tables/account_table.h"

namespace tidemark {

AccountTable::AccountTable(Database& database)
    : m_selectDevice(database, "SELECT id FROM device"),
      m_putDevice(database, "INSERT OR REPLACE INTO device (only, id) VALUES (1, ?)"),
      m_selectAccount(database, "SELECT user, name, token, receipts, settings_version, reading,"
                                " quiet_while_active, adding FROM account"),
      m_putAccount(
          database,
          "INSERT OR REPLACE INTO account (only, user, name, token, receipts, settings_version, reading,"
          " quiet_while_active, adding) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_selectTotals(database, "SELECT unread, mentions, conversations, muted_unread, exact, muted_mentions,"
                               " muted_conversations, muted_exact, feed, feed_exact FROM totals"),
      m_putTotals(database,
                  "INSERT OR REPLACE INTO totals (only, unread, mentions, conversations, muted_unread, exact,"
                  " muted_mentions, muted_conversations, muted_exact, feed, feed_exact)"
                  " VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_selectDots(database, "SELECT name, version, seen, confirmed FROM dots ORDER BY name"),
      m_putDot(database, "INSERT OR REPLACE INTO dots (name, version, seen, confirmed) VALUES (?, ?, ?, ?)"),
      m_selectAvatars(database, "SELECT user, conversation, version, hash, size FROM avatars"
                                " ORDER BY user, conversation"),
      m_putAvatar(database, "INSERT OR REPLACE INTO avatars (user, conversation, version, hash, size)"
                            " VALUES (?, ?, ?, ?, ?)"),
      m_putUser(database, "INSERT INTO users (id, name, deleted) VALUES (?, ?, ?)"
                          " ON CONFLICT (id) DO UPDATE SET name = excluded.name, deleted = excluded.deleted"
                          " WHERE name <> excluded.name OR deleted <> excluded.deleted"),
      m_selectUsers(database, "SELECT id, name, deleted FROM users ORDER BY id DESC LIMIT ?"),
      m_selectSetting(database, "SELECT value FROM settings WHERE key = ?"),
      m_putSetting(database, "INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)")
{
}

DeviceId AccountTable::device()
{
    Run run(m_selectDevice);
    return run.next() ? run.id<DeviceId>(0) : DeviceId();
}

void AccountTable::putDevice(DeviceId device)
{
    Run run(m_putDevice, device);
}

std::optional<Account> AccountTable::account()
{
    Run run(m_selectAccount);
    if (!run.next()) {
        return std::nullopt;
    }
    return Account{{run.id<UserId>(0), run.text(1)},
                   run.text(2),
                   {static_cast<ReceiptPrivacy>(run.number(3)), static_cast<std::uint64_t>(run.number(4)),
                    static_cast<ReadingPolicy>(run.number(5)), run.flag(6),
                    static_cast<AddingPolicy>(run.number(7))}};
}

void AccountTable::putAccount(const Account& account)
{
    Run run(m_putAccount, account.user.id, account.user.name, account.token, account.settings.receipts,
            account.settings.version, account.settings.reading, account.settings.quietWhileActive,
            account.settings.adding);
}

Totals AccountTable::totals()
{
    Run run(m_selectTotals);
    if (!run.next()) {
        return {};
    }
    Totals totals;
    totals.unread = static_cast<std::uint64_t>(run.number(0));
    totals.mentions = static_cast<std::uint64_t>(run.number(1));
    totals.conversations = static_cast<std::uint64_t>(run.number(2));
    totals.mutedUnread = static_cast<std::uint64_t>(run.number(3));
    totals.exact = run.flag(4);
    totals.mutedMentions = static_cast<std::uint64_t>(run.number(5));
    totals.mutedConversations = static_cast<std::uint64_t>(run.number(6));
    totals.mutedExact = run.flag(7);
    totals.feed = static_cast<std::uint64_t>(run.number(8));
    totals.feedExact = run.flag(9);
    return totals;
}

void AccountTable::putTotals(const Totals& totals)
{
    Run run(m_putTotals, totals.unread, totals.mentions, totals.conversations, totals.mutedUnread,
            totals.exact, totals.mutedMentions, totals.mutedConversations, totals.mutedExact, totals.feed,
            totals.feedExact);
}

std::vector<LocalDot> AccountTable::dots()
{
    std::vector<LocalDot> dots;
    Run run(m_selectDots);
    while (run.next()) {
        dots.push_back({{run.text(0), static_cast<std::uint64_t>(run.number(1)),
                         static_cast<std::uint64_t>(run.number(2))},
                        static_cast<std::uint64_t>(run.number(3))});
    }
    return dots;
}

void AccountTable::putDot(const LocalDot& dot)
{
    Run run(m_putDot, dot.dot.name, dot.dot.version, dot.dot.seen, dot.confirmed);
}

std::vector<Avatar> AccountTable::avatars()
{
    std::vector<Avatar> avatars;
    Run run(m_selectAvatars);
    while (run.next()) {
        avatars.push_back({.owner = {.user = run.id<UserId>(0), .conversation = run.id<ConversationId>(1)},
                           .version = static_cast<std::uint64_t>(run.number(2)),
                           .hash = hashFromColumn(run.bytes(3)),
                           .size = static_cast<std::uint64_t>(run.number(4))});
    }
    return avatars;
}

void AccountTable::putAvatars(const std::vector<Avatar>& avatars)
{
    for (const Avatar& avatar : avatars) {
        Run run(m_putAvatar, avatar.owner.user, avatar.owner.conversation, avatar.version, avatar.hash,
                avatar.size);
    }
}

void AccountTable::putUsers(const std::vector<User>& users)
{
    for (const User& user : users) {
        Run run(m_putUser, user.id, user.name, user.isDeleted);
    }
}

std::vector<User> AccountTable::users(int limit)
{
    std::vector<User> found;
    Run run(m_selectUsers, limit);
    while (run.next()) {
        found.push_back({run.id<UserId>(0), run.text(1), run.flag(2)});
    }
    return found;
}

QString AccountTable::setting(const QString& key)
{
    Run run(m_selectSetting, key);
    return run.next() ? QString::fromUtf8(run.bytes(0)) : QString();
}

void AccountTable::setSetting(const QString& key, const QString& value)
{
    // A null QString would be bound as NULL.
    Run run(m_putSetting, key, value.isNull() ? QStringLiteral("") : value);
}

} // namespace tidemark
