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
/// Pairs a user's command with its CommandDone; 0 when nobody waits.
using CommandId = StrongId<CommandTag>;

/// What can happen to an engine.
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
/// A frame that could not be decoded: the connection is dropped and opened again.
struct GarbageArrived {};
/// Another list of servers, of so many, from the next connection on.
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
/// Adopts a token that was given by other means (command line).
struct UseToken {
    CommandId command;
    std::string name;
    std::string token;
};
struct SignOut {
    CommandId command;
};

// ---- messages. `uuid`: random, made by the caller
struct SendText {
    ConversationId conversation;
    MessageUuid uuid;
    protocol::TextContent content;
};
struct EditMessage {
    ConversationId conversation;
    MessageUuid uuid;
    Seq target;
    std::string text;
};
struct RecallMessage {
    ConversationId conversation;
    MessageUuid uuid;
    Seq target;
};
struct RetryPending {
    MessageUuid uuid;
};
struct DeletePending {
    MessageUuid uuid;
};

// ---- reading
/// The user has seen everything up to `upTo`. Ignored when that is not beyond the cursor; limited to the
/// known head.
struct MarkRead {
    CommandId command;
    ConversationId conversation;
    Seq upTo; ///< 0: the head
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
struct ChangeSettings {
    CommandId command;
    ConversationId conversation;
    ConversationSettings settings;
    std::optional<std::uint32_t> muteSeconds = {}; ///< as in protocol::SetSettings
};
/// Changes what is given of the account's settings. Needs a connection.
struct ChangeAccount {
    CommandId command;
    std::optional<ReceiptPrivacy> receipts = {};
    std::optional<ReadingPolicy> reading = {};
    std::optional<bool> quietWhileActive = {};
};
/// Which conversation the user looks at: it is pulled first, its newest page first. 0: none.
struct LookAt {
    ConversationId conversation;
};
/// Whether all history is pulled in the background, or older entries only when they are asked for. What is
/// held stays.
struct KeepHistory {
    bool whole = true;
};
/// The view wants entries below `before` that are not held.
struct LoadOlder {
    ConversationId conversation;
    Seq before;
};
/// The view, or a command, wants (after, upto] to be held.
struct LoadRange {
    CommandId command;
    ConversationId conversation;
    Seq after;
    Seq upto; ///< 0: the head
};

// ---- conversations. Need a connection: refused at once without one
struct CreateGroup {
    CommandId command;
    MessageUuid uuid;
    std::string title;
    std::vector<std::string> members;
    bool historyOpen = false; ///< those who join later see what was written before
    bool inviteOnly = false;  ///< nobody joins, and moderators and owners alone add others
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
/// The user is no member afterwards, and banned or not: so it bans who has left, and lifts a ban, too.
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
struct AskReaders {
    CommandId command;
    ConversationId conversation;
    Seq seq;
};
struct AskMembers {
    CommandId command;
    ConversationId conversation;
    UserId after; ///< those with greater ids
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
/// The user has opened the "Following" entry: its number is reset, here at once and on the other devices when
/// the server knows it. Needs no connection.
struct OpenFeed {
    CommandId command;
};
/// The user is writing; told to the others at most every three seconds.
struct NoteTyping {
    ConversationId conversation;
};
struct AskDevices {
    CommandId command;
};
/// Another device of the user's.
struct SignOutDevice {
    CommandId command;
    DeviceId device;
};
/// A new password for the account. Never kept.
struct ChangePassword {
    CommandId command;
    std::string oldPassword;
    std::string newPassword;
    bool revokeOthers = false; ///< signs the user's other devices out
};
/// The user looks at what a dot stands for.
struct SeeDot {
    CommandId command;
    std::string name;
};
/// Brings the dots up to date, which the server does by itself sooner or later. Needs a connection.
struct AskDots {
    CommandId command;
};
/// The user is, or no longer is, active at this device: told to the user's other devices.
struct NoteActivity {
    bool active = false;
};

} // namespace input

/// A variant, compiled once: see protocol::ClientFrame.
class Input
    : public std::variant<
          input::Connect, input::GoOffline, input::ConnectionOpened, input::ConnectionLost,
          input::FrameArrived, input::GarbageArrived, input::ServersChanged, input::Tick,
          input::RegisterAccount, input::SignIn, input::UseToken, input::SignOut, input::SendText,
          input::EditMessage, input::RecallMessage, input::RetryPending, input::DeletePending,
          input::MarkRead, input::MarkUnread, input::MarkAllRead, input::ChangeSettings, input::ChangeAccount,
          input::LookAt, input::KeepHistory, input::LoadOlder, input::LoadRange, input::CreateGroup,
          input::OpenDirect, input::Join, input::Leave, input::AddMember, input::RemoveMember, input::SetRole,
          input::Rename, input::CreateChannel, input::FindChannels, input::Follow, input::Unfollow,
          input::OpenFeed, input::AskReaders, input::AskMembers, input::NoteTyping, input::AskDevices,
          input::SignOutDevice, input::ChangePassword, input::NoteActivity, input::SeeDot, input::AskDots> {
public:
    using variant::variant;
    Input();
    Input(const Input& other);
    Input(Input&& other) noexcept;
    Input& operator=(const Input& other);
    Input& operator=(Input&& other) noexcept;
    ~Input();

    // Not comparable, as its alternatives are not; said here because Qt asks the class and not them.
    friend bool operator==(const Input&, const Input&) = delete;
    friend bool operator<(const Input&, const Input&) = delete;
};

} // namespace tidemark
