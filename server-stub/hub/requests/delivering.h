#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Tracks the newest entries that the devices of each member hold, for the delivered marks of the others. The
/// marks are a plain maximum over a user's devices. In conversations with more than Limits::receiptMembers
/// members they do not move.
class Delivering {
public:
    explicit Delivering(HubContext& context) : m_context(context) {}

    /// Handles the positions that a connected device reports. Refuses all of them if one is beyond the head;
    /// ignores positions of another log epoch or of a conversation that the user is not in.
    [[nodiscard]] Answer delivered(const Caller& caller, const protocol::Delivered& frame);
    /// Handles the positions that a device reports when it connects; `rows` are the user's memberships.
    void held(const std::vector<MemberRecord>& rows, const std::vector<HeldState>& held);

private:
    void raise(const ConversationRecord& conversation, const MemberRecord& row,
               const protocol::Reached& reached);

    HubContext& m_context;
};

} // namespace tidemark::server
