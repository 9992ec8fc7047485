#pragma once

#include "core/domain/entry.h"
#include "core/domain/protocol.h"
#include "core/domain/range_set.h"
#include "core/sync/inputs.h"
#include "core/sync/local_state.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tidemark {

/// Writes for the store: all writes of one step go into one transaction, in order (I11).
namespace write {

struct PutConversation {
    LocalConversation conversation;
};
struct PutHeld {
    ConversationId conversation;
    RangeSet held;
};
/// The store does not replace an existing entry; only its editedBy (with the text) and recalledBy may rise.
/// An Edit or Recall marks its target if the target is held; a message that arrives after its Edit or Recall
/// is marked then.
struct PutEntries {
    ConversationId conversation;
    std::vector<Entry> entries; ///< ascending
};
/// Deletes the entries, their reactions and the held ranges, because the server has lost entries of the log
/// (I14). Conversation, outbox and draft stay.
struct DropLog {
    ConversationId conversation;
};
/// Deletes the entries through `through` and their reactions, because the user has cleared the history. A
/// PutHeld follows.
struct ClearLog {
    ConversationId conversation;
    Seq through;
};
/// Removes the words and files of these messages, of their edits and of their reactions, because the user has
/// hidden the messages. Those that are not held are left out; they arrive without words later. A hidden
/// message has its own seq as recalledBy, which no recall changes any more.
struct HideEntries {
    ConversationId conversation;
    std::vector<Seq> seqs; ///< ascending
};
/// Replaces the reactions to these messages, whether or not the messages are held.
struct PutReactions {
    ConversationId conversation;
    std::vector<MessageReactions> messages;
};
/// Replaces an earlier pending value of the same reaction.
struct PutPendingReaction {
    PendingReaction reaction;
};
struct ErasePendingReaction {
    ConversationId conversation;
    Seq target;
    std::string emoji;
};
struct PutDraft {
    LocalDraft draft;
};
struct PutDraftProgress {
    DraftProgress progress;
};
struct PutScheduled {
    LocalScheduled scheduled;
};
struct EraseScheduled {
    MessageUuid uuid;
};
struct PutScheduledProgress {
    std::uint64_t through = 0;
};
struct PutPending {
    PendingMessage message;
};
struct ErasePending {
    MessageUuid uuid;
};
struct PutIntent {
    CursorIntent intent;
};
struct EraseIntent {
    ConversationId conversation;
};
struct PutUsers {
    std::vector<User> users;
};
struct PutAccount {
    Account account;
};
struct PutTotals {
    Totals totals;
};
/// Replaces the set of ignored users.
struct PutIgnores {
    LocalIgnores ignores;
};
/// Replaces the folders and the changes of them.
struct PutFolders {
    LocalFolders folders;
};
/// Replaces the open invitations.
struct PutInvitations {
    LocalInvitations invitations;
};
struct PutDot {
    LocalDot dot;
};
/// An avatar without a hash takes the place of one that was removed.
struct PutAvatars {
    std::vector<Avatar> avatars;
};
/// Another account has signed in on this device: the store deletes all data of the old account and keeps the
/// device id.
struct EraseEverything {};

} // namespace write

/// A variant that is compiled once: see protocol::ClientFrame.
class Write
    : public std::variant<write::PutConversation, write::PutHeld, write::PutEntries, write::DropLog,
                          write::ClearLog, write::HideEntries, write::PutReactions, write::PutPendingReaction,
                          write::ErasePendingReaction, write::PutDraft, write::PutDraftProgress,
                          write::PutScheduled, write::EraseScheduled, write::PutScheduledProgress,
                          write::PutPending, write::ErasePending, write::PutIntent, write::EraseIntent,
                          write::PutUsers, write::PutAccount, write::PutTotals, write::PutIgnores,
                          write::PutFolders, write::PutInvitations, write::PutDot, write::PutAvatars,
                          write::EraseEverything> {
public:
    using variant::variant;
    Write();
    Write(const Write& other);
    Write(Write&& other) noexcept;
    Write& operator=(const Write& other);
    Write& operator=(Write&& other) noexcept;
    ~Write();
};

