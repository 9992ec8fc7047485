#pragma once

#include "core/domain/ids.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/contract/stores/store.h"

#include <cstdint>
#include <string>
#include <variant>

namespace tidemark::server {

struct NodeTag;
/// Identifies one running server among those that share a database. Drawn at random at each start.
using NodeId = StrongId<NodeTag>;

/// After a commit a server sends hints to the other servers on its database, which tell them what to read
/// again. Like a push, a hint may be lost, late or doubled and costs only time (I9), because the receiver
/// reads the store. Unstored data (who is writing, who is active) travels only in hints.
namespace hint {

/// A log has grown, or has another epoch.
struct LogMoved {
    protocol::Head head;
    friend bool operator==(const LogMoved&, const LogMoved&) = default;
};
/// The user's state of a conversation has changed, possibly their membership.
struct StateChanged {
    UserId user;
    ConversationId conversation;
    friend bool operator==(const StateChanged&, const StateChanged&) = default;
};
/// A change for all members: the conversation has another title, or its oldest content was trimmed.
struct ConversationChanged {
    ConversationId conversation;
    friend bool operator==(const ConversationChanged&, const ConversationChanged&) = default;
};
/// The conversation for announcements was created: each server makes its online users members.
struct NoticeListMade {
    ConversationId conversation;
    friend bool operator==(const NoticeListMade&, const NoticeListMade&) = default;
};
/// A reader's public receipt has risen.
struct SeenMoved {
    ConversationId conversation;
    UserId reader;
    Seq seen;
    friend bool operator==(const SeenMoved&, const SeenMoved&) = default;
};
/// Reactions in a conversation have changed. The states of the messages' authors travel in StateChanged.
struct ReactionsMoved {
    ConversationId conversation;
    friend bool operator==(const ReactionsMoved&, const ReactionsMoved&) = default;
};
/// Members' devices hold more of a log than before.
struct DeliveredMoved {
    ConversationId conversation;
    friend bool operator==(const DeliveredMoved&, const DeliveredMoved&) = default;
};
/// An account's settings or devices have changed, or it was disabled or enabled.
struct AccountChanged {
    UserId user;
    friend bool operator==(const AccountChanged&, const AccountChanged&) = default;
};
/// A user has seen dots. With user 0: a dot has another version.
struct DotsChanged {
    UserId user;
    friend bool operator==(const DotsChanged&, const DotsChanged&) = default;
};
/// A draft of the user has changed.
struct DraftsChanged {
    UserId user;
    friend bool operator==(const DraftsChanged&, const DraftsChanged&) = default;
};
/// A scheduled message of the user has changed.
struct ScheduledChanged {
    UserId user;
    UnixMs due; ///< when it is due; `never`: it no longer is
    friend bool operator==(const ScheduledChanged&, const ScheduledChanged&) = default;
};
/// The avatar of a user or group has changed: one of both is set.
struct AvatarChanged {
    UserId user;
    ConversationId conversation;
    friend bool operator==(const AvatarChanged&, const AvatarChanged&) = default;
};
struct MuteSet {
    UnixMs endsAt;
    friend bool operator==(const MuteSet&, const MuteSet&) = default;
};
/// A sign-in attempt with a password, for SignInGuard of the other servers.
struct SignInTried {
    enum class Outcome : std::uint8_t { Begun, Succeeded, Cancelled };
    TokenHash name{};
    std::string address;
    DeviceId knownDevice;
    Outcome outcome = Outcome::Begun;
    friend bool operator==(const SignInTried&, const SignInTried&) = default;
};
struct Typing {
    ConversationId conversation;
    User user;
    friend bool operator==(const Typing&, const Typing&) = default;
};
/// Whether the user is active at a device. The server of the device repeats this after each ActivityAsked.
struct Activity {
    UserId user;
    DeviceId device;
    bool active = false;
    friend bool operator==(const Activity&, const Activity&) = default;
};
struct ActivityAsked {
    UserId user;
    friend bool operator==(const ActivityAsked&, const ActivityAsked&) = default;
};
/// The sender is running; sent regularly.
struct Here {
    friend bool operator==(const Here&, const Here&) = default;
};
/// The sender is shutting down.
struct Gone {
    friend bool operator==(const Gone&, const Gone&) = default;
};
/// Earlier hints of the sender may have been lost.
struct HintsLost {
    friend bool operator==(const HintsLost&, const HintsLost&) = default;
};
/// Anything may have changed, because every log has another epoch.
struct AllChanged {
    friend bool operator==(const AllChanged&, const AllChanged&) = default;
};

} // namespace hint

using Hint = std::variant<hint::LogMoved, hint::StateChanged, hint::ConversationChanged, hint::NoticeListMade,
                          hint::SeenMoved, hint::ReactionsMoved, hint::DeliveredMoved, hint::AccountChanged,
                          hint::DotsChanged, hint::DraftsChanged, hint::ScheduledChanged, hint::AvatarChanged,
                          hint::MuteSet, hint::SignInTried, hint::Typing, hint::Activity, hint::ActivityAsked,
                          hint::Here, hint::Gone, hint::HintsLost, hint::AllChanged>;

} // namespace tidemark::server
