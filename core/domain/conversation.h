#pragma once

#include "core/domain/ids.h"
#include "core/domain/reaction.h"
#include "core/domain/read_state.h"

#include <string>
#include <vector>

namespace tidemark {

enum class ConversationKind : std::uint8_t { Direct, Group, Channel, NoticeList, Unknown };

/// A member's role; each role includes the rights of those before it (docs/adr/0010). The numbers are stored
/// in databases.
enum class Role : std::uint8_t { Member, Moderator, Owner };

/// Whether other users are shown a user's reading. Inherit: use the account's setting, which starts as
/// Public.
enum class ReceiptPrivacy : std::uint8_t { Inherit, Public, Private };

/// The condition under which a message counts as read. WhenSeen: the user has looked at it (I18). OnOpening:
/// the user has looked at it, or has opened a conversation that contained it. ByHand: the user has marked it.
enum class ReadingPolicy : std::uint8_t { WhenSeen, OnOpening, ByHand };

/// The users who may add an account to a group without asking first. Default: as the server's operator has
/// chosen. Known: those with whom the user has a direct chat. The numbers are stored in databases.
enum class AddingPolicy : std::uint8_t { Default, Everybody, Known, Nobody };

/// Settings of an account, the same on all of its devices.
struct AccountSettings {
    ReceiptPrivacy receipts = ReceiptPrivacy::Inherit;
    std::uint64_t version = 0; ///< grows with every change; set by the server
    ReadingPolicy reading = ReadingPolicy::WhenSeen;
    /// While the user is active at one device, the user's other devices hold back notifications.
    bool quietWhileActive = true;
    /// The server stores Default until the user has chosen, and sends devices what applies. A device that
    /// reads Default is connected to an earlier server, where everybody may.
    AddingPolicy adding = AddingPolicy::Default;

    friend constexpr bool operator==(const AccountSettings&, const AccountSettings&) = default;
};

/// Per-conversation settings of one user; synchronised as versioned state.
struct ConversationSettings {
    bool muted = false;
    bool archived = false;
    bool pinned = false;
    ReceiptPrivacy receipts = ReceiptPrivacy::Inherit;
    /// Only with `muted`: when the server ends the mute, by the server's clock. 0: never.
    UnixMs mutedUntil = {};
    /// Only with `pinned`: the place among the pinned conversations, ascending. 0: after all that have a
    /// place, by last activity.
    std::uint32_t pinOrder = 0;

    friend constexpr bool operator==(const ConversationSettings&, const ConversationSettings&) = default;
};

/// Whether the user's reads in a conversation are sent to the user's own devices only.
[[nodiscard]] constexpr bool readsPrivately(const AccountSettings& account,
                                            const ConversationSettings& settings)
{
    return (settings.receipts == ReceiptPrivacy::Inherit ? account.receipts : settings.receipts)
           == ReceiptPrivacy::Private;
}

/// The reason for the position of a cursor or a floor. The numbers are stored in databases.
enum class CursorCause : std::uint8_t {
    Unknown,
    Seen,
    MarkedRead,
    MarkedUnread,
    Undo,
    Joined,
    Expired, ///< floor only: the entries through it stayed unread for too long
    Trimmed, ///< floor only: the server no longer keeps the entries through it
    Away,    ///< floor only: the user was away so long that the server cleared unread announcements
    Cleared, ///< floor only: the user has removed the history from their devices
};

/// The last move of a cursor or floor. Explains to the user why a badge shows its number.
struct CursorMove {
    CursorCause cause = CursorCause::Unknown;
    DeviceId device;        ///< 0: the server
    std::string deviceName; ///< the device's name at that time
    UnixMs at;

    friend bool operator==(const CursorMove&, const CursorMove&) = default;
};

/// The server's view of one conversation for one user: absolute, and stamped with (logEpoch, head, version,
/// ignoresVersion) (I8).
struct ConversationState {
    ConversationId id;
    ConversationKind kind = ConversationKind::Group;
    std::string title; ///< empty in direct chats: clients show the peer's name
    UserId peer;       ///< direct chats only
    std::uint32_t memberCount = 0;

    LogEpoch logEpoch;
    Seq head;
    UnixMs lastActivity; ///< time of the newest entry other than edits and recalls; sorts the list

    bool isMember = false;
    Generation generation;
    Seq floor;                  ///< entries through here count as read (I5)
    CursorMove floorMoved = {}; ///< the move that set the floor
    Seq trimmedThrough = {};    ///< the server gives the user no content through here; at most `floor`
    Seq clearedThrough = {};    ///< the user has cleared the history through here; at most `trimmedThrough`
    Cursor cursor;
    CursorMove moved;          ///< the move that set the cursor
    std::uint64_t version = 0; ///< grows with every change of this user's state in this conversation
    ReadCounts counts;         ///< at `head`
    Seq firstUnread = {};      ///< the first message counted in `counts`; 0: none
    ConversationSettings settings;
    Role role = Role::Member;
    Seq feedSnapshot = {};        ///< channels: the head when the user last opened the "Following" entry
    std::uint64_t feedUnread = 0; ///< channels: others' messages above feedSnapshot and the floor, at `head`
    /// The newest change of reactions. It is a register of its own: it changes neither head nor version.
    ReactionSeq reactionHead = {};
    ReactionSeq reactionsSeen = {}; ///< the user has seen the reactions through here; only rises
    /// Reactions of others to the user's messages that were first made above `reactionsSeen`.
    std::uint64_t unreadReactions = 0;
    /// The version of the user's set of ignored users under which all these numbers were counted. Part of the
    /// stamp.
    std::uint64_t ignoresVersion = 0;

