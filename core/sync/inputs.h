#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "core/domain/protocol.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace tidemark {

struct CommandTag;
/// Matches a user's command to its CommandDone; 0: no caller waits.
using CommandId = StrongId<CommandTag>;

/// Everything that can happen to an engine.
namespace input {

// ---- connection
struct Connect {};   ///< the user wants to be online (default when there is an account)
struct GoOffline {}; ///< the user wants to be offline
struct ConnectionOpened {};
struct ConnectionLost {
    std::string reason; ///< for logs
    bool certificateProblem = false;
};
struct FrameArrived {
    protocol::ServerEnvelope envelope;
};
/// A frame could not be decoded: the engine drops the connection and opens a new one.
struct GarbageArrived {};
/// The list of servers was replaced; it has `count` servers from the next connection on.
struct ServersChanged {
    std::uint32_t count = 1;
};
struct Tick {};

// ---- account. `token`: 32 random bytes for this device
struct RegisterAccount {
    CommandId command;
    std::string name;
    std::string password; ///< empty: token-only
    std::string token;
};
struct SignIn {
    CommandId command;
    std::string name;
    std::string password;
    std::string token;
};
/// Adopts a token from another source (the command line).
struct UseToken {
    CommandId command;
    std::string name;
    std::string token;
};
struct SignOut {
    CommandId command;
};

// ---- messages. `uuid`: random, made by the caller
struct Send {
    ConversationId conversation;
    MessageUuid uuid;
    SentContent content;
    /// The content was the draft, which ends with it on all devices: the version that was shown and changed.
    /// Empty: it was not the draft.
    std::optional<std::uint64_t> draft = {};
};
/// The user has changed the draft; an empty text clears it. It is kept until the server has it; while online,
/// the command is done when the server has answered, otherwise at once.
struct SetDraft {
    CommandId command;
    ConversationId conversation;
    MessageUuid uuid;
    std::string text;
    Seq replyTo = {};
    /// The version of the draft that was shown and changed; empty: the newest one that the device knows.
    std::optional<std::uint64_t> base = {};
    bool isFinished =
        false; ///< the user has left the draft: it is sent without waiting for a pause in typing
};
/// Ends a conflict: the draft becomes the server's text, or the text of this device.
struct SettleDraft {
    CommandId command;
    ConversationId conversation;
    bool takesOther = false;
};
/// Whether the drafts of this device go to the user's other devices, and theirs come here.
struct ShareDrafts {
    bool on = true;
};
/// Makes a scheduled message. It is kept until the server has it; while online, the command is done when the
/// server has answered, otherwise at once.
struct Schedule {
    CommandId command;
    ConversationId conversation;
    MessageUuid uuid;   ///< of the message
    MessageUuid change; ///< of the request
    std::string text;
    UnixMs due = {};
    bool isAction = false;
    Seq replyTo = {};
    bool endsDraft = false; ///< the text was the draft, which is cleared
};
/// Changes a scheduled message. If it has ended, its refused text becomes a message with the uuid `change`.
struct ChangeScheduled {
    CommandId command;
    MessageUuid uuid;
    MessageUuid change;
    std::string text = {};     ///< empty: as it was
    bool movesDue = false;     ///< otherwise `due` has no meaning
    UnixMs due = {};           ///< 0: now
    bool takesRefused = false; ///< begins with the change that the server did not take
};
/// Cancels a scheduled message, or drops the text that the server has refused.
struct CancelScheduled {
    CommandId command;
    MessageUuid uuid;
    MessageUuid change;
    bool onlyRefused = false; ///< the message stays as the server has it
};
struct RetryPending {
    MessageUuid uuid;
};
struct DeletePending {
    MessageUuid uuid;
};
/// The server has all files of the message. Comes from the transfers.
struct FilesReady {
    MessageUuid uuid;
};
/// A file of the message cannot be sent. Comes from the transfers, for each such file.
struct FilesFailed {
    MessageUuid uuid;
    protocol::ErrorCode error = protocol::ErrorCode::Unknown;
    std::uint32_t index = 0; ///< of the file among the attachments
};
/// The message no longer waits for earlier messages of its conversation, and later ones do not wait for it.
struct SendNow {
    MessageUuid uuid;
};
struct PausePending {
    MessageUuid uuid;
    bool paused = true;
};
/// Removes one of the files of a message that is not in flight. A message that is empty then is deleted, and
/// one that had failed is sent again.
struct RemoveAttachment {
    MessageUuid uuid;
    std::uint32_t index = 0;
};

// ---- reading
/// The user has seen everything up to and including `through`. Ignored if `through` is not beyond the cursor;
/// limited to the known head.
struct MarkRead {
    CommandId command;
    ConversationId conversation;
    Seq through; ///< 0: the head
    CursorCause cause = CursorCause::Seen;
};
struct MarkUnread {
    CommandId command;
    ConversationId conversation;
    MessageUuid uuid;
    Seq from;
    CursorCause cause = CursorCause::MarkedUnread;
};
struct MarkAllRead {
    CommandId command;
};
struct SetSettings {
    CommandId command;
    ConversationId conversation;
    ConversationSettings settings;                 ///< without `pinOrder`, which stays as it is
    std::optional<std::uint32_t> muteSeconds = {}; ///< as in protocol::SetSettings
};
/// Gives a pinned conversation its place among the others: see ConversationSettings::pinOrder.
struct OrderPin {
    CommandId command;
    ConversationId conversation;
    std::uint32_t order = 0;
};
/// Changes those of the account's settings that are set. Needs a connection.
struct SetAccountSettings {
    CommandId command;
    std::optional<ReceiptPrivacy> receipts = {};
    std::optional<ReadingPolicy> reading = {};
    std::optional<bool> quietWhileActive = {};
    std::optional<AddingPolicy> adding = {};
};
/// The conversation on screen: the engine pulls it first, beginning with its newest page. 0: none.
struct LookAt {
    ConversationId conversation;
};
/// Whether to pull all history in the background, or older entries only on request. Entries already held
/// stay.
struct KeepHistory {
    bool whole = true;
};
/// The view needs entries below `before` that are not held.
struct LoadOlder {
    ConversationId conversation;
    Seq before;
};
/// The view, or a command, needs (after, through] to be held.
struct LoadRange {
    CommandId command;
    ConversationId conversation;
    Seq after;
    Seq through; ///< 0: the head
};

// ---- conversations. These need a connection: the engine refuses them at once without one
struct CreateGroup {
    CommandId command;
    MessageUuid uuid;
    std::string title;
    std::vector<std::string> members;
    bool historyOpen = false; ///< later members can read the history from before they joined
    bool inviteOnly = false;  ///< users cannot join; only moderators and owners add members
};
struct OpenDirect {
    CommandId command;
    std::string name;
};
struct Join {
    CommandId command;
    ConversationId conversation;
};
struct Leave {
    CommandId command;
    ConversationId conversation;
};
struct AddMember {
    CommandId command;
    ConversationId conversation;
    std::string name;
};
/// Removes the user if they are a member, then bans the user or lifts the ban. So this also bans a former
/// member.
struct RemoveMember {
    CommandId command;
    ConversationId conversation;
    UserId user;
    bool banned = false;
};
struct SetRole {
    CommandId command;
    ConversationId conversation;
    UserId user;
    Role role = Role::Member;
};
struct Rename {
    CommandId command;
    ConversationId conversation;
    std::string title;
};
/// Forbids or allows to forward messages of the conversation.
struct SetForwarding {
    CommandId command;
    ConversationId conversation;
    bool forbidden = false;
};
/// Sets or takes back the user's reaction. The last value of each reaction wins. It is kept until the server
/// has it; while online, the command is done when the server has answered, otherwise at once.
struct React {
    CommandId command;
    ConversationId conversation;
    Seq target;
    std::string emoji; ///< as emojiOf() returns it
    bool on = true;
    MessageUuid uuid;
};
/// Removes the entries that this device knows of from all devices of the user. The log of the others stays.
/// Also possible in a conversation that the user has left.
struct ClearHistory {
    CommandId command;
    ConversationId conversation;
};
/// Hides messages from the user, on all of the user's devices and for good. The log of the others stays.
struct HideMessages {
    CommandId command;
    ConversationId conversation;
    std::vector<Seq> seqs = {};
};
/// The user has seen the reactions to their messages, as the number of unread ones stands here.
struct SeeReactions {
    CommandId command;
    ConversationId conversation;
};
/// Requests who has reacted to `seq`, or with seq 0 the unread reactions to the user's messages.
struct GetReactors {
    CommandId command;
    ConversationId conversation;
    Seq seq;
    ReactionSeq after = {}; ///< only reactions first made after this position
};
/// Ignores or blocks a user, or ends that. The change applies on this device at once and is kept until the
/// server has it; while online, the command is done when the server has answered, otherwise at once. With a
/// name instead of an id it needs a connection and applies when the server has answered.
struct SetIgnored {
    CommandId command;
    UserId user;
    IgnoreLevel level = IgnoreLevel::Ignored;
    MessageUuid uuid;
    std::string name = {}; ///< if `user` is invalid
};
/// Sets or removes one folder. The change applies on this device at once and is kept until the server has it;
/// while online, the command is done when the server has answered, otherwise at once.
struct SetFolder {
    CommandId command;
    FolderChange change;
};
/// Accepts or refuses an invitation. Needs a connection.
struct AnswerInvitation {
    CommandId command;
    ConversationId conversation;
    bool accept = false;
};
struct GetReaders {
    CommandId command;
    ConversationId conversation;
    Seq seq;
    UserId after = {}; ///< only users with greater ids
};
struct GetMembers {
    CommandId command;
    ConversationId conversation;
    UserId after; ///< only users with greater ids
};
struct CreateChannel {
    CommandId command;
    MessageUuid uuid;
    std::string title;
};
struct FindChannels {
    CommandId command;
    std::string text; ///< part of the title; empty: any
};
struct Follow {
    CommandId command;
    ConversationId conversation;
};
struct Unfollow {
    CommandId command;
    ConversationId conversation;
};
/// The user has opened the "Following" entry. The engine resets its number here at once; other devices follow
/// when the server knows. Needs no connection.
struct OpenFeed {
    CommandId command;
};
/// The user is typing. Sent at most every three seconds.
struct NoteTyping {
    ConversationId conversation;
};
struct GetDevices {
    CommandId command;
};
/// Signs out another device of the user.
struct RevokeDevice {
    CommandId command;
    DeviceId device;
};
/// Sets a new password for the account. The engine never stores passwords.
struct ChangePassword {
    CommandId command;
    std::string oldPassword;
    std::string newPassword;
    bool revokeOthers = false; ///< signs the user's other devices out
};
/// Deletes the account, and then everything of it on this device. Needs a connection.
struct DeleteAccount {
    CommandId command;
    std::string password;
};
/// The user looks at the thing that a dot announces.
struct SeeDot {
    CommandId command;
    std::string name;
};
/// Requests the current dots without waiting for the server's next push. Needs a connection.
struct GetDots {
    CommandId command;
};
/// Sets the user's avatar, or that of a group; without a hash removes it. The server must have the file.
struct SetAvatar {
    CommandId command;
    ConversationId conversation; ///< none: the user's own
    BlobHash hash;
    std::uint64_t size = 0;
    std::string mime;
    std::uint32_t side = 0; ///< in pixels
};
/// Requests an avatar now; fields as in AvatarPlace. Needs a connection.
struct GetAvatar {
    CommandId command;
    ConversationId conversation;
    UserId user;
};
/// A view shows the avatar; fields as in AvatarPlace. The engine asks the server for it from time to time.
struct WantAvatar {
    ConversationId conversation;
    UserId user;
};
/// The user has become active at this device, or has stopped. Sent to the user's other devices.
struct NoteActivity {
    bool active = false;
};

} // namespace input

