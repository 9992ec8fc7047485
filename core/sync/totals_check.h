#pragma once

#include "core/sync/keepers/feed_keeper.h"
#include "core/sync/keepers/read_state_keeper.h"
#include "core/sync/tracked_conversations.h"

namespace tidemark {

/// Once after every resume, compares the server's totals with those shown here. If they differ, requests the
/// states of all conversations: adopting them finds, repairs and records the difference (I8). Waits until
/// this device has counted everything that it knows of, plus some random seconds so that devices that return
/// together do not ask together.
class TotalsCheck {
public:
    TotalsCheck(EngineContext& context, const TrackedConversations& conversations, AttentionSet& attention,
                const ReadStateKeeper& readState, const FeedKeeper& feed)
        : m_context(context), m_conversations(conversations), m_attention(attention), m_readState(readState),
          m_feed(feed)
    {
    }

    void onOnline();
    /// Sends the request when it is due; called at the end of each step while online.
    void flush();
    void onAnswer(const protocol::TotalsNow& totals);
    /// The request was refused or not answered: sends no further request on this connection.
    void onFailed() { m_isDue = m_isAsked = false; }

private:
    /// Whether the badges include everything known here and the server has acknowledged everything.
    [[nodiscard]] bool isSettled() const;

    EngineContext& m_context;
    const TrackedConversations& m_conversations;
    AttentionSet& m_attention;
    const ReadStateKeeper& m_readState;
    const FeedKeeper& m_feed;
    Instant m_notBefore{};
    bool m_isDue = false;
    bool m_isAsked = false;
};

} // namespace tidemark
