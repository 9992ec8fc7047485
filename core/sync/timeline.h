#pragma once

#include "core/sync/engine_context.h"
#include "core/sync/feed_keeper.h"
#include "core/sync/read_state_keeper.h"

#include <map>
#include <optional>
#include <vector>

namespace tidemark {

/// Decides what of which log to pull and applies what comes (I9, I10): single-flight per conversation, the
/// one that the user looks at first, newest pages before history.
class Timeline {
public:
    Timeline(EngineContext& context, ReadStateKeeper& readState, FeedKeeper& feed)
        : m_context(context), m_readState(readState), m_feed(feed), m_backfills(context.config.backfill)
    {
    }

    void onNotify(const protocol::Notify& notify);
    void onRange(const Request& request, const protocol::Range& range);
    void onPullFailed(const Request& request, const protocol::Error* error);
    /// The answer to GetStates, after its states were adopted; it may come in several frames.
    void onStates(const Request& request, const protocol::States& states);
    void onStatesFailed(const Request& request, Milliseconds retryAfter);
    void onReceipts(const protocol::Receipts& receipts);
    /// An own entry whose seq the server has told and that joins on to what is held.
    void addOwn(Tracked& tracked, const Entry& entry);

    void lookAt(ConversationId conversation) { m_lookedAt = conversation; }
    /// Whether all history is pulled in the background.
    void setBackfill(bool backfills);
    void wantOlder(ConversationId conversation, Seq before);
    void wantRange(CommandId command, ConversationId conversation, Seq after, Seq upto);

    /// Sends the pulls and state requests that are due; called at the end of each step while online.
    void flush();
    /// Tells how far the background pulls are; called when all of the step is summed up.
    void reportProgress();
    void onOnline();
    void onOffline();
    [[nodiscard]] bool wantsAnything() const;

private:
    void store(Tracked& tracked, const std::vector<Entry>& entries, SeqRange range);
    /// Moves the badge over everything held that joins on at the counted head. `fresh`: entries not yet
    /// committed.
    void advanceCounts(Tracked& tracked, const std::vector<Entry>& fresh, SeqRange range);
    /// What (countedHead, joined] adds to what is unread above `read`; `fresh` covers `range`, the rest is
    /// committed.
    [[nodiscard]] CountDelta deltaAbove(Seq read, const LocalConversation& conversation,
                                        const std::vector<Entry>& fresh, SeqRange range, Seq joined) const;
    void dropArrivedPending(const Tracked& tracked, const std::vector<Entry>& entries);
    void finishDemands(Tracked& tracked);
    [[nodiscard]] std::optional<protocol::Pull> nextPull(const Tracked& tracked) const;
    [[nodiscard]] static bool wantsState(const Tracked& tracked);
    /// Whether anything of `tracked` is asked for, or on its way.
    [[nodiscard]] bool isWanting(const Tracked& tracked) const;
    void requestStates();
    void askForStates(const std::vector<ConversationId>& wanted);
    /// The log is not what it was taken for: ask for the state, and pull no more until then.
    void distrust(Tracked& tracked);
    void requestPulls();

    EngineContext& m_context;
    ReadStateKeeper& m_readState;
    FeedKeeper& m_feed;
    /// Conversations of which nothing is known but a notify, and the request that asks for them.
    std::map<ConversationId, RequestId> m_heardOf;
    bool m_backfills;
    ConversationId m_lookedAt;
    Instant m_pullNotBefore{};
    Instant m_statesNotBefore{};
    std::uint64_t m_pulled = 0;
    std::uint64_t m_reportedPulled = 0;
    bool m_isProgressNews = false;
};

} // namespace tidemark
