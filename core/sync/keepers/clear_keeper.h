#pragma once

#include "core/sync/keepers/feed_keeper.h"
#include "core/sync/outbox/pending_messages.h"
#include "core/sync/tracked_conversations.h"

#include <map>
#include <vector>

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

    void onAnswered(const request::ClearHistory& request);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOnline();
    void onOffline();
    void flush();
    void forgetAll();
    [[nodiscard]] bool hasIntents() const { return !m_unsent.empty(); }

private:
    struct Unsent {
        RequestId request;               ///< that sends this position or an earlier one
        std::vector<CommandId> commands; ///< that wait for the answer
    };
    void drop(Tracked& tracked);
    void finish(ConversationId conversation, std::optional<protocol::ErrorCode> error);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    PendingMessages& m_pending;
    FeedKeeper& m_feed;
    std::map<ConversationId, Unsent> m_unsent; ///< the server does not know yet how far these are cleared
    Instant m_notBefore{};
};

} // namespace tidemark
