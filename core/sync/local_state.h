#pragma once

#include "core/domain/conversation.h"
#include "core/domain/dot.h"
#include "core/domain/draft.h"
#include "core/domain/folder.h"
#include "core/domain/ids.h"
#include "core/domain/invitation.h"
#include "core/domain/limits.h"
#include "core/domain/pinned.h"
#include "core/domain/protocol.h"
#include "core/domain/range_set.h"
#include "core/domain/read_state.h"
#include "core/domain/view.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// A channel's contribution to the "Following" entry.
struct FeedShare {
    Seq confirmed; ///< the server's snapshot, as of the conversation's version
    /// `confirmed`, or the later head at which the user opened the entry on this device; the latter is still
    /// to be sent.
    Seq snapshot;
    std::uint64_t unread = 0; ///< messages of others above `snapshot` and the floor, at the counted head
    bool exact = true;        ///< false: `unread` is a lower bound

    friend bool operator==(const FeedShare&, const FeedShare&) = default;
};

/// The reactions of a conversation as this device knows them.
struct ReactionState {
    ReactionSeq head;      ///< the newest change that the device has heard of
    ReactionSeq through;   ///< the stored reactions include all changes through here
    ReactionSeq counted;   ///< the server's head when it counted `unread`
    ReactionSeq confirmed; ///< through here the server knows that the user has seen them
    /// `confirmed`, or the later position that the user has seen on this device; the latter is still to be
    /// sent.
    ReactionSeq seen;
    std::uint64_t unread = 0; ///< reactions to the user's messages first made above `confirmed`

    friend bool operator==(const ReactionState&, const ReactionState&) = default;
};

/// The number of unread reactions to show. Between sending `seen` and the server's answer it may be too low.
[[nodiscard]] constexpr std::uint64_t shownUnread(const ReactionState& reactions)
{
    return reactions.seen > reactions.confirmed ? 0 : reactions.unread;
}

/// The user's latest choice for one reaction, until the server acknowledges it.
struct PendingReaction {
    ConversationId conversation;
    Seq target;
    std::string emoji;
    bool isOn = true;
    MessageUuid uuid; ///< of this value; a later value of the same reaction has another one
    LogEpoch logEpoch;

    friend bool operator==(const PendingReaction&, const PendingReaction&) = default;
};

/// This account's choice about another user, as this device knows it.
struct LocalIgnore {
    UserId user;
    IgnoreLevel confirmed = IgnoreLevel::None; ///< in the server's set, as of its version
    /// The user's later change on this device, which the server has not acknowledged yet.
    struct Pending {
        IgnoreLevel level = IgnoreLevel::None;
        MessageUuid uuid;
        friend bool operator==(const Pending&, const Pending&) = default;
    };
    std::optional<Pending> pending = {};

    friend bool operator==(const LocalIgnore&, const LocalIgnore&) = default;
};

/// The level that applies on this device.
[[nodiscard]] constexpr IgnoreLevel levelOf(const LocalIgnore& one)
{
    return one.pending ? one.pending->level : one.confirmed;
}

/// The account's set of ignored users, as this device knows it.
struct LocalIgnores {
    std::uint64_t version = 0;           ///< of the server's set
    std::vector<LocalIgnore> users = {}; ///< ascending by user

    friend bool operator==(const LocalIgnores&, const LocalIgnores&) = default;
};

/// The users whose messages count in nothing on this device, ascending.
[[nodiscard]] std::vector<UserId> ignoredIn(const LocalIgnores& ignores);
/// Whether the user has made changes that the server has not acknowledged (I13).
[[nodiscard]] bool hasUnsentChanges(const LocalIgnores& ignores);

/// The account's folders, as this device knows them.
struct LocalFolders {
    std::uint64_t version = 0;        ///< of the server's folders
    std::vector<Folder> folders = {}; ///< the server's
    /// The user's changes on this device that the server has not acknowledged yet, the newest last; at most
    /// one for each folder.
    std::vector<FolderChange> pending = {};

    friend bool operator==(const LocalFolders&, const LocalFolders&) = default;
};

/// The folders to show on this device: the server's, with the user's changes.
[[nodiscard]] std::vector<Folder> shownFolders(const LocalFolders& folders);

/// The account's open invitations, as the server has them.
struct LocalInvitations {
    std::uint64_t version = 0;
    std::vector<Invitation> invitations = {}; ///< the oldest first

