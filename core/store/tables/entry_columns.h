#pragma once

#include "core/domain/entry.h"
#include "core/store/file/statement.h"

#include <cstdint>
#include <vector>

/// The form in which the table `entries` stores an Entry.
///
/// `ref_seq` and `ref_user` refer to: for a message, the answered message and its author; for an edit or
/// recall, the target and its author; for a notice, the pinned message and the user who was added or removed.
namespace tidemark {

/// Bits of the column `flags` in `entries` and `outbox`.
namespace entry_flag {
inline constexpr std::int64_t action = 1;
inline constexpr std::int64_t mentionsAll = 2;
inline constexpr std::int64_t targetMentionsReader = 4;
inline constexpr std::int64_t targetRepliesToReader = 8;
/// The bits from here on are the number of files.
inline constexpr int fileCountShift = 4;
} // namespace entry_flag

[[nodiscard]] constexpr std::int64_t fileCountIn(std::int64_t flags)
{
    return flags >> entry_flag::fileCountShift;
}

/// The condition that the user has not hidden the entry `e` from themselves: see isHidden().
#define TIDEMARK_NOT_HIDDEN "NOT (e.kind = 0 AND e.recalled_by = e.seq)"

/// The columns that entryOf() reads, from the table alias `e`.
#define TIDEMARK_ENTRY_COLUMNS                                                                               \
    "e.seq, e.kind, e.author, e.at, e.flags, e.edited_by, e.recalled_by, e.ref_seq, e.ref_user, e.notice,"   \
    " e.mentions, e.uuid, e.text, e.forwarded_from, e.forwarded_at"
inline constexpr int entryColumnCount = 15;

/// The name of the user who said a forwarded message; NULL for other entries.
#define TIDEMARK_FORWARDED_NAME                                                                              \
    "CASE WHEN e.forwarded_from <> 0 THEN (SELECT u.name FROM shown_users u WHERE u.id = e.forwarded_from) " \
    "END"

/// Reads an entry from the first entryColumnCount columns. Its attachments are in a table of their own.
[[nodiscard]] Entry entryOf(const Run& run);
/// Whether the entry in these columns has files.
[[nodiscard]] bool hasFiles(const Run& run);

[[nodiscard]] std::int64_t flagsOf(const content::Fields& fields);
void readFlags(content::Fields& fields, std::int64_t flags);
[[nodiscard]] Seq referenceOf(const content::Fields& fields);
void readReference(content::Fields& fields, Seq reference);
[[nodiscard]] UserId referredUserOf(const content::Fields& fields);

/// Returns e.g. ",3,17,", so that `instr` finds a user. NULL if there are no mentions.
[[nodiscard]] QByteArray mentionsToColumn(const std::vector<UserId>& mentions);
[[nodiscard]] std::vector<UserId> mentionsFromColumn(const QByteArray& column);
/// The pattern for `instr` that finds `user` in the column.
[[nodiscard]] QByteArray mentionPattern(UserId user);

/// Returns e.g. "3,17"; empty if there are none.
[[nodiscard]] QByteArray seqsToColumn(const std::vector<Seq>& seqs);
[[nodiscard]] std::vector<Seq> seqsFromColumn(const QByteArray& column);

/// The ids as a list that SQLite's json_each() reads.
[[nodiscard]] QString jsonList(const std::vector<UserId>& users);
[[nodiscard]] QString jsonList(const std::vector<Seq>& seqs);

} // namespace tidemark
