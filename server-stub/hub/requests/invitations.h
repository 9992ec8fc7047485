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

    /// Whether `adder` may make the user a member of a group without asking.
    [[nodiscard]] bool mayAdd(UserId adder, const AccountRecord& user);
    /// Asks `user` to become a member. Does nothing if the user is asked already, or has refused this
    /// inviter.
    void invite(const Caller& inviter, const ConversationRecord& conversation, UserId user);
    /// The user's open invitation to the conversation. Its inviter may still add members.
    [[nodiscard]] std::optional<InvitationRecord> find(UserId user, ConversationId conversation);
    /// Whether the user has refused an invitation to the conversation.
    [[nodiscard]] bool hasRefused(UserId user, ConversationId conversation);
    /// Remembers that the user does not want this open invitation.
    void refuse(const Caller& caller, std::uint64_t number);
    /// The user has become a member, or is banned: ends the open invitation, if there is one. `answered` is
    /// the session whose answer shows it.
    void end(UserId user, ConversationId conversation, std::optional<Target> answered = std::nullopt);

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