enum class ConnectionPhase : std::uint8_t {
    SignedOut, ///< no token: the user must sign in
    Offline,   ///< the user chose to be offline
    Waiting,   ///< connection lost; the next attempt is at ConnectionStatus::retryAt
    Connecting,
    Syncing, ///< signed in; states are arriving
    Online,
};

struct ConnectionStatus {
    ConnectionPhase phase = ConnectionPhase::SignedOut;
    std::optional<Instant> retryAt;
    /// The server's reason for ending the last attempt, if it gave one (TokenRevoked, ProtocolVersion, …).
    std::optional<protocol::ErrorCode> error;
    /// While online: a request has had no answer for EngineConfig::answerTimeout, and no answer to any
    /// request has arrived since.
    bool isUnanswered = false;
    Limits limits = {};       ///< the server's limits, as last received in this run
    std::uint32_t server = 0; ///< the current or last server: an index into the list of servers
    friend bool operator==(const ConnectionStatus&, const ConnectionStatus&) = default;
};

/// Changes for the models; valid once the writes are committed.
namespace change {

struct ConversationChanged {
    ConversationId conversation;
};
/// Entries first..last are now held; edits and recalls among them may have changed entries outside the range.
struct EntriesAdded {
    ConversationId conversation;
    Seq first;
    Seq last;
    std::vector<Seq> marked; ///< targets of edits and recalls among them
    bool live = false;       ///< at the counted head while online, not history
};
/// The reactions to these messages have changed.
struct ReactionsChanged {
    ConversationId conversation;
    std::vector<Seq> messages;
};
/// The server has refused the user's reaction, which is gone.
struct ReactionRefused {
    ConversationId conversation;
    Seq target;
    protocol::ErrorCode error = protocol::ErrorCode::Unknown;
};
struct LogDropped {
    ConversationId conversation;
};
struct PendingChanged {
    ConversationId conversation;
    MessageUuid uuid;
};
struct MessageAcked {
    ConversationId conversation;
    MessageUuid uuid;
    Seq seq;
};
struct MessageFailed {
    ConversationId conversation;
    MessageUuid uuid;
    protocol::ErrorCode error = protocol::ErrorCode::Unknown;
};
struct TotalsChanged {
    Totals totals;
};
struct ConnectionChanged {
    ConnectionStatus status;
};
/// All cursors and heads are up to date after a (re)connect; badges are correct from here on.
struct CaughtUp {};
/// Background pulls: entries still to be pulled, and entries pulled since the connection was made.
struct Progress {
    std::uint64_t pulled = 0;
    std::uint64_t remaining = 0;
};
struct AccountChanged {
    std::optional<User> user;
};
/// The user's account was deleted, by this or another device or by the operator, and everything of it on this
/// device is erased.
struct AccountDeleted {
    std::string name; ///< of the account
    /// The texts of the messages that are lost with it, in the order of writing; empty if one has only files.
    std::vector<std::string> unsent;
};
struct AccountSettingsChanged {
    AccountSettings settings;
};
/// Equal stamps with different values (I8), or a digest mismatch although nothing was in flight. The engine
/// has started a repair; the receiver logs it.
struct Mismatch {
    ConversationId conversation; ///< 0: found by a digest mismatch
    std::string detail;
};
/// The other users who are typing in a conversation, in the order in which they began; empty: no user is.
struct TypingChanged {
    ConversationId conversation;
    std::vector<User> users;
};
/// The server asks the client to wait before it sends to a conversation; the client then continues by itself.
struct SendCooldown {
    ConversationId conversation;
    Milliseconds time{0};
};
/// Whether the user is active at another device.
struct ActiveElsewhere {
    bool active = false;
};
/// All dots, ascending by name.
struct DotsChanged {
    std::vector<Dot> dots;
};
/// Avatars that are new, were replaced or were removed.
struct AvatarsChanged {
    std::vector<Avatar> avatars;
};
/// Other users' accounts were deleted, perhaps long ago: views show them by other names.
struct NamesChanged {};
/// The users whom the account ignores or blocks, ascending by user.
struct IgnoredChanged {
    std::vector<IgnoredUser> ignored;
};
/// A scheduled message of the conversation has changed.
struct ScheduledChanged {
    ConversationId conversation;
};
/// The server has sent a scheduled message.
struct ScheduledSent {
    ConversationId conversation;
    MessageUuid uuid;
    Seq seq;
};
/// All folders, in the user's order.
struct FoldersChanged {
    std::vector<Folder> folders;
};
/// The open invitations to show, the oldest first.
struct InvitationsChanged {
    std::vector<Invitation> invitations;
};
/// The user's devices, and which of them this one is.
struct OwnDevices {
    std::vector<protocol::Device> devices;
    DeviceId thisDevice;
};
/// The result of a command: nothing, the conversation that it concerned or created, or the answer to
/// GetReaders, GetMembers, GetReactors, GetDevices or FindChannels.
using CommandResult = std::variant<std::monostate, ConversationId, protocol::Readers, protocol::Members,
                                   OwnDevices, protocol::FoundChannels, protocol::Reactors>;
struct CommandDone {
    CommandId command = {};
    std::optional<protocol::ErrorCode> error = std::nullopt;
    Milliseconds retryAfter{0};
    std::string detail = {}; ///< the server's detail for `error`
    CommandResult result = {};
    /// After CreateGroup and AddMember: the users who are asked first, and are not members yet.
    std::vector<User> invited = {};

