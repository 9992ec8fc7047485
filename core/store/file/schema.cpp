#include "core/store/file/schema.h"

#include "core/store/file/database.h"

#include <QCoreApplication>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <array>
#include <cstddef>

namespace tidemark {

namespace {

/// migrations[n] migrates a database from version n to n + 1. Only append steps: a released step never
/// changes. Statements are separated by empty lines.
constexpr std::array migrations = {
    // 1: account, conversations, log, unsent data, drafts.
    R"sql(
CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE device (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    id INTEGER NOT NULL
);

CREATE TABLE account (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    user INTEGER NOT NULL,
    name BLOB NOT NULL,
    token BLOB NOT NULL
);

CREATE TABLE totals (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    unread INTEGER NOT NULL,
    mentions INTEGER NOT NULL,
    conversations INTEGER NOT NULL,
    muted_unread INTEGER NOT NULL,
    exact INTEGER NOT NULL
);

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name BLOB NOT NULL
);

CREATE TABLE conversations (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    title BLOB NOT NULL,
    peer INTEGER NOT NULL,
    member_count INTEGER NOT NULL,
    is_member INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    muted INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    pinned INTEGER NOT NULL,
    log_epoch INTEGER NOT NULL,
    server_head INTEGER NOT NULL,
    last_activity INTEGER NOT NULL,
    floor INTEGER NOT NULL,
    confirmed_epoch INTEGER NOT NULL,
    confirmed_seq INTEGER NOT NULL,
    version INTEGER NOT NULL,
    cursor_epoch INTEGER NOT NULL,
    cursor_seq INTEGER NOT NULL,
    counted_head INTEGER NOT NULL,
    unread INTEGER NOT NULL,
    mentions INTEGER NOT NULL,
    exact INTEGER NOT NULL,
    seen_by_others INTEGER NOT NULL
);

CREATE TABLE held (
    conversation INTEGER NOT NULL REFERENCES conversations (id) DEFERRABLE INITIALLY DEFERRED,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (conversation, first)
) WITHOUT ROWID;

CREATE TABLE entries (
    conversation INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    author INTEGER NOT NULL,
    at INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    edited_by INTEGER NOT NULL,
    recalled_by INTEGER NOT NULL,
    ref_seq INTEGER NOT NULL DEFAULT 0,
    ref_user INTEGER NOT NULL DEFAULT 0,
    notice INTEGER NOT NULL DEFAULT 0,
    mentions BLOB,
    uuid BLOB,
    text BLOB NOT NULL,
    PRIMARY KEY (conversation, seq)
) WITHOUT ROWID;

CREATE TABLE marks (
    conversation INTEGER NOT NULL,
    target INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (conversation, target, seq)
) WITHOUT ROWID;

CREATE TABLE outbox (
    uuid BLOB PRIMARY KEY,
    conversation INTEGER NOT NULL REFERENCES conversations (id) DEFERRABLE INITIALLY DEFERRED,
    position INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    text BLOB NOT NULL,
    flags INTEGER NOT NULL,
    ref_seq INTEGER NOT NULL,
    mentions BLOB,
    created_at INTEGER NOT NULL,
    state INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    error INTEGER NOT NULL,
    seq INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX outbox_by_conversation ON outbox (conversation, position);

CREATE TABLE intents (
    conversation INTEGER PRIMARY KEY REFERENCES conversations (id) DEFERRABLE INITIALLY DEFERRED,
    generation INTEGER NOT NULL,
    mark_uuid BLOB,
    mark_from INTEGER,
    read_seq INTEGER,
    epoch INTEGER NOT NULL
);

CREATE TABLE drafts (
    conversation INTEGER PRIMARY KEY REFERENCES conversations (id) DEFERRABLE INITIALLY DEFERRED,
    text TEXT NOT NULL
);
)sql",
    // 2: full-text search. A document is the text of one entry; its rowid combines the number of the log and
    // the seq. A dropped log gives up its number, which makes its documents unreachable.
    R"sql(
CREATE TABLE search_logs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL UNIQUE
);

CREATE TABLE search_done (
    conversation INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (conversation, first)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE search USING fts5 (
    text, content = '', columnsize = 0, tokenize = "unicode61 categories 'L* N* Co So'"
);
)sql",
    // 3: private receipts, and the device that moved a cursor.
    R"sql(
ALTER TABLE account ADD COLUMN receipts INTEGER NOT NULL DEFAULT 0;

ALTER TABLE account ADD COLUMN settings_version INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN receipts INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN moved_cause INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN moved_device INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN moved_device_name BLOB NOT NULL DEFAULT x'';

ALTER TABLE conversations ADD COLUMN moved_at INTEGER NOT NULL DEFAULT 0;

ALTER TABLE intents ADD COLUMN mark_cause INTEGER NOT NULL DEFAULT 3;

ALTER TABLE intents ADD COLUMN cause INTEGER NOT NULL DEFAULT 1;

ALTER TABLE intents ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
)sql",
    // 4: replies to the user. Version 0 makes the server send every state again.
    R"sql(
