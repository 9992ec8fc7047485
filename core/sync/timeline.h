#pragma once

#include "core/sync/attention_set.h"
#include "core/sync/keepers/feed_keeper.h"
#include "core/sync/keepers/read_state_keeper.h"
#include "core/sync/tracked_conversations.h"

#include <map>
#include <optional>
#include <vector>

namespace tidemark {

/// Decides which logs to pull and applies the entries (I9, I10): one pull in flight per conversation, the
/// conversation on screen first, newest pages before history.
class Timeline {
public:
    /// The parts that have to know of new entries, or that need them.
    struct Parts {
        TrackedConversations& conversations;
        AttentionSet& attention;
        PendingMessages& pending;
        DeliveryReporter& deliveries;
        ReadStateKeeper& readState;
        FeedKeeper& feed;
        ReactionKeeper& reactions;
    };
    Timeline(EngineContext& context, Parts parts);

    void onNotify(const protocol::Notify& notify);
    void onRange(const Request& request, const protocol::Range& range);
    void onPullFailed(const Request& request, const protocol::Error* error);
    /// Handles the answer to GetStates, which may come in several frames. Call it after the states are
    /// adopted.
    void onStates(const Request& request, const protocol::States& states);
    void onStatesFailed(const Request& request, Milliseconds retryAfter);
    /// Adds an own entry whose seq the server has acknowledged and that extends the held entries
    /// contiguously.
    void addOwn(Tracked& tracked, const Entry& entry);

    void lookAt(ConversationId conversation) { m_lookedAt = conversation; }
    /// Sets whether all history is pulled in the background.
    void setBackfill(bool backfills);
    void wantOlder(ConversationId conversation, Seq before);
    void wantRange(CommandId command, ConversationId conversation, Seq after, Seq through);

    /// Sends due pulls and state requests; called at the end of each step while online.
    void flush();
    /// Reports the progress of background pulls; called after flushDirty().
    void reportProgress();
    void onOnline();
    void onOffline();
    [[nodiscard]] bool wantsAnything() const;

private:
    void store(Tracked& tracked, const std::vector<Entry>& entries, SeqRange range);
    /// Moves the badge over the held entries that extend the counted head contiguously. `fresh`: entries that
    /// are not committed yet.
    void advanceCounts(Tracked& tracked, const std::vector<Entry>& fresh, SeqRange range);
    /// Returns the changes of the pinned messages by the entries above the counted head through `joined`,
    /// with the arguments of deltaAbove().
    [[nodiscard]] std::vector<PinChange> pinChangesIn(const LocalConversation& conversation,
                                                      const std::vector<Entry>& fresh, SeqRange range,
                                                      Seq joined) const;
    /// Returns the contribution of (countedHead, joined] to the unread counts above `read`. `fresh` covers
    /// `range`; the other entries are committed.
    [[nodiscard]] CountDelta deltaAbove(Seq read, const LocalConversation& conversation,
                                        const std::vector<Entry>& fresh, SeqRange range, Seq joined) const;
    [[nodiscard]] std::optional<protocol::Pull> nextPull(const LogNeeds& needs) const;
    [[nodiscard]] bool wantsState(const LogNeeds& needs) const;
    /// Whether entries or a state are wanted or in flight.
    [[nodiscard]] bool isWanting(const LogNeeds& needs) const;
    void requestStates();
    void askForStates(const std::vector<ConversationId>& wanted);
    /// The server may have lost entries: requests the state and stops pulling until it arrives.
    void distrust(const Tracked& tracked);
    void requestPulls();

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    AttentionSet& m_attention;
    PendingMessages& m_pending;
    DeliveryReporter& m_deliveries;
    ReadStateKeeper& m_readState;
    FeedKeeper& m_feed;
    ReactionKeeper& m_reactions;
    /// Conversations known only from a Notify, with the request for their state.
    std::map<ConversationId, RequestId> m_unknown;
    bool m_backfills;
    ConversationId m_lookedAt;
    Instant m_pullNotBefore{};
    Instant m_statesNotBefore{};
    std::uint64_t m_pulled = 0;
    std::uint64_t m_reportedPulled = 0;
    bool m_isProgressNews = false;
};

} // namespace tidemark