    friend bool operator==(const LocalInvitations&, const LocalInvitations&) = default;
};

/// The invitations to show: those from users who are not among `ignored`, which ascends.
[[nodiscard]] std::vector<Invitation> shownInvitations(const LocalInvitations& invitations,
                                                       const std::vector<UserId>& ignored);

/// The user's draft in one conversation, as this device shows it and as the server has it.
struct LocalDraft {
    ConversationId conversation;
    std::string text; ///< as the user has left it on this device
    Seq replyTo = {};
    std::uint64_t base = 0; ///< the version of the server's draft that `text` is, or is a change of
    MessageUuid uuid = {};  ///< of the change that the server does not have yet; none: there is no change
    /// Of the latest changes made on this device, the newest last. With one of these uuids, the server's
    /// draft is no change by another device, even if the answer to it was lost.
    std::vector<MessageUuid> own = {};
    Draft server = {}; ///< the newest one that this device knows

    friend bool operator==(const LocalDraft&, const LocalDraft&) = default;
};
/// Number of uuids kept in LocalDraft::own.
constexpr std::size_t maxOwnDraftChanges = 64;

/// Whether another device has changed the draft since the version that was changed here: both texts stay
/// until the user chooses one.
[[nodiscard]] inline bool isInConflict(const LocalDraft& draft)
{
    return draft.uuid.isValid() && draft.server.version != draft.base;
}

/// The versions of drafts that this device knows.
struct DraftProgress {
    std::uint64_t through = 0; ///< the device knows all drafts through this version
    bool isShared = true;      ///< false: drafts stay on this device

    friend bool operator==(const DraftProgress&, const DraftProgress&) = default;
};

/// A change of a scheduled message that the user has made here and the server has not confirmed.
struct ScheduleIntent {
    content::Message message = {};
    UnixMs due = {}; ///< 0: now
    bool isCancelled = false;
    std::uint64_t base = 0; ///< the version that the user has changed
    /// The uuids of the changes since, the newest last. With one of these, the server's message is no change
    /// by another device, even if the answer to it was lost.
    std::vector<MessageUuid> changes = {};

    friend bool operator==(const ScheduleIntent&, const ScheduleIntent&) = default;
};
/// Number of uuids kept in ScheduleIntent::changes.
constexpr std::size_t maxScheduleChanges = 8;

/// A scheduled message as this device shows it and as the server has it.
struct LocalScheduled {
    ScheduledMessage server = {}; ///< the newest one that this device knows; version 0: the server has none
    std::optional<ScheduleIntent> intent = {};
    std::optional<RefusedSchedule> refused = {};

    friend bool operator==(const LocalScheduled&, const LocalScheduled&) = default;
};

/// Whether the server will send the message, or has told why it could not.
[[nodiscard]] inline bool isAtServer(const LocalScheduled& scheduled)
{
    return scheduled.server.version > 0 && isOpen(scheduled.server.state);
}

[[nodiscard]] ScheduledItem itemOf(const LocalScheduled& scheduled);

/// A conversation as this device knows it: the last state from the server, merged with the user's later
/// actions on this device.
struct LocalConversation {
    ConversationId id;
    ConversationKind kind = ConversationKind::Group;
    std::string title;
    UserId peer;
    std::uint32_t memberCount = 0;
    bool isMember = false;
    Generation generation;
    /// The place among the pinned conversations that the server does not have yet; 0: none. Shown in place of
    /// `settings.pinOrder`.
    std::uint32_t wantedPinOrder = 0;
    ConversationSettings settings;

    LogEpoch logEpoch;
    Seq serverHead; ///< the newest head received; entries through it may still have to be pulled
    UnixMs lastActivity;

    Seq floor;
    CursorMove floorMoved = {}; ///< the move that set the floor
    Seq trimmedThrough = {};    ///< entries through here that are not held can no longer be pulled
    /// The user has cleared the history through here: no entry through it is held. At most `floor` and
    /// `trimmedThrough`.
    Seq clearedThrough = {};
    Seq confirmedClear = {};   ///< the same as the server has it
    Cursor confirmed;          ///< the server's cursor, as of `version`
    CursorMove moved = {};     ///< the move that set `confirmed`
    std::uint64_t version = 0; ///< the server's version of this user's state here
    Cursor cursor;             ///< `confirmed`, moved by the unsent intents