ALTER TABLE conversations ADD COLUMN replies INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN first_unread INTEGER NOT NULL DEFAULT 0;

UPDATE conversations SET version = 0, replies = (SELECT count(*) FROM entries e
    WHERE e.conversation = conversations.id AND e.kind = 0 AND e.author <> (SELECT user FROM account)
    AND e.ref_user = (SELECT user FROM account) AND e.seq > max(floor, cursor_seq)
    AND e.seq <= counted_head AND (e.recalled_by = 0 OR e.recalled_by > counted_head));
)sql",
    // 5: deliveries to others. The states after every Hello fill it.
    R"sql(
ALTER TABLE conversations ADD COLUMN delivered_to_others INTEGER NOT NULL DEFAULT 0;
)sql",
    // 6: trimmed logs, and the device that moved a floor.
    R"sql(
ALTER TABLE conversations ADD COLUMN trimmed_upto INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN floor_cause INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN floor_device INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN floor_device_name BLOB NOT NULL DEFAULT x'';

ALTER TABLE conversations ADD COLUMN floor_at INTEGER NOT NULL DEFAULT 0;
)sql",
    // 7: the reading policy.
    R"sql(
ALTER TABLE account ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;
)sql",
    // 8: mutes that end. Every state with such a mute fills it.
    R"sql(
ALTER TABLE conversations ADD COLUMN muted_until INTEGER NOT NULL DEFAULT 0;
)sql",
    // 9: the separate totals of muted conversations.
    R"sql(
ALTER TABLE totals ADD COLUMN muted_mentions INTEGER NOT NULL DEFAULT 0;

ALTER TABLE totals ADD COLUMN muted_conversations INTEGER NOT NULL DEFAULT 0;

ALTER TABLE totals ADD COLUMN muted_exact INTEGER NOT NULL DEFAULT 1;

UPDATE totals SET (muted_mentions, muted_conversations, muted_exact) =
    (SELECT coalesce(sum(mentions), 0), coalesce(sum(unread > 0), 0), coalesce(min(exact), 1)
    FROM conversations WHERE is_member <> 0 AND muted <> 0 AND archived = 0);
)sql",
    // 10: red dots, including the seen versions that are still to be sent.
    R"sql(
CREATE TABLE dots (
    name BLOB PRIMARY KEY,
    version INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    confirmed INTEGER NOT NULL
) WITHOUT ROWID;
)sql",
    // 11: messages about the reader.
    R"sql(
CREATE TABLE about_reader (
    conversation INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (conversation, seq)
) WITHOUT ROWID;

INSERT INTO about_reader (conversation, seq, at)
    SELECT e.conversation, e.seq, e.at FROM account a, entries e
    WHERE e.kind = 0 AND e.author <> a.user AND (e.ref_user = a.user OR (e.flags & 2) <> 0
    OR (e.mentions IS NOT NULL AND instr(e.mentions, ',' || a.user || ',') > 0));
)sql",
    // 12: whether notifications wait while the user is active at another device.
    R"sql(
ALTER TABLE account ADD COLUMN quiet_while_active INTEGER NOT NULL DEFAULT 1;
)sql",
    // 13: channels; no server had them before.
    R"sql(
ALTER TABLE conversations ADD COLUMN role INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN feed_confirmed INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN feed_snapshot INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN feed_unread INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN feed_exact INTEGER NOT NULL DEFAULT 1;

ALTER TABLE totals ADD COLUMN feed INTEGER NOT NULL DEFAULT 0;

ALTER TABLE totals ADD COLUMN feed_exact INTEGER NOT NULL DEFAULT 1;
)sql",
    // 14: files of messages. `flags` of an entry and of a message of the outbox has their number.
    R"sql(
