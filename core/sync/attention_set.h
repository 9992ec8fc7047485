#pragma once

#include "core/sync/engine_context.h"
#include "core/sync/tracked.h"

#include <map>
#include <optional>
#include <vector>

namespace tidemark {

/// A command that waits until the device holds (after, through].
struct RangeDemand {
    CommandId command;
    Seq after;
    Seq through;
};

/// The data that the device wants of one conversation, and the requests for them that are in flight.
struct LogNeeds {
    const Tracked* tracked = nullptr;
    RequestId pull;                 ///< the range pull in flight (single-flight)
    bool isStateWanted = false;     ///< request the absolute state
    RequestId stateRequest;         ///< the request for the state in flight
    std::optional<Seq> olderWanted; ///< the view wants entries below this seq
    std::vector<RangeDemand> demands;
    Instant pullNotBefore{}; ///< set after a pull that brought nothing usable
};

/// The conversations that may need a pull or a state, so that a step does not scan all of them.
class AttentionSet {
public:
    explicit AttentionSet(EngineContext& context) : m_context(context) {}

    [[nodiscard]] const std::map<ConversationId, LogNeeds>& all() const { return m_needs; }

    /// Looks at `tracked` with the next flush.
    void add(const Tracked& tracked);
    /// Requests the absolute state of `tracked` with the next flush.
    void wantState(const Tracked& tracked);
    void wantOlder(const Tracked& tracked, Seq before);
    void wantRange(const Tracked& tracked, const RangeDemand& demand);
    /// Ends the demands that are held, and those that will never arrive.
    void settle(ConversationId id);
    void settleAll();
    /// Fails the commands that wait for ranges of the conversation.
    void endDemands(ConversationId id, protocol::ErrorCode error);
    /// No entries below what is held can be pulled.
    void giveUpOlder(ConversationId id);
    /// The log is not what it seemed: requests the state and pauses pulls until `until`.
    void distrust(const Tracked& tracked, Instant until);
    /// The log is gone, with everything that was wanted of it except the state.
    void forgetLog(ConversationId id);

    void noteStateRequest(const Tracked& tracked, RequestId request);
    /// Returns whether `request` was the one in flight for the conversation's state.
    bool endStateRequest(ConversationId id, RequestId request);
    void notePull(const Tracked& tracked, RequestId request);
    void endPull(ConversationId id, RequestId request);

    /// Drops the conversations that need nothing; `isWanting` says whether a LogNeeds still needs something.
    template <typename IsWanting>
    void dropUnless(IsWanting isWanting)
    {
        std::erase_if(m_needs,
                      [&](const auto& one) { return !isKept(one.second) && !isWanting(one.second); });
    }
    /// The requests in flight are lost, the pauses are over, and the commands that wait fail.
    void onOffline();
    void clear() { m_needs.clear(); }

private:
    [[nodiscard]] LogNeeds* find(ConversationId id);
    [[nodiscard]] LogNeeds& of(const Tracked& tracked);
    [[nodiscard]] bool isKept(const LogNeeds& needs) const
    {
        return needs.olderWanted || !needs.demands.empty() || needs.pullNotBefore > m_context.now();
    }
    void settle(LogNeeds& needs);
    void endDemands(LogNeeds& needs, protocol::ErrorCode error);

    EngineContext& m_context;
    std::map<ConversationId, LogNeeds> m_needs;
};

} // namespace tidemark
