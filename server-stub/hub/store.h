#pragma once

#include "core/domain/conversation.h"
#include "core/domain/dot.h"
#include "core/domain/entry.h"
#include "core/domain/ids.h"
#include "core/domain/protocol.h"
#include "core/domain/read_state.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::server {

/// SHA-256 of a device token: the only form in which a token is kept.
using TokenHash = std::array<std::uint8_t, 32>;

struct AccountRecord {
    UserId id;
    std::string name;
    std::string passwordHash; ///< Argon2id string with its parameters; empty on token-only accounts
    bool disabled = false;
    AccountSettings settings = {};
    UnixMs lastContact = {}; ///< when a device that is told things was last heard of; 0: never
    friend bool operator==(const AccountRecord&, const AccountRecord&) = default;
};

struct TokenRecord {
    UserId user;
    DeviceId device;
    UnixMs since = {};         ///< when it was given, or began to be used in place of another one
    bool isNext = false;       ///< was given to follow another one, which is valid still
    std::string nextSalt = {}; ///< of the token that is to follow it, where one was given
    friend bool operator==(const TokenRecord&, const TokenRecord&) = default;
};

/// What is known of a device that has a token.
struct DeviceRecord {
    DeviceId device;
    std::string name;
    std::string clientName; ///< program and version
    UnixMs lastContact;
    UnixMs agreedAt;     ///< when it last held the same as the server; 0: never
    bool agrees = false; ///< whether it did so when that was last compared
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
    std::uint32_t memberCount = 0; ///< present members; 0 on the notice list, where nobody counts them
    UserId creator;
    UserId directLow;     ///< direct chats: the smaller user id
    UserId directHigh;    ///< direct chats: the larger user id (equal to directLow in the chat with oneself)
    Seq trimmedUpto = {}; ///< entries up to here have no content any more; at most `head`
    bool historyOpen = false; ///< groups: those who join see what was written before
    bool inviteOnly = false;  ///< groups: nobody joins, and moderators and owners alone add others
    friend bool operator==(const ConversationRecord&, const ConversationRecord&) = default;
};

/// A conversation as it was when a membership ended: who is no member any more is told no more of it.
struct AtLeaving {
    Seq head;
    std::string title;
    UnixMs lastActivity;
    friend bool operator==(const AtLeaving&, const AtLeaving&) = default;
};

struct MemberRecord {
    ConversationId conversation;
    UserId user;
    bool isMember = false; ///< false after leaving: the row stays for its generation and version
    Generation generation;
    Seq floor;
    Cursor cursor;
    CursorMove moved; ///< what made the cursor
    Seq seen;         ///< receipt register, plain maximum (I7)
    UnixMs seenAt;    ///< when it last rose
    std::uint64_t version = 0;
    ConversationSettings settings;
    MessageUuid lastMark;       ///< uuid of the last mark-unread, so that a retry changes nothing
    Seq delivered = {};         ///< the newest entry that a device of the user holds; only rises
    CursorMove floorMoved = {}; ///< what made the floor
    /// Channels: the head when the "Following" entry was opened last; only rises within a generation.
    Seq feedSnapshot = {};
    Role role = Role::Member; ///< groups; Member after leaving
    bool banned = false;      ///< may not become a member; never of a present one
    /// What stands up to here was written before the user joined and is kept from them; at most `floor`.
    Seq hiddenUpto = {};
    AtLeaving atLeaving = {}; ///< empty while the user is a member
    friend bool operator==(const MemberRecord&, const MemberRecord&) = default;
};

[[nodiscard]] inline Role roleIn(const ConversationRecord& conversation, const MemberRecord& member)
{
    const bool isOwner =
        conversation.kind == ConversationKind::Channel && conversation.creator == member.user;
    return isOwner ? Role::Owner : member.role;
}

/// Whether a member may learn who the others are: of those who follow a channel only its owner may, of those
/// who get notices to everybody nobody.
[[nodiscard]] inline bool mayListMembers(const ConversationRecord& conversation, const MemberRecord& member)
{
    return conversation.kind != ConversationKind::NoticeList
           && (conversation.kind != ConversationKind::Channel || roleIn(conversation, member) == Role::Owner);
}

/// Up to here a member is given no content: it was trimmed, or is kept from them.
[[nodiscard]] inline Seq goneFor(const ConversationRecord& conversation, const MemberRecord& member)
{
    return std::max(conversation.trimmedUpto, member.hiddenUpto);
}

/// A present member of a group who is more than a member.
struct Officer {
    UserId user;
    Role role = Role::Member;
    friend bool operator==(const Officer&, const Officer&) = default;
};