CREATE TABLE attachments (
    conversation INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    number INTEGER NOT NULL,
    hash BLOB NOT NULL,
    size INTEGER NOT NULL,
    mime BLOB NOT NULL,
    name BLOB NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    preview BLOB NOT NULL,
    is_picture INTEGER NOT NULL,
    PRIMARY KEY (conversation, seq, number)
) WITHOUT ROWID;

CREATE INDEX attachments_by_kind ON attachments (conversation, is_picture, seq, number);

CREATE INDEX attachments_by_hash ON attachments (hash);

CREATE TABLE outbox_attachments (
    uuid BLOB NOT NULL,
    number INTEGER NOT NULL,
    hash BLOB NOT NULL,
    size INTEGER NOT NULL,
    mime BLOB NOT NULL,
    name BLOB NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    preview BLOB NOT NULL,
    PRIMARY KEY (uuid, number)
) WITHOUT ROWID;

ALTER TABLE outbox ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;

ALTER TABLE outbox ADD COLUMN ahead INTEGER NOT NULL DEFAULT 0;
)sql",
    // 15: the pictures of users and groups: one of both ids is 0. The hash is empty if there is no picture.
    R"sql(
CREATE TABLE avatars (
    user INTEGER NOT NULL,
    conversation INTEGER NOT NULL,
    version INTEGER NOT NULL,
    hash BLOB NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (user, conversation)
) WITHOUT ROWID;
)sql",
    // 16: reactions. An older program ignored the new fields of the states that it stored. With version 0 the
    // server sends all states again.
    R"sql(
CREATE TABLE reactions (
    conversation INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    place INTEGER NOT NULL,
    emoji BLOB NOT NULL,
    count INTEGER NOT NULL,
    mine INTEGER NOT NULL,
    PRIMARY KEY (conversation, seq, place)
) WITHOUT ROWID;

CREATE TABLE pending_reactions (
    conversation INTEGER NOT NULL,
    target INTEGER NOT NULL,
    emoji BLOB NOT NULL,
    is_on INTEGER NOT NULL,
    uuid BLOB NOT NULL,
    log_epoch INTEGER NOT NULL,
    PRIMARY KEY (conversation, target, emoji)
) WITHOUT ROWID;

ALTER TABLE conversations ADD COLUMN reaction_head INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN reactions_through INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN reactions_counted INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN reactions_confirmed INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN reactions_seen INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN unread_reactions INTEGER NOT NULL DEFAULT 0;

UPDATE conversations SET version = 0;
)sql",
    // 17: ignored users. `uuid` names the change that the server has not acknowledged; NULL: there is none. A
    // program of before may have passed over fields of the states that it stored.
    R"sql(
CREATE TABLE ignore_set (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    version INTEGER NOT NULL
);

CREATE TABLE ignored_users (
    user INTEGER PRIMARY KEY,
    level INTEGER NOT NULL,
    pending INTEGER NOT NULL,
    uuid BLOB
);

ALTER TABLE conversations ADD COLUMN ignores_version INTEGER NOT NULL DEFAULT 0;

UPDATE conversations SET version = 0;
)sql",
    // 18: drafts on all devices. Texts of before are changes that the server does not have.
    R"sql(
ALTER TABLE drafts ADD COLUMN reply_to INTEGER NOT NULL DEFAULT 0;

ALTER TABLE drafts ADD COLUMN base INTEGER NOT NULL DEFAULT 0;

ALTER TABLE drafts ADD COLUMN uuid BLOB;

ALTER TABLE drafts ADD COLUMN own BLOB NOT NULL DEFAULT x'';

ALTER TABLE drafts ADD COLUMN server_text BLOB NOT NULL DEFAULT x'';

ALTER TABLE drafts ADD COLUMN server_reply_to INTEGER NOT NULL DEFAULT 0;

ALTER TABLE drafts ADD COLUMN server_version INTEGER NOT NULL DEFAULT 0;

ALTER TABLE drafts ADD COLUMN server_uuid BLOB;

ALTER TABLE drafts ADD COLUMN server_device INTEGER NOT NULL DEFAULT 0;

ALTER TABLE drafts ADD COLUMN server_device_name BLOB NOT NULL DEFAULT x'';

ALTER TABLE drafts ADD COLUMN server_at INTEGER NOT NULL DEFAULT 0;

UPDATE drafts SET uuid = randomblob(16);

UPDATE drafts SET own = uuid;

