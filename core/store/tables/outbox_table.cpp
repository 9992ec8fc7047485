#include "core/store/tables/outbox_table.h"

#include "core/store/tables/attachment_table.h"
#include "core/store/tables/entry_columns.h"

#include <map>
#include <utility>

namespace tidemark {

namespace {

#define TIDEMARK_OUTBOX_COLUMNS                                                                              \
    "uuid, conversation, position, kind, text, flags, ref_seq, mentions, created_at, state, attempts, "      \
    "error, seq, paused, ahead, draft_version, notice, source_conversation, source_epoch, source_seq, "      \
    "forwarded_from, forwarded_at"
#define TIDEMARK_INTENT_COLUMNS                                                                              \
    "conversation, generation, mark_uuid, mark_from, read_seq, epoch, mark_cause, cause, private"

// A profile of version 0.1.0 has failed messages with the codes through this one.
static_assert(static_cast<int>(protocol::ErrorCode::CertificateRefused) == 34);

struct StoredFiles {
    std::vector<Attachment> attachments;
    std::map<std::uint32_t, protocol::ErrorCode> errors; ///< by their place
};

StoredFiles filesOf(Statement& select, MessageUuid uuid)
{
    StoredFiles found;
    Run run(select, uuid);
    while (run.next()) {
        const auto error = static_cast<protocol::ErrorCode>(run.number(attachmentColumnCount));
        if (error != protocol::ErrorCode::Unknown) {
            found.errors.emplace(static_cast<std::uint32_t>(found.attachments.size()), error);
        }
        found.attachments.push_back(attachmentOf(run, 0));
    }
    return found;
}

PendingMessage pendingOf(const Run& run, Statement& selectFiles)
{
    PendingMessage message;
    message.uuid = run.uuid(0);
    message.conversation = run.id<ConversationId>(1);
    message.order = static_cast<std::uint64_t>(run.number(2));
    content::Fields fields;
    fields.text = run.text(4);
    readFlags(fields, run.number(5));
    readReference(fields, run.id<Seq>(6));
    fields.mentions = mentionsFromColumn(run.bytes(7));
    fields.notice = static_cast<NoticeKind>(run.number(16));
    fields.source = {run.id<ConversationId>(17), run.id<LogEpoch>(18), run.id<Seq>(19)};
    fields.forwarded = {run.id<UserId>(20), UnixMs{run.number(21)}};
    const std::int64_t files = fileCountIn(run.number(5));
    if (files > 0) {
        StoredFiles stored = filesOf(selectFiles, message.uuid);
        fields.attachments = std::move(stored.attachments);
        message.fileErrors = std::move(stored.errors);
    }
    const bool isComplete = static_cast<std::int64_t>(fields.attachments.size()) == files;
    message.content = sentContent(static_cast<EntryKind>(run.number(3)), std::move(fields));
    message.createdAt = UnixMs{run.number(8)};
    message.state = static_cast<PendingMessage::State>(run.number(9));
    message.attempts = static_cast<std::uint32_t>(run.number(10));
    message.error = static_cast<protocol::ErrorCode>(run.number(11));
    message.seq = run.id<Seq>(12);
    message.isPaused = run.flag(13);
    message.isAhead = run.flag(14);
    if (!run.isNull(15)) {
        message.draftVersion = static_cast<std::uint64_t>(run.number(15));
    }
    if (!isComplete && message.state == PendingMessage::State::Queued) {
        // The user decides whether it goes without the files that were lost.
        message.state = PendingMessage::State::Failed;
        message.error = protocol::ErrorCode::BlobMissing;
    }
    return message;
}

CursorIntent intentOf(const Run& run)
{
    CursorIntent intent;
    intent.conversation = run.id<ConversationId>(0);
    intent.generation = run.id<Generation>(1);
    if (!run.isNull(3)) {
        intent.mark =
            CursorIntent::Mark{run.uuid(2), run.id<Seq>(3), static_cast<CursorCause>(run.number(6))};
    }
    if (!run.isNull(4)) {
        intent.readSeq = run.id<Seq>(4);
    }
    intent.epoch = static_cast<std::uint32_t>(run.number(5));
    intent.cause = static_cast<CursorCause>(run.number(7));
    intent.isPrivate = run.flag(8);
    return intent;
}

std::vector<PendingMessage> allOf(Run& run, Statement& selectFiles)
{
    std::vector<PendingMessage> found;
    while (run.next()) {
        found.push_back(pendingOf(run, selectFiles));
    }
    return found;
}

} // namespace

OutboxTable::OutboxTable(Database& database)
    : m_putPending(database, "INSERT OR REPLACE INTO outbox (" TIDEMARK_OUTBOX_COLUMNS
                             ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_erasePending(database, "DELETE FROM outbox WHERE uuid = ?"),
      m_selectOnePending(database, "SELECT " TIDEMARK_OUTBOX_COLUMNS " FROM outbox WHERE uuid = ?"),
      m_selectAllPending(database, "SELECT " TIDEMARK_OUTBOX_COLUMNS " FROM outbox ORDER BY position"),
      m_selectPending(database, "SELECT " TIDEMARK_OUTBOX_COLUMNS
                                " FROM outbox WHERE conversation = ? ORDER BY position"),
      m_putFile(database, "INSERT INTO outbox_attachments (uuid, number, error, " TIDEMARK_ATTACHMENT_COLUMNS
                          ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_eraseFiles(database, "DELETE FROM outbox_attachments WHERE uuid = ?"),
      m_selectFiles(database, "SELECT " TIDEMARK_ATTACHMENT_COLUMNS
                              ", error FROM outbox_attachments WHERE uuid = ? ORDER BY number"),
      m_putIntent(
          database,
          "INSERT OR REPLACE INTO intents (conversation, generation, mark_uuid, mark_from, mark_cause,"
          " read_seq, epoch, cause, private) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_eraseIntent(database, "DELETE FROM intents WHERE conversation = ?"),
      m_selectIntent(database, "SELECT " TIDEMARK_INTENT_COLUMNS " FROM intents WHERE conversation = ?"),
      m_selectIntents(database, "SELECT " TIDEMARK_INTENT_COLUMNS " FROM intents ORDER BY conversation")
{
}

void OutboxTable::putPending(const PendingMessage& message)
{
    const content::Fields fields = fieldsOf(message.content);
    {
        Run run(m_putPending, message.uuid, message.conversation, message.order, kindOf(message.content),
                fields.text, flagsOf(fields), referenceOf(fields), mentionsToColumn(fields.mentions),
                message.createdAt, message.state, message.attempts, message.error, message.seq,
                message.isPaused, message.isAhead, message.draftVersion, fields.notice,
                fields.source.conversation, fields.source.logEpoch, fields.source.seq, fields.forwarded.from,
                fields.forwarded.at);
    }
    {
        Run run(m_eraseFiles, message.uuid);
    }
    for (std::size_t number = 0; number < fields.attachments.size(); ++number) {
        const Attachment& one = fields.attachments[number];
        const auto error = message.fileErrors.find(static_cast<std::uint32_t>(number));
        Run run(m_putFile, message.uuid, number,
                error == message.fileErrors.end() ? protocol::ErrorCode::Unknown : error->second, one.hash,
                one.size, one.mime, one.name, one.width, one.height, one.preview);
    }
}

void OutboxTable::erasePending(MessageUuid uuid)
{
    {
        Run run(m_eraseFiles, uuid);
    }
    Run run(m_erasePending, uuid);
}

std::vector<Attachment> OutboxTable::attachmentsOf(MessageUuid uuid)
{
    return filesOf(m_selectFiles, uuid).attachments;
}

std::optional<PendingMessage> OutboxTable::pending(MessageUuid uuid)
{
    Run run(m_selectOnePending, uuid);
    return run.next() ? std::optional(tidemark::pendingOf(run, m_selectFiles)) : std::nullopt;
}

std::vector<PendingMessage> OutboxTable::allPending()
{
    Run run(m_selectAllPending);
    return allOf(run, m_selectFiles);
}

std::vector<PendingMessage> OutboxTable::pendingOf(ConversationId conversation)
{
    Run run(m_selectPending, conversation);
    return allOf(run, m_selectFiles);
}

void OutboxTable::putIntent(const CursorIntent& intent)
{
    const MessageUuid markUuid = intent.mark ? intent.mark->uuid : MessageUuid();
    const std::optional<Seq> markFrom = intent.mark ? std::optional(intent.mark->from) : std::nullopt;
    const CursorCause markCause = intent.mark ? intent.mark->cause : CursorCause::MarkedUnread;
    Run run(m_putIntent, intent.conversation, intent.generation, markUuid, markFrom, markCause,
            intent.readSeq, intent.epoch, intent.cause, intent.isPrivate);
}

void OutboxTable::eraseIntent(ConversationId conversation)
{
    Run run(m_eraseIntent, conversation);
}

std::optional<CursorIntent> OutboxTable::intent(ConversationId conversation)
{
    Run run(m_selectIntent, conversation);
    return run.next() ? std::optional(intentOf(run)) : std::nullopt;
}

std::vector<CursorIntent> OutboxTable::allIntents()
{
    std::vector<CursorIntent> found;
    Run run(m_selectIntents);
    while (run.next()) {
        found.push_back(intentOf(run));
    }
    return found;
}

} // namespace tidemark
