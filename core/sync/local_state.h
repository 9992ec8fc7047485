#pragma once

#include "core/domain/conversation.h"
#include "core/domain/dot.h"
#include "core/domain/ids.h"
#include "core/domain/limits.h"
#include "core/domain/protocol.h"
#include "core/domain/range_set.h"
#include "core/domain/read_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// What the "Following" entry counts of a channel.
struct FeedShare {
    Seq confirmed;            ///< the server's snapshot, as of the conversation's version
    Seq snapshot;             ///< that, or where the entry was opened here: then still to be told
    std::uint64_t unread = 0; ///< messages of others above `snapshot` and the floor, at the counted head
    bool exact = true;        ///< false: `unread` is a lower bound

    friend bool operator==(const FeedShare&, const FeedShare&) = default;
};

/// A conversation as this device knows it: what the server said last, merged with what the user did here
/// since.
struct LocalConversation {
    ConversationId id;
    ConversationKind kind = ConversationKind::Group;
    std::string title;
    UserId peer;
    std::uint32_t memberCount = 0;
    bool isMember = false;
    Generation generation;
    ConversationSettings settings;

    LogEpoch logEpoch;
    Seq serverHead; ///< the newest head heard of; entries up to it may still have to be pulled
    UnixMs lastActivity;

    Seq floor;
    CursorMove floorMoved = {}; ///< what made it
    Seq trimmedUpto = {};       ///< what is not held up to here can no longer be had
    Cursor confirmed;           ///< the server's cursor, as of `version`
    CursorMove moved = {};      ///< what made it
    std::uint64_t version = 0;  ///< the server's version of this user's state here
    Cursor cursor;              ///< confirmed, moved by the intents that are still to be sent

    Seq countedHead;   ///< the head that `counts` stand for (I8)
    ReadCounts counts; ///< under `cursor`
    bool exact = true; ///< false: `counts` is a lower bound, to be shown as "≥ n" (I19)
    /// The first unread message as the server last said, under `confirmed` and `floor`; 0 none. Only of use
    /// where the local log does not reach.
    Seq firstUnread = {};

    Seq seenByOthers;
    Seq deliveredToOthers = {};

    Role role = Role::Member;
    FeedShare feed = {}; ///< of a followed channel; all zero elsewhere

    friend bool operator==(const LocalConversation&, const LocalConversation&) = default;
};

/// R of I4 on this device.
[[nodiscard]] constexpr Seq effectiveRead(const LocalConversation& conversation)
{
    return effectiveRead(conversation.floor, conversation.cursor.readSeq);
}

/// The same for the "Following" entry: what is at or below it does not count there.
[[nodiscard]] constexpr Seq effectiveSnapshot(const LocalConversation& conversation)
{
    return effectiveRead(conversation.floor, conversation.feed.snapshot);
}

/// `gap` without what can no longer be had; nothing when that is all of it.
[[nodiscard]] std::optional<SeqRange> obtainable(std::optional<SeqRange> gap,
                                                 const LocalConversation& conversation);

/// What the user did to a cursor and the server has not acknowledged (I13). First the mark, then the read.
struct ReadIntent {
    ConversationId conversation;
    Generation generation;
    struct Mark {
        MessageUuid uuid;
        Seq from;
        CursorCause cause = CursorCause::MarkedUnread;
        friend bool operator==(const Mark&, const Mark&) = default;
    };
    std::optional<Mark> mark;
    /// The read that followed the mark, or without a mark the read in `epoch`.
    std::optional<Seq> readSeq;
    /// The cursor epoch that `readSeq` belongs to. While `mark` is set: the server's epoch when the mark was
    /// made, or first sent, so that the epoch that it makes is the next one unless another device's mark
    /// comes in between.
    std::uint32_t epoch = 0;
    CursorCause cause = CursorCause::Seen; ///< of the read
    bool isPrivate = false;                ///< the read: others must not learn of it

