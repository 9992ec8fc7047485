#pragma once

#include "core/domain/entry.h"
#include "core/store/statement.h"

#include <cstdint>
#include <vector>

/// How an Entry lies in its row of the table `entries`.
///
/// `ref_seq` and `ref_user` are: of a message the one that it answers and its author; of an edit or recall
/// its target and that one's author; of a notice (only `ref_user`) who was added or removed.
namespace tidemark {

/// Bits of the column `flags`, of entries and outbox.
namespace entry_flag {
inline constexpr std::int64_t action = 1;
inline constexpr std::int64_t mentionsAll = 2;
inline constexpr std::int64_t targetMentionsReader = 4;
inline constexpr std::int64_t targetRepliesToReader = 8;
} // namespace entry_flag

// The numbers are in databases.
static_assert(static_cast<int>(EntryKind::Message) == 0 && static_cast<int>(EntryKind::Edit) == 1
              && static_cast<int>(EntryKind::Recall) == 2 && static_cast<int>(EntryKind::Notice) == 3
              && static_cast<int>(EntryKind::Unknown) == 4);

/// The columns that entryOf() reads, of the table alias `e`.
#define TIDEMARK_ENTRY_COLUMNS                                                                               \
    "e.seq, e.kind, e.author, e.at, e.flags, e.edited_by, e.recalled_by, e.ref_seq, e.ref_user, e.notice,"   \
    " e.mentions, e.uuid, e.text"
inline constexpr int entryColumnCount = 13;

/// Reads an entry from the first entryColumnCount columns.
[[nodiscard]] Entry entryOf(const Run& run);

[[nodiscard]] std::int64_t flagsOf(const Entry& entry);
[[nodiscard]] Seq referenceOf(const Entry& entry);
[[nodiscard]] UserId referredUserOf(const Entry& entry);

/// ",3,17,": so that a user is found by `instr`. NULL when there are none.
[[nodiscard]] QByteArray mentionsToColumn(const std::vector<UserId>& mentions);
[[nodiscard]] std::vector<UserId> mentionsFromColumn(const QByteArray& column);
/// What `instr` must look for in the column.
[[nodiscard]] QByteArray mentionPattern(UserId user);

} // namespace tidemark