/// A red dot as it is for all.
struct DotRecord {
    std::string name;
    std::uint64_t version = 0;
    friend bool operator==(const DotRecord&, const DotRecord&) = default;
};

/// Who has let others see a read, and when that was last.
struct Reader {
    UserId user;
    UnixMs at;
    friend bool operator==(const Reader&, const Reader&) = default;
};

/// How far a device of the user holds a log.
struct Reach {
    UserId user;
    Seq upto;
    friend bool operator==(const Reach&, const Reach&) = default;
};

/// When a mute of a present member ends.
struct MuteEnd {
    ConversationId conversation;
    UserId user;
    UnixMs at;
    friend bool operator==(const MuteEnd&, const MuteEnd&) = default;
};

/// Under which version a user has a row, and whether they are a member by it.
struct MemberVersion {
    UserId user;
    ConversationId conversation;
    std::uint64_t version = 0;
    bool isMember = false;
    friend bool operator==(const MemberVersion&, const MemberVersion&) = default;
};

/// How many unread messages concern a reader, kind by kind.
struct AboutMeCounts {
    std::uint64_t mentions = 0;
    std::uint64_t replies = 0;
    friend bool operator==(const AboutMeCounts&, const AboutMeCounts&) = default;
};

/// An entry as the log keeps it, with its prefix counts (I3).
struct LogEntry {
    Entry entry; ///< uuid always filled here; the hub hides it from others
    std::uint64_t countable = 0;
    std::uint64_t own = 0;
    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// What appendEntry needs; seq and prefix counts are the store's to give (I1, I3).
struct NewEntry {
    ConversationId conversation;
    EntryKind kind = EntryKind::Message;
    UserId author;
    UnixMs at;
    MessageUuid uuid; ///< unique with (conversation, author) when valid (I2)
    std::string text;
    bool isAction = false;
    Seq replyTo;
    UserId replyToAuthor;
    std::vector<UserId> mentions;
    bool mentionsAll = false;
    Seq target; ///< Edit, Recall: the store also marks the target (editedBy and text, recalledBy and emptied
                ///< text)
    UserId targetAuthor;
    NoticeKind notice = NoticeKind::None;
    UserId subject;
    std::uint64_t payloadHash =
        0; ///< identity of what the client sent; later edits of the message do not change it
};

struct SentRecord {
    Seq seq;
    UnixMs at;
    std::uint64_t payloadHash = 0;
    friend bool operator==(const SentRecord&, const SentRecord&) = default;
};

/// A message that is about to be appended, and the one before it if its sender named one.
struct ExpectedSend {
    ConversationId conversation;
    UserId author;
    MessageUuid uuid = {};
    MessageUuid after = {};
    friend bool operator==(const ExpectedSend&, const ExpectedSend&) = default;
};

/// What a transaction is about to change, and to ask.
struct Holding {
    /// To which it appends, or whose members it changes.
    std::vector<ConversationId> logs = {};
    /// Rows of members; absent ones too.
    std::vector<std::pair<ConversationId, UserId>> members = {};
    /// To logs that are among those above; in order of arrival.
    std::vector<ExpectedSend> sends = {};
    /// Who may ask for all of their memberships, ascending.
    std::vector<UserId> readers = {};
    friend bool operator==(const Holding&, const Holding&) = default;
};

/// Everything that must not be lost or reordered. Implementations: memory (tests), SQLite, PostgreSQL. All
/// pass the conformance suite.
///
/// All calls between begin() and commit() are one transaction and see its own writes. A statement that fails
/// (disk full, I/O error, no connection) makes the transaction bad: later calls return empty values, commit()
/// rolls back and returns false. Reads are allowed outside a transaction. One thread.
class Store {
public:
    virtual ~Store() = default;

    virtual void begin() = 0;
    /// Comes first in a transaction: where several servers use one database, nobody else changes any of this
    /// until it ends. What it changes besides may have been changed by others meanwhile; then the commit
    /// fails, and trying again helps. What will be asked is a hint for reading it at once.
    virtual void hold(const Holding& /*holding*/) {}
    /// Durable when true (I12). When false nothing of the transaction remains.
    [[nodiscard]] virtual bool commit() = 0;
    /// Why the last commit failed, for logs; empty: unknown.
    [[nodiscard]] virtual std::string lastFailure() const { return {}; }
    /// Whether what the last commit refused may have been done all the same, or may still be: its answer was
    /// lost.
    [[nodiscard]] virtual bool isCommitUnknown() const { return false; }
    /// What is stored is damaged: no commit will succeed any more.
    [[nodiscard]] virtual bool isDamaged() const { return false; }
    virtual void rollback() = 0;
    /// Whether other servers may change what is stored: then nothing that was read is true for longer than a
    /// transaction.
    [[nodiscard]] virtual bool isShared() const { return false; }
    /// Whether this server is the one of those that share the database that does what one alone should do.
    /// Another one is when it cannot be reached any more.
    [[nodiscard]] virtual bool leads() { return true; }
    /// Whether a change can be made durable now: makes one that changes nothing. Not within a transaction.
    [[nodiscard]] virtual bool probe()
    {
        begin();
        return commit();
    }

