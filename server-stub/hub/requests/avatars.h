#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <optional>
#include <set>

namespace tidemark::server {

/// The pictures of users and groups. Changing one changes no log and no state, so no number moves.
class Avatars {
public:
    explicit Avatars(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer set(const Caller& caller, const protocol::SetAvatar& request);
    [[nodiscard]] Answer get(const Caller& caller, const protocol::GetAvatars& request);
    /// The avatar that `user` sees at `place`, which may have been removed; or why they see none there.
    [[nodiscard]] Expected<Avatar, protocol::Error> find(UserId user, const AvatarPlace& place);
    /// Removes the picture of a user, if there is one.
    void remove(UserId user);
    /// Another server has changed it.
    void changedElsewhere(const AvatarOwner& owner);

private:
    [[nodiscard]] std::optional<protocol::Error> refusalOfPlace(UserId user, const AvatarPlace& place);
    /// The owner of the avatar that the request sets, if the caller may change it.
    [[nodiscard]] Expected<AvatarOwner, protocol::Error> ownerOf(const Caller& caller,
                                                                 ConversationId conversation);
    /// The sessions that are notified of a change.
    [[nodiscard]] std::set<Target> listenersOf(const AvatarOwner& owner);
    /// Stores the avatar of the next version and tells other servers of it. Returns the sessions to notify.
    [[nodiscard]] std::set<Target> put(const Avatar& avatar, UserId by);
    void addMembers(std::set<Target>& listeners, const ConversationRecord& conversation) const;

    HubContext& m_context;
};

} // namespace tidemark::server