    Seq countedHead;   ///< the head at which `counts` were counted (I8)
    ReadCounts counts; ///< under `cursor`
    bool exact = true; ///< false: `counts` is a lower bound, to be shown as "≥ n" (I19)
    /// The first unread message in the server's last state, under `confirmed` and `floor`; 0: none. Used only
    /// where the local log is incomplete.
    Seq firstUnread = {};

    Seq seenByOthers;
    Seq deliveredToOthers = {};

    Role role = Role::Member;
    bool forwardingForbidden = false; ///< messages cannot be forwarded from here
    FeedShare feed = {};              ///< of a followed channel; all zero elsewhere
    ReactionState reactions = {};
    /// The version of the ignored users under which the server counted the newest state. The other numbers
    /// are counted again here when the set changes; `reactions.unread` stays as of this version.
    std::uint64_t ignoresVersion = 0;
    /// The pinned messages at `countedHead`, ascending, without the user's changes in the outbox.
    std::vector<Seq> pinned = {};
    /// The messages that the user has hidden from themselves, ascending (adr/0033). A hidden message is
    /// stored without its words, and counts in nothing. The set only grows, except for what is trimmed.
    std::vector<Seq> hidden = {};
    std::vector<Seq> confirmedHidden = {}; ///< the same as the server has it

    friend bool operator==(const LocalConversation&, const LocalConversation&) = default;
};

/// R of I4 on this device.
[[nodiscard]] constexpr Seq effectiveRead(const LocalConversation& conversation)
{
    return effectiveRead(conversation.floor, conversation.cursor.readSeq);
}

/// The same for the "Following" entry, which does not count entries through this seq.
[[nodiscard]] constexpr Seq effectiveSnapshot(const LocalConversation& conversation)
{
    return effectiveRead(conversation.floor, conversation.feed.snapshot);
}

/// Whether the server does not know yet that the user has cleared the history (I13).
[[nodiscard]] constexpr bool hasUnsentClear(const LocalConversation& conversation)
{
    return conversation.clearedThrough > conversation.confirmedClear;
}

/// The hidden messages that the server does not know of yet (I13).
[[nodiscard]] std::vector<Seq> unsentHidden(const LocalConversation& conversation);

struct PendingMessage;

/// The pinned messages to show: `pinned` at the head `counted`, changed by what is on its way, without those
/// that the user has cleared. `pending`: the conversation's part of the outbox, ascending by order.
[[nodiscard]] std::vector<Seq> shownPinned(std::vector<Seq> pinned, Seq counted, Seq clearedThrough,
                                           const std::vector<PendingMessage>& pending);

/// Returns `gap` without the entries that can no longer be pulled; empty if none remain.
[[nodiscard]] std::optional<SeqRange> obtainable(std::optional<SeqRange> gap,
                                                 const LocalConversation& conversation);

/// The user's cursor moves that the server has not acknowledged (I13). The mark comes first, then the read.
struct CursorIntent {
    ConversationId conversation;
    Generation generation;
    struct Mark {
        MessageUuid uuid;
        Seq from;
        CursorCause cause = CursorCause::MarkedUnread;
        friend bool operator==(const Mark&, const Mark&) = default;
    };
    std::optional<Mark> mark;
    /// The read after the mark; without a mark, the read in `epoch`.
    std::optional<Seq> readSeq;
    /// The cursor epoch of `readSeq`. While `mark` is set: the server's epoch when the user made the mark or
    /// the engine first sent it. The mark creates the next epoch, unless another device's mark comes in
    /// between.
    std::uint32_t epoch = 0;
    CursorCause cause = CursorCause::Seen; ///< of the read
    bool isPrivate = false;                ///< only for the read: other users must not learn of it

    friend bool operator==(const CursorIntent&, const CursorIntent&) = default;
};

/// A red dot as this device knows it.
struct LocalDot {
    Dot dot; ///< `seen` includes versions seen on this device that the server has not acknowledged
    std::uint64_t confirmed = 0; ///< the version that the server has acknowledged as seen

    friend bool operator==(const LocalDot&, const LocalDot&) = default;
};

/// Whether the server has not acknowledged yet that the user has seen the dot (I13).
[[nodiscard]] constexpr bool isUnconfirmed(const LocalDot& dot)
{
    return dot.dot.seen > dot.confirmed;
}