    /// Outside of transactions: what is read until endReading() belongs together.
    virtual void beginReading() {}
    /// Whether all of it could be read; else it is worth nothing.
    [[nodiscard]] virtual bool endReading() { return true; }

    // accounts and devices
    virtual std::optional<AccountRecord> accountByName(std::string_view name) = 0;
    virtual std::optional<AccountRecord> account(UserId id) = 0;
    /// Names of the users that exist among `ids`, any order.
    virtual std::vector<User> users(const std::vector<UserId>& ids) = 0;
    /// The name must be free. Ids ascend from 1.
    virtual UserId insertAccount(std::string_view name, std::string_view passwordHash) = 0;
    /// The first `limit` accounts with ids above `after`, ascending.
    virtual std::vector<AccountRecord> accountsAfter(UserId after, std::uint32_t limit) = 0;
    virtual void putPasswordHash(UserId id, std::string_view passwordHash) = 0;
    virtual void putDisabled(UserId id, bool disabled) = 0;
    /// Sets AccountRecord::lastContact.
    virtual void putContact(UserId id, UnixMs at) = 0;
    virtual void putAccountSettings(UserId id, const AccountSettings& settings) = 0;
    /// Adds a token, or moves an existing one to this user and device. A device has one token: an older one
    /// of (user, device) goes.
    virtual void putToken(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                          UnixMs at) = 0;
    virtual std::optional<TokenRecord> token(const TokenHash& hash) = 0;
    /// Keeps the token that is to follow `hash`, in place of an earlier such one; token() knows both. `salt`:
    /// TokenRecord::nextSalt. Does nothing without the token `hash`.
    virtual void putNextToken(const TokenHash& hash, const TokenHash& next, std::string_view salt) = 0;
    /// A token that was to follow another one takes its place: that one is known no longer.
    virtual void adoptNextToken(const TokenHash& next, UnixMs at) = 0;
    /// And with it the one that was to follow it.
    virtual void removeToken(const TokenHash& hash) = 0;
    /// Removes the token of a device of the user, if it has one.
    virtual void removeDevice(UserId user, DeviceId device) = 0;
    /// The same for all of them.
    virtual void removeDevices(UserId user) = 0;
    /// The devices of a user that have a token, ascending.
    virtual std::vector<DeviceRecord> devices(UserId user) = 0;
    /// Replaces what is known of the device that `hash` belongs to; does nothing without that token.
    virtual void putDevice(const TokenHash& hash, const DeviceRecord& record) = 0;

    // conversations
    /// Ids ascend from 1; head 0, no members.
    virtual ConversationId insertConversation(const ConversationRecord& record, MessageUuid creationUuid) = 0;
    virtual std::optional<ConversationRecord> conversation(ConversationId id) = 0;
    virtual std::optional<ConversationId> conversationByCreation(UserId creator,
                                                                 MessageUuid creationUuid) = 0;
    virtual std::optional<ConversationId> direct(UserId low, UserId high) = 0;
    /// The one conversation of kind NoticeList, once it has been inserted.
    virtual std::optional<ConversationId> noticeList() = 0;
    /// As they are committed, of those that exist; any order. Before anything is written in a transaction.
    [[nodiscard]] virtual std::vector<protocol::Head> heads(const std::vector<ConversationId>& ids);
    virtual void setTitle(ConversationId id, std::string_view title) = 0;
    /// Channels whose title contains `text` (letters A to Z in any case), the newest first, at most `limit`;
    /// looks at so many of the newest channels.
    static constexpr std::uint32_t mostChannelsSearched = 20000;
    virtual std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit) = 0;

