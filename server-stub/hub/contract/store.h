#pragma once

#include "core/domain/conversation.h"
#include "core/domain/dot.h"
#include "core/domain/entry.h"
#include "core/domain/ids.h"
#include "core/domain/protocol.h"
#include "core/domain/read_state.h"
#include "server-stub/hub/contract/age_record.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::server {

/// SHA-256 of a device token, the only form in which the server stores a token.
using TokenHash = std::array<std::uint8_t, 32>;

struct AccountRecord {
    UserId id;
    std::string name;
    std::string passwordHash; ///< Argon2id string with its parameters; empty on token-only accounts
    bool disabled = false;
    AccountSettings settings = {};
    UnixMs lastContact = {}; ///< last contact of a device that gets pushes; 0: never
    friend bool operator==(const AccountRecord&, const AccountRecord&) = default;
};

struct TokenRecord {
    UserId user;
    DeviceId device;
    UnixMs since = {};         ///< when the token was issued, or began to replace another one
    bool isNext = false;       ///< issued to replace another token that is still valid
    std::string nextSalt = {}; ///< salt of the token that is to replace this one; empty if none was issued
    friend bool operator==(const TokenRecord&, const TokenRecord&) = default;
};

/// A device that has a token.
struct DeviceRecord {
    DeviceId device;
    std::string name;
    std::string clientName; ///< program and version
    UnixMs lastContact;
    UnixMs agreedAt;     ///< the last time when the device held the same state as the server; 0: never
    bool agrees = false; ///< whether it held the same state at the last comparison
    friend bool operator==(const DeviceRecord&, const DeviceRecord&) = default;
};

struct ConversationRecord {
    ConversationId id;
    ConversationKind kind = ConversationKind::Group;
    std::string title;
    LogEpoch logEpoch;
    Seq head;
    std::uint64_t headCountable = 0; ///< prefix count at the head
    UnixMs lastActivity;
    /// Present members; always 0 for announcements, whose members are not counted.
    std::uint32_t memberCount = 0;
    UserId creator;
    UserId directLow;  ///< direct chats: the smaller user id
    UserId directHigh; ///< direct chats: the larger user id (equal to directLow in the chat with oneself)
    Seq trimmedThrough = {};  ///< entries through here have lost their content; at most `head`
    bool historyOpen = false; ///< groups: new members can read the history from before they joined
    bool inviteOnly = false;  ///< groups: users cannot join; only moderators and owners add members
    friend bool operator==(const ConversationRecord&, const ConversationRecord&) = default;
};

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
    /// Entries through here were written before the user joined and are hidden from them; at most `floor`.
    Seq hiddenThrough = {};
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

/// Whether users who were never members may know that the conversation exists: every user who knows its id
/// can join it, follow it or receive it.
[[nodiscard]] inline bool isKnownToAll(const ConversationRecord& conversation)
{
    return conversation.kind != ConversationKind::Direct && !conversation.inviteOnly;
}

/// A member gets no content of the entries through this seq: they were trimmed or are hidden from the member.
[[nodiscard]] inline Seq goneFor(const ConversationRecord& conversation, const MemberRecord& member)
{
    return std::max(conversation.trimmedThrough, member.hiddenThrough);
}

/// A present member of a group with a higher role than Member.
struct GroupAdmin {
    UserId user;
    Role role = Role::Member;
    friend bool operator==(const GroupAdmin&, const GroupAdmin&) = default;
};

/// A red dot, the same for all users.
struct DotRecord {
    std::string name;
    std::uint64_t version = 0;
    friend bool operator==(const DotRecord&, const DotRecord&) = default;
};

/// A user who has read an entry publicly, and the time of their last receipt.
struct Reader {
    UserId user;
    UnixMs at;
    friend bool operator==(const Reader&, const Reader&) = default;
};

/// Selects the readers of an entry: the present members whose receipt register is at least `seq`, without
/// `except`.
struct ReadersOf {
    ConversationId conversation;
    Seq seq;
    std::array<UserId, 2> except = {}; ///< UserId(): no user
};

