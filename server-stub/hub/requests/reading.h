#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// Handles the registers of a member: cursors, receipts and settings (I5, I6, I7).
class Reading {
public:
    explicit Reading(HubContext& context) : m_context(context) {}

    /// Applies all valid intents; refuses the request if there are none.
    [[nodiscard]] Answer read(const Caller& caller, const protocol::Read& read);
    [[nodiscard]] Answer markUnread(const Caller& caller, const protocol::MarkUnread& mark);
    /// Hides the entries from the user, who may also have left the conversation.
    [[nodiscard]] Answer clear(const Caller& caller, const protocol::ClearHistory& request);
    /// Hides messages from the user alone (adr/0033).
    [[nodiscard]] Answer hide(const Caller& caller, const protocol::HideMessages& request);
    [[nodiscard]] Answer setSettings(const Caller& caller, const protocol::SetSettings& request);
    [[nodiscard]] Answer setAccountSettings(const Caller& caller,
                                            const protocol::SetAccountSettings& request);
    [[nodiscard]] Answer totals(const Caller& caller);
    [[nodiscard]] Answer readers(const Caller& caller, const protocol::GetReaders& request);

private:
    [[nodiscard]] Expected<Membership, protocol::Error>
    membership(const Caller& caller, ConversationId conversation, Generation generation);
    [[nodiscard]] std::optional<protocol::Error> refusalOf(const Caller& caller,
                                                           const protocol::ReadIntent& intent);
    void apply(const Caller& caller, const protocol::ReadIntent& intent);
    /// Sets the end of the mute in `request`, which before the call holds the end that the device knew.
    void setMute(ConversationSettings& request, std::optional<std::uint32_t> seconds,
                 const ConversationSettings& now) const;
    /// Adds the readers with their names and times.
    void addReaders(protocol::Readers& answer, const std::vector<Reader>& readers);
    [[nodiscard]] CursorMove moveBy(const Caller& caller, CursorCause cause) const;
    [[nodiscard]] bool readsPrivately(const Caller& caller, const MemberRecord& row);
    void store(const Caller& caller, MemberRecord member);

    HubContext& m_context;
};

} // namespace tidemark::server