CREATE TABLE draft_progress (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    through INTEGER NOT NULL,
    shared INTEGER NOT NULL
);

ALTER TABLE outbox ADD COLUMN draft_version INTEGER;
)sql",
    // 19: cleared histories, and why files of failed messages were refused. A program of before may have
    // passed over fields of the states that it stored.
    R"sql(
ALTER TABLE conversations ADD COLUMN cleared_upto INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN confirmed_clear INTEGER NOT NULL DEFAULT 0;

ALTER TABLE outbox_attachments ADD COLUMN error INTEGER NOT NULL DEFAULT 0;

UPDATE conversations SET version = 0;
)sql",
    // 20: pinned messages. Version 0 makes the server send each state again, now with its pinned messages. A
    // notice of a kind that was not known keeps its meaning: that kind has the number 9 now.
    R"sql(
ALTER TABLE conversations ADD COLUMN pinned_messages BLOB NOT NULL DEFAULT x'';

ALTER TABLE outbox ADD COLUMN notice INTEGER NOT NULL DEFAULT 0;

UPDATE entries SET notice = 9 WHERE kind = 3 AND notice = 7;

UPDATE conversations SET version = 0;
)sql",
    // 21: scheduled messages.
    R"sql(
CREATE TABLE scheduled (
    uuid BLOB NOT NULL,
    part INTEGER NOT NULL,
    conversation INTEGER NOT NULL,
    text BLOB NOT NULL,
    is_action INTEGER NOT NULL,
    reply_to INTEGER NOT NULL,
    mentions BLOB NOT NULL,
    mentions_all INTEGER NOT NULL,
    due INTEGER NOT NULL,
    version INTEGER NOT NULL,
    changes BLOB NOT NULL,
    state INTEGER NOT NULL,
    error INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (uuid, part)
);

CREATE TABLE scheduled_progress (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    through INTEGER NOT NULL
);
)sql",
    // 22: folders, and the changes of them that the server has not acknowledged. `place` is the position that
    // such a change sets; NULL: none.
    R"sql(
CREATE TABLE folder_set (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    version INTEGER NOT NULL
);

CREATE TABLE folders (
    position INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    title BLOB NOT NULL,
    rule INTEGER NOT NULL,
    conversations BLOB NOT NULL
);

CREATE TABLE folder_changes (
    position INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    title BLOB NOT NULL,
    rule INTEGER NOT NULL,
    conversations BLOB NOT NULL,
    uuid BLOB NOT NULL,
    place INTEGER,
    removed INTEGER NOT NULL
);
)sql",
    // 23: forwarded messages. Version 0 makes the server send each state again, now with whether messages can
    // be forwarded. A notice of a kind that was not known keeps its meaning: that kind has the number 11 now.
    R"sql(
ALTER TABLE conversations ADD COLUMN forwarding_forbidden INTEGER NOT NULL DEFAULT 0;

UPDATE entries SET notice = 11 WHERE kind = 3 AND notice = 9;

UPDATE conversations SET version = 0;

ALTER TABLE entries ADD COLUMN forwarded_from INTEGER NOT NULL DEFAULT 0;

ALTER TABLE entries ADD COLUMN forwarded_at INTEGER NOT NULL DEFAULT 0;

ALTER TABLE outbox ADD COLUMN source_conversation INTEGER NOT NULL DEFAULT 0;

ALTER TABLE outbox ADD COLUMN source_epoch INTEGER NOT NULL DEFAULT 0;

ALTER TABLE outbox ADD COLUMN source_seq INTEGER NOT NULL DEFAULT 0;

ALTER TABLE outbox ADD COLUMN forwarded_from INTEGER NOT NULL DEFAULT 0;

ALTER TABLE outbox ADD COLUMN forwarded_at INTEGER NOT NULL DEFAULT 0;
)sql",
    // 24: who may add the account to groups, and the open invitations.
    R"sql(
ALTER TABLE account ADD COLUMN adding INTEGER NOT NULL DEFAULT 0;

CREATE TABLE invitation_set (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    version INTEGER NOT NULL
);

CREATE TABLE invitations (
    position INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL,
    title BLOB NOT NULL,
    inviter INTEGER NOT NULL,
    inviter_name BLOB NOT NULL,
    at INTEGER NOT NULL
);
)sql",
    // 25: the order of pinned conversations. An older program ignored the place in the states that it stored,
    // so version 0 makes the server send each state again. A `wanted_pin_order` above 0 is still to be sent.
    R"sql(