    /// Returns an empty `Result` if the command has another kind of result.
    template <typename Result>
    [[nodiscard]] Result resultAs() const
    {
        const auto* found = std::get_if<Result>(&result);
        return found != nullptr ? *found : Result();
    }
};

} // namespace change

/// A variant that is compiled once: see protocol::ClientFrame.
class Change
    : public std::variant<
          change::ConversationChanged, change::EntriesAdded, change::LogDropped, change::ReactionsChanged,
          change::ReactionRefused, change::PendingChanged, change::MessageAcked, change::MessageFailed,
          change::TotalsChanged, change::ConnectionChanged, change::CaughtUp, change::Progress,
          change::AccountChanged, change::AccountDeleted, change::AccountSettingsChanged, change::Mismatch,
          change::TypingChanged, change::SendCooldown, change::ActiveElsewhere, change::DotsChanged,
          change::AvatarsChanged, change::NamesChanged, change::IgnoredChanged, change::FoldersChanged,
          change::InvitationsChanged, change::ScheduledChanged, change::ScheduledSent, change::CommandDone> {
public:
    using variant::variant;
    Change();
    Change(const Change& other);
    Change(Change&& other) noexcept;
    Change& operator=(const Change& other);
    Change& operator=(Change&& other) noexcept;
    ~Change();
};

/// `Open`: opens a connection and replaces any earlier one; ConnectionOpened or ConnectionLost follows.
/// `Close`: drops the connection; the loop must not report anything about it afterwards, neither
/// ConnectionLost nor frames.
enum class ConnectionOrder : std::uint8_t { None, Open, Close };

/// The decisions of one step. The loop first commits all writes in one transaction, then executes `order` and
/// the sends, then reports the changes.
struct Effects {
    std::vector<Write> writes;
    ConnectionOrder order = ConnectionOrder::None;
    std::vector<protocol::ClientEnvelope> sends;
    std::vector<Change> changes;
    std::optional<Instant> wakeUp; ///< replaces any earlier one; empty: no timer is needed
    std::uint32_t server = 0; ///< with `Open`: the server to connect to, an index into the list of servers
};

} // namespace tidemark
