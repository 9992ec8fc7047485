#include "server-stub/postgres/copying/copied_tables.h"

#include "server-stub/postgres/tables/fields.h"

#include <map>

namespace tidemark::server::postgres {

namespace {

using Columns = std::vector<CopiedTable::Column>;

std::string asBytes(const std::string& text)
{
    return "CAST(" + text + " AS BLOB)";
}

/// Adds all fields of a record, whose SQLite columns have the same names. Fields in `workedOut` have an
/// expression instead.
template <typename Record>
void addFields(Columns& columns, const std::string& prefix,
               const std::map<std::string, std::string>& workedOut = {})
{
    const Record record{};
    forEachField(record, [&]<typename Field>(const char* name, const Field&) {
        const std::string source = prefix + name;
        const auto other = workedOut.find(name);
        const bool isText = std::same_as<Field, std::string>;
        columns.push_back({name, other != workedOut.end() ? other->second
                                 : isText                 ? asBytes(source)
                                                          : source});
    });
}

CopiedTable accounts()
{
    CopiedTable table{"account", {{"id", "id"}}, 1, "account"};
    addFields<AccountRecord>(table.columns, "");
    table.columns.push_back({"dot_baseline", "dot_baseline"});
    return table;
}

CopiedTable folds()
{
    return {"account_fold", {{"fold", "fold"}, {"account", "account"}}, 2, "account_fold"};
}

CopiedTable skeletons()
{
    return {"account_skeleton", {{"skeleton", "skeleton"}, {"account", "account"}}, 1, "account_skeleton"};
}

CopiedTable devices()
{
    return {"device",
            {{"user_id", "user"},
             {"device", "device"},
             {"hash", "hash"},
             {"next_hash", "next_hash"},
             {"next_salt", asBytes("next_salt")},
             {"name", asBytes("device_name")},
             {"client_name", asBytes("client_name")},
             {"created_at", "created_at"},
             {"last_contact_at", "last_contact_at"},
             {"agreed_at", "agreed_at"},
             {"agrees", "agrees"}},
            2,
            "token"};
}

CopiedTable conversations()
{
    CopiedTable table{
        "conversation", {{"id", "c.id"}, {"folded_title", asBytes("lower(c.title)")}}, 1, "conversation c"};
    const std::string last = " FROM entry e WHERE e.conversation = c.id ORDER BY e.seq DESC LIMIT 1), 0)";
    addFields<ConversationRecord>(
        table.columns, "c.",
        {{"direct_low", "COALESCE(c.direct_low, 0)"},
         {"direct_high", "COALESCE(c.direct_high, 0)"},
         {"head", "COALESCE((SELECT e.seq" + last},
         {"head_countable", "COALESCE((SELECT e.countable" + last},
         {"last_activity_at", "COALESCE((SELECT e.at FROM entry e WHERE e.conversation = c.id"
                              " AND e.kind NOT IN (1, 2) ORDER BY e.seq DESC LIMIT 1), c.created_at)"},
         {"member_count", "CASE c.kind WHEN 3 THEN 0 ELSE (SELECT count(*) FROM member m"
                          " WHERE m.conversation = c.id AND m.is_member = 1) END"}});
    return table;
}

CopiedTable creations()
{
    return {"conversation_creation",
            {{"creator", "c.creator"}, {"uuid", "c.creation_uuid"}, {"conversation", "c.id"}},
            2,
            "(SELECT creator, creation_uuid, id FROM conversation WHERE creation_uuid IS NOT NULL) c"};
}

CopiedTable entries()
{
    CopiedTable table{"entry", {{"conversation", "conversation"}}, 2, "entry"};
    addFields<EntryRow>(table.columns, "", {{"mentions", "COALESCE(mentions, x'')"}});
    table.columns.push_back({"payload_hash", "payload_hash"});
    return table;
}

CopiedTable recalled()
{
    return {"recalled",
            {{"conversation", "r.conversation"},
             {"seq", "r.seq"},
             {"author", "r.author"},
             {"recalled_by", "e.recalled_by"}},
            2,
            "recalled r JOIN entry e ON e.conversation = r.conversation AND e.seq = r.seq"};
}

CopiedTable aboutMe()
{
    return {"about_me",
            {{"conversation", "a.conversation"},
             {"user_id", "a.user"},
             {"seq", "a.seq"},
             {"kind", "a.kind"},
             {"author", "a.author"},
             {"recalled_by", "CASE WHEN a.recalled THEN e.recalled_by ELSE 0 END"}},
            4,
            "about_me a JOIN entry e ON e.conversation = a.conversation AND e.seq = a.seq"};
}

CopiedTable members()
{
    CopiedTable table{"member", {{"conversation", "conversation"}, {"user_id", "user"}}, 2, "member"};
    addFields<MemberRecord>(table.columns, "");
    return table;
}

CopiedTable reactions()
{
    CopiedTable table{"reaction", {}, 4, "reaction"};
    addFields<ReactionRecord>(table.columns, "", {{"user_id", "user"}, {"emoji", "emoji"}});
    return table;
}

CopiedTable ignoreSets()
{
    return {"ignore_set",
            {{"user_id", "user"}, {"version", "version"}, {"recent_uuids", "recent_uuids"}},
            1,
            "ignore_set"};
}

CopiedTable ignoredUsers()
{
    return {"ignored_user", {{"user_id", "user"}, {"other", "other"}, {"level", "level"}}, 2, "ignored_user"};
}

CopiedTable folderSets()
{
    return {"folder_set",
            {{"user_id", "user"}, {"version", "version"}, {"recent_uuids", "recent_uuids"}},
            1,
            "folder_set"};
}

CopiedTable invitationSets()
{
    return {"invitation_set", {{"user_id", "user"}, {"version", "version"}}, 1, "invitation_set"};
}

CopiedTable invitations()
{
    return {"invitation",
            {{"user_id", "user"},
             {"number", "number"},
             {"conversation", "conversation"},
             {"inviter", "inviter"},
             {"inviter_generation", "inviter_generation"},
             {"title", "title"},
             {"at", "at"},
             {"refused", "refused"}},
            2,
            "invitation"};
}

CopiedTable deletions()
{
    return {"deletion",
            {{"user_id", "user"},
             {"stage", "stage"},
             {"removes_texts", "removes_texts"},
             {"done", "done"},
             {"through", "through"}},
            1,
            "deletion"};
}

CopiedTable folders()
{
    return {"folder",
            {{"user_id", "user"},
             {"position", "position"},
             {"id", "id"},
             {"title", "title"},
             {"rule", "rule"},
             {"conversations", "conversations"}},
            2,
            "folder"};
}

CopiedTable drafts()
{
    CopiedTable table{"draft", {}, 2, "draft"};
    addFields<DraftRecord>(table.columns, "", {{"user_id", "user"}, {"text", "text"}});
    return table;
}

CopiedTable scheduled()
{
    CopiedTable table{"scheduled", {}, 2, "scheduled"};
    addFields<ScheduledRecord>(table.columns, "", {{"user_id", "user"}, {"text", "text"}});
    return table;
}

CopiedTable blobs()
{
    return {"blob", {{"hash", "hash"}, {"size", "size"}}, 1, "blob"};
}

CopiedTable references()
{
    return {"blob_ref", {{"hash", "hash"}, {"conversation", "conversation"}, {"seq", "seq"}}, 3, "blob_ref"};
}

/// Only complete uploads: clients begin the others again.
CopiedTable uploads()
{
    return {"upload",
            {{"user_id", "user"},
             {"uuid", "uuid"},
             {"hash", "hash"},
             {"size", "size"},
             {"is_complete", "is_complete"},
             {"expires_at", "expires_at"}},
            2,
            "(SELECT user, uuid, hash, size, is_complete, expires_at FROM upload WHERE is_complete = 1)"};
}

CopiedTable avatars()
{
    return {"avatar",
            {{"user_id", "user"},
             {"conversation", "conversation"},
             {"version", "version"},
             {"hash", "hash"},
             {"size", "size"}},
            2,
            "avatar"};
}

CopiedTable dots()
{
    return {"dot", {{"name", asBytes("name")}, {"version", "version"}, {"uuid", "uuid"}}, 1, "dot"};
}

CopiedTable seenDots()
{
    return {
        "seen_dot", {{"user_id", "user"}, {"name", asBytes("name")}, {"version", "version"}}, 2, "seen_dot"};
}

CopiedTable ages()
{
    return {"age_clock", {{"only_row", "only_row"}, {"ran", "ran"}, {"leads", "leads"}}, 1, "age_clock"};
}

/// The results of `part` for the first `count` columns, separated by commas.
template <typename Part>
std::string listed(const Columns& columns, std::size_t count, Part part)
{
    std::string list;
    for (std::size_t i = 0; i < count; ++i) {
        list += (i == 0 ? "" : ", ") + part(columns[i], i);
    }
    return list;
}

} // namespace

const std::vector<CopiedTable>& copiedTables()
{
    static const std::vector<CopiedTable> tables{
        accounts(),  folds(),      skeletons(), devices(),        conversations(), creations(),    entries(),
        recalled(),  aboutMe(),    members(),   reactions(),      blobs(),         references(),   uploads(),
        avatars(),   dots(),       seenDots(),  ages(),           ignoreSets(),    ignoredUsers(), drafts(),
        scheduled(), folderSets(), folders(),   invitationSets(), invitations(),   deletions()};
    return tables;
}

std::string sourceStatement(const CopiedTable& table)
{
    const auto source = [](const CopiedTable::Column& column, std::size_t) { return column.source; };
    const auto place = [](const CopiedTable::Column&, std::size_t) { return std::string("?"); };
    const std::string key = listed(table.columns, table.keyColumns, source);
    return "SELECT " + listed(table.columns, table.columns.size(), source) + " FROM " + table.source
           + " WHERE (" + key + ") > (" + listed(table.columns, table.keyColumns, place) + ") ORDER BY " + key
           + " LIMIT ?";
}

std::string lastKeyStatement(const CopiedTable& table)
{
    const auto name = [](const CopiedTable::Column& column, std::size_t) { return column.name; };
    const auto falling = [](const CopiedTable::Column& column, std::size_t) { return column.name + " DESC"; };
    return "SELECT " + listed(table.columns, table.keyColumns, name) + " FROM " + table.name + " ORDER BY "
           + listed(table.columns, table.keyColumns, falling) + " LIMIT 1";
}

std::string insertStatement(const CopiedTable& table)
{
    const auto name = [](const CopiedTable::Column& column, std::size_t) { return column.name; };
    const auto place = [](const CopiedTable::Column&, std::size_t i) { return "$" + std::to_string(i + 1); };
    return "INSERT INTO " + table.name + " (" + listed(table.columns, table.columns.size(), name)
           + ") VALUES (" + listed(table.columns, table.columns.size(), place) + ")";
}

const std::vector<const char*>& finishingStatements()
{
    static const std::vector<const char*> statements{
        // In SQLite, account 0 is the server itself, and stores the versions to which a restore has raised
        // the dots.
        "UPDATE server SET newest_dot = GREATEST((SELECT COALESCE(max(version), 0) FROM dot),"
        " (SELECT COALESCE(max(dot_baseline), 0) FROM account WHERE id = 0)),"
        " notice_list = (SELECT id FROM conversation WHERE kind = 3)",
        "DELETE FROM account WHERE id = 0",
        "INSERT INTO account_name (name, user_id) SELECT name, id FROM account",
        "INSERT INTO token_owner (hash, user_id, device) SELECT hash, user_id, device FROM device"
        " UNION ALL SELECT next_hash, user_id, device FROM device WHERE next_hash IS NOT NULL",
        "INSERT INTO conversation_direct (low, high, conversation)"
        " SELECT direct_low, direct_high, id FROM conversation WHERE kind = 0",
        "INSERT INTO membership (user_id, conversation) SELECT user_id, conversation FROM member",
        "INSERT INTO file_use (user_id, hash, refs) SELECT e.author, r.hash, count(*) FROM blob_ref r"
        " JOIN entry e ON e.conversation = r.conversation AND e.seq = r.seq GROUP BY e.author, r.hash",
        "INSERT INTO file_usage (user_id, bytes) SELECT u.user_id, sum(b.size) FROM file_use u"
        " JOIN blob b ON b.hash = u.hash GROUP BY u.user_id",
        "INSERT INTO blob_total (part, bytes) SELECT 0, sum(size) FROM blob HAVING count(*) > 0",
        "INSERT INTO loose_blob (hash) SELECT b.hash FROM blob b"
        " WHERE NOT EXISTS (SELECT 1 FROM blob_ref r WHERE r.hash = b.hash)"
        " AND NOT EXISTS (SELECT 1 FROM upload u WHERE u.hash = b.hash AND u.is_complete = 1)"
        " AND NOT EXISTS (SELECT 1 FROM avatar a WHERE a.hash = b.hash)",
        "SELECT setval('account_id', GREATEST(max(id), 1), max(id) IS NOT NULL) FROM account",
        "SELECT setval('conversation_id', GREATEST(max(id), 1), max(id) IS NOT NULL) FROM conversation",
        "DROP TABLE unfinished_copy",
        "ANALYZE account, account_fold, account_skeleton, device, conversation, entry, recalled, about_me, "
        "member, membership, reaction, draft, scheduled, blob, blob_ref, upload, avatar, file_use",
    };
    return statements;
}

} // namespace tidemark::server::postgres