/// An entry of the user that is not in the local log yet: a message, edit, recall or pin on its way.
struct PendingMessage {
    enum class State : std::uint8_t {
        Queued, ///< to be sent, or sent and not acknowledged
        Acked,  ///< the server has it at `seq`; erased when the entry has been pulled
        Failed, ///< given up with `error`; the user retries or deletes it
    };
    MessageUuid uuid;
    ConversationId conversation;
    std::uint64_t order = 0; ///< ascends in the order of writing, across all conversations
    SentContent content;
    UnixMs createdAt;
    State state = State::Queued;
    std::uint32_t attempts = 0; ///< refusals and timeouts while connected
    protocol::ErrorCode error = protocol::ErrorCode::Unknown;
    Seq seq;
    bool isPaused = false; ///< by the user: neither its files nor the message go on
    bool isAhead = false;  ///< by the user: it does not wait for earlier messages
    /// Why files of a failed message cannot be sent, by their place among the attachments.
    std::map<std::uint32_t, protocol::ErrorCode> fileErrors = {};
    /// The message was the draft, and this is LocalDraft::base of it; empty: it was none.
    std::optional<std::uint64_t> draftVersion = {};

    friend bool operator==(const PendingMessage&, const PendingMessage&) = default;
};

struct Account {
    User user;
    std::string token; ///< 32 raw bytes; empty: signed out, the data stays
    AccountSettings settings = {};
    friend bool operator==(const Account&, const Account&) = default;
};

/// The account's total, stored beside the badges and changed in the same transaction (I11).
struct Totals {
    std::uint64_t unread = 0;        ///< in conversations that are not muted, archived or left
    std::uint64_t mentions = 0;      ///< unread mentions in the same conversations
    std::uint64_t conversations = 0; ///< number of those conversations with unread messages
    std::uint64_t mutedUnread = 0;   ///< in muted conversations, not part of `unread`
    bool exact = true;
    std::uint64_t mutedMentions = 0;      ///< in muted conversations
    std::uint64_t mutedConversations = 0; ///< number of muted conversations with unread messages
    bool mutedExact = true;               ///< false: a muted number is a lower bound
    std::uint64_t feed = 0; ///< number of the "Following" entry; the other totals exclude channels
    bool feedExact = true;
    friend bool operator==(const Totals&, const Totals&) = default;
};

/// All durable state that the engine starts from.
struct Snapshot {
    DeviceId device;
    std::optional<Account> account;
    struct Conversation {
        LocalConversation conversation;
        RangeSet held;
        friend bool operator==(const Conversation&, const Conversation&) = default;
    };
    std::vector<Conversation> conversations;
    std::vector<CursorIntent> intents;
    std::vector<PendingMessage> pending; ///< ascending by order
    Totals totals;
    std::vector<LocalDot> dots = {};
    std::vector<Avatar> avatars = {};
    std::vector<PendingReaction> reactions = {};
    LocalIgnores ignores = {};
    std::vector<LocalDraft> drafts = {};
    DraftProgress draftProgress = {};
    std::vector<LocalScheduled> scheduled = {};
    std::uint64_t scheduledThrough = 0; ///< the device knows all scheduled messages through this version
    LocalFolders folders = {};
    LocalInvitations invitations = {};
    friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

/// Adds one conversation's badge to `totals`.
void addToTotals(Totals& totals, const LocalConversation& conversation);

/// Computes the totals of a set of conversations from their badges alone.
[[nodiscard]] Totals totalsOf(const std::vector<LocalConversation>& conversations);

/// Read access to the committed local log, for data that the engine does not keep in memory. The store
/// implements it.
class LogReader {
public:
    virtual ~LogReader() = default;
    /// Counts the messages in (after, through] that count for `viewer` and that no entry through `atHead` has
    /// recalled, and those of them that mention or answer the viewer. Precondition: (after, through] is held.
    [[nodiscard]] virtual ReadCounts countUnread(ConversationId conversation, const Viewer& viewer, Seq after,
                                                 Seq through, Seq atHead) const = 0;
    /// Returns the sum of contribution() over the held entries of (after, through].
    [[nodiscard]] virtual CountDelta contributions(ConversationId conversation, const Viewer& viewer,
                                                   Seq after, Seq through, Seq readSeq) const = 0;
    /// Returns the changes of the pinned messages by the held entries of (after, through], in their order.
    [[nodiscard]] virtual std::vector<PinChange> pinChanges(ConversationId conversation, Seq after,
                                                            Seq through) const = 0;
};

} // namespace tidemark
