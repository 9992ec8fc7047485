#pragma once

#include "core/domain/view.h"
#include "core/store/file/statement.h"

#include <cstdint>
#include <vector>

namespace tidemark {

/// The columns that attachmentOf() reads, of a file of the log or of the outbox.
#define TIDEMARK_ATTACHMENT_COLUMNS "hash, size, mime, name, width, height, preview"
inline constexpr int attachmentColumnCount = 7;

/// Reads a file from the columns from `first` on.
[[nodiscard]] Attachment attachmentOf(const Run& run, int first);

/// The files of the messages in the local log. A recalled message has none.
class AttachmentTable {
public:
    explicit AttachmentTable(Database& database);

    /// Call after the message is in the table of entries. Changes nothing if that row is recalled or is a
    /// message without these files.
    void put(ConversationId conversation, Seq seq, const std::vector<Attachment>& attachments);
    /// Deletes the files of a message.
    void erase(ConversationId conversation, Seq seq);
    /// Deletes the files of a conversation.
    void drop(ConversationId conversation, Seq through);

    /// Returns the files of a message in the sender's order.
    [[nodiscard]] std::vector<Attachment> of(ConversationId conversation, Seq seq);
    /// Returns files of a conversation, newest first. Names are resolved; `reader` has sent the own ones.
    [[nodiscard]] std::vector<AttachmentItem> find(const AttachmentQuery& query, UserId reader);

    /// Whether a message of the log or of the outbox has the file.
    [[nodiscard]] bool names(const BlobHash& hash);
    /// Returns the files of all messages of the log and of the outbox, ascending.
    [[nodiscard]] std::vector<BlobHash> all();

    // For the audit: messages that lack files that they had, and files of no message.
    [[nodiscard]] std::uint64_t countIncomplete();
    [[nodiscard]] std::uint64_t countStray();
    /// Deletes the stray files, and the incomplete entries if the server still has them. The others keep what
    /// is there.
    void repair();

private:
    Statement m_insert;
    Statement m_erase;
    Statement m_drop;
    Statement m_select;
    Statement m_find;
    Statement m_findKind;
    Statement m_names;
    Statement m_all;
    Statement m_countIncomplete;
    Statement m_countStray;
    Statement m_eraseStray;
    Statement m_eraseIncomplete;
    Statement m_recount;
};

} // namespace tidemark
