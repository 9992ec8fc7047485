#pragma once

#include "core/domain/conversation.h"
#include "core/domain/dot.h"
#include "core/domain/entry.h"
#include "core/domain/ids.h"
#include "core/domain/limits.h"
#include "core/domain/read_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The frames of the protocol as plain values. `proto/tidemark/v1` says who sends what when; `core/wire`
/// turns one into the other.
namespace tidemark::protocol {

inline constexpr std::uint32_t version = 1;

// ---- client to server
// ------------------------------------------------------------------------------------------------

/// First frame of a session: a token and what this device holds. Answer: Welcome, then States with all that
/// differs.
struct Hello {
    std::uint32_t protocolVersion = version;
    std::string token; ///< 32 raw bytes
    DeviceId device;
    std::string deviceName;
    std::string clientName; ///< program and version, for logs
    std::vector<HeldState> held;
    /// A session that only acts (imports, bots): no pushes, no states.
    bool silent = false;
    /// Heads and totals are pushed, and nothing else: for programs that show only a number.
    bool totalsOnly = false;
    /// The token comes from outside each time, and another one could not be kept: none is given.
    bool keepsToken = false;
    friend bool operator==(const Hello&, const Hello&) = default;
};
/// Creates an account. Without a password it can be entered by token only. Answer: Authenticated.
/// Repeating it with the same name and token is answered the same way and changes nothing.
struct Register {
    std::uint32_t protocolVersion = version;
    std::string name;
    std::string password;
    std::string token; ///< 32 random bytes proposed by the client for this device
    DeviceId device;
    std::string deviceName;
    friend bool operator==(const Register&, const Register&) = default;
};
/// Name and password for a device token. Answer: Authenticated.
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
/// What the device holds, after a digest that differed. Answer: States with all that differs.
struct Sync {
    std::vector<HeldState> held;
    friend bool operator==(const Sync&, const Sync&) = default;
};
/// Absolute states of some conversations. Answer: States.
struct GetStates {
    std::vector<ConversationId> conversations;
    friend bool operator==(const GetStates&, const GetStates&) = default;
};

enum class PullFrom : std::uint8_t {
    Start, ///< the first `limit` entries of (after, upto]
    End,   ///< the last `limit` entries of (after, upto]
    Around ///< `limit` entries around `around`
};
/// Entries of (after, upto]. Answer: Range.
struct Pull {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq after;
    Seq upto; ///< 0 = the head
    Seq around;
    std::uint32_t limit = 0;
    PullFrom from = PullFrom::Start;
    friend bool operator==(const Pull&, const Pull&) = default;
};

/// Content of a send.
struct TextContent {
    std::string text;
    bool isAction = false;
    Seq replyTo;
    std::vector<UserId> mentions;
    bool mentionsAll = false;
    friend bool operator==(const TextContent&, const TextContent&) = default;
};
struct EditContent {
    Seq target;
    std::string text;
    friend bool operator==(const EditContent&, const EditContent&) = default;
};
struct RecallContent {
    Seq target;
    friend bool operator==(const RecallContent&, const RecallContent&) = default;
};
using Content = std::variant<TextContent, EditContent, RecallContent>;

/// Appends an entry. Answer: SendAck once durable (I12).
struct Send {
    ConversationId conversation;
    MessageUuid uuid;
    /// When set: accept only if an entry with this uuid, of anyone, is already in the log. Keeps pipelined
    /// sends in order when one of them is refused (error PredecessorMissing).
    MessageUuid after;
    Content content;
    friend bool operator==(const Send&, const Send&) = default;
};

/// One conversation's wish "I have read up to here".
struct ReadIntent {
    ConversationId conversation;
    Generation generation;
    Cursor cursor;
    CursorCause cause = CursorCause::Seen;
    /// Was read while the reader's receipts were private: never becomes a receipt, however late it arrives.
    bool isPrivate = false;
    friend bool operator==(const ReadIntent&, const ReadIntent&) = default;
};
/// Answer: States of the named conversations, after which cursors are at least what was asked unless a newer
/// epoch won.
struct Read {
    std::vector<ReadIntent> intents;
    friend bool operator==(const Read&, const Read&) = default;
};
/// The newest entry of one conversation that the device holds.
struct Reached {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq upto;
    friend bool operator==(const Reached&, const Reached&) = default;
};
/// How far the device holds logs in which others have written. Answer: Done.
struct Delivered {
    std::vector<Reached> reached;
    friend bool operator==(const Delivered&, const Delivered&) = default;
};
/// Sets the cursor to (epoch+1, from-1). The same uuid again changes nothing. Answer: States.
struct MarkUnread {
    ConversationId conversation;
    Generation generation;
    Seq from;
    MessageUuid uuid;
    CursorCause cause = CursorCause::MarkedUnread; ///< or Undo, which takes a "mark as read" back
    friend bool operator==(const MarkUnread&, const MarkUnread&) = default;
};
/// Answer: States. `settings.mutedUntil` is what the device held, never a wish.
struct SetSettings {
    ConversationId conversation;
    Generation generation;
    ConversationSettings settings;
    /// With `settings.muted`: for how long from when the server hears it, 0 for ever. None: a mute that is on
    /// keeps its end, and one that has ended meanwhile does not come back.
    std::optional<std::uint32_t> muteSeconds = {};
    friend bool operator==(const SetSettings&, const SetSettings&) = default;
};

/// Changes what is given. Answer, and push to the user's other devices: AccountSettings.
struct SetAccountSettings {
    std::optional<ReceiptPrivacy> receipts = {};
    std::optional<ReadingPolicy> reading = {};
    std::optional<bool> quietWhileActive = {};
    friend bool operator==(const SetAccountSettings&, const SetAccountSettings&) = default;
};

/// Answer to all of these: States with the one conversation.
struct CreateGroup {
    MessageUuid uuid; ///< of the wish: a repeated one gives the same group
    std::string title;
    std::vector<std::string> members; ///< names
    bool historyOpen = false;         ///< those who join later see what was written before
    bool inviteOnly = false;          ///< nobody joins, and moderators and owners alone add others
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
/// The user is no member afterwards, and banned or not. Answer: States with the caller's state.
struct RemoveMember {
    ConversationId conversation;
    UserId user;
    bool banned = false; ///< cannot become a member again
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

/// A channel in which the caller alone posts. Answer: States with it.
struct CreateChannel {
    MessageUuid uuid; ///< as in CreateGroup
    std::string title;
    friend bool operator==(const CreateChannel&, const CreateChannel&) = default;
};
/// Channels whose title contains `text`, the newest first, at most `limit` or `mostChannels`. Answer:
/// FoundChannels.
struct FindChannels {
    static constexpr std::uint32_t mostChannels = 50;
    std::string text;
    std::uint32_t limit = 0; ///< 0: mostChannels
    friend bool operator==(const FindChannels&, const FindChannels&) = default;
};
/// From the head on. Answer to both: States with the channel.
struct Follow {
    ConversationId conversation;
    friend bool operator==(const Follow&, const Follow&) = default;
};
struct Unfollow {
    ConversationId conversation;
    friend bool operator==(const Unfollow&, const Unfollow&) = default;
};
/// Up to where a channel is no longer counted by the "Following" entry.
struct FeedSnapshot {
    ConversationId conversation;
    LogEpoch logEpoch;
    Generation generation;
    Seq head; ///< that the number stood for which the user saw
    friend bool operator==(const FeedSnapshot&, const FeedSnapshot&) = default;
};
/// The user has opened the "Following" entry. Raises all snapshots at once; passes over those that are of
/// another log or membership, or beyond the head. Answer: States of the channels named.
struct OpenFeed {
    std::vector<FeedSnapshot> snapshots;
    friend bool operator==(const OpenFeed&, const OpenFeed&) = default;
};

/// Who has let others see that they read `seq`. Answer: Readers.
struct GetReaders {
    ConversationId conversation;
    Seq seq;
    friend bool operator==(const GetReaders&, const GetReaders&) = default;
};
/// Present members with greater ids than `after`, ascending, at most `limit` or `mostMembers`. Answer:
/// Members.
struct GetMembers {
    static constexpr std::uint32_t mostMembers = 200;
    ConversationId conversation;
    UserId after = {};
    std::uint32_t limit = 0; ///< 0: mostMembers
    friend bool operator==(const GetMembers&, const GetMembers&) = default;
};
/// The user is writing in this conversation. No answer; when it is lost nothing happens.
struct Typing {
    ConversationId conversation;
    friend bool operator==(const Typing&, const Typing&) = default;
};
/// The user is, or no longer is, active at this device. No answer; when it is lost nothing happens.
struct Activity {
    bool active = false;
    friend bool operator==(const Activity&, const Activity&) = default;
};
/// The user's devices. Answer: Devices.
struct GetDevices {
    friend bool operator==(const GetDevices&, const GetDevices&) = default;
};
/// Signs another device of the user out. Answer: Done.
struct RevokeDevice {
    DeviceId device;
    friend bool operator==(const RevokeDevice&, const RevokeDevice&) = default;
};
/// Answer: Done.
struct ChangePassword {
    std::string oldPassword;
    std::string newPassword;
    bool revokeOthers = false; ///< signs the user's other devices out
    friend bool operator==(const ChangePassword&, const ChangePassword&) = default;
};
/// Names of users by id. Answer: Users.
struct GetUsers {
    std::vector<UserId> ids;
    friend bool operator==(const GetUsers&, const GetUsers&) = default;
};
/// How much is unread in all, for programs that only poll. Answer: TotalsNow.
struct GetTotals {
    friend bool operator==(const GetTotals&, const GetTotals&) = default;
};
/// The user has seen this dot in this version. Answer: Dots with it.
struct SeeDot {
    std::string name;
    std::uint64_t version = 0;
    friend bool operator==(const SeeDot&, const SeeDot&) = default;
};
/// Answer: Dots with all.
struct GetDots {
    friend bool operator==(const GetDots&, const GetDots&) = default;
};
/// Answer: HeartbeatAck, after a push of Dots where `dots` differs from what the server has.
struct Heartbeat {
    std::uint64_t digest = 0;               ///< digestOf what the device holds
    std::optional<std::uint64_t> dots = {}; ///< digestOfDots it holds; none: it knows nothing of dots
    friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};
/// A frame of a later protocol, or of a part that this build does not do. Answered with Error Unsupported.
struct UnknownFrame {
    friend bool operator==(const UnknownFrame&, const UnknownFrame&) = default;
};

/// A std::variant whose copying, moving and destruction are compiled once, in protocol.cpp: with the bare
/// variant every file that holds a frame compiles them anew, for seconds. The same of the other large ones.
class ClientFrame
    : public std::variant<UnknownFrame, Hello, Register, SignIn, SignOut, Sync, GetStates, Pull, Send, Read,
                          Delivered, MarkUnread, SetSettings, SetAccountSettings, CreateGroup, OpenDirect,
                          Join, Leave, AddMember, RemoveMember, SetRole, Rename, CreateChannel, FindChannels,
                          Follow, Unfollow, OpenFeed, GetReaders, GetMembers, Typing, Activity, GetDevices,
                          RevokeDevice, ChangePassword, GetUsers, GetTotals, SeeDot, GetDots, Heartbeat> {
public:
    using variant::variant;
    ClientFrame();
    ClientFrame(const ClientFrame& other);
    ClientFrame(ClientFrame&& other) noexcept;
    ClientFrame& operator=(const ClientFrame& other);
    ClientFrame& operator=(ClientFrame&& other) noexcept;
    ~ClientFrame();
};

/// `session` tells apart several signed-in accounts on one connection (bridges, imports); people use 0.
struct ClientEnvelope {
    RequestId request;
    std::uint32_t session = 0;
    ClientFrame frame;
    friend bool operator==(const ClientEnvelope&, const ClientEnvelope&) = default;
};

// ---- server to client
// ------------------------------------------------------------------------------------------------

struct Authenticated {
    User user;
    std::string token;
    friend bool operator==(const Authenticated&, const Authenticated&) = default;
};
struct Welcome {
    std::uint32_t protocolVersion = version;
    User user;
    std::string serverName;
    Limits limits;
    UnixMs serverTime;              ///< for display
    std::uint32_t statesToCome = 0; ///< how many conversations the following States frames will bring
    AccountSettings settings = {};
    /// A new token for this device, or empty: it is to be stored before it is used; the old one is valid
    /// until then.
    std::string nextToken = {};
    friend bool operator==(const Welcome&, const Welcome&) = default;
};
/// Absolute states: as an answer, or pushed (request 0) to the user's other devices when something changed.
struct States {
    std::vector<ConversationState> states;
    std::vector<User> users;     ///< the peers of direct chats among them
    std::uint32_t remaining = 0; ///< states still to come in further frames of the same answer
    friend bool operator==(const States&, const States&) = default;
};
/// `entries` are the log's (after, after + entries.size()], folded, ascending.
struct Range {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq after;
    std::vector<Entry> entries;
    Seq head;
    std::vector<User> users; ///< authors and subjects named in the entries
    friend bool operator==(const Range&, const Range&) = default;
};
struct SendAck {
    ConversationId conversation;
    LogEpoch logEpoch;
    MessageUuid uuid;
    Seq seq;
    UnixMs at;
    bool duplicate = false; ///< the uuid was known: an earlier try had arrived
    friend bool operator==(const SendAck&, const SendAck&) = default;
};
struct Readers {
    ConversationId conversation;
    Seq seq;
    std::vector<User> users;
    /// When each of them last let others see a read, in the order of `users`: at the latest then they had
    /// read it.
    std::vector<UnixMs> readAt = {};
    std::uint32_t memberCount = 0; ///< of how many: the asker is one of them
    friend bool operator==(const Readers&, const Readers&) = default;
};
/// One of the user's devices, as the server knows it.
struct Device {
    DeviceId id;
    std::string name;
    std::string clientName; ///< program and version
    bool isConnected = false;
    UnixMs lastContact;
    UnixMs agreedAt;     ///< when it last held the same as the server; 0: never
    bool agrees = false; ///< whether it did so when that was last compared
    friend bool operator==(const Device&, const Device&) = default;
};
/// Those that are signed in, connected or not.
struct Devices {
    std::vector<Device> devices;
    friend bool operator==(const Devices&, const Devices&) = default;
};
/// A present member, and what they have let others see.
struct Member {
    User user;
    Seq seen = {};          ///< how far they let others see that they read; 0: nothing, or in private
    UnixMs seenAt = {};     ///< when that last rose
    UnixMs seenSentAt = {}; ///< when the entry at `seen` was sent; 0 where it is hidden from the asker
    bool seenAll = false;   ///< above `seen` nothing of others counts
    Seq delivered = {};     ///< how far a device of theirs holds the log; 0 also where that is not told
    Role role = Role::Member;
    friend bool operator==(const Member&, const Member&) = default;
};
/// Ascending by id.
struct Members {
    ConversationId conversation;
    std::vector<Member> members;
    std::uint32_t memberCount = 0; ///< in all, the asker among them
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
    std::uint64_t unread = 0;        ///< over conversations that are not muted, archived or left
    std::uint64_t mentions = 0;      ///< the same, mentions
    std::uint32_t conversations = 0; ///< how many of them have unread messages
    std::uint64_t mutedUnread = 0;   ///< of muted ones that are not archived
    std::uint32_t mutedConversations = 0;
    std::uint64_t feed = 0; ///< of the "Following" entry; channels are in none of the others
    /// Grows with whatever these follow from; an older one than the receiver has says nothing. 0: not told.
    std::uint64_t version = 0;
    friend bool operator==(const TotalsNow&, const TotalsNow&) = default;
};
struct HeartbeatAck {
    bool agree = false;                   ///< false: send Sync
    std::optional<TotalsNow> totals = {}; ///< to sessions with totals only
    friend bool operator==(const HeartbeatAck&, const HeartbeatAck&) = default;
};
struct Done {
    friend bool operator==(const Done&, const Done&) = default;
};

struct Head {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq head;
    friend bool operator==(const Head&, const Head&) = default;
};
/// Push: heads have moved. A hint (I9), merged to the newest head per conversation.
struct Notify {
    std::vector<Head> heads;
    std::optional<TotalsNow> totals = {}; ///< to sessions with totals only
    friend bool operator==(const Notify&, const Notify&) = default;
};
/// Push: others have read the reader's messages up to `seen` (I7), their devices hold them up to `delivered`;
/// 0 says nothing.
struct Receipt {
    ConversationId conversation;
    LogEpoch logEpoch;
    Seq seen;
    Seq delivered = {};
    friend bool operator==(const Receipt&, const Receipt&) = default;
};
struct Receipts {
    std::vector<Receipt> receipts;
    friend bool operator==(const Receipts&, const Receipts&) = default;
};
/// Push: another member is writing. Never stored; forgotten after five seconds.
struct TypingNow {
    ConversationId conversation;
    User user;
    friend bool operator==(const TypingNow&, const TypingNow&) = default;
};
/// Push: whether the user is active at another of their devices. Never stored; forgotten without renewal.
struct DeviceActivity {
    DeviceId device;
    bool active = false;
    friend bool operator==(const DeviceActivity&, const DeviceActivity&) = default;
};
/// The dots named; those that it leaves out are as they were. As an answer, and pushed when the operator has
/// raised one, the user has seen one, or a device holds others.
struct Dots {
    std::vector<Dot> dots;
    friend bool operator==(const Dots&, const Dots&) = default;
};
/// Push: the server is about to close; come back after a random time in [minDelay, maxDelay].
struct GoAway {
    Milliseconds minDelay{0};
    Milliseconds maxDelay{0};
    friend bool operator==(const GoAway&, const GoAway&) = default;
};

enum class ErrorCode : std::uint8_t {
    Unknown, ///< a code of a later protocol
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
    TooFast,
    TooManyConnections,
    FrameTooLarge,
    Unavailable,        ///< the server could not commit; try again
    CertificateRefused, ///< never on the wire: the server is not the one it says, or not surely
};

struct Error {
    ErrorCode code = ErrorCode::Unknown;
    Milliseconds retryAfter{0}; ///< TooFast, Unavailable: try again after it
    std::string detail;         ///< for logs; of NoSuchUser the names that are not known, a line each
    friend bool operator==(const Error&, const Error&) = default;
};

/// A variant, compiled once: see ClientFrame.
class ServerFrame
    : public std::variant<UnknownFrame, Authenticated, Welcome, States, Range, SendAck, Readers, Members,
                          FoundChannels, Devices, Users, TotalsNow, HeartbeatAck, Done, AccountSettings,
                          Notify, Receipts, TypingNow, DeviceActivity, Dots, GoAway, Error> {
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

/// Whether the same request may succeed later without a change by the user.
[[nodiscard]] constexpr bool isTransient(ErrorCode code)
{
    return code == ErrorCode::TooFast || code == ErrorCode::Unavailable
           || code == ErrorCode::PredecessorMissing || code == ErrorCode::TooManyConnections;
}

} // namespace tidemark::protocol
