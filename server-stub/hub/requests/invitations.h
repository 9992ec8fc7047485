#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <cstdint>
#include <optional>

namespace tidemark::server {

/// Keeps the invitations of accounts: users are asked before a group gets them as members, unless they allow
/// otherwise. No number of the server depends on them, and nobody but the invited user learns how one ends.
class Invitations {
public:
    explicit Invitations(HubContext& context) : m_context(context) {}

    /// Whether `adder` may make the user a member of a group without asking, unless the user has refused that
    /// (see hasRefused()).
    [[nodiscard]] bool mayAdd(UserId adder, const AccountRecord& user);
    /// Asks `user` to become a member. Does nothing if the user is asked already, has refused this inviter,
    /// or blocks the inviter.
    void invite(const Caller& inviter, const ConversationRecord& conversation, UserId user);
    /// The user's open invitation to the conversation. Its inviter may still add members.
    [[nodiscard]] std::optional<InvitationRecord> find(UserId user, ConversationId conversation);
    /// Whether the user has refused an invitation to the conversation; with a valid `inviter`, one by this
    /// inviter.
    [[nodiscard]] bool hasRefused(UserId user, ConversationId conversation, UserId inviter = {});
    /// Remembers that the user does not want this open invitation.
    void refuse(const Caller& caller, std::uint64_t number);
    /// The user has become a member by an act of their own: ends the open invitation, and forgets the
    /// refused ones. `answered` is the session whose answer shows it.
    void joined(UserId user, ConversationId conversation, std::optional<Target> answered = std::nullopt);
    /// The user has been added, or is banned: ends the open invitation, if there is one.
    void end(UserId user, ConversationId conversation);

    [[nodiscard]] Answer get(const Caller& caller);
    /// The open invitations, if the device of this session holds another version; empty if it does not know
    /// invitations.
    [[nodiscard]] std::optional<protocol::Invitations> unlike(UserId user, Target target,
                                                              std::optional<std::uint64_t> version);
    /// Pushes the invitations to the caller's session if it holds another version.
    void compare(const Caller& caller, std::optional<std::uint64_t> version);
    /// Pushes the invitations to all devices of the user, because another server may have changed them.
    void resync(UserId user);

private:
    /// Whether the user has begun the direct chat with `other`, or written in it.
    [[nodiscard]] bool isKnown(UserId other, UserId user);
    [[nodiscard]] protocol::Invitations framed(const InvitationSet& set);
    /// The set without the invitations that have ended because of others, and with the present titles of the
    /// groups. Stores it, and pushes it to the user's devices except `answered`, if that changes it.
    InvitationSet settled(UserId user, std::optional<Target> answered);
    /// Whether the inviter can still add members to the group, and the user can become one. Takes over the
    /// group's title.
    [[nodiscard]] bool isOpen(UserId user, InvitationRecord& record);
    void store(UserId user, const InvitationSet& before, InvitationSet after, std::optional<Target> answered);

    HubContext& m_context;
};

} // namespace tidemark::server