/// The seq through which a user's devices hold a log.
struct DeliveryPosition {
    UserId user;
    Seq through;
    friend bool operator==(const DeliveryPosition&, const DeliveryPosition&) = default;
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

/// Selects a part of a log: of the entries in (after, through], the first ones or with `fromEnd` the last
/// ones. Stops after `limit` entries, or after the entry with which the texts reach `maxTextBytes` (at least
/// 1).
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

/// The arguments of appendEntry(); the store assigns the seq and the prefix counts (I1, I3).
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

/// The rows that a transaction will change or read.
struct LockSet {
    /// Logs that are appended to or whose members change.
    std::vector<ConversationId> logs = {};
    /// Rows of members, even rows that do not exist.
    std::vector<std::pair<ConversationId, UserId>> members = {};
    /// Messages to logs in `logs`, in order of arrival.
    std::vector<ExpectedSend> sends = {};
    /// Users who may ask for all their memberships, ascending.
    std::vector<UserId> readers = {};
    friend bool operator==(const LockSet&, const LockSet&) = default;
};

/// All durable data of the server. Implementations: memory (tests), SQLite, PostgreSQL. All pass the
/// conformance suite.
///
/// All calls between begin() and commit() are one transaction and see its own writes. A statement that fails
/// (disk full, I/O error, no connection) makes the transaction bad: later calls return empty values, commit()
/// rolls back and returns false. Reads are allowed outside a transaction. Call from one thread.
class Store {
public:
    virtual ~Store() = default;

    virtual void begin() = 0;
    /// Call first in a transaction. If several servers share the database, the others cannot change these
    /// rows until the transaction ends. They can change other rows; then the commit fails, and a retry helps.
    /// `readers` is a hint to read their rows together.
    virtual void hold(const LockSet& /*lockSet*/) {}
    /// True: the transaction is durable (I12). False: nothing of it remains, unless isCommitUnknown().
    [[nodiscard]] virtual bool commit() = 0;
    /// Whether a statement of the transaction has failed: what was read since is worthless, and commit() will
    /// return false.
    [[nodiscard]] virtual bool hasFailed() { return false; }
    /// The reason why the last commit failed, for logs; empty if unknown.
    [[nodiscard]] virtual std::string lastFailure() const { return {}; }
    /// Whether the answer to the last commit was lost: it returned false, but the transaction may have been
    /// or may still be committed.
    [[nodiscard]] virtual bool isCommitUnknown() const { return false; }
    /// Whether the stored data is damaged, so that no commit will succeed any more.
    [[nodiscard]] virtual bool isDamaged() const { return false; }
    virtual void rollback() = 0;
    /// Whether other servers may change the stored data, so that reads hold only within their transaction.
    [[nodiscard]] virtual bool isShared() const { return false; }
    /// Whether this server is the leader, which does the work that only one of the servers on the database
    /// should do. If the leader cannot be reached any more, another server becomes the leader.
    [[nodiscard]] virtual bool leads() { return true; }
    /// Whether a commit succeeds now: commits a transaction without changes. Call outside a transaction.
    [[nodiscard]] virtual bool probe()
    {
        begin();
        return commit();
    }

    /// Call outside a transaction: all reads until endReading() see the same state.
    virtual void beginReading() {}
    /// Whether all reads succeeded; if not, their results are worthless.
    [[nodiscard]] virtual bool endReading() { return true; }

