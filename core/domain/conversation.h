#pragma once

#include "core/domain/ids.h"
#include "core/domain/read_state.h"

#include <string>
#include <vector>

namespace tidemark {

enum class ConversationKind : std::uint8_t { Direct, Group, Channel, NoticeList, Unknown };

/// What a member may do; each includes what stands before it (docs/adr/0010). The numbers are in databases.
enum class Role : std::uint8_t { Member, Moderator, Owner };

/// Whether others learn what a user reads. Inherit: as the account's setting says, which is Public at first.
enum class ReceiptPrivacy : std::uint8_t { Inherit, Public, Private };

/// When what a user sees counts as read. WhenSeen: only what was looked at (I18); OnOpening: also all that a
/// conversation holds when it is opened; ByHand: only what the user marks.
enum class ReadingPolicy : std::uint8_t { WhenSeen, OnOpening, ByHand };

/// Settings of an account, the same on all of its devices.
struct AccountSettings {
    ReceiptPrivacy receipts = ReceiptPrivacy::Inherit;
    std::uint64_t version = 0; ///< grows with every change; given by the server
    ReadingPolicy reading = ReadingPolicy::WhenSeen;
    /// While the user is at one device, the others hold their notifications back.
    bool quietWhileActive = true;

    friend constexpr bool operator==(const AccountSettings&, const AccountSettings&) = default;
};

/// Per-conversation settings of one user; they travel as versioned state.
struct ConversationSettings {
    bool muted = false;
    bool archived = false;
    bool pinned = false;
    ReceiptPrivacy receipts = ReceiptPrivacy::Inherit;
    /// With `muted`: when the server ends it, by its own clock; 0 for ever.
    UnixMs mutedUntil = {};

    friend constexpr bool operator==(const ConversationSettings&, const ConversationSettings&) = default;
};

/// Whether what is read in a conversation stays between the user's own devices.
[[nodiscard]] constexpr bool readsPrivately(const AccountSettings& account,
                                            const ConversationSettings& settings)
{
    return (settings.receipts == ReceiptPrivacy::Inherit ? account.receipts : settings.receipts)
           == ReceiptPrivacy::Private;
}

/// Why a cursor or a floor is where it is. The numbers are in databases.
enum class CursorCause : std::uint8_t {
    Unknown,
    Seen,
    MarkedRead,
    MarkedUnread,
    Undo,
    Joined,
    Expired, ///< a floor: what is below was unread for too long
    Trimmed, ///< a floor: what is below is no longer kept by the server
    Away,    ///< a floor: the user was away for so long that the server forgot them (notices to everybody)
};

/// The last move of a cursor or a floor, for people who ask why a badge shows what it shows.
struct CursorMove {
    CursorCause cause = CursorCause::Unknown;
    DeviceId device;        ///< 0: the server
    std::string deviceName; ///< as it was called then
    UnixMs at;

    friend bool operator==(const CursorMove&, const CursorMove&) = default;
};

/// The server's view of one conversation for one user: absolute, and stamped with (logEpoch, head, version)
/// (I8).
struct ConversationState {
    ConversationId id;
    ConversationKind kind = ConversationKind::Group;
    std::string title; ///< empty on direct chats: the peer's name is shown
    UserId peer;       ///< direct chats only
    std::uint32_t memberCount = 0;

    LogEpoch logEpoch;
    Seq head;
    UnixMs lastActivity; ///< time of the newest entry but edits and recalls, for sorting the list

    bool isMember = false;
    Generation generation;
    Seq floor;                  ///< what need not be read (I5)
    CursorMove floorMoved = {}; ///< what made the floor
    Seq trimmedUpto = {};       ///< up to here the user is given no content; at most `floor`
    Cursor cursor;
    CursorMove moved;          ///< what made the cursor
    std::uint64_t version = 0; ///< grows with every change of this user's state here
    ReadCounts counts;         ///< at `head`
    Seq firstUnread = {};      ///< the first message that `counts` counts; 0 none
    ConversationSettings settings;
    Role role = Role::Member;
    Seq feedSnapshot = {};        ///< channels: the head when the "Following" entry was opened last
    std::uint64_t feedUnread = 0; ///< channels: messages of others above it and the floor, at `head`

    /// How far anyone else has let others see that they read (I7); draws the read mark on own messages.
    Seq seenByOthers;
    /// How far the log is held by a device of anyone else; draws the delivered mark on own messages.
    Seq deliveredToOthers = {};

    friend bool operator==(const ConversationState&, const ConversationState&) = default;
};

/// R of I4: what is at or below it is read.
[[nodiscard]] constexpr Seq effectiveRead(Seq floor, Seq readSeq)
{
    return std::max(floor, readSeq);
}

/// Whether this conversation's badge is part of the account's total (I4). Channels are counted apart.
[[nodiscard]] constexpr bool countsInTotal(ConversationKind kind, bool isMember,
                                           const ConversationSettings& settings)
{
    return kind != ConversationKind::Channel && isMember && !settings.muted && !settings.archived;
}

/// Whether it is part of what is counted apart for muted conversations.
[[nodiscard]] constexpr bool countsAsMuted(ConversationKind kind, bool isMember,
                                           const ConversationSettings& settings)
{
    return kind != ConversationKind::Channel && isMember && settings.muted && !settings.archived;
}

/// Whether it is a channel that the user follows.
[[nodiscard]] constexpr bool isFollowed(ConversationKind kind, bool isMember)
{
    return kind == ConversationKind::Channel && isMember;
}

/// Whether it is part of the number of the "Following" entry.
[[nodiscard]] constexpr bool countsInFeed(ConversationKind kind, bool isMember,
                                          const ConversationSettings& settings)
{
    return isFollowed(kind, isMember) && !settings.muted && !settings.archived;
}

/// Whether a member with this role may write there.
[[nodiscard]] constexpr bool mayPost(ConversationKind kind, Role role)
{
    return kind != ConversationKind::NoticeList
           && (kind != ConversationKind::Channel || role != Role::Member);
}

/// Whether a member with this role may remove or ban one, or who is none, with the role `other`.
[[nodiscard]] constexpr bool mayRemove(ConversationKind kind, Role role, Role other)
{
    return kind == ConversationKind::Group && role != Role::Member && role > other;
}

/// Whether a member with this role may give others a role.
[[nodiscard]] constexpr bool mayGiveRoles(ConversationKind kind, Role role)
{
    return kind == ConversationKind::Group && role == Role::Owner;
}

/// What of a conversation a device holds: the comparable part of its state.
struct HeldState {
    ConversationId id;
    LogEpoch logEpoch;
    Seq head; ///< the newest head this device knows of
    Cursor cursor;
    std::uint64_t version = 0;
    /// The newest entry that the device holds: what is delivered. Nothing that devices have to agree on, so
    /// no part of the digest.
    Seq upto = {};

    friend constexpr bool operator==(const HeldState&, const HeldState&) = default;
};

[[nodiscard]] HeldState heldOf(const ConversationState& state);

/// Order-free digest over what a device holds; equal on device and server when they agree (heartbeat).
[[nodiscard]] std::uint64_t digestOf(const std::vector<HeldState>& held);

struct User {
    UserId id;
    std::string name;

    friend bool operator==(const User&, const User&) = default;
};

} // namespace tidemark