    // the log
    /// Gives the next seq and the prefix counts, moves head and headCountable and, but for Edit and Recall,
    /// lastActivity, writes rows for those it concerns (O(mentions), I17) and, for Edit and Recall, the mark
    /// on the target.
    virtual LogEntry appendEntry(const NewEntry& entry) = 0;
    virtual std::optional<LogEntry> entry(ConversationId conversation, Seq seq) = 0;
    virtual bool hasUuid(ConversationId conversation, MessageUuid uuid) = 0;
    /// What became of an earlier append with this (conversation, author, uuid) (I2).
    virtual std::optional<SentRecord> sent(ConversationId conversation, UserId author, MessageUuid uuid) = 0;
    /// Folded entries of (after, upto], ascending, at most `limit`: the first ones, or the last ones with
    /// `fromEnd`.
    virtual std::vector<Entry> entries(ConversationId conversation, Seq after, Seq upto, std::uint32_t limit,
                                       bool fromEnd) = 0;

    /// Takes the content of all entries up to `upto` (texts, mentions, whom they answer) and raises
    /// trimmedUpto to it; never lowers it. Seqs, authors, kinds, times, uuids, payload hashes, marks and
    /// prefix counts stay. O(entries since the last trim).
    virtual void trim(ConversationId conversation, Seq upto) = 0;

    // counting primitives of I4, each by index, none by scanning messages
    /// Prefix counts at `seq` for `reader` (seq 0: zeros; above the head: those of the head).
    virtual PrefixCounts prefix(ConversationId conversation, Seq seq, UserId reader) = 0;
    /// Recalled messages in (after, head] whose author is not `reader`.
    virtual std::uint64_t recalledOfOthers(ConversationId conversation, Seq after, UserId reader) = 0;
    /// Messages in (after, head] by others that are not recalled and mention `reader` or all, or answer a
    /// message of `reader`.
    virtual AboutMeCounts aboutMeAfter(ConversationId conversation, Seq after, UserId reader) = 0;
    /// The first message above `after` by another that is not recalled; 0 when there is none.
    virtual Seq firstUnreadAfter(ConversationId conversation, Seq after, UserId reader) = 0;

    // members
    virtual std::optional<MemberRecord> member(ConversationId conversation, UserId user) = 0;
    /// Inserts or replaces; keeps ConversationRecord::memberCount right, and `delivered` where it is greater.
    virtual void putMember(const MemberRecord& member) = 0;
    /// Present members, ascending by user.
    virtual std::vector<UserId> members(ConversationId conversation) = 0;
    /// The first `limit` present members with ids above `after`, ascending.
    virtual std::vector<UserId> membersAfter(ConversationId conversation, UserId after,
                                             std::uint32_t limit) = 0;
    /// The present members whose row has another role than Member, ascending by user.
    virtual std::vector<Officer> officers(ConversationId conversation) = 0;
    /// All rows of a user, also of conversations that were left, ascending by conversation.
    virtual std::vector<MemberRecord> memberships(UserId user) = 0;
    /// Of all rows of the users, also of conversations that were left; any order.
    [[nodiscard]] virtual std::vector<MemberVersion> versions(const std::vector<UserId>& users);
    /// The greatest receipt register among present members other than `except`.
    virtual Seq seenByOthers(ConversationId conversation, UserId except) = 0;
    /// Present members other than `except` whose receipt register is at least `seq`, ascending by id.
    virtual std::vector<Reader> readers(ConversationId conversation, Seq seq, UserId except) = 0;

    /// Raises MemberRecord::delivered; never lowers it.
    virtual void raiseDelivered(ConversationId conversation, UserId user, Seq upto) = 0;
    /// The present members whose devices hold the log furthest, furthest first: at most two.
    virtual std::vector<Reach> furthestDelivered(ConversationId conversation) = 0;

    /// The mutes that end first, ascending by when, `limit` of them at most.
    virtual std::vector<MuteEnd> muteEnds(std::uint32_t limit) = 0;

    // red dots
    /// All of them, ascending by name.
    virtual std::vector<DotRecord> dots() = 0;
    /// Gives the dot, which it makes where there is none, a version above all that any dot has; a call with
    /// the uuid of the last one changes nothing. The version.
    virtual std::uint64_t raiseDot(std::string_view name, MessageUuid uuid) = 0;
    /// All of them as the user sees them, ascending by name. Where an account was inserted after a version
    /// was given, that version counts as seen.
    virtual std::vector<Dot> dotsOf(UserId user) = 0;
    /// Raises Dot::seen; never lowers it.
    virtual void raiseSeenDot(UserId user, std::string_view name, std::uint64_t version) = 0;

    // audit: by scanning, independent of prefix counts and mention rows
    virtual std::vector<ConversationId> allConversations() = 0;
    virtual ReadCounts recount(ConversationId conversation, Seq after, UserId reader) = 0;
};

} // namespace tidemark::server