    friend bool operator==(const ReadIntent&, const ReadIntent&) = default;
};

/// A red dot as this device knows it.
struct LocalDot {
    Dot dot;                     ///< seen: also what the user has seen here and the server does not know yet
    std::uint64_t confirmed = 0; ///< how much of that the server has acknowledged

    friend bool operator==(const LocalDot&, const LocalDot&) = default;
};

/// What the user has seen is still to be told (I13).
[[nodiscard]] constexpr bool isUntold(const LocalDot& dot)
{
    return dot.dot.seen > dot.confirmed;
}

/// An entry of the user's that is not yet in the local log: a message, an edit or a recall on its way.
struct PendingMessage {
    enum class State : std::uint8_t {
        Queued, ///< to be sent, or sent and not acknowledged
        Acked,  ///< the server has it at `seq`; goes when the entry has been pulled
        Failed, ///< given up, `error` says why; the user retries or deletes
    };
    MessageUuid uuid;
    ConversationId conversation;
    std::uint64_t order = 0; ///< ascends in the order of writing, over all conversations
    protocol::Content content;
    UnixMs createdAt;
    State state = State::Queued;
    std::uint32_t attempts = 0; ///< refusals and timeouts while connected
    protocol::ErrorCode error = protocol::ErrorCode::Unknown;
    Seq seq;

    friend bool operator==(const PendingMessage&, const PendingMessage&) = default;
};

struct Account {
    User user;
    std::string token; ///< 32 raw bytes; empty: signed out, the data is kept
    AccountSettings settings = {};
    friend bool operator==(const Account&, const Account&) = default;
};

/// The account's total, stored beside the badges and changed in the same transaction (I11).
struct Totals {
    std::uint64_t unread = 0;        ///< over conversations that are not muted, archived or left
    std::uint64_t mentions = 0;      ///< the same, mentions
    std::uint64_t conversations = 0; ///< how many of them have unread messages
    std::uint64_t mutedUnread = 0;   ///< of muted ones, counted apart
    bool exact = true;
    std::uint64_t mutedMentions = 0;      ///< in muted ones
    std::uint64_t mutedConversations = 0; ///< how many muted ones have unread messages
    bool mutedExact = true;               ///< of what is counted apart
    std::uint64_t feed = 0;               ///< of the "Following" entry: channels are in none of the others
    bool feedExact = true;
    friend bool operator==(const Totals&, const Totals&) = default;
};

/// Everything durable that the engine starts from.
struct Snapshot {
    DeviceId device;
    std::optional<Account> account;
    struct Conversation {
        LocalConversation conversation;
        RangeSet held;
        friend bool operator==(const Conversation&, const Conversation&) = default;
    };
    std::vector<Conversation> conversations;
    std::vector<ReadIntent> intents;
    std::vector<PendingMessage> pending; ///< ascending by order
    Totals totals;
    std::vector<LocalDot> dots = {};
    friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

/// Adds one conversation's badge to a total.
void addToTotals(Totals& totals, const LocalConversation& conversation);

/// The total of a set of conversations, from nothing but their badges.
[[nodiscard]] Totals totalsOf(const std::vector<LocalConversation>& conversations);

/// Read access to the committed local log, for what the engine does not keep in memory. Implemented by the
/// store.
class LogReader {
public:
    virtual ~LogReader() = default;
    /// Others' messages of (after, upto] that are not recalled by an entry at or below `atHead`, and those of
    /// them that mention `reader`. The caller makes sure that (after, upto] is held.
    [[nodiscard]] virtual ReadCounts countUnread(ConversationId conversation, UserId reader, Seq after,
                                                 Seq upto, Seq atHead) const = 0;
    /// Sum of contribution() over the held entries of (after, upto].
    [[nodiscard]] virtual CountDelta contributions(ConversationId conversation, UserId reader, Seq after,
                                                   Seq upto, Seq readSeq) const = 0;
};

} // namespace tidemark
