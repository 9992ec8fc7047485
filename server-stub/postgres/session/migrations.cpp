#include "server-stub/postgres/session/migrations.h"

#include "core/names/name_keys.h"
#include "server-stub/postgres/session/session.h"
#include "server-stub/postgres/session/statement.h"

#include <string>
#include <variant>
#include <vector>

namespace tidemark::server::postgres {

namespace {

/// One change of the schema: a statement, or a function that returns the error's text; empty if it succeeds.
using SchemaStep = std::variant<const char*, QString (*)(Session&)>;
using SchemaSteps = std::vector<SchemaStep>;

QString fillNameKeys(Session& session)
{
    StatementHealth health;
    Statement fold(session, "fold", "INSERT INTO account_fold (fold, account) VALUES ($1, $2)", health);
    Statement skeleton(
        session, "skeleton",
        "INSERT INTO account_skeleton (skeleton, account) VALUES ($1, $2) ON CONFLICT DO NOTHING", health);
    Statement::Run accounts(session.query("SELECT id, name FROM account ORDER BY id"), health);
    while (accounts.next()) {
        const std::uint64_t id = accounts.number(0);
        const std::string name = accounts.bytes(1);
        static_cast<void>(fold.run(nameFold(name), id));
        for (const std::string& key : nameSkeletons(name)) {
            static_cast<void>(skeleton.run(key, id));
        }
    }
    return health.reason;
}

/// Entry n-1 turns version n-1 into version n. Released entries never change.
///
/// Each table has a key by which it could be distributed: a conversation, or a user (also by the hash of a
/// token, or by a name). `server` and `dot` have few rows and are the same for all. Text is stored as bytes:
/// it may contain bytes that PostgreSQL does not accept as text, and is compared byte by byte. Numbers keep
/// the 64 bits they have in the program, as signed numbers.
const std::vector<SchemaSteps>& migrations()
{
    // Each statement is several literals on purpose: the check does not recognise this in a list of variants.
    // NOLINTBEGIN(bugprone-suspicious-missing-comma)
    static const std::vector<SchemaSteps> list{
        {
            "CREATE TABLE tidemark_schema (version integer NOT NULL)",
            "INSERT INTO tidemark_schema VALUES (0)",

            // Values that exist once. newest_dot is the greatest version that was ever given to a dot.
            "CREATE TABLE server ("
            " only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),"
            " newest_dot bigint NOT NULL DEFAULT 0,"
            " notice_list bigint)",
            "INSERT INTO server DEFAULT VALUES",

            "CREATE SEQUENCE account_id",
            "CREATE TABLE account ("
            " id bigint PRIMARY KEY,"
            " name bytea NOT NULL,"
            " password_hash bytea NOT NULL,"
            " disabled smallint NOT NULL DEFAULT 0,"
            " receipts smallint NOT NULL DEFAULT 0,"
            " settings_version bigint NOT NULL DEFAULT 0,"
            " reading smallint NOT NULL DEFAULT 0,"
            " quiet_while_active smallint NOT NULL DEFAULT 1,"
            " last_contact_at bigint NOT NULL DEFAULT 0,"
            " dot_baseline bigint NOT NULL)",
            "CREATE TABLE account_name ("
            " name bytea PRIMARY KEY,"
            " user_id bigint NOT NULL)",

            "CREATE TABLE device ("
            " user_id bigint NOT NULL,"
            " device bigint NOT NULL,"
            " hash bytea NOT NULL,"
            " next_hash bytea,"
            " next_salt bytea NOT NULL DEFAULT '',"
            " name bytea NOT NULL,"
            " client_name bytea NOT NULL DEFAULT '',"
            " created_at bigint NOT NULL,"
            " last_contact_at bigint NOT NULL,"
            " agreed_at bigint NOT NULL DEFAULT 0,"
            " agrees smallint NOT NULL DEFAULT 0,"
            " PRIMARY KEY (user_id, device))",
            // The owner of each token; a device that is about to change its token has two rows.
            "CREATE TABLE token_owner ("
            " hash bytea PRIMARY KEY,"
            " user_id bigint NOT NULL,"
            " device bigint NOT NULL)",

            // A transaction that appends to a log or changes its members locks this row. The head, the counts
            // and the number of members follow from the log and the members, and change in the same
            // transaction; `tidemark-server check` compares them.
            "CREATE SEQUENCE conversation_id",
            "CREATE TABLE conversation ("
            " id bigint PRIMARY KEY,"
            " kind smallint NOT NULL,"
            " title bytea NOT NULL,"
            " folded_title bytea NOT NULL," // A to Z lowered, for the search
            " log_epoch bigint NOT NULL,"
            " creator bigint NOT NULL,"
            " direct_low bigint NOT NULL,"
            " direct_high bigint NOT NULL,"
            " history_open smallint NOT NULL,"
            " invite_only smallint NOT NULL,"
            " trimmed_upto bigint NOT NULL DEFAULT 0,"
            " head bigint NOT NULL DEFAULT 0,"
            " head_countable bigint NOT NULL DEFAULT 0,"
            " last_activity_at bigint NOT NULL,"
            " member_count bigint NOT NULL DEFAULT 0) WITH (fillfactor = 50)",
            "CREATE INDEX conversation_channel ON conversation (id) WHERE kind = 2",
            "CREATE TABLE conversation_creation ("
            " creator bigint NOT NULL,"
            " uuid bytea NOT NULL,"
            " conversation bigint NOT NULL,"
            " PRIMARY KEY (creator, uuid))",
            "CREATE TABLE conversation_direct ("
            " low bigint NOT NULL,"
            " high bigint NOT NULL,"
            " conversation bigint NOT NULL,"
            " PRIMARY KEY (low, high))",

            "CREATE TABLE entry ("
            " conversation bigint NOT NULL,"
            " seq bigint NOT NULL,"
            " kind smallint NOT NULL,"
            " author bigint NOT NULL,"
            " at bigint NOT NULL,"
            " uuid bytea,"
            " text bytea NOT NULL,"
            " is_action smallint NOT NULL,"
            " reply_to bigint NOT NULL,"
            " reply_to_author bigint NOT NULL,"
            " mentions bytea NOT NULL," // eight bytes each, little-endian
            " mentions_all smallint NOT NULL,"
            " edited_by bigint NOT NULL DEFAULT 0,"
            " recalled_by bigint NOT NULL DEFAULT 0,"
            " target bigint NOT NULL,"
            " target_author bigint NOT NULL,"
            " notice smallint NOT NULL,"
            " subject bigint NOT NULL,"
            " payload_hash bigint NOT NULL,"
            " countable bigint NOT NULL," // prefix counts
            " own bigint NOT NULL,"
            " PRIMARY KEY (conversation, seq))",
            "CREATE UNIQUE INDEX entry_uuid ON entry (conversation, uuid, author) WHERE uuid IS NOT NULL",
            "CREATE INDEX entry_own ON entry (conversation, author, seq) INCLUDE (own) WHERE kind = 0",
            "CREATE INDEX entry_edit ON entry (conversation, target) WHERE kind = 1",

            // Recalled messages, for counting unread messages. With the entry that recalled each, so that a
            // count as of a head never changes.
            "CREATE TABLE recalled ("
            " conversation bigint NOT NULL,"
            " seq bigint NOT NULL,"
            " author bigint NOT NULL,"
            " recalled_by bigint NOT NULL,"
            " PRIMARY KEY (conversation, seq))",

            // The messages that concern a user, by kind: 0 a mention, 1 a reply. User 0 stands for all.
            "CREATE TABLE about_me ("
            " conversation bigint NOT NULL,"
            " user_id bigint NOT NULL,"
            " seq bigint NOT NULL,"
            " kind smallint NOT NULL,"
            " author bigint NOT NULL,"
            " recalled_by bigint NOT NULL DEFAULT 0,"
            " PRIMARY KEY (conversation, user_id, seq, kind))",
            // For statements about a range of a log and all users in it. Because of the expression, queries
            // that count for one reader do not use this index.
            "CREATE INDEX about_me_log ON about_me (conversation, (seq + 0))",

            // revision rises with each change, except a change of delivered alone, which only rises.
            "CREATE TABLE member ("
            " conversation bigint NOT NULL,"
            " user_id bigint NOT NULL,"
            " revision bigint NOT NULL DEFAULT 0,"
            " is_member smallint NOT NULL,"
            " generation bigint NOT NULL,"
            " floor bigint NOT NULL,"
            " epoch bigint NOT NULL,"
            " read_seq bigint NOT NULL,"
            " seen bigint NOT NULL,"
            " seen_at bigint NOT NULL,"
            " version bigint NOT NULL,"
            " muted smallint NOT NULL,"
            " muted_until bigint NOT NULL,"
            " archived smallint NOT NULL,"
            " pinned smallint NOT NULL,"
            " receipts smallint NOT NULL,"
            " last_mark bytea,"
            " moved_cause smallint NOT NULL,"
            " moved_device bigint NOT NULL,"
            " moved_device_name bytea NOT NULL,"
            " moved_at bigint NOT NULL,"
            " floor_cause smallint NOT NULL,"
            " floor_device bigint NOT NULL,"
            " floor_device_name bytea NOT NULL,"
            " floor_at bigint NOT NULL,"
            " feed_snapshot bigint NOT NULL,"
            " role smallint NOT NULL,"
            " banned smallint NOT NULL,"
            " hidden_upto bigint NOT NULL,"
            " left_head bigint NOT NULL,"
            " left_activity_at bigint NOT NULL,"
            " left_title bytea NOT NULL,"
            " delivered bigint NOT NULL,"
            " PRIMARY KEY (conversation, user_id)) WITH (fillfactor = 80)",
            "CREATE INDEX member_seen ON member (conversation, seen) WHERE is_member = 1",
            "CREATE INDEX member_delivered ON member (conversation, delivered, user_id) WHERE is_member = 1",
            "CREATE INDEX member_muted_until ON member (muted_until) WHERE muted_until > 0",
            "CREATE INDEX member_role ON member (conversation, user_id) WHERE is_member = 1 AND role > 0",
            // The conversations in which a user has a row, by user. Each row is written once, so that moving
            // a cursor writes only to the conversation's own rows.
            "CREATE TABLE membership ("
            " user_id bigint NOT NULL,"
            " conversation bigint NOT NULL,"
            " PRIMARY KEY (user_id, conversation))",

            "CREATE TABLE dot ("
            " name bytea PRIMARY KEY,"
            " version bigint NOT NULL,"
            " uuid bytea)",
            "CREATE TABLE seen_dot ("
            " user_id bigint NOT NULL,"
            " name bytea NOT NULL,"
            " version bigint NOT NULL,"
            " PRIMARY KEY (user_id, name))",
        },
        {
            // The keys by which names are found and compared (core/names/name_keys.h). Existing accounts may
            // look alike: the first of them gets the skeleton.
            "CREATE TABLE account_fold ("
            " fold bytea NOT NULL,"
            " account bigint NOT NULL,"
            " PRIMARY KEY (fold, account))",
            "CREATE TABLE account_skeleton ("
            " skeleton bytea PRIMARY KEY,"
            " account bigint NOT NULL)",
            fillNameKeys,

            // Part of the name of the channel for hints. A client that cannot read this table can neither
            // send hints nor listen, because PostgreSQL does not reveal the names of channels.
            "ALTER TABLE server ADD COLUMN hint_secret bytea NOT NULL DEFAULT uuid_send(gen_random_uuid())",
        },
        {
            // The time that servers have run on the database, and the wall clock's lead over it
            // (hub/contract/age_store.h).
            "CREATE TABLE age_clock ("
            " only_row smallint PRIMARY KEY DEFAULT 1 CHECK (only_row = 1),"
            " ran bigint NOT NULL,"
            " leads bytea NOT NULL)",
        },
        {
            "ALTER TABLE entry ADD COLUMN attachments bytea",
        },
        {
            // Files and the entries that refer to them. Rows in loose_blob name files that may have lost
            // their last use: each loss adds a row of its own, so that a server that removes an older row
            // keeps the trace of a loss that it cannot see yet.
            "CREATE TABLE blob ("
            " hash bytea PRIMARY KEY,"
            " size bigint NOT NULL)",
            "CREATE TABLE blob_ref ("
            " hash bytea NOT NULL,"
            " conversation bigint NOT NULL,"
            " seq bigint NOT NULL,"
            " PRIMARY KEY (hash, conversation, seq))",
            "CREATE INDEX blob_ref_place ON blob_ref (conversation)",
            "CREATE TABLE loose_blob ("
            " number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
            " hash bytea NOT NULL)",
            // The bytes of all files, in several parts that servers can change at the same time.
            "CREATE TABLE blob_total ("
            " part smallint PRIMARY KEY,"
            " bytes bigint NOT NULL)",

            // Uploads that no message names yet, and the files in the entries of each user.
            "CREATE TABLE upload ("
            " user_id bigint NOT NULL,"
            " uuid bytea NOT NULL,"
            " hash bytea NOT NULL,"
            " size bigint NOT NULL,"
            " is_complete smallint NOT NULL,"
            " expires_at bigint NOT NULL,"
            " PRIMARY KEY (user_id, uuid))",
            "CREATE INDEX upload_hash ON upload (hash, user_id) WHERE is_complete = 1",
            "CREATE INDEX upload_expiry ON upload (expires_at)",
            "CREATE INDEX upload_incomplete ON upload (size) WHERE is_complete = 0",
            "CREATE TABLE file_use ("
            " user_id bigint NOT NULL,"
            " hash bytea NOT NULL,"
            " refs bigint NOT NULL,"
            " PRIMARY KEY (user_id, hash))",
            "CREATE TABLE file_usage ("
            " user_id bigint PRIMARY KEY,"
            " bytes bigint NOT NULL)",

            // The bytes. A name, that of an upload or of a complete file or both, leads to them. Bytes whose
            // name was removed are noted in loose_bytes in the same transaction.
            "CREATE SEQUENCE bytes_id",
            "CREATE TABLE upload_bytes ("
            " user_id bigint NOT NULL,"
            " uuid bytea NOT NULL,"
            " id bigint NOT NULL UNIQUE,"
            " received bigint NOT NULL,"
            " changed_at bigint NOT NULL,"
            " PRIMARY KEY (user_id, uuid))",
            "CREATE TABLE blob_bytes ("
            " hash bytea PRIMARY KEY,"
            " id bigint NOT NULL UNIQUE,"
            " size bigint NOT NULL,"
            " changed_at bigint NOT NULL)",
            "CREATE TABLE byte_part ("
            " id bigint NOT NULL,"
            " at bigint NOT NULL,"
            " bytes bytea NOT NULL,"
            " PRIMARY KEY (id, at))",
            // Most files are compressed already. Uncompressed bytes can be read in parts.
            "ALTER TABLE byte_part ALTER COLUMN bytes SET STORAGE EXTERNAL",
            "CREATE TABLE loose_bytes ("
            " number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
            " id bigint NOT NULL)",
        },
        {
            // The pictures of users and groups: one of both ids is 0. A row without a hash keeps the version
            // of a picture that was removed.
            "CREATE TABLE avatar ("
            " user_id bigint NOT NULL,"
            " conversation bigint NOT NULL,"
            " version bigint NOT NULL,"
            " hash bytea,"
            " size bigint NOT NULL,"
            " PRIMARY KEY (user_id, conversation))",
            "CREATE INDEX avatar_hash ON avatar (hash) WHERE hash IS NOT NULL",
            // Reactions. A row stays when its reaction is taken back.
            "ALTER TABLE conversation ADD COLUMN reaction_head bigint NOT NULL DEFAULT 0",
            "ALTER TABLE member ADD COLUMN reactions_seen bigint NOT NULL DEFAULT 0",
            "CREATE TABLE reaction ("
            " conversation bigint NOT NULL,"
            " target bigint NOT NULL,"
            " user_id bigint NOT NULL,"
            " emoji bytea NOT NULL,"
            " is_on smallint NOT NULL,"
            " target_author bigint NOT NULL,"
            " seq bigint NOT NULL,"
            " first_seq bigint NOT NULL,"
            " recent_uuids bytea,"
            " PRIMARY KEY (conversation, target, user_id, emoji))",
            "CREATE INDEX reaction_change ON reaction (conversation, seq)",
            "CREATE INDEX reaction_unread ON reaction (conversation, target_author, first_seq)"
            " WHERE is_on = 1",
        },
        {
            // The users whom each account ignores (level 1) or blocks (2), and the version of this set.
            "CREATE TABLE ignore_set ("
            " user_id bigint NOT NULL PRIMARY KEY,"
            " version bigint NOT NULL,"
            " recent_uuids bytea)",
            "CREATE TABLE ignored_user ("
            " user_id bigint NOT NULL,"
            " other bigint NOT NULL,"
            " level smallint NOT NULL,"
            " PRIMARY KEY (user_id, other))",
        },
        {
            // Drafts. A row stays when its draft is cleared.
            "CREATE TABLE draft ("
            " user_id bigint NOT NULL,"
            " conversation bigint NOT NULL,"
            " text bytea NOT NULL,"
            " reply_to bigint NOT NULL,"
            " version bigint NOT NULL,"
            " device bigint NOT NULL,"
            " at bigint NOT NULL,"
            " uuid bytea,"
            " PRIMARY KEY (user_id, conversation))",
            "CREATE UNIQUE INDEX draft_change ON draft (user_id, version)",
            "CREATE INDEX draft_with_text ON draft (user_id) WHERE length(text) > 0",
        },
        {
            // Through where each member has cleared the history.
            "ALTER TABLE member ADD COLUMN cleared_upto bigint NOT NULL DEFAULT 0",
        },
        {
            "ALTER TABLE conversation ADD COLUMN pinned bytea NOT NULL DEFAULT ''",
        },
        {
            // Scheduled messages. A row stays, without its text, when its message was sent (state 2) or
            // cancelled (3).
            "CREATE TABLE scheduled ("
            " user_id bigint NOT NULL,"
            " uuid bytea NOT NULL,"
            " conversation bigint NOT NULL,"
            " text bytea NOT NULL,"
            " is_action smallint NOT NULL,"
            " reply_to bigint NOT NULL,"
            " mentions bytea NOT NULL,"
            " mentions_all smallint NOT NULL,"
            " due bigint NOT NULL,"
            " version bigint NOT NULL,"
            " change bytea NOT NULL,"
            " state smallint NOT NULL,"
            " failure smallint NOT NULL,"
            " seq bigint NOT NULL,"
            " PRIMARY KEY (user_id, uuid))",
            "CREATE UNIQUE INDEX scheduled_change ON scheduled (user_id, version)",
            "CREATE INDEX scheduled_open ON scheduled (user_id, version) WHERE state < 2",
            "CREATE INDEX scheduled_due ON scheduled (due) WHERE state = 0",
        },
        {
            // The folders of each account in the user's order, and the version of all of them.
            "CREATE TABLE folder_set ("
            " user_id bigint NOT NULL PRIMARY KEY,"
            " version bigint NOT NULL,"
            " recent_uuids bytea)",
            "CREATE TABLE folder ("
            " user_id bigint NOT NULL,"
            " position smallint NOT NULL,"
            " id bytea NOT NULL,"
            " title bytea NOT NULL,"
            " rule smallint NOT NULL,"
            " conversations bytea NOT NULL,"
            " PRIMARY KEY (user_id, position))",
        },
        {
            // Forwarded messages.
            "ALTER TABLE entry ADD COLUMN forwarded_from bigint NOT NULL DEFAULT 0",
            "ALTER TABLE entry ADD COLUMN forwarded_at bigint NOT NULL DEFAULT 0",
            "ALTER TABLE conversation ADD COLUMN forwarding_forbidden smallint NOT NULL DEFAULT 0",
        },
        {
            // The policy for adding each account to groups (0: as the operator has chosen), the open and the
            // refused invitations of each account, and the version of all of them.
            "ALTER TABLE account ADD COLUMN adding smallint NOT NULL DEFAULT 0",
            "CREATE TABLE invitation_set ("
            " user_id bigint NOT NULL PRIMARY KEY,"
            " version bigint NOT NULL)",
            "CREATE TABLE invitation ("
            " user_id bigint NOT NULL,"
            " number bigint NOT NULL,"
            " conversation bigint NOT NULL,"
            " inviter bigint NOT NULL,"
            " inviter_generation bigint NOT NULL,"
            " title bytea NOT NULL,"
            " at bigint NOT NULL,"
            " refused smallint NOT NULL,"
            " PRIMARY KEY (user_id, number))",
        },
        {
            // The order of pinned conversations.
            "ALTER TABLE member ADD COLUMN pin_order bigint NOT NULL DEFAULT 0",
        },
        {
            // Messages that a member has hidden.
            "ALTER TABLE member ADD COLUMN hidden bytea NOT NULL DEFAULT ''",
        },
        {
            // Deleted accounts, and the work that is left to do for them.
            "ALTER TABLE account ADD COLUMN deleted smallint NOT NULL DEFAULT 0",
            "CREATE TABLE deletion ("
            " user_id bigint NOT NULL PRIMARY KEY,"
            " stage smallint NOT NULL,"
            " removes_texts smallint NOT NULL,"
            " done bigint NOT NULL,"
            " through bigint NOT NULL)",
            "CREATE INDEX reaction_user ON reaction (user_id, conversation) WHERE is_on = 1",
        },
    };
    // NOLINTEND(bugprone-suspicious-missing-comma)
    return list;
}

/// The lock that one program holds while it migrates the schema.
constexpr const char* lockStatement = "SELECT pg_advisory_lock(8462147)";
constexpr const char* unlockStatement = "SELECT pg_advisory_unlock(8462147)";

/// Returns the error's text; empty if it succeeds.
QString execute(Session& session, const std::string& statement)
{
    const Session::Outcome done = session.run(statement);
    return done ? QString() : done.error().reason;
}

QString take(Session& session, const SchemaStep& step)
{
    if (const auto* change = std::get_if<QString (*)(Session&)>(&step)) {
        return (*change)(session);
    }
    return execute(session, std::get<const char*>(step));
}

QString apply(Session& session, int version)
{
    if (QString error = execute(session, "BEGIN"); !error.isEmpty()) {
        return error;
    }
    for (const SchemaStep& step : migrations()[static_cast<std::size_t>(version - 1)]) {
        if (QString error = take(session, step); !error.isEmpty()) {
            return error;
        }
    }
    return execute(session, "UPDATE tidemark_schema SET version = " + std::to_string(version) + "; COMMIT");
}

QString migrateLocked(Session& session, int through)
{
    const auto found = foundSchema(session);
    if (!found) {
        return found.error();
    }
    for (int version = *found + 1; version <= through; ++version) {
        if (const QString error = apply(session, version); !error.isEmpty()) {
            execute(session, "ROLLBACK");
            return QStringLiteral("cannot bring the database to schema %1: %2").arg(version).arg(error);
        }
    }
    return {};
}

} // namespace

int newestSchema()
{
    return static_cast<int>(migrations().size());
}

Expected<int, QString> foundSchema(Session& session)
{
    StatementHealth health;
    const auto number = [&](const std::string& statement) {
        Statement::Run run(session.query(statement), health);
        return run.next() ? static_cast<int>(run.number(0)) : 0;
    };
    const std::string tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";
    const bool isEmpty = number(tables) == 0;
    const bool isOurs = number(tables + " AND tablename = 'tidemark_schema'") == 1;
    const int version = isOurs ? number("SELECT version FROM tidemark_schema") : 0;
    if (health.failed) {
        return Unexpected(QStringLiteral("cannot be read: %1").arg(health.reason));
    }
    if (!isEmpty && !isOurs) {
        return Unexpected(
            QStringLiteral("the database has tables of another program; give this server one of "
                           "its own (CREATE DATABASE)"));
    }
    if (version > newestSchema()) {
        return Unexpected(QStringLiteral("the database was written by a newer tidemark-server (its schema is "
                                         "%1, this program knows up to %2); please use the newer program")
                              .arg(version)
                              .arg(newestSchema()));
    }
    return version;
}

bool isCopyUnfinished(Session& session)
{
    const Session::Outcome found =
        session.query("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = '"
                      + std::string(unfinishedCopy) + '\'');
    return found && found->rows() > 0;
}

QString migrate(Session& session, int through)
{
    // A current schema needs no lock, and the database may be read-only.
    const auto found = foundSchema(session);
    if (!found) {
        return found.error();
    }
    if (*found >= through) {
        return {};
    }
    if (QString error = execute(session, lockStatement); !error.isEmpty()) {
        return error;
    }
    const QString error = migrateLocked(session, through);
    // The lock ends with the connection in any case.
    execute(session, unlockStatement);
    return error;
}

} // namespace tidemark::server::postgres
