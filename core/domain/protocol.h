#pragma once

#include "core/base/shared_bytes.h"
#include "core/domain/avatar.h"
#include "core/domain/conversation.h"
#include "core/domain/dot.h"
#include "core/domain/draft.h"
#include "core/domain/entry.h"
#include "core/domain/folder.h"
#include "core/domain/ids.h"
#include "core/domain/ignoring.h"
#include "core/domain/invitation.h"
#include "core/domain/limits.h"
#include "core/domain/read_state.h"
#include "core/domain/scheduled.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The frames of the protocol as plain values. `proto/tidemark/v1` documents who sends each frame and when;
/// `core/wire` encodes and decodes them.
namespace tidemark::protocol {

/// The newest version that this program supports.
inline constexpr std::uint32_t version = 1;
/// The oldest version that this program supports.
inline constexpr std::uint32_t oldestVersion = 1;

/// The versions that a program supports.
struct Versions {
    std::uint32_t oldest = oldestVersion;
    std::uint32_t newest = version;
};

/// The version that two programs use with each other: the lower one of their newest versions. Empty if they
/// have no common version.
[[nodiscard]] constexpr std::optional<std::uint32_t> commonVersion(Versions one, Versions other)
{
    const std::uint32_t lower = one.newest < other.newest ? one.newest : other.newest;
    return lower < one.oldest || lower < other.oldest ? std::nullopt : std::optional(lower);
}

/// The version to use with a peer whose newest version is `newest` and whose oldest one is unknown.
[[nodiscard]] constexpr std::optional<std::uint32_t> commonVersion(std::uint32_t newest)
{
    return commonVersion(Versions(), {0, newest});
}

// ---- client to server

/// First frame of a session: a token and the states that this device holds. Answer: Welcome, then States with
/// the states that differ.
struct Hello {
    std::uint32_t protocolVersion = version;
    std::string token; ///< 32 raw bytes
    DeviceId device;
    std::string deviceName;
    std::string clientName; ///< program and version, for logs
    std::vector<HeldState> held;
    /// A session that only sends requests (imports, bots): the server sends it no pushes and no states.
    bool silent = false;
    /// The server pushes only heads and totals: for programs that show nothing but a number.
    bool totalsOnly = false;
    /// The client gets its token from outside at each start and cannot store a new one, so the server issues
    /// none.
    bool keepsToken = false;
    /// digestOfReactions() of the heads that the device knows; empty: the device does not support reactions.
    std::optional<std::uint64_t> reactions = {};
    /// The version of the set of ignored users that the device holds; empty: the device does not support
    /// ignoring.
    std::optional<std::uint64_t> ignoresVersion = {};
    /// The device knows the drafts through this version; empty: it does not share drafts.
    std::optional<std::uint64_t> drafts = {};
    /// The same for scheduled messages; empty: the device does not support them.
    std::optional<std::uint64_t> scheduled = {};
    /// The version of the folders that the device holds; empty: the device does not support folders.
    std::optional<std::uint64_t> foldersVersion = {};
    /// The same for invitations.
    std::optional<std::uint64_t> invitationsVersion = {};
    friend bool operator==(const Hello&, const Hello&) = default;
};
/// Creates an account. Without a password, only the token signs in to it. Answer: Authenticated. Idempotent:
/// repeating it with the same name and token gets the same answer and changes nothing.
struct Register {
    std::uint32_t protocolVersion = version;
    std::string name;
    std::string password;
    std::string token; ///< 32 random bytes proposed by the client for this device
    DeviceId device;
    std::string deviceName;
    friend bool operator==(const Register&, const Register&) = default;
};
/// Exchanges name and password for a device token. Answer: Authenticated.
struct SignIn {
    std::uint32_t protocolVersion = version;
    std::string name;
    std::string password;
    std::string token; ///< as in Register
    DeviceId device;
    std::string deviceName;
    friend bool operator==(const SignIn&, const SignIn&) = default;
};
/// Revokes this device's token. Answer: Done.
struct SignOut {
    friend bool operator==(const SignOut&, const SignOut&) = default;
};
/// Sent after a digest mismatch, with the states that the device holds. Answer: States with the states that
/// differ.
struct Sync {
    std::vector<HeldState> held;
    friend bool operator==(const Sync&, const Sync&) = default;
};
/// Requests the absolute states of some conversations. Answer: States.
struct GetStates {
    std::vector<ConversationId> conversations;
    friend bool operator==(const GetStates&, const GetStates&) = default;
};

enum class PullFrom : std::uint8_t {
    Start, ///< the first `limit` entries of (after, through]
    End,   ///< the last `limit` entries of (after, through]
    Around ///< `limit` entries around `around`
};
/// Requests entries of (after, through]. Answer: Range.
struct Pull {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq after;
    Seq through; ///< 0: the head
    Seq around;
    std::uint32_t limit = 0;
    PullFrom from = PullFrom::Start;
    friend bool operator==(const Pull&, const Pull&) = default;
};

/// Appends an entry. Answer: SendAck once durable (I12).
struct Send {
    ConversationId conversation;
    MessageUuid uuid;
    /// If set: accept only if the log already has an entry with this uuid, from any author. Keeps pipelined
    /// sends in order when the server refuses one of them (error PredecessorMissing).
    MessageUuid after;
    SentContent content;
    /// If set: the message was the draft, of which the device knew this version. The server clears the draft
    /// if it has this version or if the caller's device wrote it.
    std::optional<std::uint64_t> draftVersion = {};
    friend bool operator==(const Send&, const Send&) = default;
};

/// A request to move the cursor of one conversation.
struct ReadIntent {
    ConversationId conversation;
    Generation generation;
    Cursor cursor;
    CursorCause cause = CursorCause::Seen;
    /// The user read this with private receipts: it never becomes a receipt, however late it arrives.
    bool isPrivate = false;
    friend bool operator==(const ReadIntent&, const ReadIntent&) = default;
};
/// Answer: States of the named conversations. Their cursors are at least the requested ones unless a newer
/// epoch won.
struct Read {
    std::vector<ReadIntent> intents;
    friend bool operator==(const Read&, const Read&) = default;
};
/// The newest entry of one conversation that the device holds.
struct Reached {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq through;
    friend bool operator==(const Reached&, const Reached&) = default;
};
/// Reports the newest held entries of logs in which others have written. Answer: Done.
struct Delivered {
    std::vector<Reached> reached;
    friend bool operator==(const Delivered&, const Delivered&) = default;
};
/// Sets the cursor to (epoch+1, from-1). Repeating it with the same uuid changes nothing. Answer: States.
struct MarkUnread {
    ConversationId conversation;
    Generation generation;
    Seq from;
    MessageUuid uuid;
    CursorCause cause = CursorCause::MarkedUnread; ///< or Undo, which reverts a "mark as read"
    friend bool operator==(const MarkUnread&, const MarkUnread&) = default;
};
/// Answer: States. `settings.mutedUntil` is the end that the device knows; `muteSeconds` requests a new end.
struct SetSettings {
    ConversationId conversation;
    Generation generation;
    ConversationSettings settings;
    /// With `settings.muted`: duration from the server's receipt of the request; 0: for ever. Empty: a mute
    /// keeps its end, and a mute that has ended meanwhile stays off.
    std::optional<std::uint32_t> muteSeconds = {};
    bool keepsReceipts = false; ///< `settings.receipts` was left out: the server keeps its value
    bool keepsPinOrder = true;  ///< the same for `settings.pinOrder`
    bool onlyPinOrder = false;  ///< the server keeps all other settings
    friend bool operator==(const SetSettings&, const SetSettings&) = default;
};

/// Changes the settings that are set. Answer, and push to the user's other devices: AccountSettings.
struct SetAccountSettings {
    std::optional<ReceiptPrivacy> receipts = {};
    std::optional<ReadingPolicy> reading = {};
    std::optional<bool> quietWhileActive = {};
    std::optional<AddingPolicy> adding = {};
    friend bool operator==(const SetAccountSettings&, const SetAccountSettings&) = default;
};

/// Answer to CreateGroup, OpenDirect, Join, Leave, AddMember, RemoveMember, SetRole, Rename and
/// SetForwarding: States with this conversation.
struct CreateGroup {
    MessageUuid uuid; ///< of the request: repeating it returns the same group
    std::string title;
    std::vector<std::string> members; ///< names
    bool historyOpen = false;         ///< later members can read the history from before they joined
    bool inviteOnly = false;          ///< users cannot join; only moderators and owners add members
    friend bool operator==(const CreateGroup&, const CreateGroup&) = default;
};
struct OpenDirect {
    std::string name;
    friend bool operator==(const OpenDirect&, const OpenDirect&) = default;
};
struct Join {
    ConversationId conversation;
    friend bool operator==(const Join&, const Join&) = default;
};
struct Leave {
    ConversationId conversation;
    friend bool operator==(const Leave&, const Leave&) = default;
};
struct AddMember {
    ConversationId conversation;
    std::string name;
    friend bool operator==(const AddMember&, const AddMember&) = default;
};
/// Removes the user if they are a member, then bans the user or lifts the ban. Answer: States with the
/// caller's state.
struct RemoveMember {
    ConversationId conversation;
    UserId user;
    bool banned = false; ///< true: the user cannot become a member again
    friend bool operator==(const RemoveMember&, const RemoveMember&) = default;
};
struct SetRole {
    ConversationId conversation;
    UserId user;
    Role role = Role::Member;
    friend bool operator==(const SetRole&, const SetRole&) = default;
};
struct Rename {
    ConversationId conversation;
    std::string title;
    friend bool operator==(const Rename&, const Rename&) = default;
};
/// Forbids or allows to forward messages of the conversation.
struct SetForwarding {
    ConversationId conversation;
    bool forbidden = false;
    friend bool operator==(const SetForwarding&, const SetForwarding&) = default;
};

/// Creates a channel in which only the caller posts. Answer: States with the channel.
struct CreateChannel {
    MessageUuid uuid; ///< as in CreateGroup
    std::string title;
    friend bool operator==(const CreateChannel&, const CreateChannel&) = default;
};
/// Finds channels whose title contains `text`, newest first; at most `limit`, and never more than
/// `maxChannels`. Answer: FoundChannels.
struct FindChannels {
    static constexpr std::uint32_t maxChannels = 50;
    std::string text;
    std::uint32_t limit = 0; ///< 0: maxChannels
    friend bool operator==(const FindChannels&, const FindChannels&) = default;
};
/// Follows the channel from its head on. Answer to Follow and Unfollow: States with the channel.
struct Follow {
    ConversationId conversation;
    friend bool operator==(const Follow&, const Follow&) = default;
};
struct Unfollow {
    ConversationId conversation;
    friend bool operator==(const Unfollow&, const Unfollow&) = default;
};
/// The position up to which the "Following" entry no longer counts a channel.
struct FeedSnapshot {
    ConversationId conversation;
    LogEpoch logEpoch;
    Generation generation;
    Seq head; ///< the head at which the number that the user saw was counted
    friend bool operator==(const FeedSnapshot&, const FeedSnapshot&) = default;
};
/// The user has opened the "Following" entry. The server raises all snapshots at once and skips those of
/// another log or membership, or beyond the head. Answer: States of the named channels.
struct OpenFeed {
    std::vector<FeedSnapshot> snapshots;
    friend bool operator==(const OpenFeed&, const OpenFeed&) = default;
};

/// Sets or takes back the user's reaction with one emoji to a message. Answer: Reactions with this message.
struct React {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq target;
    std::string emoji;
    bool on = true;
    MessageUuid uuid; ///< of the change: repeating it changes nothing
    friend bool operator==(const React&, const React&) = default;
};
/// Requests the messages whose reactions have changed after `after`, by the position of the change; at most
/// `limit` changes, and never more than `maxChanges`. Answer: Reactions.
struct PullReactions {
    static constexpr std::uint32_t maxChanges = 500;
    ConversationId conversation;
    LogEpoch logEpoch;
    ReactionSeq after;
    std::uint32_t limit = 0; ///< 0: maxChanges
    friend bool operator==(const PullReactions&, const PullReactions&) = default;
};
/// Hides messages from the user, on all of the user's devices and for good; the log of the others stays. The
/// set only grows, so a repetition changes nothing. Answer: States.
struct HideMessages {
    ConversationId conversation;
    LogEpoch logEpoch;
    Generation generation;
    std::vector<Seq> seqs = {}; ///< in any order
    friend bool operator==(const HideMessages&, const HideMessages&) = default;
};
/// The user removes the entries through `through` from their own devices. Answer: States.
struct ClearHistory {
    ConversationId conversation;
    LogEpoch logEpoch;
    Generation generation;
    Seq through;
    friend bool operator==(const ClearHistory&, const ClearHistory&) = default;
};
/// The user has seen the reactions to their messages through `through`. Answer: States.
struct SeeReactions {
    ConversationId conversation;
    LogEpoch logEpoch;
    Generation generation;
    ReactionSeq through;
    friend bool operator==(const SeeReactions&, const SeeReactions&) = default;
};
/// Requests the reactions to the message `seq`, or with seq 0 the unread ones to the caller's messages, in
/// the order in which they were first made, from the one after `after` on; at most `limit`, and never more
/// than `maxReactors`. Answer: Reactors.
struct GetReactors {
    static constexpr std::uint32_t maxReactors = 200;
    ConversationId conversation;
    Seq seq;
    ReactionSeq after = {};
    std::uint32_t limit = 0; ///< 0: maxReactors
    friend bool operator==(const GetReactors&, const GetReactors&) = default;
};

/// Sets the user's draft in a conversation; an empty text clears it. Answer: DraftResult. Changes nothing if
/// the draft has another version than `baseVersion`.
struct SetDraft {
    ConversationId conversation;
    std::uint64_t baseVersion = 0;
    std::string text;
    Seq replyTo = {};
    MessageUuid uuid = {}; ///< of the change: repeating it changes nothing
    friend bool operator==(const SetDraft&, const SetDraft&) = default;
};
/// Requests the drafts that have changed after version `after`, ascending by version; at most `limit`, and
/// never more than `maxDrafts`. Answer: Drafts.
struct GetDrafts {
    static constexpr std::uint32_t maxDrafts = 50;
    std::uint64_t after = 0;
    std::uint32_t limit = 0; ///< 0: maxDrafts
    friend bool operator==(const GetDrafts&, const GetDrafts&) = default;
};

/// Makes, changes or cancels a message that the server sends when it is due. Answer: ScheduleResult. Changes
/// nothing if the message has another version than `baseVersion`.
struct Schedule {
    ConversationId conversation;
    MessageUuid uuid; ///< of the message
    std::uint64_t baseVersion = 0;
    MessageUuid change = {};       ///< repeating it changes nothing
    UnixMs due = {};               ///< a time that has passed: the server sends the message at once
    content::Message message = {}; ///< without attachments
    bool isCancelled = false;      ///< then `due` and `message` have no meaning
    friend bool operator==(const Schedule&, const Schedule&) = default;
};
/// Requests the scheduled messages that have changed after version `after`, ascending by version; after 0
/// only those that are neither sent nor cancelled. At most `limit`, and never more than `maxMessages`.
/// Answer: ScheduledMessages.
struct GetScheduled {
    static constexpr std::uint32_t maxMessages = 50;
    std::uint64_t after = 0;
    std::uint32_t limit = 0; ///< 0: maxMessages
    friend bool operator==(const GetScheduled&, const GetScheduled&) = default;
};

/// Requests users who have publicly read `seq` and have ids greater than `after`, ascending; at most `limit`,
/// and never more than `maxReaders`. Answer: Readers.
struct GetReaders {
    static constexpr std::uint32_t maxReaders = 200;
    ConversationId conversation;
    Seq seq;
    UserId after = {};
    std::uint32_t limit = 0; ///< 0: maxReaders
    friend bool operator==(const GetReaders&, const GetReaders&) = default;
};
/// Requests current members with ids greater than `after`, ascending; at most `limit`, and never more than
/// `maxMembers`. Answer: Members.
struct GetMembers {
    static constexpr std::uint32_t maxMembers = 200;
    ConversationId conversation;
    UserId after = {};
    std::uint32_t limit = 0; ///< 0: maxMembers
    friend bool operator==(const GetMembers&, const GetMembers&) = default;
};
/// The user is typing in this conversation. No answer; losing it does no harm.
struct Typing {
    ConversationId conversation;
    friend bool operator==(const Typing&, const Typing&) = default;
};
/// The user has become active at this device, or has stopped. No answer; losing it does no harm.
struct Activity {
    bool active = false;
    friend bool operator==(const Activity&, const Activity&) = default;
};
/// Requests the user's devices. Answer: Devices.
struct GetDevices {
    friend bool operator==(const GetDevices&, const GetDevices&) = default;
};
/// Signs out another device of the user. Answer: Done.
struct RevokeDevice {
    DeviceId device;
    friend bool operator==(const RevokeDevice&, const RevokeDevice&) = default;
};
/// Answer: Done.
struct ChangePassword {
    std::string oldPassword;
    std::string newPassword;
    bool revokeOthers = false; ///< signs out the user's other devices
    friend bool operator==(const ChangePassword&, const ChangePassword&) = default;
};
/// Deletes the account. After the answer all its sessions end. Answer: Done.
struct DeleteAccount {
    std::string password;
    friend bool operator==(const DeleteAccount&, const DeleteAccount&) = default;
};
/// Requests the names of users by id. Answer: Users.
struct GetUsers {
    std::vector<UserId> ids;
    friend bool operator==(const GetUsers&, const GetUsers&) = default;
};
/// Requests the user's totals, for programs that only poll. Answer: TotalsNow.
struct GetTotals {
    friend bool operator==(const GetTotals&, const GetTotals&) = default;
};
/// The user has seen this version of the dot. Answer: Dots with this dot.
struct SeeDot {
    std::string name;
    std::uint64_t version = 0;
    friend bool operator==(const SeeDot&, const SeeDot&) = default;
};
/// Answer: Dots with all dots.
struct GetDots {
    friend bool operator==(const GetDots&, const GetDots&) = default;
};
/// Begins or continues an upload. Answer: UploadState.
struct BeginUpload {
    MessageUuid uuid; ///< of the upload
    BlobHash hash;
    std::uint64_t size = 0;
    friend bool operator==(const BeginUpload&, const BeginUpload&) = default;
};
/// Bytes of an upload, at most caps::maxChunkBytes. Answer: UploadState.
struct UploadChunk {
    MessageUuid uuid;
    std::uint64_t offset = 0;
    SharedBytes bytes;
    friend bool operator==(const UploadChunk&, const UploadChunk&) = default;
};
/// Answer: UploadState.
struct FinishUpload {
    MessageUuid uuid;
    friend bool operator==(const FinishUpload&, const FinishUpload&) = default;
};
/// Answer: Done.
struct CancelUpload {
    MessageUuid uuid;
    friend bool operator==(const CancelUpload&, const CancelUpload&) = default;
};
/// Requests bytes of the file at `index` of a message's attachments. Answer: BlobPart.
struct GetBlob {
    ConversationId conversation;
    Seq seq;
    std::uint32_t index = 0;
    std::uint64_t offset = 0;
    std::uint32_t limit = 0; ///< 0: caps::maxChunkBytes
    // With seq 0: the avatar at AvatarPlace{conversation, user}, if it has this version.
    UserId user = {};
    std::uint64_t avatarVersion = 0;
    friend bool operator==(const GetBlob&, const GetBlob&) = default;
};
/// Sets the caller's avatar, or that of a group. Answer: Avatars.
struct SetAvatar {
    ConversationId conversation; ///< none: the caller's own avatar
    BlobHash hash;               ///< none: removes the avatar
    std::uint64_t size = 0;
    std::string mime;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    friend bool operator==(const SetAvatar&, const SetAvatar&) = default;
};
/// Answer: Avatars with those that the caller may see.
struct GetAvatars {
    std::vector<AvatarPlace> places;
    friend bool operator==(const GetAvatars&, const GetAvatars&) = default;
};
/// Answer: HeartbeatAck. Before it the server pushes Dots if `dots` differs from its own digest, Receipts if
/// `marks` does, IgnoredUsers if `ignoresVersion` does, Folders if `foldersVersion` does, and Invitations if
/// `invitationsVersion` does.
struct Heartbeat {
    std::uint64_t digest = 0; ///< digestOf() of the held states
    /// digestOfDots() of the held dots; empty: the device does not support dots.
    std::optional<std::uint64_t> dots = {};
    /// digestOfMarks() of the received marks; empty: the device does not compare marks.
    std::optional<std::uint64_t> marks = {};
    /// As in Hello.
    std::optional<std::uint64_t> reactions = {};
    std::optional<std::uint64_t> ignoresVersion = {};
    /// As in Hello.
    std::optional<std::uint64_t> drafts = {};
    std::optional<std::uint64_t> scheduled = {};
    std::optional<std::uint64_t> foldersVersion = {};
    std::optional<std::uint64_t> invitationsVersion = {};
    friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};
/// Sets what the user wants of another one. Answer: IgnoredUsers.
struct SetIgnored {
    UserId user;
    IgnoreLevel level = IgnoreLevel::None;
    MessageUuid uuid;      ///< of the change; a repeated request changes nothing
    std::string name = {}; ///< of the other user, if `user` is invalid
    friend bool operator==(const SetIgnored&, const SetIgnored&) = default;
};
/// Answer: IgnoredUsers.
struct GetIgnored {
    friend bool operator==(const GetIgnored&, const GetIgnored&) = default;
};
/// Sets or removes one of the user's folders. Answer: Folders.
struct SetFolder {
    FolderChange change;
    friend bool operator==(const SetFolder&, const SetFolder&) = default;
};
/// Answer: Folders.
struct GetFolders {
    friend bool operator==(const GetFolders&, const GetFolders&) = default;
};
/// Accepts or refuses an invitation. Answer: Invitations. If it is accepted, the state of the conversation is
/// pushed before.
struct AnswerInvitation {
    ConversationId conversation;
    bool accept = false;
    friend bool operator==(const AnswerInvitation&, const AnswerInvitation&) = default;
};
/// Answer: Invitations.
struct GetInvitations {
    friend bool operator==(const GetInvitations&, const GetInvitations&) = default;
};
/// A frame of a later protocol, or of a part that this build does not support. Answer: Error Unsupported.
struct UnknownFrame {
    friend bool operator==(const UnknownFrame&, const UnknownFrame&) = default;
};

/// A std::variant whose copy, move and destruction are compiled once, in protocol.cpp. With the bare variant
/// every file that holds a frame compiles them again, which takes seconds. The other large variants do the
/// same.
class ClientFrame
    : public std::variant<UnknownFrame, Hello, Register, SignIn, SignOut, Sync, GetStates, Pull, Send, Read,
                          Delivered, MarkUnread, SetSettings, SetAccountSettings, CreateGroup, OpenDirect,
                          Join, Leave, AddMember, RemoveMember, SetRole, Rename, SetForwarding, CreateChannel,
                          FindChannels, Follow, Unfollow, OpenFeed, React, PullReactions, SeeReactions,
                          GetReactors, ClearHistory, HideMessages, SetDraft, GetDrafts, Schedule,
                          GetScheduled, GetReaders, GetMembers, Typing, Activity, GetDevices, RevokeDevice,
                          ChangePassword, DeleteAccount, GetUsers, GetTotals, SeeDot, GetDots, BeginUpload,
                          UploadChunk, FinishUpload, CancelUpload, GetBlob, SetAvatar, GetAvatars, SetIgnored,
                          GetIgnored, SetFolder, GetFolders, AnswerInvitation, GetInvitations, Heartbeat> {
public:
    using variant::variant;
    ClientFrame();
    ClientFrame(const ClientFrame& other);
    ClientFrame(ClientFrame&& other) noexcept;
    ClientFrame& operator=(const ClientFrame& other);
    ClientFrame& operator=(ClientFrame&& other) noexcept;
    ~ClientFrame();
};

/// `session` distinguishes several signed-in accounts on one connection (bridges, imports); ordinary clients
/// use 0.
struct ClientEnvelope {
    RequestId request;
    std::uint32_t session = 0;
    ClientFrame frame;
    friend bool operator==(const ClientEnvelope&, const ClientEnvelope&) = default;
};

// ---- server to client

struct Authenticated {
    User user;
    std::string token;
    friend bool operator==(const Authenticated&, const Authenticated&) = default;
};
/// The whole set of users whom the user ignores. An answer, a part of Welcome, or a push after a change.
struct IgnoredUsers {
    std::uint64_t version = 0;        ///< grows with every change; set by the server
    std::vector<IgnoredUser> ignored; ///< ascending by user
    std::vector<User> users;          ///< their names
    friend bool operator==(const IgnoredUsers&, const IgnoredUsers&) = default;
};
/// All folders of the user, in the user's order. An answer, a part of Welcome, or a push after a change.
struct Folders {
    std::uint64_t version = 0; ///< grows with every change; set by the server
    std::vector<Folder> folders;
    friend bool operator==(const Folders&, const Folders&) = default;
};
/// All open invitations of the user, the oldest first; also those from users whom the user ignores. An
/// answer, a part of Welcome, or a push after a change.
struct Invitations {
    std::uint64_t version = 0; ///< grows with every change; set by the server
    std::vector<Invitation> invitations;
    friend bool operator==(const Invitations&, const Invitations&) = default;
};
struct Welcome {
    std::uint32_t protocolVersion = version;
    User user;
    std::string serverName;
    Limits limits;
    UnixMs serverTime;              ///< for display
    std::uint32_t statesToCome = 0; ///< number of conversations in the following States frames
    AccountSettings settings = {};
    /// A new token for this device, or empty. Store the token before you use it; the old token stays valid
    /// until the first use of the new one.
    std::string nextToken = {};
    /// The set of ignored users if the device holds another version.
    std::optional<IgnoredUsers> ignored = {};
    /// The newest version of any draft of the account; only for devices that share drafts.
    std::optional<std::uint64_t> drafts = {};
    /// The same for scheduled messages; only for devices that support them.
    std::optional<std::uint64_t> scheduled = {};
    /// The folders if the device holds another version.
    std::optional<Folders> folders = {};
    /// The invitations if the device holds another version.
    std::optional<Invitations> invitations = {};
    friend bool operator==(const Welcome&, const Welcome&) = default;
};
/// Absolute states: an answer, or a push (request 0) to the user's other devices after a change.
struct States {
    std::vector<ConversationState> states;
    std::vector<User> users;     ///< the peers of the direct chats in `states`
    std::uint32_t remaining = 0; ///< states still to come in further frames of the same answer
    /// In answers to CreateGroup and AddMember: the users who are asked first, and are not members yet.
    std::vector<User> invited = {};
    friend bool operator==(const States&, const States&) = default;
};
/// `entries` are the entries (after, after + entries.size()] of the log: folded, ascending.
struct Range {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq after;
    std::vector<Entry> entries;
    Seq head;
    std::vector<User> users; ///< authors and subjects named in the entries
    /// The reactions to `entries`, ascending by seq. An entry that is not listed has no reactions.
    std::vector<MessageReactions> reactions = {};
    ReactionSeq reactionHead = {}; ///< when these were read
    friend bool operator==(const Range&, const Range&) = default;
};
/// All reactions to the messages whose reactions changed in (after, through].
struct Reactions {
    ConversationId conversation;
    LogEpoch logEpoch;
    ReactionSeq after;
    ReactionSeq through; ///< equal to `after`: no statement about further changes
    ReactionSeq head;
    std::vector<MessageReactions> messages; ///< ascending by seq
    friend bool operator==(const Reactions&, const Reactions&) = default;
};
/// One user's reaction to one message.
struct Reactor {
    Seq seq;
    std::string emoji;
    UserId user;
    ReactionSeq first; ///< the position at which it was first made
    friend bool operator==(const Reactor&, const Reactor&) = default;
};
struct Reactors {
    ConversationId conversation;
    Seq seq;                       ///< as in the request
    std::vector<Reactor> reactors; ///< ascending by `first`
    std::vector<User> users;       ///< that the reactors name
    bool hasMore = false;
    friend bool operator==(const Reactors&, const Reactors&) = default;
};
struct SendAck {
    ConversationId conversation;
    LogEpoch logEpoch;
    MessageUuid uuid;
    Seq seq;
    UnixMs at;
    bool duplicate = false;         ///< the server already knew the uuid: an earlier attempt had arrived
    std::uint64_t draftVersion = 0; ///< of the draft that this message has cleared; 0: none
    friend bool operator==(const SendAck&, const SendAck&) = default;
};
struct Readers {
    ConversationId conversation;
    Seq seq;
    std::vector<User> users;
    /// The time of each user's last public read, in the order of `users`. The user had read the message by
    /// then.
    std::vector<UnixMs> readAt = {};
    std::uint32_t memberCount = 0; ///< current members, including the user who asks
    std::uint32_t readerCount = 0; ///< readers on all pages, without the author and the user who asks
    friend bool operator==(const Readers&, const Readers&) = default;
};
/// One of the user's devices, in the server's view.
struct Device {
    DeviceId id;
    std::string name;
    std::string clientName; ///< program and version
    bool isConnected = false;
    UnixMs lastContact;
    UnixMs agreedAt;     ///< when the device last held the same state as the server; 0: never
    bool agrees = false; ///< whether device and server agreed at the last comparison
    friend bool operator==(const Device&, const Device&) = default;
};
/// All signed-in devices, connected or not.
struct Devices {
    std::vector<Device> devices;
    friend bool operator==(const Devices&, const Devices&) = default;
};
/// A current member, with the values that the member lets others see.
struct Member {
    User user;
    Seq seen = {};          ///< the furthest seq publicly read; 0: none
    UnixMs seenAt = {};     ///< when `seen` last rose
    UnixMs seenSentAt = {}; ///< when the entry at `seen` was sent; 0 if hidden from the user who asks
    bool seenAll = false;   ///< others have no countable message above `seen`
    Seq delivered = {};     ///< the furthest seq that a device of the member holds; 0: none or unknown
    Role role = Role::Member;
    friend bool operator==(const Member&, const Member&) = default;
};
/// Ascending by id.
struct Members {
    ConversationId conversation;
    std::vector<Member> members;
    std::uint32_t memberCount = 0; ///< all members, including the user who asks
    friend bool operator==(const Members&, const Members&) = default;
};
struct FoundChannel {
    ConversationId conversation;
    std::string title;
    std::uint32_t followers = 0;
    friend bool operator==(const FoundChannel&, const FoundChannel&) = default;
};
struct FoundChannels {
    std::vector<FoundChannel> channels;
    friend bool operator==(const FoundChannels&, const FoundChannels&) = default;
};
struct Users {
    std::vector<User> users;
    friend bool operator==(const Users&, const Users&) = default;
};
/// The user's totals at one moment.
struct TotalsNow {
    std::uint64_t unread = 0;        ///< in conversations that are not muted, archived or left
    std::uint64_t mentions = 0;      ///< unread mentions in the same conversations
    std::uint32_t conversations = 0; ///< number of those conversations with unread messages
    std::uint64_t mutedUnread = 0;   ///< in muted conversations that are not archived
    std::uint32_t mutedConversations = 0;
    std::uint64_t feed = 0; ///< number of the "Following" entry; the other totals exclude channels
    /// Grows whenever the totals may have changed; the receiver ignores totals older than its own. 0: not
    /// sent.
    std::uint64_t version = 0;
    friend bool operator==(const TotalsNow&, const TotalsNow&) = default;
};
struct HeartbeatAck {
    bool agree = false;                   ///< false: send Sync
    std::optional<TotalsNow> totals = {}; ///< only for sessions with `totalsOnly`
    friend bool operator==(const HeartbeatAck&, const HeartbeatAck&) = default;
};
struct Done {
    friend bool operator==(const Done&, const Done&) = default;
};

struct Head {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq head;
    ReactionSeq reactionHead = {}; ///< the newest change of reactions; 0: no statement
    friend bool operator==(const Head&, const Head&) = default;
};
/// Raises `known` to what `other`, which was sent later, says about the same conversation.
constexpr void raise(Head& known, const Head& other)
{
    if (known.logEpoch != other.logEpoch) {
        known = other;
        return;
    }
    known.head = std::max(known.head, other.head);
    known.reactionHead = std::max(known.reactionHead, other.reactionHead);
}
/// Push: heads have moved. A hint (I9), merged so that only the newest head of a conversation is sent.
struct Notify {
    std::vector<Head> heads;
    std::optional<TotalsNow> totals = {}; ///< only for sessions with `totalsOnly`
    friend bool operator==(const Notify&, const Notify&) = default;
};
/// Push: others have read the reader's messages through `seen` (I7) and their devices hold them through
/// `delivered`. 0: no news.
struct Receipt {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq seen;
    Seq delivered = {};
    friend bool operator==(const Receipt&, const Receipt&) = default;
};
struct Receipts {
    std::vector<Receipt> receipts;
    /// True: these are the server's current values. They can be lower than before if the members who had read
    /// furthest have left.
    bool isStanding = false;
    friend bool operator==(const Receipts&, const Receipts&) = default;
};
/// Push: another member is typing. Never stored; expires after five seconds.
struct TypingNow {
    ConversationId conversation;
    User user;
    friend bool operator==(const TypingNow&, const TypingNow&) = default;
};
/// Push: whether the user is active at another device. Never stored; expires unless renewed.
struct DeviceActivity {
    DeviceId device;
    bool active = false;
    friend bool operator==(const DeviceActivity&, const DeviceActivity&) = default;
};
/// The named dots; other dots are unchanged. Sent as an answer, and pushed when the operator raises a dot,
/// when the user has seen one, or when a device holds other versions.
struct Dots {
    std::vector<Dot> dots;
    friend bool operator==(const Dots&, const Dots&) = default;
};
/// The draft after SetDraft.
struct DraftResult {
    Draft draft;
    bool isConflict = false; ///< nothing was changed: `draft` is another change than the request's base
    friend bool operator==(const DraftResult&, const DraftResult&) = default;
};
/// An answer with the drafts of (after, through]; or a push without drafts, which tells the newest version.
struct Drafts {
    std::uint64_t after = 0;
    std::uint64_t through = 0;      ///< equal to `after`: no statement about further changes
    std::uint64_t head = 0;         ///< the newest version of any draft of the account
    std::vector<Draft> drafts = {}; ///< ascending by version
    friend bool operator==(const Drafts&, const Drafts&) = default;
};
enum class ScheduleOutcome : std::uint8_t {
    Done,
    Conflict,    ///< nothing was changed: another device has changed the message since
    AlreadySent, ///< nothing was changed: the message was sent before, with another content
    Cancelled,   ///< nothing was changed: another device has cancelled the message
};
/// The message after Schedule.
struct ScheduleResult {
    ScheduledMessage message;
    ScheduleOutcome outcome = ScheduleOutcome::Done;
    friend bool operator==(const ScheduleResult&, const ScheduleResult&) = default;
};
/// An answer with the scheduled messages of (after, through]; or a push without messages, which tells the
/// newest version.
struct ScheduledMessages {
    std::uint64_t after = 0;
    std::uint64_t through = 0; ///< equal to `after`: no statement about further changes
    std::uint64_t head = 0;    ///< the newest version of any scheduled message of the account
    std::vector<ScheduledMessage> messages = {}; ///< ascending by version
    friend bool operator==(const ScheduledMessages&, const ScheduledMessages&) = default;
};
/// The progress of an upload.
struct UploadState {
    MessageUuid uuid;
    std::uint64_t received = 0; ///< the server holds the bytes before this offset, also after a crash
    bool isComplete = false;    ///< the user's messages may name the file
    friend bool operator==(const UploadState&, const UploadState&) = default;
};
struct BlobPart {
    std::uint64_t offset = 0;
    SharedBytes bytes;
    std::uint64_t size = 0; ///< of the whole file
    friend bool operator==(const BlobPart&, const BlobPart&) = default;
};
/// An answer, or a push when an avatar has changed.
struct Avatars {
    std::vector<Avatar> avatars;
    friend bool operator==(const Avatars&, const Avatars&) = default;
};
/// Push: the server is about to close the connection. Reconnect after a random time in [minDelay, maxDelay].
struct GoAway {
    Milliseconds minDelay{0};
    Milliseconds maxDelay{0};
    friend bool operator==(const GoAway&, const GoAway&) = default;
};

/// Databases store these numbers, so new codes come last.
enum class ErrorCode : std::uint8_t {
    Unknown, ///< a code from a later protocol
    Malformed,
    Unsupported,
    ProtocolVersion,
    NotSignedIn,
    BadCredentials,
    TokenRevoked,
    NameTaken,
    NameInvalid,
    PasswordInvalid,
    RegistrationClosed,
    AccountDisabled,
    NoSuchConversation,
    NoSuchUser,
    NoSuchEntry,
    NotMember,
    NotAllowed,
    OldGeneration,
    LogEpochChanged,
    UuidConflict,
    PredecessorMissing,
    TextTooLong,
    TextEmpty,
    TitleInvalid,
    AlreadyRecalled,
    CursorBeyondHead,
    ListTooLong,        ///< a list in the request is longer than the limits in request_caps.h
    TooManyMemberships, ///< the user is in as many conversations as the server allows
    TooManyCreated,     ///< the user has created as many groups and channels as the server allows
    PersonIsFull,       ///< another user is in too many conversations to be added to this one
    TooFast,
    TooManyConnections,
    FrameTooLarge,
    Unavailable,        ///< the server could not commit; try again
    CertificateRefused, ///< never on the wire: the identity of the server could not be verified
    BlobMissing,        ///< a message names a file that its author has not uploaded and may not read
    FileTooLarge,
    UserStorageFull,
    ServerStorageFull,
    HashMismatch,
    AttachmentInvalid,
    NoSuchUpload,
    AvatarInvalid,
    EmojiInvalid,      ///< the text of a reaction is not one emoji
    TooManyReactions,  ///< the message has as many different emoji as it may have
    TooManyIgnored,    ///< the user ignores as many users as an account may
    TooManyDrafts,     ///< the user has as many drafts as a user may have
    FileUnreadable,    ///< never on the wire: a file in the profile cannot be read or written
    DeviceStorageFull, ///< never on the wire: this device has no room for a file
    DraftConflict,     ///< never on the wire: another device has changed the draft meanwhile
    AlreadyPinned,
    NotPinned,
    TooManyPinned,       ///< the conversation has as many pinned messages as it may have
    TooManyScheduled,    ///< the user has as many scheduled messages as a user may have
    DueTooFar,           ///< a scheduled message is due later than the server keeps one
    ScheduleConflict,    ///< never on the wire: another device has changed the scheduled message meanwhile
    AlreadySent,         ///< never on the wire: the scheduled message was sent before the change
    AlreadyCancelled,    ///< never on the wire: another device has cancelled the scheduled message
    TooManyFolders,      ///< the user has as many folders as a user may have
    ForwardingForbidden, ///< messages of the conversation cannot be forwarded
    NoSuchInvitation,    ///< the invitation has ended, or there was none
    TooManyHidden,       ///< the user has hidden as many messages of the conversation as a user may hide
    AccountDeleted,      ///< the user's own account, or that of the user whom the request names
};

inline constexpr ErrorCode lastErrorCode = ErrorCode::AccountDeleted;

struct Error {
    ErrorCode code = ErrorCode::Unknown;
    Milliseconds retryAfter{0}; ///< TooFast, Unavailable: wait this long before trying again
    std::string detail;         ///< for logs; NoSuchUser: the unknown names, one per line
    friend bool operator==(const Error&, const Error&) = default;
};

/// A variant that is compiled once: see ClientFrame.
class ServerFrame
    : public std::variant<UnknownFrame, Authenticated, Welcome, States, Range, Reactions, Reactors, SendAck,
                          Readers, Members, FoundChannels, Devices, Users, TotalsNow, HeartbeatAck, Done,
                          AccountSettings, Notify, Receipts, TypingNow, DeviceActivity, Dots, UploadState,
                          BlobPart, Avatars, IgnoredUsers, DraftResult, Drafts, ScheduleResult,
                          ScheduledMessages, Folders, Invitations, GoAway, Error> {
public:
    using variant::variant;
    ServerFrame();
    ServerFrame(const ServerFrame& other);
    ServerFrame(ServerFrame&& other) noexcept;
    ServerFrame& operator=(const ServerFrame& other);
    ServerFrame& operator=(ServerFrame&& other) noexcept;
    ~ServerFrame();
};

struct ServerEnvelope {
    RequestId request; ///< 0 on pushes
    std::uint32_t session = 0;
    ServerFrame frame;
    friend bool operator==(const ServerEnvelope&, const ServerEnvelope&) = default;
};

/// Whether the same request may succeed later without any change by the user.
[[nodiscard]] constexpr bool isTransient(ErrorCode code)
{
    return code == ErrorCode::TooFast || code == ErrorCode::Unavailable
           || code == ErrorCode::PredecessorMissing || code == ErrorCode::TooManyConnections;
}

/// Whether a message is refused because of a file that it has.
[[nodiscard]] constexpr bool isAboutFile(ErrorCode code)
{
    switch (code) {
    case ErrorCode::BlobMissing:
    case ErrorCode::FileTooLarge:
    case ErrorCode::UserStorageFull:
    case ErrorCode::ServerStorageFull:
    case ErrorCode::HashMismatch:
    case ErrorCode::AttachmentInvalid:
    case ErrorCode::NoSuchUpload:
    case ErrorCode::FileUnreadable:
    case ErrorCode::DeviceStorageFull:
    case ErrorCode::Unsupported: // by a server that takes no files
        return true;
    default:
        return false;
    }
}

} // namespace tidemark::protocol
