#pragma once

#include "core/domain/entry.h"
#include "core/domain/ids.h"
#include "core/domain/read_state.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::server {

/// Selects a part of a log: of the entries in (after, through], the first ones or with `fromEnd` the last
/// ones. Stops after `limit` entries, or after the entry with which the texts and attachments (textBytesIn())
/// reach `maxTextBytes` (at least 1).
struct EntriesOf {
    ConversationId conversation;
    Seq after;
    Seq through;
    std::uint32_t limit = 0;
    bool fromEnd = false;
    std::size_t maxTextBytes = unboundedText;

    /// Fits the number types of databases, even if a caller adds to it.
    static constexpr std::size_t unboundedText = std::size_t{1} << 48U;
};

/// The numbers of unread messages that mention a reader or reply to them.
struct AboutMeCounts {
    std::uint64_t mentions = 0;
    std::uint64_t replies = 0;
    friend bool operator==(const AboutMeCounts&, const AboutMeCounts&) = default;
};

/// An entry as the log keeps it, with its prefix counts (I3).
struct LogEntry {
    Entry entry; ///< the uuid is always set here; the hub hides it from other users
    std::uint64_t countable = 0;
    std::uint64_t own = 0;
    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// The arguments of LogStore::append(); the store assigns the seq and the prefix counts (I1, I3).
struct NewEntry {
    ConversationId conversation;
    UserId author;
    UnixMs at;
    MessageUuid uuid; ///< unique with (conversation, author) when valid (I2)
    /// Edit, Recall: the store also changes the target (sets editedBy and the text, or recalledBy and an
    /// empty text).
    EntryContent content;
    std::uint64_t payloadHash = 0; ///< hash of the content as sent; edits do not change it

    [[nodiscard]] EntryKind kind() const { return kindOf(content); }
};

[[nodiscard]] inline Entry entryOf(const NewEntry& entry, Seq seq, UnixMs at)
{
    return {seq, entry.author, at, entry.uuid, entry.content};
}

struct SentRecord {
    Seq seq;
    UnixMs at;
    std::uint64_t payloadHash = 0;
    friend bool operator==(const SentRecord&, const SentRecord&) = default;
};

/// A message that is about to be appended, and its predecessor if the sender named one.
struct ExpectedSend {
    ConversationId conversation;
    UserId author;
    MessageUuid uuid = {};
    MessageUuid after = {};
    friend bool operator==(const ExpectedSend&, const ExpectedSend&) = default;
};

/// The logs of a Store.
class LogStore {
public:
    virtual ~LogStore() = default;

    /// Assigns the next seq, the prefix counts, and a time: `at`, or the time of the previous entry if that
    /// is later. Moves head and headCountable, and lastActivity unless the entry is an Edit or a Recall.
    /// Writes rows for the users whom it mentions or answers (O(mentions), I17) and, for Edit and Recall, the
    /// mark on the target. Changes the pinned messages of the conversation to pinnedAfter().
    virtual LogEntry append(const NewEntry& entry) = 0;
    virtual std::optional<LogEntry> entry(ConversationId conversation, Seq seq) = 0;
    /// The times of the entries of (after, through], ascending by seq. In logs of earlier servers the times
    /// may fall.
    virtual std::vector<UnixMs> times(ConversationId conversation, Seq after, Seq through) = 0;
    virtual bool hasUuid(ConversationId conversation, MessageUuid uuid) = 0;
    /// The result of an earlier append with this (conversation, author, uuid) (I2).
    virtual std::optional<SentRecord> sent(ConversationId conversation, UserId author, MessageUuid uuid) = 0;
    /// The selected entries, folded, ascending. Reads no texts beyond those it returns.
    virtual std::vector<Entry> part(const EntriesOf& of) = 0;
    /// Like part(), without a limit for the texts.
    [[nodiscard]] std::vector<Entry> entries(ConversationId conversation, Seq after, Seq through,
                                             std::uint32_t limit, bool fromEnd)
    {
        return part({conversation, after, through, limit, fromEnd});
    }
    /// Removes the content of all entries up to and including `through` (texts, mentions, whom they reply to)
    /// and raises trimmedThrough to it; never lowers it. Seqs, authors, kinds, times, uuids, payload hashes,
    /// marks and prefix counts stay. O(entries since the last trim).
    virtual void trim(ConversationId conversation, Seq through) = 0;

    // counting primitives of I4, each by index, none by scanning messages
    /// Prefix counts at `seq` for `reader` (seq 0: zeros; above the head: those of the head).
    virtual PrefixCounts prefix(ConversationId conversation, Seq seq, UserId reader) = 0;
    /// Recalled messages in (after, head] whose author is not `reader`.
    virtual std::uint64_t recalledOfOthers(ConversationId conversation, Seq after, UserId reader) = 0;
    /// Messages in (after, head] by other users that are not recalled and mention `reader` or all, or reply
    /// to a message of `reader`.
    virtual AboutMeCounts aboutMeAfter(ConversationId conversation, Seq after, UserId reader) = 0;
    /// Messages in (after, head] by users whom the viewer ignores that are not recalled, and those of them
    /// that mention or answer the viewer. O(the smaller number of entries in the range and ignored users)
    /// plus recalls and mentions.
    virtual ReadCounts ofIgnored(ConversationId conversation, Seq after, const Viewer& viewer) = 0;
    /// Messages in (after, head] that the viewer has hidden and that would count otherwise, and those of them
    /// that mention or answer the viewer. O(hidden messages in the range).
    virtual ReadCounts ofHidden(ConversationId conversation, Seq after, const Viewer& viewer);
    /// The first message above `after` that counts for the viewer and is not recalled; 0 if there is none.
    virtual Seq firstUnreadAfter(ConversationId conversation, Seq after, const Viewer& viewer) = 0;

    /// For audits: counts what counts for the viewer by scanning, independent of prefix counts and mention
    /// rows.
    virtual ReadCounts recount(ConversationId conversation, Seq after, const Viewer& viewer) = 0;
};

} // namespace tidemark::server