    // accounts and devices
    virtual std::optional<AccountRecord> accountByName(std::string_view name) = 0;
    /// The accounts whose names have the fold `fold` (core/names/name_keys.h), ascending; only the first two.
    virtual std::vector<UserId> accountsByFold(std::string_view fold) = 0;
    /// The account whose name has the skeleton `skeleton`; of several accounts, the first one inserted.
    virtual std::optional<UserId> accountBySkeleton(std::string_view skeleton) = 0;
    /// The account that a user means by `name`: the one with exactly this name, else the only one whose name
    /// has the same fold; never one whose name only looks alike. A name longer than an account's may be is
    /// not looked up, so that no request makes the server fold a long text.
    [[nodiscard]] std::optional<AccountRecord> accountCalled(std::string_view name);
    /// The account whose name is the same as `name` or looks like it.
    [[nodiscard]] std::optional<UserId> accountThatLooksLike(std::string_view name);
    virtual std::optional<AccountRecord> account(UserId id) = 0;
    /// The committed account. Until the transaction ends, no other server changes its password or disables
    /// it. Use this before you grant access because of these two.
    virtual std::optional<AccountRecord> holdAccount(UserId id) { return account(id); }
    /// Names of those of the users `ids` that exist, in any order.
    virtual std::vector<User> users(const std::vector<UserId>& ids) = 0;
    /// The name must be free, and no other name may look like it. Ids ascend from 1.
    virtual UserId insertAccount(std::string_view name, std::string_view passwordHash) = 0;
    /// The first `limit` accounts with ids above `after`, ascending.
    virtual std::vector<AccountRecord> accountsAfter(UserId after, std::uint32_t limit) = 0;
    virtual void putPasswordHash(UserId id, std::string_view passwordHash) = 0;
    virtual void putDisabled(UserId id, bool disabled) = 0;
    /// Raises AccountRecord::lastContact; never lowers it.
    virtual void raiseContact(UserId id, UnixMs at) = 0;
    virtual void putAccountSettings(UserId id, const AccountSettings& settings) = 0;
    /// Adds a token, or moves an existing one to this user and device. A device has one token per user: the
    /// older one is removed.
    virtual void putToken(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                          UnixMs at) = 0;
    virtual std::optional<TokenRecord> token(const TokenHash& hash) = 0;
    /// Stores `next` as the future replacement of the token `hash`, in place of an earlier replacement;
    /// token() knows both tokens. `salt` becomes TokenRecord::nextSalt. Does nothing if there is no token
    /// `hash`.
    virtual void putNextToken(const TokenHash& hash, const TokenHash& next, std::string_view salt) = 0;
    /// The token `next` takes the place of the token that it was issued to replace, which becomes invalid.
    virtual void adoptNextToken(const TokenHash& next, UnixMs at) = 0;
    /// Also removes its replacement.
    virtual void removeToken(const TokenHash& hash) = 0;
    /// Does nothing if the device has no token.
    virtual void removeDevice(UserId user, DeviceId device) = 0;
    virtual void removeDevices(UserId user) = 0;
    /// The devices of a user that have a token, ascending.
    virtual std::vector<DeviceRecord> devices(UserId user) = 0;
    /// Replaces the record of the device that `hash` belongs to. Does nothing if there is no such token.
    virtual void putDevice(const TokenHash& hash, const DeviceRecord& record) = 0;

    // conversations
    /// The new conversation has head 0 and no members. Ids ascend from 1.
    virtual ConversationId insertConversation(const ConversationRecord& record, MessageUuid creationUuid) = 0;
    virtual std::optional<ConversationRecord> conversation(ConversationId id) = 0;
    virtual std::optional<ConversationId> conversationByCreation(UserId creator,
                                                                 MessageUuid creationUuid) = 0;
    /// The number of groups and channels that the user has created.
    virtual std::size_t createdBy(UserId creator) = 0;
    virtual std::optional<ConversationId> direct(UserId low, UserId high) = 0;
    /// The only conversation of kind NoticeList, if it has been inserted.
    virtual std::optional<ConversationId> noticeList() = 0;
    /// The committed heads of those of the logs that exist, in any order. Call it before the transaction
    /// writes anything.
    [[nodiscard]] virtual std::vector<protocol::Head> heads(const std::vector<ConversationId>& ids);
    virtual void setTitle(ConversationId id, std::string_view title) = 0;
    /// Channels whose title contains `text` (the case of A to Z is ignored), the newest first, at most
    /// `limit`. Searches only this many of the newest channels.
    static constexpr std::uint32_t maxChannelsSearched = 20000;
    virtual std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit) = 0;

