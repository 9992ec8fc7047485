#include "server-stub/store/migrations.h"

#include "server-stub/store/schema_steps.h"
#include "server-stub/store/stored_name_keys.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <vector>

namespace tidemark::server {

namespace {

QString fillNameKeys(QSqlDatabase& database)
{
    return insertNameKeys(
        database, QStringLiteral("SELECT id, CAST(name AS BLOB) FROM account WHERE id > 0 ORDER BY id"));
}

/// Entry n-1 turns version n-1 into version n. Released entries never change.
const std::vector<SchemaSteps>& migrations()
{
    // Each statement is several literals on purpose: the check does not recognise this in a list of variants.
    // NOLINTBEGIN(bugprone-suspicious-missing-comma)
    static const std::vector<SchemaSteps> list{
        {
            "CREATE TABLE account ("
            " id INTEGER PRIMARY KEY AUTOINCREMENT,"
            " name TEXT NOT NULL UNIQUE,"
            " password_hash TEXT NOT NULL,"
            " disabled INTEGER NOT NULL DEFAULT 0)",

            "CREATE TABLE token ("
            " hash BLOB NOT NULL PRIMARY KEY,"
            " user INTEGER NOT NULL REFERENCES account(id),"
            " device INTEGER NOT NULL,"
            " device_name TEXT NOT NULL,"
            " created_at INTEGER NOT NULL,"
            " UNIQUE (user, device)) WITHOUT ROWID",

            // The head, its counts and the number of members follow from the log and the members, so they are
            // not stored again.
            "CREATE TABLE conversation ("
            " id INTEGER PRIMARY KEY AUTOINCREMENT,"
            " kind INTEGER NOT NULL,"
            " title TEXT NOT NULL,"
            " log_epoch INTEGER NOT NULL,"
            " creator INTEGER NOT NULL REFERENCES account(id),"
            " creation_uuid BLOB,"
            " direct_low INTEGER REFERENCES account(id),"
            " direct_high INTEGER REFERENCES account(id),"
            " created_at INTEGER NOT NULL,"
            " UNIQUE (creator, creation_uuid),"
            " UNIQUE (direct_low, direct_high))",

            "CREATE TABLE entry ("
            " conversation INTEGER NOT NULL REFERENCES conversation(id),"
            " seq INTEGER NOT NULL,"
            " kind INTEGER NOT NULL,"
            " author INTEGER NOT NULL,"
            " at INTEGER NOT NULL,"
            " uuid BLOB,"
            " text TEXT NOT NULL,"
            " is_action INTEGER NOT NULL,"
            " reply_to INTEGER NOT NULL,"
            " reply_to_author INTEGER NOT NULL,"
            " mentions BLOB," // eight bytes each, little-endian
            " mentions_all INTEGER NOT NULL,"
            " edited_by INTEGER NOT NULL DEFAULT 0,"
            " recalled_by INTEGER NOT NULL DEFAULT 0,"
            " target INTEGER NOT NULL,"
            " target_author INTEGER NOT NULL,"
            " notice INTEGER NOT NULL,"
            " subject INTEGER NOT NULL,"
            " payload_hash INTEGER NOT NULL,"
            " countable INTEGER NOT NULL," // prefix counts
            " own INTEGER NOT NULL,"
            " PRIMARY KEY (conversation, seq)) WITHOUT ROWID",
            "CREATE UNIQUE INDEX entry_uuid ON entry (conversation, uuid, author) WHERE uuid IS NOT NULL",
            "CREATE INDEX entry_own ON entry (conversation, author, seq) WHERE kind = 0",
            "CREATE INDEX entry_edit ON entry (conversation, target) WHERE kind = 1",

            // Recalled messages, for counting unread messages.
            "CREATE TABLE recalled ("
            " conversation INTEGER NOT NULL REFERENCES conversation(id),"
            " seq INTEGER NOT NULL,"
            " author INTEGER NOT NULL,"
            " PRIMARY KEY (conversation, seq)) WITHOUT ROWID",

            // One row for each user that a message mentions, or one row with user 0 if it mentions all.
            "CREATE TABLE mention ("
            " conversation INTEGER NOT NULL REFERENCES conversation(id),"
            " user INTEGER NOT NULL,"
            " seq INTEGER NOT NULL,"
            " author INTEGER NOT NULL,"
            " recalled INTEGER NOT NULL DEFAULT 0,"
            " PRIMARY KEY (conversation, user, seq)) WITHOUT ROWID",

            "CREATE TABLE member ("
            " conversation INTEGER NOT NULL REFERENCES conversation(id),"
            " user INTEGER NOT NULL REFERENCES account(id),"
            " is_member INTEGER NOT NULL,"
            " generation INTEGER NOT NULL,"
            " floor INTEGER NOT NULL,"
            " epoch INTEGER NOT NULL,"
            " read_seq INTEGER NOT NULL,"
            " seen INTEGER NOT NULL,"
            " version INTEGER NOT NULL,"
            " muted INTEGER NOT NULL,"
            " archived INTEGER NOT NULL,"
            " pinned INTEGER NOT NULL,"
            " last_mark BLOB,"
            " PRIMARY KEY (conversation, user)) WITHOUT ROWID",
            "CREATE INDEX member_user ON member (user, conversation)",
            "CREATE INDEX member_seen ON member (conversation, seen) WHERE is_member = 1",
        },
        {
            // Private reading, and the last move of a cursor.
            "ALTER TABLE account ADD COLUMN receipts INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE account ADD COLUMN settings_version INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN receipts INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN moved_cause INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN moved_device INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN moved_device_name TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE member ADD COLUMN moved_at INTEGER NOT NULL DEFAULT 0",
        },
        {
            // The messages that concern a user, by kind: 0 a mention, 1 a reply. User 0 stands for all.
            "CREATE TABLE about_me ("
            " conversation INTEGER NOT NULL REFERENCES conversation(id),"
            " user INTEGER NOT NULL,"
            " kind INTEGER NOT NULL,"
            " seq INTEGER NOT NULL,"
            " author INTEGER NOT NULL,"
            " recalled INTEGER NOT NULL DEFAULT 0,"
            " PRIMARY KEY (conversation, user, seq, kind)) WITHOUT ROWID",
            "INSERT INTO about_me SELECT conversation, user, 0, seq, author, recalled FROM mention",
            "INSERT INTO about_me SELECT conversation, reply_to_author, 1, seq, author, recalled_by > 0"
            " FROM entry WHERE kind = 0 AND reply_to_author > 0 AND reply_to_author <> author",
            "UPDATE entry SET reply_to_author = (SELECT t.reply_to_author FROM entry t"
            " WHERE t.conversation = entry.conversation AND t.seq = entry.target) WHERE kind = 2",
            "DROP TABLE mention",
        },
        {
            // The client of each device, and whether the device held the same state as the server.
            "ALTER TABLE token ADD COLUMN client_name TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE token ADD COLUMN last_contact_at INTEGER NOT NULL DEFAULT 0",
            "UPDATE token SET last_contact_at = created_at",
            "ALTER TABLE token ADD COLUMN agreed_at INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE token ADD COLUMN agrees INTEGER NOT NULL DEFAULT 0",
        },
        {
            // The seq through which a user's devices hold a log.
            "ALTER TABLE member ADD COLUMN delivered INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX member_delivered ON member (conversation, delivered) WHERE is_member = 1",
        },
        {
            // Entries that lost their content to retention, and the last move of a floor.
            "ALTER TABLE conversation ADD COLUMN trimmed_upto INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN floor_cause INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN floor_device INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN floor_device_name TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE member ADD COLUMN floor_at INTEGER NOT NULL DEFAULT 0",
        },
        {
            // The account setting that decides when a seen message counts as read.
            "ALTER TABLE account ADD COLUMN reading INTEGER NOT NULL DEFAULT 0",
        },
        {
            // Mutes with an end.
            "ALTER TABLE member ADD COLUMN muted_until INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX member_muted_until ON member (muted_until) WHERE muted_until > 0",
        },
        {
            // Announcements: one conversation, created by account 0, which is the server itself and belongs
            // to no user.
            "INSERT INTO account (id, name, password_hash, disabled) VALUES (0, '', '', 1)",
            "CREATE UNIQUE INDEX conversation_notice_list ON conversation (kind) WHERE kind = 3",
            "ALTER TABLE account ADD COLUMN last_contact_at INTEGER NOT NULL DEFAULT 0",
            "UPDATE account SET last_contact_at ="
            " (SELECT COALESCE(MAX(last_contact_at), 0) FROM token WHERE token.user = account.id)",

            // Red dots. All dots share one ascending sequence of versions, so that one number for each
            // account tells which dots are older than the account.
            "CREATE TABLE dot ("
            " name TEXT NOT NULL PRIMARY KEY,"
            " version INTEGER NOT NULL UNIQUE,"
            " uuid BLOB) WITHOUT ROWID",
            "CREATE TABLE seen_dot ("
            " user INTEGER NOT NULL REFERENCES account(id),"
            " name TEXT NOT NULL REFERENCES dot(name),"
            " version INTEGER NOT NULL,"
            " PRIMARY KEY (user, name)) WITHOUT ROWID",
            "ALTER TABLE account ADD COLUMN dot_baseline INTEGER NOT NULL DEFAULT 0",
        },
        {
            // Whether notifications wait while the user is at another device.
            "ALTER TABLE account ADD COLUMN quiet_while_active INTEGER NOT NULL DEFAULT 1",
        },
        {
            // Channels, and the head of each when the user last opened the "Following" entry.
            "ALTER TABLE member ADD COLUMN feed_snapshot INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX conversation_channel ON conversation (id) WHERE kind = 2",
        },
        {
            // Tokens that are to replace older ones.
            "ALTER TABLE token ADD COLUMN next_hash BLOB",
            "ALTER TABLE token ADD COLUMN next_salt BLOB NOT NULL DEFAULT ''",
            "CREATE UNIQUE INDEX token_next ON token (next_hash) WHERE next_hash IS NOT NULL",
        },
        {
            // Roles in groups, bans, and the content hidden from members who join or have left. An existing
            // group is owned by its creator or, if the creator has left, by the member with the lowest user
            // id. Present members see the same content as before; former members see the group as it is now.
            "ALTER TABLE conversation ADD COLUMN history_open INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE conversation ADD COLUMN invite_only INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN role INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN banned INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN hidden_upto INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX member_role ON member (conversation, user) WHERE is_member = 1 AND role > 0",
            "UPDATE member SET role = 2, version = version + 1 WHERE (conversation, user) IN"
            " (SELECT c.id, COALESCE((SELECT m.user FROM member m WHERE m.conversation = c.id"
            " AND m.user = c.creator AND m.is_member = 1),"
            " (SELECT MIN(m.user) FROM member m WHERE m.conversation = c.id AND m.is_member = 1))"
            " FROM conversation c WHERE c.kind = 1)",
            "ALTER TABLE member ADD COLUMN left_head INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN left_activity_at INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN left_title TEXT NOT NULL DEFAULT ''",
            "UPDATE member SET"
            " left_head = COALESCE((SELECT MAX(e.seq) FROM entry e"
            " WHERE e.conversation = member.conversation), 0),"
            " left_activity_at = COALESCE((SELECT e.at FROM entry e"
            " WHERE e.conversation = member.conversation ORDER BY e.seq DESC LIMIT 1), 0),"
            " left_title = (SELECT c.title FROM conversation c WHERE c.id = member.conversation)"
            " WHERE is_member = 0",
        },
        {
            // The keys by which names are found and compared (core/names/name_keys.h). Existing accounts may
            // look alike: the first of them gets the skeleton.
            "CREATE TABLE account_fold ("
            " fold BLOB NOT NULL,"
            " account INTEGER NOT NULL REFERENCES account(id),"
            " PRIMARY KEY (fold, account)) WITHOUT ROWID",
            "CREATE TABLE account_skeleton ("
            " skeleton BLOB NOT NULL PRIMARY KEY,"
            " account INTEGER NOT NULL REFERENCES account(id)) WITHOUT ROWID",
            fillNameKeys,
        },
        {
            // The time that servers have run on the database, and the wall clock's lead over it
            // (hub/contract/age_store.h).
            "CREATE TABLE age_clock ("
            " only_row INTEGER PRIMARY KEY CHECK (only_row = 1),"
            " ran INTEGER NOT NULL,"
            " leads BLOB NOT NULL)",
        },
        {
            // Files. An upload is not yet named by a message. loose_blob has the files that may have lost
            // their last use.
            "ALTER TABLE entry ADD COLUMN attachments BLOB",
            "CREATE TABLE blob ("
            " hash BLOB NOT NULL PRIMARY KEY,"
            " size INTEGER NOT NULL) WITHOUT ROWID",
            "CREATE TABLE upload ("
            " user INTEGER NOT NULL REFERENCES account(id),"
            " uuid BLOB NOT NULL,"
            " hash BLOB NOT NULL,"
            " size INTEGER NOT NULL,"
            " is_complete INTEGER NOT NULL,"
            " expires_at INTEGER NOT NULL,"
            " PRIMARY KEY (user, uuid)) WITHOUT ROWID",
            "CREATE INDEX upload_hash ON upload (hash, user)",
            "CREATE INDEX upload_expiry ON upload (expires_at)",
            "CREATE INDEX upload_incomplete ON upload (size) WHERE is_complete = 0",
            "CREATE TABLE blob_ref ("
            " hash BLOB NOT NULL REFERENCES blob(hash),"
            " conversation INTEGER NOT NULL REFERENCES conversation(id),"
            " seq INTEGER NOT NULL,"
            " author INTEGER NOT NULL,"
            " size INTEGER NOT NULL,"
            " PRIMARY KEY (hash, conversation, seq)) WITHOUT ROWID",
            "CREATE INDEX blob_ref_place ON blob_ref (conversation, seq)",
            "CREATE INDEX blob_ref_author ON blob_ref (author, hash)",
            "CREATE TABLE loose_blob (hash BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID",
            // The bytes of the different files in each user's entries; user 0: of all files.
            "CREATE TABLE file_usage (user INTEGER PRIMARY KEY, bytes INTEGER NOT NULL)",
        },
        {
            // The pictures of users and groups: one of both ids is 0. A row without a hash keeps the version
            // of a picture that was removed.
            "CREATE TABLE avatar ("
            " user INTEGER NOT NULL,"
            " conversation INTEGER NOT NULL,"
            " version INTEGER NOT NULL,"
            " hash BLOB REFERENCES blob(hash),"
            " size INTEGER NOT NULL,"
            " PRIMARY KEY (user, conversation)) WITHOUT ROWID",
            "CREATE INDEX avatar_hash ON avatar (hash) WHERE hash IS NOT NULL",
            // Reactions. A row stays when its reaction is taken back.
            "ALTER TABLE conversation ADD COLUMN reaction_head INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN reactions_seen INTEGER NOT NULL DEFAULT 0",
            "CREATE TABLE reaction ("
            " conversation INTEGER NOT NULL REFERENCES conversation(id),"
            " target INTEGER NOT NULL,"
            " user INTEGER NOT NULL,"
            " emoji BLOB NOT NULL,"
            " is_on INTEGER NOT NULL,"
            " target_author INTEGER NOT NULL,"
            " seq INTEGER NOT NULL,"
            " first_seq INTEGER NOT NULL,"
            " recent_uuids BLOB,"
            " PRIMARY KEY (conversation, target, user, emoji)) WITHOUT ROWID",
            "CREATE INDEX reaction_change ON reaction (conversation, seq)",
            "CREATE INDEX reaction_unread ON reaction (conversation, target_author, first_seq)"
            " WHERE is_on = 1",
        },
        {
            // The users whom each account ignores (level 1) or blocks (2), and the version of this set.
            "CREATE TABLE ignore_set ("
            " user INTEGER PRIMARY KEY REFERENCES account(id),"
            " version INTEGER NOT NULL,"
            " recent_uuids BLOB)",
            "CREATE TABLE ignored_user ("
            " user INTEGER NOT NULL REFERENCES account(id),"
            " other INTEGER NOT NULL REFERENCES account(id),"
            " level INTEGER NOT NULL,"
            " PRIMARY KEY (user, other)) WITHOUT ROWID",
        },
        {
            // Drafts. A row stays when its draft is cleared.
            "CREATE TABLE draft ("
            " user INTEGER NOT NULL REFERENCES account(id),"
            " conversation INTEGER NOT NULL REFERENCES conversation(id),"
            " text BLOB NOT NULL,"
            " reply_to INTEGER NOT NULL,"
            " version INTEGER NOT NULL,"
            " device INTEGER NOT NULL,"
            " at INTEGER NOT NULL,"
            " uuid BLOB,"
            " PRIMARY KEY (user, conversation))",
            "CREATE UNIQUE INDEX draft_change ON draft (user, version)",
            "CREATE INDEX draft_with_text ON draft (user) WHERE length(text) > 0",
        },
        {
            // Through where each member has cleared the history.
            "ALTER TABLE member ADD COLUMN cleared_upto INTEGER NOT NULL DEFAULT 0",
        },
        {
            // Pinned messages.
            "ALTER TABLE conversation ADD COLUMN pinned BLOB NOT NULL DEFAULT x''",
        },
        {
            // Scheduled messages. A row stays, without its text, when its message was sent (state 2) or
            // cancelled (3).
            "CREATE TABLE scheduled ("
            " user INTEGER NOT NULL REFERENCES account(id),"
            " uuid BLOB NOT NULL,"
            " conversation INTEGER NOT NULL REFERENCES conversation(id),"
            " text BLOB NOT NULL,"
            " is_action INTEGER NOT NULL,"
            " reply_to INTEGER NOT NULL,"
            " mentions BLOB NOT NULL,"
            " mentions_all INTEGER NOT NULL,"
            " due INTEGER NOT NULL,"
            " version INTEGER NOT NULL,"
            " change BLOB NOT NULL,"
            " state INTEGER NOT NULL,"
            " failure INTEGER NOT NULL,"
            " seq INTEGER NOT NULL,"
            " PRIMARY KEY (user, uuid))",
            "CREATE UNIQUE INDEX scheduled_change ON scheduled (user, version)",
            "CREATE INDEX scheduled_open ON scheduled (user, version) WHERE state < 2",
            "CREATE INDEX scheduled_due ON scheduled (due) WHERE state = 0",
        },
        {
            // The folders of each account in the user's order, and the version of all of them.
            "CREATE TABLE folder_set ("
            " user INTEGER PRIMARY KEY REFERENCES account(id),"
            " version INTEGER NOT NULL,"
            " recent_uuids BLOB)",
            "CREATE TABLE folder ("
            " user INTEGER NOT NULL REFERENCES account(id),"
            " position INTEGER NOT NULL,"
            " id BLOB NOT NULL,"
            " title BLOB NOT NULL,"
            " rule INTEGER NOT NULL,"
            " conversations BLOB NOT NULL,"
            " PRIMARY KEY (user, position)) WITHOUT ROWID",
        },
        {
            // Forwarded messages.
            "ALTER TABLE entry ADD COLUMN forwarded_from INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE entry ADD COLUMN forwarded_at INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE conversation ADD COLUMN forwarding_forbidden INTEGER NOT NULL DEFAULT 0",
        },
        {
            // The policy for adding each account to groups (0: as the operator has chosen), the open and the
            // refused invitations of each account, and the version of all of them.
            "ALTER TABLE account ADD COLUMN adding INTEGER NOT NULL DEFAULT 0",
            "CREATE TABLE invitation_set ("
            " user INTEGER PRIMARY KEY REFERENCES account(id),"
            " version INTEGER NOT NULL)",
            "CREATE TABLE invitation ("
            " user INTEGER NOT NULL REFERENCES account(id),"
            " number INTEGER NOT NULL,"
            " conversation INTEGER NOT NULL,"
            " inviter INTEGER NOT NULL,"
            " inviter_generation INTEGER NOT NULL,"
            " title BLOB NOT NULL,"
            " at INTEGER NOT NULL,"
            " refused INTEGER NOT NULL,"
            " PRIMARY KEY (user, number)) WITHOUT ROWID",
        },
        {
            // The order of pinned conversations.
            "ALTER TABLE member ADD COLUMN pin_order INTEGER NOT NULL DEFAULT 0",
        },
        {
            // Messages that a member has hidden.
            "ALTER TABLE member ADD COLUMN hidden BLOB NOT NULL DEFAULT x''",
        },
        {
            // Deleted accounts, and the work that is left to do for them.
            "ALTER TABLE account ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0",
            "CREATE TABLE deletion ("
            " user INTEGER PRIMARY KEY REFERENCES account(id),"
            " stage INTEGER NOT NULL,"
            " removes_texts INTEGER NOT NULL,"
            " done INTEGER NOT NULL,"
            " through INTEGER NOT NULL)",
            "CREATE INDEX reaction_user ON reaction (user, conversation) WHERE is_on = 1",
        },
    };
    // NOLINTEND(bugprone-suspicious-missing-comma)
    return list;
}

QString apply(QSqlDatabase& database, const SchemaSteps& steps, int version)
{
    if (QString error = takeSteps(database, steps); !error.isEmpty()) {
        return error;
    }
    return execute(database, QStringLiteral("PRAGMA user_version = %1").arg(version));
}

} // namespace

int newestSchema()
{
    return static_cast<int>(migrations().size());
}

std::optional<QString> refuseNewer(QSqlDatabase& database)
{
    QSqlQuery query(database);
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next()) {
        return QStringLiteral("not a database: %1").arg(query.lastError().text());
    }
    const int found = query.value(0).toInt();
    if (found <= newestSchema()) {
        return std::nullopt;
    }
    return QStringLiteral("the database was written by a newer tidemark-server (its schema is %1, this "
                          "program knows up to %2); please use the newer program")
        .arg(found)
        .arg(newestSchema());
}

Expected<int, QString> migrate(QSqlDatabase& database, int through)
{
    if (auto newer = refuseNewer(database)) {
        return Unexpected(std::move(*newer));
    }
    QSqlQuery query(database);
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next()) {
        return Unexpected(QStringLiteral("not a database: %1").arg(query.lastError().text()));
    }
    const int found = query.value(0).toInt();
    query.finish();
    for (int version = found + 1; version <= through; ++version) {
        QString error = execute(database, QStringLiteral("BEGIN IMMEDIATE"));
        if (error.isEmpty()) {
            error = apply(database, migrations()[static_cast<std::size_t>(version - 1)], version);
        }
        if (error.isEmpty()) {
            error = execute(database, QStringLiteral("COMMIT"));
        }
        if (!error.isEmpty()) {
            execute(database, QStringLiteral("ROLLBACK"));
            return Unexpected(
                QStringLiteral("cannot bring the database to schema %1: %2").arg(version).arg(error));
        }
    }
    return found;
}

} // namespace tidemark::server
