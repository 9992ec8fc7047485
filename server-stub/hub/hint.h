#pragma once

#include "core/domain/ids.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/store.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace tidemark::server {

struct NodeTag;
/// One running server, among those that share a database; drawn at random when it starts.
using NodeId = StrongId<NodeTag>;

/// What a server tells the others on its database after a commit: where to look again. Like any push it is a
/// hint (I9): whoever hears it reads the store, and when it is lost, late or doubled that costs only time.
/// What the store does not keep (who is writing, who is there) is told by hints alone.
namespace hint {

/// A log has moved on, or has another epoch.
struct LogMoved {
    protocol::Head head;
    friend bool operator==(const LogMoved&, const LogMoved&) = default;
};
/// What the user is shown of a conversation has changed, also whether they are in it.
struct StateChanged {
    UserId user;
    ConversationId conversation;
    friend bool operator==(const StateChanged&, const StateChanged&) = default;
};
/// The same for all members: it has another title, or has lost its oldest content.
struct ConversationChanged {
    ConversationId conversation;
    friend bool operator==(const ConversationChanged&, const ConversationChanged&) = default;
};
/// The list of notices to everybody has been made: whoever is online is to be admitted.
struct NoticeListMade {
    ConversationId conversation;
    friend bool operator==(const NoticeListMade&, const NoticeListMade&) = default;
};
/// A reader has let others see how far they have read.
struct SeenMoved {
    ConversationId conversation;
    UserId reader;
    Seq seen;
    friend bool operator==(const SeenMoved&, const SeenMoved&) = default;
};
/// Devices hold more of a log than before.
struct DeliveredMoved {
    ConversationId conversation;
    friend bool operator==(const DeliveredMoved&, const DeliveredMoved&) = default;
};
/// Settings or devices of an account, or whether it may come in.
struct AccountChanged {
    UserId user;
    friend bool operator==(const AccountChanged&, const AccountChanged&) = default;
};
/// What the user has seen of dots; user 0: a dot has another version.
struct DotsChanged {
    UserId user;
    friend bool operator==(const DotsChanged&, const DotsChanged&) = default;
};
/// A mute with an end was set.
struct MuteSet {
    UnixMs endsAt;
    friend bool operator==(const MuteSet&, const MuteSet&) = default;
};
/// A password was tried, as SignInGuard counts it.
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
/// Whether the user is at a device; told anew by whoever has the device when somebody asks.
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
/// The sender is there; told every now and then.
struct Here {
    friend bool operator==(const Here&, const Here&) = default;
};
/// The sender ends.
struct Gone {
    friend bool operator==(const Gone&, const Gone&) = default;
};
/// What the sender has told may not have been heard.
struct Unheard {
    friend bool operator==(const Unheard&, const Unheard&) = default;
};
/// Anything may have changed: every log has another epoch.
struct AllChanged {
    friend bool operator==(const AllChanged&, const AllChanged&) = default;
};

} // namespace hint

using Hint = std::variant<hint::LogMoved, hint::StateChanged, hint::ConversationChanged, hint::NoticeListMade,
                          hint::SeenMoved, hint::DeliveredMoved, hint::AccountChanged, hint::DotsChanged,
                          hint::MuteSet, hint::SignInTried, hint::Typing, hint::Activity, hint::ActivityAsked,
                          hint::Here, hint::Gone, hint::Unheard, hint::AllChanged>;

} // namespace tidemark::server
