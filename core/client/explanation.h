#pragma once

#include "core/domain/view.h"
#include "core/sync/local_state.h"

#include <QList>

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark {

/// Whether a conversation's badge is part of the account's total, and why not.
enum class TotalPart : std::uint8_t { Counted, Left, Muted, Archived };

/// Who made a cursor or a floor what it is.
struct CursorMover {
    enum class By : std::uint8_t { ThisDevice, OtherDevice, Server };
    CursorCause cause = CursorCause::Unknown;
    By by = By::Server;
    std::string deviceName; ///< of another device, as it was called then; UTF-8
    UnixMs at;              ///< 0: not known, or not yet acknowledged
    bool isSynced = true;   ///< false: the server does not know of it yet

    friend bool operator==(const CursorMover&, const CursorMover&) = default;
};

/// Why a badge shows what it shows, reckoned entry by entry and not taken from the badge.
struct Explanation {
    ConversationId conversation;
    std::string title; ///< as the conversation has it: empty on direct chats
    ReadCounts counts; ///< what the badge shows
    bool exact = true;
    Seq firstUnread; ///< as ClientStore::firstUnread() has it; 0: none, or not known. Not by explain()
    TotalPart total = TotalPart::Counted;

    Cursor cursor;
    Cursor confirmed; ///< the server's
    Seq floor;
    CursorMover floorMover; ///< what made the floor
    Seq trimmedUpto;        ///< the server keeps nothing up to here
    CursorMover mover;
    bool isPrivate = false; ///< others do not learn what is read here
    std::uint64_t version = 0;
    Seq serverHead;
    Seq countedHead; ///< what the badge stands for

    std::vector<HistoryEntry> counted; ///< the messages that count, ascending
    // What was left out of the entries behind the cursor.
    std::uint64_t own = 0;
    std::uint64_t recalled = 0;
    std::uint64_t notCountable = 0; ///< edits, recalls, notices
    std::uint64_t notLookedAt = 0;  ///< not held here, or too far back
    /// Messages between cursor and floor, which would count without the floor; none: not all of them are
    /// held.
    std::optional<std::uint64_t> belowFloor = {};

    friend bool operator==(const Explanation&, const Explanation&) = default;
};

/// Entries that are looked at one by one; the older ones of a longer unread range are only counted.
inline constexpr std::uint64_t mostExplainedEntries = 10000;

/// The entries (after, upTo] that explain() wants to look at.
struct ExplainedRange {
    Seq after;
    Seq upTo;
    friend bool operator==(const ExplainedRange&, const ExplainedRange&) = default;
};
/// `read`: what is at or below it is read. `head`: the newest entry that counts.
[[nodiscard]] ExplainedRange explainedRange(Seq read, Seq head);

/// The badge of `conversation`; `entries` are those of explainedRange() that are held, and those between the
/// cursor and a floor above it. Nothing when the
/// snapshot does not know the conversation, or no account.
[[nodiscard]] std::optional<Explanation> explain(const Snapshot& snapshot, ConversationId conversation,
                                                 const QList<HistoryEntry>& entries);

} // namespace tidemark
