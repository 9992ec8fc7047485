#pragma once

#include "core/sync/attention_set.h"
#include "core/sync/badge.h"
#include "core/sync/keepers/clear_keeper.h"
#include "core/sync/keepers/delivery_reporter.h"
#include "core/sync/keepers/draft_register.h"
#include "core/sync/keepers/feed_keeper.h"
#include "core/sync/keepers/hide_keeper.h"
#include "core/sync/keepers/mark_keeper.h"
#include "core/sync/keepers/pin_order_keeper.h"
#include "core/sync/keepers/reaction_keeper.h"
#include "core/sync/keepers/schedule_keeper.h"
#include "core/sync/outbox/pending_messages.h"
#include "core/sync/tracked_conversations.h"

#include <map>
#include <vector>

namespace tidemark {

/// Cursors, badges and read intents: merges the server's states with the user's actions (I4–I8, I13, I14) and
/// sends the intents until the server acknowledges them.
class ReadStateKeeper {
public:
    /// The parts that have to know of what a state says.
    struct Parts {
        TrackedConversations& conversations;
        AttentionSet& attention;
        PendingMessages& pending;
        DeliveryReporter& deliveries;
        MarkKeeper& marks;
        FeedKeeper& feed;
        ReactionKeeper& reactions;
        DraftRegister& drafts;
        ClearKeeper& clearing;
        PinOrderKeeper& pinOrder;
        HideKeeper& hiding;
        ScheduleKeeper& schedules;
    };
    ReadStateKeeper(EngineContext& context, Parts parts, std::vector<CursorIntent> intents);

    /// Adopts an absolute state. For answers, `known` is the client's knowledge at the time of the request.
    /// Returns false if the server has lost entries and the conversation's log was dropped (I14).
    bool adopt(const protocol::States& states, std::size_t index,
               const std::map<ConversationId, KnownAtRequest>* known);

    /// Counts again under the present set of ignored users.
    void recount(Tracked& tracked);

    /// The server has said that the user is not, or is no longer, a member.
    void endMembership(Tracked& tracked);

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
    [[nodiscard]] bool hasIntents() const { return !m_intents.empty(); }
    [[nodiscard]] bool hasIntent(ConversationId id) const { return m_intents.contains(id); }
    void onOffline();
    /// Forgets all intents without writing it.
    void clear() { m_intents.clear(); }

private:
    /// An intent on its way to the server.
    struct Sending {
        CursorIntent intent;
        RequestId request = {};  ///< that is in flight with the intent
        bool isAlone = false;    ///< the server refused a batch with this intent: send it alone
        bool isMarkSent = false; ///< the server may already know the intent's mark
    };
    [[nodiscard]] Sending* find(ConversationId id);
    /// Ends the demands and the pending messages of a conversation that the user has left.
    void releaseMembership(const Tracked& tracked);
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
    void sendMark(Tracked& tracked, Sending& sending);
    void wantStateWhereRefused(Tracked& tracked, const protocol::ReadIntent& intent);
    /// Call when the server has answered the intent's mark.
    void settleMark(Tracked& tracked, Sending& sending);
    /// Writes the intent of `tracked` after it was changed.
    void putIntent(Tracked& tracked);
    void eraseIntent(ConversationId id);
    void release(const Request& request);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    AttentionSet& m_attention;
    PendingMessages& m_pending;
    DeliveryReporter& m_deliveries;
    MarkKeeper& m_marks;
    FeedKeeper& m_feed;
    ReactionKeeper& m_reactions;
    DraftRegister& m_drafts;
    ClearKeeper& m_clearing;
    PinOrderKeeper& m_pinOrder;
    HideKeeper& m_hiding;
    ScheduleKeeper& m_schedules;
    std::map<ConversationId, Sending> m_intents;
    std::optional<Instant> m_flushAt;
};

} // namespace tidemark
