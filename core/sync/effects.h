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

/// What the store is to write: all of one step in one transaction, in order (I11).
namespace write {

struct PutConversation {
    LocalConversation conversation;
};
struct PutHeld {
    ConversationId conversation;
    RangeSet held;
};
/// An entry that is already there is not replaced; only its editedBy/text and recalledBy may rise. An Edit or
/// Recall marks its target if that is there; a message that comes later than an Edit or Recall of it is
/// marked by them.
struct PutEntries {
    ConversationId conversation;
    std::vector<Entry> entries; ///< ascending
};
/// Forgets entries and held ranges (another incarnation of the log, I14). Conversation, outbox and draft
/// stay.
struct DropLog {
    ConversationId conversation;
};
struct PutPending {
    PendingMessage message;
};
struct ErasePending {
    MessageUuid uuid;
};
struct PutIntent {
    ReadIntent intent;
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
struct PutDot {
    LocalDot dot;
};
/// Another account has signed in on this device: everything of the old one goes, the device id stays.
struct EraseEverything {};

} // namespace write

/// A variant, compiled once: see protocol::ClientFrame.
class Write : public std::variant<write::PutConversation, write::PutHeld, write::PutEntries, write::DropLog,
                                  write::PutPending, write::ErasePending, write::PutIntent,
                                  write::EraseIntent, write::PutUsers, write::PutAccount, write::PutTotals,
                                  write::PutDot, write::EraseEverything> {
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
    Offline,   ///< wanted so by the user
    Waiting,   ///< lost; next try at ConnectionStatus::retryAt
    Connecting,
    Syncing, ///< signed in, states are coming
    Online,
};

struct ConnectionStatus {
    ConnectionPhase phase = ConnectionPhase::SignedOut;
    std::optional<Instant> retryAt;
    /// Why the last attempt ended, where the server said so (TokenRevoked, ProtocolVersion, …).
    std::optional<protocol::ErrorCode> error;
    /// While online: something that was asked has had no answer for EngineConfig::answerPatience, and none
    /// has come since.
    bool isUnanswered = false;
    Limits limits = {};       ///< of the server, as it said last in this run
    std::uint32_t server = 0; ///< the one connected to last, or now: a place in the list of servers
    friend bool operator==(const ConnectionStatus&, const ConnectionStatus&) = default;
};

/// What has changed, for models; valid once the writes are committed.
namespace change {

struct ConversationChanged {
    ConversationId conversation;
};
/// Entries first..last are now held; entries outside may be marked (edited, recalled) by them.
struct EntriesAdded {
    ConversationId conversation;
    Seq first;
    Seq last;
    std::vector<Seq> marked; ///< targets of edits and recalls among them
    bool live = false;       ///< at the counted head while online, rather than history
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
/// Everybody's cursor and head has been brought up to date after a (re)connect; badges are right from here
/// on.
struct CaughtUp {};
/// Entries still to be pulled in the background, and pulled since the connection was made.
struct Progress {
    std::uint64_t pulled = 0;
    std::uint64_t remaining = 0;
};
struct AccountChanged {
    std::optional<User> user;
};
struct AccountSettingsChanged {
    AccountSettings settings;
};
/// Equal stamps with different values (I8), or a digest that differed although nothing was on its way:
/// repaired, to be logged.
struct Disagreement {
    ConversationId conversation; ///< 0: found by digest
    std::string detail;
};
/// Who else is writing in a conversation now, in the order in which they began; empty: nobody any more.
struct TypingChanged {
    ConversationId conversation;
    std::vector<User> users;
};
/// The server asks to wait with what is sent to a conversation; it goes by itself when the time is over.
struct SendingWaits {
    ConversationId conversation;
    Milliseconds time{0};
};
/// Whether the user is active at another of their devices.
struct ActiveElsewhere {
    bool active = false;
};
/// All of them, ascending by name.
struct DotsChanged {
    std::vector<Dot> dots;
};
struct CommandDone {
    CommandId command;
    std::optional<protocol::ErrorCode> error;
    Milliseconds retryAfter{0};
    ConversationId conversation;
    // AskReaders: who, when each of them last let a read be seen, and of how many members.
    std::vector<User> users;
    std::vector<UnixMs> readAt = {};
    std::uint32_t memberCount = 0; ///< of AskMembers too
    std::vector<protocol::Member> members = {};
    // AskDevices: the user's devices, and which of them this one is.
    std::vector<protocol::Device> devices = {};
    DeviceId thisDevice = {};
    std::string detail = {};                           ///< of `error`, as the server says
    std::vector<protocol::FoundChannel> channels = {}; ///< FindChannels
};

} // namespace change

/// A variant, compiled once: see protocol::ClientFrame.
class Change : public std::variant<change::ConversationChanged, change::EntriesAdded, change::LogDropped,
                                   change::PendingChanged, change::MessageAcked, change::MessageFailed,
                                   change::TotalsChanged, change::ConnectionChanged, change::CaughtUp,
                                   change::Progress, change::AccountChanged, change::AccountSettingsChanged,
                                   change::Disagreement, change::TypingChanged, change::SendingWaits,
                                   change::ActiveElsewhere, change::DotsChanged, change::CommandDone> {
public:
    using variant::variant;
    Change();
    Change(const Change& other);
    Change(Change&& other) noexcept;
    Change& operator=(const Change& other);
    Change& operator=(Change&& other) noexcept;
    ~Change();
};

/// `Open`: opens a connection, in place of any earlier one; ConnectionOpened or ConnectionLost follows.
/// `Close`: drops it; nothing more may be reported of it, neither ConnectionLost nor frames.
enum class ConnectionOrder : std::uint8_t { None, Open, Close };

/// What a step decided. The loop's contract: one transaction with all writes; then `order` and the sends;
/// then the changes.
struct Effects {
    std::vector<Write> writes;
    ConnectionOrder order = ConnectionOrder::None;
    std::vector<protocol::ClientEnvelope> sends;
    std::vector<Change> changes;
    std::optional<Instant> wakeUp; ///< replaces any earlier one; none: no timer is needed
    std::uint32_t server = 0;      ///< with `Open`: to which one, a place in the list of servers
};

} // namespace tidemark
