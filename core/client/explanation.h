#pragma once

#include "core/domain/view.h"
#include "core/sync/local_state.h"

#include <QList>

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark {

/// Whether a conversation's badge is part of the account's total, or why it is not.
enum class TotalPart : std::uint8_t { Counted, Left, Muted, Archived };

/// The device or server that moved a cursor or floor.
struct CursorMover {
    enum class By : std::uint8_t { ThisDevice, OtherDevice, Server };
    CursorCause cause = CursorCause::Unknown;
    By by = By::Server;
    std::string deviceName; ///< another device's name at that time; UTF-8
    UnixMs at;              ///< 0: unknown, or not acknowledged yet
    bool isSynced = true;   ///< false: the server does not know the move yet

    friend bool operator==(const CursorMover&, const CursorMover&) = default;
};

/// The reasons for a badge's number: recounted entry by entry, not taken from the badge.
struct Explanation {
    ConversationId conversation;
    std::string title; ///< the conversation's own title: empty in direct chats
    ReadCounts counts; ///< the badge's counts
    bool exact = true;
    Seq firstUnread; ///< from ClientStore::firstUnread(), not set by explain(); 0: none, or unknown
    TotalPart total = TotalPart::Counted;

    Cursor cursor;
    Cursor confirmed; ///< the server's cursor
    Seq floor;
    CursorMover floorMover; ///< the move that set the floor
    Seq trimmedThrough;     ///< the server keeps nothing through here
    CursorMover mover;
    bool isPrivate = false; ///< other users are not shown the user's reading here
    std::uint64_t version = 0;
    Seq serverHead;
    Seq countedHead; ///< the head at which the badge was counted

    std::vector<HistoryEntry> counted; ///< the messages that count, ascending
    // Entries above R that do not count.
    std::uint64_t own = 0;
    std::uint64_t recalled = 0;
    std::uint64_t ignored = 0;      ///< messages by users whom the account ignores
    std::uint64_t hidden = 0;       ///< messages that the user has hidden from themselves
    std::uint64_t notCountable = 0; ///< edits, recalls, notices
    std::uint64_t notLookedAt = 0;  ///< entries not held here, or beyond the limit
    /// Messages between cursor and floor that would count without the floor; empty: they are not all held.
    std::optional<std::uint64_t> belowFloor = {};

    friend bool operator==(const Explanation&, const Explanation&) = default;
};

/// Maximum number of entries examined one by one. The explanation reports older ones only as `notLookedAt`.
inline constexpr std::uint64_t maxExplainedEntries = 10000;

/// The entries (after, through] that explain() examines.
struct ExplainedRange {
    Seq after;
    Seq through;
    friend bool operator==(const ExplainedRange&, const ExplainedRange&) = default;
};
/// `read`: R of I4. `head`: the newest entry that counts.
[[nodiscard]] ExplainedRange explainedRange(Seq read, Seq head);

/// Explains the badge of `conversation`. `entries` are the held ones of explainedRange(), and those between
/// the cursor and a floor above it. Returns empty if `snapshot` has no account or does not know the
/// conversation.
[[nodiscard]] std::optional<Explanation> explain(const Snapshot& snapshot, ConversationId conversation,
                                                 const QList<HistoryEntry>& entries);

} // namespace tidemark
