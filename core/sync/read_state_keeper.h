#pragma once

#include "core/sync/badge.h"
#include "core/sync/engine_context.h"
#include "core/sync/feed_keeper.h"

namespace tidemark {

/// Cursors, badges and read intents: merges what the server says with what the user did (I4–I8, I13, I14),
/// and sends the intents until they are acknowledged.
class ReadStateKeeper {
public:
    ReadStateKeeper(EngineContext& context, FeedKeeper& feed) : m_context(context), m_feed(feed) {}

    /// Takes over an absolute state. `known` is set on answers: what was known when they were asked for.
    /// Returns false when the log of that conversation is another incarnation and was dropped (I14).
    bool adopt(const protocol::States& states, std::size_t index,
               const std::map<ConversationId, KnownAtRequest>* known);

    /// Log entries have joined on at the counted head: `delta` is their contribution, `head` the new counted
    /// head.
    void advance(Tracked& tracked, CountDelta delta, Seq head);

    void markRead(Tracked& tracked, Seq upTo, CursorCause cause);
    /// Returns false when `from` is not in the log, or the user is not a member.
    bool markUnread(Tracked& tracked, const ReadIntent::Mark& mark);

    /// A connection has caught up: what was left over from before goes at once.
    void onOnline();

    /// Sends what is due; called at the end of each step while online.
    void flush();
    /// The answer to an intent, after its states were adopted.
    void onIntentAnswered(const Request& request);
    void onIntentError(const Request& request, const protocol::Error& error);
    void onIntentTimeout(const Request& request);
    [[nodiscard]] bool hasIntents() const;

private:
    void reincarnate(Tracked& tracked, const ConversationState& state);
    void takeFields(Tracked& tracked, const ConversationState& state);
    void recount(Tracked& tracked, const ConversationState& state);
    void checkEqualStamp(const Tracked& tracked, const ConversationState& state);
    /// Drops what the server's cursor has made good; recomputes the effective cursor.
    void settleIntent(Tracked& tracked);
    /// settleIntent(), and the badge follows.
    void resettle(Tracked& tracked);
    /// Moves the badge from R `from` to R `to`, both at countedHead.
    void moveCounts(Tracked& tracked, Seq from, Seq to);
    void setBadge(Tracked& tracked, const MovedBadge& moved);
    /// The server's numbers and its log contradict each other (I8).
    void reportDoubt(const LocalConversation& conversation);
    void sendMark(Tracked& tracked);
    /// The server has answered the intent's mark.
    void settleMark(Tracked& tracked);
    void putIntent(Tracked& tracked);
    void eraseIntent(Tracked& tracked);
    void release(const Request& request);

    EngineContext& m_context;
    FeedKeeper& m_feed;
    std::optional<Instant> m_flushAt;
};

} // namespace tidemark
