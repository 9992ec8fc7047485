#include "server-stub/hub/requests/avatars.h"

#include "server-stub/hub/contract/avatar_rules.h"
#include "server-stub/hub/contract/request_cost.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

/// A user in more conversations notifies the members of the first ones.
constexpr std::size_t maxConversationsNotified = 1000;

/// Whether members of the conversation see each other's avatars there.
bool showsAvatars(const ConversationRecord& conversation, const MemberRecord& one, const MemberRecord& other)
{
    switch (conversation.kind) {
    case ConversationKind::Group:
    case ConversationKind::Direct:
        return true;
    case ConversationKind::Channel:
        return one.user == other.user || roleIn(conversation, one) == Role::Owner
               || roleIn(conversation, other) == Role::Owner;
    default:
        return false;
    }
}

} // namespace

Answer Avatars::set(const Caller& caller, const protocol::SetAvatar& request)
{
    const auto owner = ownerOf(caller, request.conversation);
    if (!owner) {
        return Unexpected(owner.error());
    }
    if (const auto error = refusalOfAvatar(request)) {
        return Unexpected(*error);
    }
    BlobRecords& blobs = m_context.store().blobs();
    Avatar avatar = blobs.avatar(*owner);
    if (avatar.hash != request.hash) {
        if (request.hash.isValid() && !blobs.mayName(caller.user, request.hash, request.size)) {
            return refusal(ErrorCode::BlobMissing);
        }
        avatar = {*owner, avatar.version + 1, request.hash, request.hash.isValid() ? request.size : 0};
        std::set<Target> listeners = put(avatar, caller.user);
        listeners.erase(caller.target);
        m_context.charge(caller.user, Operation::Change, costOfPushes(listeners.size()));
        if (!listeners.empty()) {
            m_context.turn().add(Push{{listeners.begin(), listeners.end()}, protocol::Avatars{{avatar}}});
        }
    }
    return protocol::ServerFrame(protocol::Avatars{{avatar}});
}

std::set<Target> Avatars::put(const Avatar& avatar, UserId by)
{
    m_context.store().blobs().putAvatar(avatar, by);
    m_context.turn().noteBlobWork();
    m_context.addHint(hint::AvatarChanged{avatar.owner.user, avatar.owner.conversation});
    return listenersOf(avatar.owner);
}

void Avatars::remove(UserId user)
{
    const Avatar before = m_context.store().blobs().avatar({.user = user});
    if (!before.hash.isValid()) {
        return;
    }
    const Avatar avatar{.owner = before.owner, .version = before.version + 1};
    const std::set<Target> listeners = put(avatar, user);
    if (!listeners.empty()) {
        m_context.turn().add(Push{{listeners.begin(), listeners.end()}, protocol::Avatars{{avatar}}});
    }
}

Expected<AvatarOwner, protocol::Error> Avatars::ownerOf(const Caller& caller, ConversationId conversation)
{
    if (!conversation.isValid()) {
        return AvatarOwner{.user = caller.user};
    }
    const auto group = m_context.groupMembership(conversation, caller.user);
    if (!group) {
        return Unexpected(group.error());
    }
    return AvatarOwner{.conversation = conversation};
}

Answer Avatars::get(const Caller& caller, const protocol::GetAvatars& request)
{
    protocol::Avatars found;
    for (const AvatarPlace& place : request.places) {
        if (auto avatar = find(caller.user, place)) {
            found.avatars.push_back(*std::move(avatar));
        }
    }
    return protocol::ServerFrame(std::move(found));
}

Expected<Avatar, protocol::Error> Avatars::find(UserId user, const AvatarPlace& place)
{
    if (const auto error = refusalOfPlace(user, place)) {
        return Unexpected(*error);
    }
    return m_context.store().blobs().avatar(ownerAt(place, user));
}

std::optional<protocol::Error> Avatars::refusalOfPlace(UserId user, const AvatarPlace& place)
{
    const protocol::Error none{ErrorCode::NoSuchEntry, Milliseconds(0), {}};
    if (!place.conversation.isValid()) {
        const bool isOwn = !place.user.isValid() || place.user == user;
        return isOwn ? std::nullopt : std::optional(none);
    }
    const auto membership = m_context.membership(place.conversation, user);
    if (!membership) {
        return membership.error();
    }
    if (!place.user.isValid()) {
        const bool isGroup = membership->conversation.kind == ConversationKind::Group;
        return isGroup ? std::nullopt : std::optional(none);
    }
    const auto other = m_context.store().members().find(place.conversation, place.user);
    const bool isShown =
        other && other->isMember && showsAvatars(membership->conversation, membership->member, *other);
    return isShown ? std::nullopt : std::optional(none);
}

std::set<Target> Avatars::listenersOf(const AvatarOwner& owner)
{
    std::set<Target> listeners;
    if (owner.conversation.isValid()) {
        if (const auto group = m_context.store().conversations().find(owner.conversation)) {
            addMembers(listeners, *group);
        }
        return listeners;
    }
    const std::vector<Target> own = m_context.sessions().listenersOf(owner.user);
    listeners.insert(own.begin(), own.end());
    std::vector<MemberRecord> rows = m_context.store().members().ofUser(owner.user);
    rows.resize(std::min(rows.size(), maxConversationsNotified));
    for (const MemberRecord& row : rows) {
        const auto conversation = m_context.store().conversations().find(row.conversation);
        // Followers of a channel do not see each other.
        const bool isShown =
            row.isMember && conversation
            && (conversation->kind != ConversationKind::Channel || roleIn(*conversation, row) == Role::Owner)
            && conversation->kind != ConversationKind::NoticeList;
        if (isShown) {
            addMembers(listeners, *conversation);
        }
    }
    return listeners;
}

void Avatars::addMembers(std::set<Target>& listeners, const ConversationRecord& conversation) const
{
    if (conversation.memberCount <= smallGroup) {
        const std::vector<Target>& members = m_context.watchers().of(conversation.id);
        listeners.insert(members.begin(), members.end());
    }
}

void Avatars::changedElsewhere(const AvatarOwner& owner)
{
    const std::set<Target> listeners = listenersOf(owner);
    if (!listeners.empty()) {
        m_context.turn().add(Push{{listeners.begin(), listeners.end()},
                                  protocol::Avatars{{m_context.store().blobs().avatar(owner)}}});
    }
}

} // namespace tidemark::server
