#pragma once

#include "core/sync/keepers/feed_keeper.h"
#include "core/sync/keepers/unsent_requests.h"
#include "core/sync/outbox/pending_messages.h"
#include "core/sync/tracked_conversations.h"

#include <vector>

namespace tidemark {

/// Hides messages from the user on this device, and tells the server so that the user's other devices do the
/// same. The set only grows, so repetition and order do not matter. The device keeps it with the
/// conversation: a server that has lost a part of it gets it again (I14).
class HideKeeper {
public:
    HideKeeper(EngineContext& context, TrackedConversations& conversations, PendingMessages& pending,
               FeedKeeper& feed);

    void hide(Tracked& tracked, const input::HideMessages& input);
    /// A state has been adopted; before it, the messages of `before` were hidden.
    void noteAdopted(Tracked& tracked, const std::vector<Seq>& before);
    /// The log is gone, and with it what was hidden.
    void forgetLog(ConversationId conversation);

    void onAnswered(const request::HideMessages& sent);
    void onError(const request::HideMessages& sent, const protocol::Error& error);
    void onTimeout(const request::HideMessages& sent);
    void onOnline() { m_unsent.onOnline(); }
    void onOffline() { m_unsent.onOffline(); }
    void flush();
    void forgetAll() { m_unsent.clear(); }
    [[nodiscard]] bool hasIntents() const { return !m_unsent.isEmpty(); }

private:
    /// The reason why these messages cannot be hidden; empty: they can.
    [[nodiscard]] static std::optional<protocol::ErrorCode> refusalOf(const LocalConversation& conversation,
                                                                      const std::vector<Seq>& seqs);
    /// Takes the messages off the badge. Call it before they are hidden.
    void leaveOut(Tracked& tracked, const std::vector<Seq>& seqs);
    void drop(Tracked& tracked, const std::vector<Seq>& seqs);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    PendingMessages& m_pending;
    FeedKeeper& m_feed;
    UnsentRequests m_unsent; ///< the server does not know all hidden messages of these
};

} // namespace tidemark