/// A variant that is compiled once: see protocol::ClientFrame.
class Input
    : public std::variant<
          input::Connect, input::GoOffline, input::ConnectionOpened, input::ConnectionLost,
          input::FrameArrived, input::GarbageArrived, input::ServersChanged, input::Tick,
          input::RegisterAccount, input::SignIn, input::UseToken, input::SignOut, input::Send,
          input::SetDraft, input::SettleDraft, input::ShareDrafts, input::Schedule, input::ChangeScheduled,
          input::CancelScheduled, input::RetryPending, input::DeletePending, input::FilesReady,
          input::FilesFailed, input::SendNow, input::PausePending, input::RemoveAttachment, input::MarkRead,
          input::MarkUnread, input::MarkAllRead, input::SetSettings, input::OrderPin,
          input::SetAccountSettings, input::LookAt, input::KeepHistory, input::LoadOlder, input::LoadRange,
          input::CreateGroup, input::OpenDirect, input::Join, input::Leave, input::AddMember,
          input::RemoveMember, input::SetRole, input::Rename, input::SetForwarding, input::CreateChannel,
          input::FindChannels, input::Follow, input::Unfollow, input::OpenFeed, input::React,
          input::SeeReactions, input::ClearHistory, input::HideMessages, input::GetReactors,
          input::SetIgnored, input::SetFolder, input::AnswerInvitation, input::GetReaders, input::GetMembers,
          input::NoteTyping, input::GetDevices, input::RevokeDevice, input::ChangePassword,
          input::DeleteAccount, input::NoteActivity, input::SeeDot, input::GetDots, input::SetAvatar,
          input::GetAvatar, input::WantAvatar> {
public:
    using variant::variant;
    Input();
    Input(const Input& other);
    Input(Input&& other) noexcept;
    Input& operator=(const Input& other);
    Input& operator=(Input&& other) noexcept;
    ~Input();

    // Not comparable, because the alternatives are not. Qt tests the class itself, so these must be deleted
    // explicitly.
    friend bool operator==(const Input&, const Input&) = delete;
    friend bool operator<(const Input&, const Input&) = delete;
};

} // namespace tidemark
