#pragma once

#include "core/sync/keepers/feed_keeper.h"
#include "core/sync/keepers/unsent_requests.h"
#include "core/sync/outbox/pending_messages.h"
#include "core/sync/tracked_conversations.h"

namespace tidemark {

/// Clears the history of conversations on this device, and tells the server so that the user's other devices
/// do the same. How far it is cleared is a plain maximum that never falls, so repetition and order do not
/// matter.
class ClearKeeper {
public:
    ClearKeeper(EngineContext& context, TrackedConversations& conversations, PendingMessages& pending,
                FeedKeeper& feed);

    void clear(Tracked& tracked, CommandId command);
    /// A state has been adopted; before it, the history was cleared through `before`.
    void noteAdopted(Tracked& tracked, Seq before);
    /// The log is gone, and with it what was cleared.
    void forgetLog(ConversationId conversation);

    void onAnswered(const request::ClearHistory& sent);
    void onError(const request::ClearHistory& sent, const protocol::Error& error);
    void onTimeout(const request::ClearHistory& sent);
    void onOnline() { m_unsent.onOnline(); }
    void onOffline() { m_unsent.onOffline(); }
    void flush();
    void forgetAll() { m_unsent.clear(); }
    [[nodiscard]] bool hasIntents() const { return !m_unsent.isEmpty(); }

private:
    void drop(Tracked& tracked);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    PendingMessages& m_pending;
    FeedKeeper& m_feed;
    UnsentRequests m_unsent; ///< the server does not know yet how far these are cleared
};

} // namespace tidemark
