#pragma once

#include "server-stub/hub/hub_context.h"

namespace tidemark::server {

/// Cursors, receipts and settings: the registers of one member (I5, I6, I7).
class Reading {
public:
    explicit Reading(HubContext& context) : m_context(context) {}

    /// Applies all intents, or none when one of them cannot be.
    [[nodiscard]] Answer read(const Caller& caller, const protocol::Read& read);
    [[nodiscard]] Answer markUnread(const Caller& caller, const protocol::MarkUnread& mark);
    [[nodiscard]] Answer setSettings(const Caller& caller, const protocol::SetSettings& wish);
    [[nodiscard]] Answer setAccountSettings(const Caller& caller, const protocol::SetAccountSettings& wish);
    [[nodiscard]] Answer totals(const Caller& caller);
    [[nodiscard]] Answer readers(const Caller& caller, const protocol::GetReaders& question);

private:
    [[nodiscard]] Expected<Membership, protocol::Error>
    membership(const Caller& caller, ConversationId conversation, Generation generation);
    void apply(const Caller& caller, const protocol::ReadIntent& intent);
    /// Gives `wish`, which holds the end that its device knew, the end that its mute is to have.
    void setMute(ConversationSettings& wish, std::optional<std::uint32_t> seconds,
                 const ConversationSettings& now) const;
    [[nodiscard]] CursorMove moveBy(const Caller& caller, CursorCause cause) const;
    [[nodiscard]] bool readsPrivately(const Caller& caller, const MemberRecord& row);
    void store(const Caller& caller, MemberRecord member);

    HubContext& m_context;
};

} // namespace tidemark::server
