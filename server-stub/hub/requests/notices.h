#pragma once

#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Handles announcements: one conversation, created with the first announcement, to which only the operator
/// writes. Every user becomes a member at sign-in; until then a user costs nothing. An announcement is one
/// entry of one log for any number of accounts, and is pushed to connected users.
class Notices {
public:
    explicit Notices(HubContext& context) : m_context(context) {}

    [[nodiscard]] OperatorResult announce(const Announce& request);
    /// Call before a session that wants pushes is sent its states. Makes the user a member, and moves the
    /// floor of a user who was away too long to the head.
    void arrived(const Caller& caller, const AccountRecord& account);
    /// Another server may have created the conversation: admits those of the users who are connected here and
    /// have no row for it among their `rows`.
    void admitMissing(const std::vector<UserId>& users, const std::vector<MemberVersion>& rows);

private:
    [[nodiscard]] std::optional<ConversationRecord> list();
    [[nodiscard]] ConversationRecord makeList();
    /// Admits the user and notifies their devices.
    void admitPresent(ConversationId list, UserId user);
    /// Inserts a row with the given floor.
    void admit(ConversationId list, UserId user, Seq floor, CursorCause cause);
    [[nodiscard]] bool wasAway(const AccountRecord& account) const;

    HubContext& m_context;
};

} // namespace tidemark::server
