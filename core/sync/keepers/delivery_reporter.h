#pragma once

#include "core/sync/tracked_conversations.h"

#include <set>
#include <unordered_map>

namespace tidemark {

/// Reports to the server the newest held entries of the logs in which others write, so that the authors see
/// their messages as delivered. Merges updates and sends at most one frame a second. The next Hello makes up
/// for lost updates.
class DeliveryReporter {
public:
    DeliveryReporter(EngineContext& context, const TrackedConversations& conversations)
        : m_context(context), m_conversations(conversations)
    {
    }

    /// The conversation has new entries of others, or the user has joined it: the server may not know yet how
    /// far this device holds it.
    void noteArrival(ConversationId conversation) { m_arrived.insert(conversation); }
    /// Hello tells the server how far this device holds all logs.
    void onHello();
    /// The conversation's log is another incarnation, of which nothing is reported yet.
    void forgetLog(ConversationId conversation) { m_reported.erase(conversation); }
    void clear();

    /// Sends due updates. Called at the end of each step while online, after the pulls, so that only
    /// committed entries are reported.
    void flush();
    void onOnline();
    void onError(const request::Delivered& delivered, const protocol::Error& error);
    void onTimeout(const request::Delivered& delivered);

private:
    void sayAgain(const request::Delivered& delivered, Milliseconds wait);

    EngineContext& m_context;
    const TrackedConversations& m_conversations;
    std::set<ConversationId> m_arrived;
    std::unordered_map<ConversationId, Seq> m_reported; ///< the server knows that the device holds these
    Instant m_notBefore{};
    /// False: the server is older and does not support this; nothing more is sent on this connection.
    bool m_isUnderstood = true;
};

} // namespace tidemark
