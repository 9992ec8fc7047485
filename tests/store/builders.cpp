#include "tests/store/builders.h"

#include <algorithm>

namespace tidemark::test {

namespace {

Snapshot::Conversation stored(const ClientStore& store, ConversationId id)
{
    for (const Snapshot::Conversation& one : store.load().conversations) {
        if (one.conversation.id == id) {
            return one;
        }
    }
    return {conversation(id), {}};
}

} // namespace

std::unique_ptr<ClientStore> memoryStore()
{
    auto opened = ClientStore::open(QStringLiteral(":memory:"), DeviceId(77));
    return opened ? std::move(opened).value().store : nullptr;
}

std::vector<Write> preparation()
{
    return {write::PutAccount{{{me, "me"}, std::string(32, 't')}},
            write::PutUsers{{{me, "me"}, {anna, "Anna"}, {bert, "Bert"}}},
            write::PutConversation{conversation(room)}};
}

std::unique_ptr<ClientStore> preparedStore()
{
    auto store = memoryStore();
    return store && store->apply(preparation()) ? std::move(store) : nullptr;
}

LocalConversation conversation(ConversationId id, Seq head)
{
    LocalConversation made;
    made.id = id;
    made.title = "room " + std::to_string(id.value);
    made.isMember = true;
    made.generation = Generation(1);
    made.logEpoch = LogEpoch(0xfedcba9876543210U);
    made.memberCount = 3;
    made.serverHead = head;
    made.countedHead = head;
    return made;
}

MessageUuid uuid(std::uint8_t number)
{
    MessageUuid made;
    made.bytes.fill(number);
    return made;
}

Entry message(std::uint64_t seq, UserId author, std::string text)
{
    Entry entry;
    entry.seq = Seq(seq);
    entry.author = author;
    entry.at = UnixMs{static_cast<std::int64_t>(1000 * seq)};
    entry.content = content::Message{std::move(text)};
    return entry;
}

content::Message& said(Entry& entry)
{
    return std::get<content::Message>(entry.content);
}

Entry edit(std::uint64_t seq, UserId author, std::uint64_t target, std::string text)
{
    Entry entry = message(seq, author);
    entry.content = content::Edit{Seq(target), std::move(text), author};
    return entry;
}

Entry recall(std::uint64_t seq, UserId author, std::uint64_t target)
{
    Entry entry = message(seq, author);
    entry.content = content::Recall{Seq(target), author};
    return entry;
}

Entry notice(std::uint64_t seq, UserId author, NoticeKind kind, UserId subject)
{
    Entry entry = message(seq, author);
    entry.content = content::Notice{kind, subject};
    return entry;
}

PendingMessage pending(std::uint8_t number, std::string text)
{
    PendingMessage made;
    made.uuid = uuid(number);
    made.conversation = room;
    made.order = number;
    made.content = content::Message{std::move(text), false, {}, {}, false};
    made.createdAt = UnixMs{1'000'000 + number};
    return made;
}

Attachment file(std::string name, std::uint8_t number)
{
    Attachment made;
    made.hash.bytes.fill(number);
    made.size = 1000U + number;
    made.mime = "application/octet-stream";
    made.name = std::move(name);
    return made;
}

Attachment picture(std::string name, std::uint8_t number)
{
    Attachment made = file(std::move(name), number);
    made.mime = "image/jpeg";
    made.width = 640;
    made.height = 480;
    made.preview = std::string("\xff\xd8\0preview", 10);
    return made;
}

Entry withFiles(std::uint64_t seq, UserId author, std::vector<Attachment> attachments, std::string text)
{
    Entry entry = message(seq, author, std::move(text));
    said(entry).attachments = std::move(attachments);
    return entry;
}

bool setDraft(ClientStore& store, ConversationId id, const QString& text)
{
    return store.apply({write::PutDraft{
        {.conversation = id, .text = text.toStdString(), .uuid = uuid(200), .own = {uuid(200)}}}});
}

bool ingest(ClientStore& store, ConversationId id, const std::vector<Entry>& entries)
{
    Snapshot::Conversation known = stored(store, id);
    for (const Entry& entry : entries) {
        known.held.add({entry.seq, entry.seq});
    }
    known.conversation.serverHead = std::max(known.conversation.serverHead, known.held.top());
    return store.apply({write::PutConversation{known.conversation}, write::PutEntries{id, entries},
                        write::PutHeld{id, known.held}});
}

bool ingestToHead(ClientStore& store, ConversationId id, const std::vector<Entry>& entries)
{
    return ingest(store, id, entries)
           && store.apply({write::PutConversation{conversation(id, entries.back().seq)}});
}

void indexAll(ClientStore& store)
{
    while (store.indexSome(100)) {
    }
}

std::vector<const char*> withoutReactions()
{
    return {"ALTER TABLE users DROP COLUMN deleted",
            "ALTER TABLE conversations DROP COLUMN hidden",
            "ALTER TABLE conversations DROP COLUMN confirmed_hidden",
            "ALTER TABLE conversations DROP COLUMN pin_order",
            "ALTER TABLE conversations DROP COLUMN wanted_pin_order",
            "DROP TABLE invitation_set",
            "DROP TABLE invitations",
            "ALTER TABLE account DROP COLUMN adding",
            "DROP TABLE folder_set",
            "DROP TABLE folders",
            "DROP TABLE folder_changes",
            "DROP TABLE scheduled",
            "DROP TABLE scheduled_progress",
            "ALTER TABLE conversations DROP COLUMN forwarding_forbidden",
            "ALTER TABLE conversations DROP COLUMN pinned_messages",
            "ALTER TABLE outbox DROP COLUMN notice",
            "ALTER TABLE entries DROP COLUMN forwarded_from",
            "ALTER TABLE entries DROP COLUMN forwarded_at",
            "ALTER TABLE outbox DROP COLUMN source_conversation",
            "ALTER TABLE outbox DROP COLUMN source_epoch",
            "ALTER TABLE outbox DROP COLUMN source_seq",
            "ALTER TABLE outbox DROP COLUMN forwarded_from",
            "ALTER TABLE outbox DROP COLUMN forwarded_at",
            "ALTER TABLE conversations DROP COLUMN cleared_upto",
            "ALTER TABLE conversations DROP COLUMN confirmed_clear",
            "DROP TABLE draft_progress",
            "ALTER TABLE drafts DROP COLUMN reply_to",
            "ALTER TABLE drafts DROP COLUMN base",
            "ALTER TABLE drafts DROP COLUMN uuid",
            "ALTER TABLE drafts DROP COLUMN own",
            "ALTER TABLE drafts DROP COLUMN server_text",
            "ALTER TABLE drafts DROP COLUMN server_reply_to",
            "ALTER TABLE drafts DROP COLUMN server_version",
            "ALTER TABLE drafts DROP COLUMN server_uuid",
            "ALTER TABLE drafts DROP COLUMN server_device",
            "ALTER TABLE drafts DROP COLUMN server_device_name",
            "ALTER TABLE drafts DROP COLUMN server_at",
            "ALTER TABLE outbox DROP COLUMN draft_version",
            "DROP TABLE ignore_set",
            "DROP TABLE ignored_users",
            "ALTER TABLE conversations DROP COLUMN ignores_version",
            "DROP TABLE reactions",
            "DROP TABLE pending_reactions",
            "ALTER TABLE conversations DROP COLUMN reaction_head",
            "ALTER TABLE conversations DROP COLUMN reactions_through",
            "ALTER TABLE conversations DROP COLUMN reactions_counted",
            "ALTER TABLE conversations DROP COLUMN reactions_confirmed",
            "ALTER TABLE conversations DROP COLUMN reactions_seen",
            "ALTER TABLE conversations DROP COLUMN unread_reactions"};
}

} // namespace tidemark::test
