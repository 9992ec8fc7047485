#pragma once

#include "server-stub/hub/hub_context.h"

namespace tidemark::server {

/// Notices to everybody: one conversation, made with the first of them, that every user who signs in is a
/// member of and only the operator writes to. A user costs nothing until they come: a notice is one entry of
/// one log however many accounts there are, and is pushed to those who are connected.
class Notices {
public:
    explicit Notices(HubContext& context) : m_context(context) {}

    [[nodiscard]] OperatorResult announce(const Announce& wish);
    /// A session that is told things is about to be told its states: gives the user a place in the list where
    /// there is none yet, and moves it to the end for who was away too long.
    void arrived(const Caller& caller, const AccountRecord& account);
    /// Another server may have made the list: admits those of the users who are here and have no place in it
    /// among all their `rows`.
    void admitMissing(const std::vector<UserId>& users, const std::vector<MemberVersion>& rows);

private:
    [[nodiscard]] std::optional<ConversationRecord> list();
    [[nodiscard]] ConversationRecord makeList();
    /// And tells their devices.
    void admitPresent(ConversationId list, UserId user);
    /// `row` begins behind `floor`.
    void admit(ConversationId list, UserId user, Seq floor, CursorCause cause);
    [[nodiscard]] bool wasAway(const AccountRecord& account) const;

    HubContext& m_context;
};

} // namespace tidemark::server
