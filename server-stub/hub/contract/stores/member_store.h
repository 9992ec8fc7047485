#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "core/domain/ignoring.h"
#include "core/domain/read_state.h"
#include "server-stub/hub/contract/stores/conversation_store.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::server {

/// A conversation at the end of a membership: a former member is shown no later content.
struct AtLeaving {
    Seq head;
    std::string title;
    UnixMs lastActivity;
    friend bool operator==(const AtLeaving&, const AtLeaving&) = default;
};

/// The uuids of a member's latest MarkUnread requests, the newest last.
using RecentMarks = std::vector<MessageUuid>;
/// Number of uuids kept. A repeated request is recognised unless the user has sent this many marks of the
/// conversation since.
constexpr std::size_t maxRecentMarks = 64;

struct MemberRecord {
    ConversationId conversation;
    UserId user;
    bool isMember = false; ///< false after leaving: the row stays for its generation and version
    Generation generation;
    Seq floor;
    Cursor cursor;
    CursorMove moved; ///< the move that set the cursor
    Seq seen;         ///< receipt register, plain maximum (I7)
    UnixMs seenAt;    ///< when `seen` last rose
    std::uint64_t version = 0;
    ConversationSettings settings;
    RecentMarks recentMarks;    ///< a repeated MarkUnread changes nothing
    Seq delivered = {};         ///< the newest entry that one of the user's devices holds; only rises
    CursorMove floorMoved = {}; ///< the move that set the floor
    /// Channels: the head when the "Following" entry was opened last; only rises within a generation.
    Seq feedSnapshot = {};
    Role role = Role::Member; ///< groups; Member after leaving
    bool banned = false;      ///< cannot become a member; never set on a present member
    /// Entries through here are hidden from the user: they were written before the user joined, or the user
    /// has cleared them. At most `floor`.
    Seq hiddenThrough = {};
    /// The user has cleared the history through here; at most `hiddenThrough`. Only rises.
    Seq clearedThrough = {};
    /// The messages that the user has hidden from themselves, ascending; at most caps::maxHidden. They count
    /// in nothing. Of those through goneFor() some may remain.
    std::vector<Seq> hidden = {};
    /// The user has seen the reactions through here; only rises within a generation.
    ReactionSeq reactionsSeen = {};
    AtLeaving atLeaving = {}; ///< empty while the user is a member
    friend bool operator==(const MemberRecord&, const MemberRecord&) = default;
};

[[nodiscard]] inline Role roleIn(const ConversationRecord& conversation, const MemberRecord& member)
{
    const bool isOwner =
        conversation.kind == ConversationKind::Channel && conversation.creator == member.user;
    return isOwner ? Role::Owner : member.role;
}

/// Whether `member` may list the members. In a channel only the owner may; for announcements no user may.
[[nodiscard]] inline bool mayListMembers(const ConversationRecord& conversation, const MemberRecord& member)
{
    return conversation.kind != ConversationKind::NoticeList
           && (conversation.kind != ConversationKind::Channel || roleIn(conversation, member) == Role::Owner);
}

/// A member gets no content of the entries through this seq: they were trimmed or are hidden from the member.
[[nodiscard]] inline Seq goneFor(const ConversationRecord& conversation, const MemberRecord& member)
{
    return std::max(conversation.trimmedThrough, member.hiddenThrough);
}

/// `viewer`, who is the member, as the reader of this conversation.
[[nodiscard]] inline Viewer readerOf(const MemberRecord& member, Viewer viewer)
{
    viewer.hidden = member.hidden;
    return viewer;
}

/// A present member of a group with a higher role than Member.
struct GroupAdmin {
    UserId user;
    Role role = Role::Member;
    friend bool operator==(const GroupAdmin&, const GroupAdmin&) = default;
};

/// The end of a present member's mute.
struct MuteEnd {
    ConversationId conversation;
    UserId user;
    UnixMs at;
    friend bool operator==(const MuteEnd&, const MuteEnd&) = default;
};

/// The version of a user's row, and whether the row makes the user a member.
struct MemberVersion {
    UserId user;
    ConversationId conversation;
    std::uint64_t version = 0;
    bool isMember = false;
    friend bool operator==(const MemberVersion&, const MemberVersion&) = default;
};

/// The members of a Store's conversations. A row stays when its user leaves the conversation.
class MemberStore {
public:
    virtual ~MemberStore() = default;

    virtual std::optional<MemberRecord> find(ConversationId conversation, UserId user) = 0;
    /// Inserts or replaces the row. Updates ConversationRecord::memberCount. Keeps the row's old `delivered`
    /// if it is greater.
    virtual void put(const MemberRecord& member) = 0;
    /// Raises MemberRecord::delivered; never lowers it.
    virtual void raiseDelivered(ConversationId conversation, UserId user, Seq through) = 0;

    /// Present members, ascending by user.
    virtual std::vector<UserId> present(ConversationId conversation) = 0;
    /// The first `limit` present members with ids above `after`, ascending.
    virtual std::vector<UserId> presentAfter(ConversationId conversation, UserId after,
                                             std::uint32_t limit) = 0;
    /// The present members with a role other than Member, ascending by user.
    virtual std::vector<GroupAdmin> groupAdmins(ConversationId conversation) = 0;

    /// All rows of a user, including those of conversations that the user has left, ascending by
    /// conversation.
    virtual std::vector<MemberRecord> ofUser(UserId user) = 0;
    virtual std::size_t countOfUser(UserId user) = 0;
    /// The versions of all rows of the users, including those of conversations that they have left, in any
    /// order.
    [[nodiscard]] virtual std::vector<MemberVersion> versions(const std::vector<UserId>& users)
    {
        std::vector<MemberVersion> versions;
        for (const UserId user : users) {
            for (const MemberRecord& row : ofUser(user)) {
                versions.push_back({user, row.conversation, row.version, row.isMember});
            }
        }
        return versions;
    }
    /// The mutes that end first, ascending by end; at most `limit`.
    virtual std::vector<MuteEnd> muteEnds(std::uint32_t limit) = 0;
};

} // namespace tidemark::server
