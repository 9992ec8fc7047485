#pragma once

#include "server-stub/hub/hub_context.h"

#include <vector>

namespace tidemark::server {

/// How far the devices of each member hold the logs, for the delivered mark of the others: a plain maximum
/// over a user's devices. In conversations beyond Limits::receiptMembers it stands still.
class Delivering {
public:
    explicit Delivering(HubContext& context) : m_context(context) {}

    /// What a device says while it is connected. Refused when one of them is beyond its head; what belongs to
    /// another log or to no membership is passed over.
    [[nodiscard]] Answer delivered(const Caller& caller, const protocol::Delivered& frame);
    /// What a device says of itself when it connects; `rows` are the user's.
    void held(const std::vector<MemberRecord>& rows, const std::vector<HeldState>& held);

private:
    void raise(const ConversationRecord& conversation, const MemberRecord& row,
               const protocol::Reached& reached);

    HubContext& m_context;
};

} // namespace tidemark::server