ALTER TABLE conversations ADD COLUMN pin_order INTEGER NOT NULL DEFAULT 0;

ALTER TABLE conversations ADD COLUMN wanted_pin_order INTEGER NOT NULL DEFAULT 0;

UPDATE conversations SET version = 0;
)sql",
    // 26: messages that the user has hidden from themselves.
    R"sql(
ALTER TABLE conversations ADD COLUMN hidden BLOB NOT NULL DEFAULT x'';

ALTER TABLE conversations ADD COLUMN confirmed_hidden BLOB NOT NULL DEFAULT x'';

UPDATE conversations SET version = 0;
)sql",
    // 27: deleted accounts.
    R"sql(
ALTER TABLE users ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
)sql",
};

/// The program will never have this many versions: a larger number is damage, not a newer format.
constexpr int plausibleVersion = 9999;

bool runStep(Database& database, const char* step)
{
    const QStringList statements =
        QString::fromLatin1(step).split(QStringLiteral("\n\n"), Qt::SkipEmptyParts);
    for (const QString& statement : statements) {
        if (!database.run(statement)) {
            return false;
        }
    }
    return true;
}

bool runSteps(Database& database, int from, int target)
{
    for (int version = from; version < target; ++version) {
        if (!runStep(database, migrations.at(static_cast<std::size_t>(version)))) {
            return false;
        }
    }
    return true;
}

/// Returns the statements that create all tables of the newest schema at once, as SQLite describes them after
/// all steps. Running all steps takes ten times as long, because every change of a table makes SQLite read
/// the whole schema again. Empty on failure.
QStringList readNewestTables()
{
    auto scratch = Database::open(QStringLiteral(":memory:"), Database::Mode::ReadWrite);
    if (!scratch || !runSteps(**scratch, 0, currentSchemaVersion())) {
        return {};
    }
    QStringList tables;
    QSqlQuery query((*scratch)->connection());
    query.setForwardOnly(true);
    // SQLite creates its own tables and those of the search index by itself.
    bool isThere = query.exec(QStringLiteral(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' AND name NOT IN"
        " (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY rowid"));
    while (isThere && query.next()) {
        tables << query.value(0).toString();
    }
    return tables;
}

bool makeNewestTables(Database& database)
{
    static const QStringList tables = readNewestTables();
    return !tables.isEmpty() && std::all_of(tables.begin(), tables.end(), [&database](const QString& sql) {
        return database.run(sql);
    });
}

bool isEmpty(Database& database)
{
    return database.number(QStringLiteral("SELECT count(*) FROM sqlite_master")) == 0;
}

} // namespace

int currentSchemaVersion()
{
    return static_cast<int>(migrations.size());
}

Expected<std::monostate, StoreError> checkVersion(Database& database)
{
    const auto found = static_cast<int>(database.number(QStringLiteral("PRAGMA user_version")));
    if (database.hasFailed()) {
        return Unexpected(database.takeError());
    }
    if (found > plausibleVersion || found < 0) {
        return Unexpected(
            StoreError{StoreError::Code::Corrupt,
                       QCoreApplication::translate("DatabaseText", "The local database is damaged.")});
    }
    if (found > currentSchemaVersion()) {
        return Unexpected(StoreError{
            StoreError::Code::NewerDatabase,
            QCoreApplication::translate("DatabaseText",
                                        "The local database was written by a newer version of Tidemark "
                                        "(format %1; this version supports up to %2). Update Tidemark.")
                .arg(found)
                .arg(currentSchemaVersion())});
    }
    return std::monostate{};
}

Expected<std::monostate, StoreError> migrate(Database& database, int target)
{
    if (auto checked = checkVersion(database); !checked) {
        return checked;
    }
    const auto found = static_cast<int>(database.number(QStringLiteral("PRAGMA user_version")));
    if (found >= target) {
        return std::monostate{};
    }
    bool done = database.begin();
    const bool isNew = done && found == 0 && target == currentSchemaVersion() && isEmpty(database);
    done = done && (isNew ? makeNewestTables(database) : runSteps(database, found, target));
    done = done && database.run(QStringLiteral("PRAGMA user_version = %1").arg(target));
    if (!done) {
        database.rollback();
        return Unexpected(database.takeError());
    }
    if (!database.commit()) {
        return Unexpected(database.takeError());
    }
    return std::monostate{};
}

} // namespace tidemark