    /// Assigns the next seq, the prefix counts, and a time: `at`, or the time of the previous entry if that
    /// is later. Moves head and headCountable, and lastActivity unless the entry is an Edit or a Recall.
    /// Writes rows for the users whom it mentions or answers (O(mentions), I17) and, for Edit and Recall, the
    /// mark on the target.
    virtual LogEntry appendEntry(const NewEntry& entry) = 0;
    virtual std::optional<LogEntry> entry(ConversationId conversation, Seq seq) = 0;
    /// The times of the entries of (after, through], ascending by seq. In logs of earlier servers the times
    /// may fall.
    virtual std::vector<UnixMs> times(ConversationId conversation, Seq after, Seq through) = 0;
    /// The latest of the times of all logs' newest entries; 0 if there are no entries.
    virtual UnixMs newestTime() = 0;
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
    /// The first message above `after` by another user that is not recalled; 0 if there is none.
    virtual Seq firstUnreadAfter(ConversationId conversation, Seq after, UserId reader) = 0;

    // members
    virtual std::optional<MemberRecord> member(ConversationId conversation, UserId user) = 0;
    /// Inserts or replaces the row. Updates ConversationRecord::memberCount. Keeps the row's old `delivered`
    /// if it is greater.
    virtual void putMember(const MemberRecord& member) = 0;
    /// Present members, ascending by user.
    virtual std::vector<UserId> members(ConversationId conversation) = 0;
    /// The first `limit` present members with ids above `after`, ascending.
    virtual std::vector<UserId> membersAfter(ConversationId conversation, UserId after,
                                             std::uint32_t limit) = 0;
    /// The present members with a role other than Member, ascending by user.
    virtual std::vector<GroupAdmin> groupAdmins(ConversationId conversation) = 0;
    /// All rows of a user, including those of conversations that the user has left, ascending by
    /// conversation.
    virtual std::vector<MemberRecord> memberships(UserId user) = 0;
    virtual std::size_t membershipCount(UserId user) = 0;
    /// The versions of all rows of the users, including those of conversations that they have left, in any
    /// order.
    [[nodiscard]] virtual std::vector<MemberVersion> versions(const std::vector<UserId>& users);
    /// The greatest receipt register among present members other than `except`.
    virtual Seq seenByOthers(ConversationId conversation, UserId except) = 0;
    /// The first `limit` readers with ids above `after`, ascending.
    virtual std::vector<Reader> readers(const ReadersOf& of, UserId after, std::uint32_t limit) = 0;
    /// The number of all readers. May scan all members.
    virtual std::uint32_t readerCount(const ReadersOf& of) = 0;

    /// Raises MemberRecord::delivered; never lowers it.
    virtual void raiseDelivered(ConversationId conversation, UserId user, Seq through) = 0;
    /// The present members whose devices hold the log furthest, in descending order; at most two.
    virtual std::vector<DeliveryPosition> furthestDelivered(ConversationId conversation) = 0;

    /// The mutes that end first, ascending by end; at most `limit`.
    virtual std::vector<MuteEnd> muteEnds(std::uint32_t limit) = 0;

    // red dots
    /// All dots, ascending by name.
    virtual std::vector<DotRecord> dots() = 0;
    /// Gives the dot a version above those of all dots, and inserts the dot if it does not exist. Returns the
    /// version. A repetition of the dot's last call, with its uuid, changes nothing.
    virtual std::uint64_t raiseDot(std::string_view name, MessageUuid uuid) = 0;
    /// All dots as the user sees them, ascending by name. Versions given before the account was inserted
    /// count as seen.
    virtual std::vector<Dot> dotsOf(UserId user) = 0;
    /// Raises Dot::seen; never lowers it.
    virtual void raiseSeenDot(UserId user, std::string_view name, std::uint64_t version) = 0;

    // ages
    /// The record stored last; without leads if none was stored.
    virtual AgeRecord ages() = 0;
    /// Replaces the record. If another server is replacing it at the same time, either record may remain.
    virtual void putAges(const AgeRecord& record) = 0;

    // audit: by scanning, independent of prefix counts and mention rows
    virtual std::vector<ConversationId> allConversations() = 0;
    virtual ReadCounts recount(ConversationId conversation, Seq after, UserId reader) = 0;
};

} // namespace tidemark::server
