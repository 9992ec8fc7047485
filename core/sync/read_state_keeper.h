#pragma once

#include "core/sync/badge.h"
#include "core/sync/engine_context.h"
#include "core/sync/feed_keeper.h"

namespace tidemark {

/// Cursors, badges and read intents: merges the server's states with the user's actions (I4–I8, I13, I14) and
/// sends the intents until the server acknowledges them.
class ReadStateKeeper {
public:
    ReadStateKeeper(EngineContext& context, FeedKeeper& feed) : m_context(context), m_feed(feed) {}

    /// Adopts an absolute state. For answers, `known` is the client's knowledge at the time of the request.
    /// Returns false if the server has lost entries and the conversation's log was dropped (I14).
    bool adopt(const protocol::States& states, std::size_t index,
               const std::map<ConversationId, KnownAtRequest>* known);

    /// Entries have extended the counted head contiguously: `delta` is their contribution, `head` the new
    /// counted head.
    void advance(Tracked& tracked, CountDelta delta, Seq head);

    void markRead(Tracked& tracked, Seq through, CursorCause cause);
    /// Returns false if `from` is not in the log or the user is not a member.
    bool markUnread(Tracked& tracked, const CursorIntent::Mark& mark);

    /// The connection has caught up: intents from before are sent at once.
    void onOnline();

    /// Sends due intents; called at the end of each step while online.
    void flush();
    /// Handles the answer to an intent. Call it after the answer's states are adopted.
    void onIntentAnswered(const Request& request);
    void onIntentError(const Request& request, const protocol::Error& error);
    void onIntentTimeout(const Request& request);
    [[nodiscard]] bool hasIntents() const;

private:
    void reincarnate(Tracked& tracked, const ConversationState& state);
    void takeFields(Tracked& tracked, const ConversationState& state);
    void recount(Tracked& tracked, const ConversationState& state);
    void checkEqualStamp(const Tracked& tracked, const ConversationState& state);
    /// Drops the parts of the intent that the server's cursor covers, and recomputes the effective cursor.
    void settleIntent(Tracked& tracked);
    /// Calls settleIntent() and adjusts the badge.
    void resettle(Tracked& tracked);
    /// Converts the badge from R `from` to R `to`, both at countedHead.
    void moveCounts(Tracked& tracked, Seq from, Seq to);
    void setBadge(Tracked& tracked, const MovedBadge& moved);
    /// Reports that the server's counts and its log contradict each other (I8).
    void reportUncertainty(const LocalConversation& conversation);
    void sendMark(Tracked& tracked);
    void wantStateWhereRefused(Tracked& tracked, const protocol::ReadIntent& intent);
    /// Call when the server has answered the intent's mark.
    void settleMark(Tracked& tracked);
    void putIntent(Tracked& tracked);
    void eraseIntent(Tracked& tracked);
    void release(const Request& request);

    EngineContext& m_context;
    FeedKeeper& m_feed;
    std::optional<Instant> m_flushAt;
};

} // namespace tidemark