    /// The pinned messages at `head`, ascending, without those that the user cannot read.
    std::vector<Seq> pinned = {};
    bool forwardingForbidden = false; ///< messages cannot be forwarded from here
    /// The messages that the user has hidden from themselves, ascending, without those through
    /// `trimmedThrough`. They count in nothing. Belongs to `version`.
    std::vector<Seq> hidden = {};

    /// The furthest seq that another member has read with public receipts (I7); draws the read mark on own
    /// messages.
    Seq seenByOthers;
    /// The furthest seq delivered to a device of another member; draws the delivered mark on own messages.
    Seq deliveredToOthers = {};

    friend bool operator==(const ConversationState&, const ConversationState&) = default;
};

/// R of I4: entries through it count as read.
[[nodiscard]] constexpr Seq effectiveRead(Seq floor, Seq readSeq)
{
    return std::max(floor, readSeq);
}

/// Whether this conversation's badge is part of the account's total (I4). Channels have a separate total.
[[nodiscard]] constexpr bool countsInTotal(ConversationKind kind, bool isMember,
                                           const ConversationSettings& settings)
{
    return kind != ConversationKind::Channel && isMember && !settings.muted && !settings.archived;
}

/// Whether this conversation's badge is part of the separate total for muted conversations.
[[nodiscard]] constexpr bool countsAsMuted(ConversationKind kind, bool isMember,
                                           const ConversationSettings& settings)
{
    return kind != ConversationKind::Channel && isMember && settings.muted && !settings.archived;
}

/// Whether the conversation is a channel that the user follows.
[[nodiscard]] constexpr bool isFollowed(ConversationKind kind, bool isMember)
{
    return kind == ConversationKind::Channel && isMember;
}

/// Whether the conversation's feedUnread is part of the number on the "Following" entry.
[[nodiscard]] constexpr bool countsInFeed(ConversationKind kind, bool isMember,
                                          const ConversationSettings& settings)
{
    return isFollowed(kind, isMember) && !settings.muted && !settings.archived;
}

[[nodiscard]] constexpr bool mayPost(ConversationKind kind, Role role)
{
    return kind != ConversationKind::NoticeList
           && (kind != ConversationKind::Channel || role != Role::Member);
}

/// Whether a member with this role may pin and unpin messages: the members who may post.
[[nodiscard]] constexpr bool mayPin(ConversationKind kind, Role role)
{
    return mayPost(kind, role);
}

/// Whether a member with this role may forbid to forward messages from here.
[[nodiscard]] constexpr bool mayForbidForwarding(ConversationKind kind, Role role)
{
    return (kind == ConversationKind::Group || kind == ConversationKind::Channel) && role != Role::Member;
}

/// Whether a member with this role may remove or ban a user whose role is `other`. For a user who is not a
/// member, `other` is Member.
[[nodiscard]] constexpr bool mayRemove(ConversationKind kind, Role role, Role other)
{
    return kind == ConversationKind::Group && role != Role::Member && role > other;
}

/// Whether a member with this role may change other members' roles.
[[nodiscard]] constexpr bool mayGiveRoles(ConversationKind kind, Role role)
{
    return kind == ConversationKind::Group && role == Role::Owner;
}

/// The parts of a conversation's state that device and server compare.
struct HeldState {
    ConversationId id;
    LogEpoch logEpoch;
    Seq head; ///< the newest head that this device has received
    Cursor cursor;
    std::uint64_t version = 0;
    /// The newest entry that the device holds, for delivery marks. Devices may differ in it, so the digest
    /// leaves it out.
    Seq through = {};

    friend constexpr bool operator==(const HeldState&, const HeldState&) = default;
};

[[nodiscard]] HeldState heldOf(const ConversationState& state);

/// Order-free digest of the held states. Device and server have equal digests when they agree (heartbeat).
[[nodiscard]] std::uint64_t digestOf(const std::vector<HeldState>& held);

/// The furthest seq that another member has read publicly, and the furthest seq that a device of another
/// member holds.
struct Marks {
    Seq seen;
    Seq delivered;

    friend constexpr bool operator==(const Marks&, const Marks&) = default;
};

/// Whether the server pushes members' deliveries and reads to each other in a conversation of `memberCount`
/// members. `receiptMembers` is the server's limit (Limits::receiptMembers).
[[nodiscard]] constexpr bool sharesMarks(ConversationKind kind, std::uint32_t memberCount,
                                         std::uint32_t receiptMembers)
{
    return kind != ConversationKind::NoticeList && memberCount <= receiptMembers;
}

/// The marks of one conversation that the server has sent to a device.
struct ConversationMarks {
    ConversationId id;
    LogEpoch logEpoch;
    Marks marks;

    friend constexpr bool operator==(const ConversationMarks&, const ConversationMarks&) = default;
};

/// The newest change of reactions in one conversation.
struct ReactionHead {
    ConversationId id;
    LogEpoch logEpoch;
    ReactionSeq head;

    friend constexpr bool operator==(const ReactionHead&, const ReactionHead&) = default;
};

/// Order-free digest. Conversations without reactions do not change it.
[[nodiscard]] std::uint64_t digestOfReactions(const std::vector<ReactionHead>& heads);

/// Order-free digest of marks. Conversations without marks do not change it.
[[nodiscard]] std::uint64_t digestOfMarks(const std::vector<ConversationMarks>& marks);

struct User {
    UserId id;
    std::string name;       ///< as the account was created; no other account ever gets it
    bool isDeleted = false; ///< the account was deleted: show no name

    friend bool operator==(const User&, const User&) = default;
};

} // namespace tidemark
