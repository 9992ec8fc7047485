#pragma once

#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/stores/age_store.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server {

/// The session and the user that a request comes from, and the request to be answered.
struct Caller {
    Target target;
    RequestId request;
    UserId user; ///< invalid before sign-in
};

/// The results of one step so far. None of them leaves the hub before the commit (I12).
class Turn {
public:
    struct Append {
        protocol::Head head;
        std::optional<Target> by;
    };
    struct Changed {
        /// The only session whose answer carries the new state; empty if there is none.
        std::optional<Target> answered;
        bool isOwn = false; ///< changed by this server; else another server has reported the change
    };
    /// The new position of a receipt register.
    struct Seen {
        Seq seen;
        bool isOwn = false;
    };
    struct Reacted {
        protocol::Head head;      ///< with the newest change of reactions
        std::optional<Target> by; ///< the only session that made the changes
        bool isOwn = false;
        bool isPushed = false; ///< members are told at once
    };
    struct Delivery {
        std::vector<DeliveryPosition> before; ///< the furthest positions before the change; empty if unknown
        bool isOwn = false;
    };

    /// The request of `caller` is answered with Unavailable if nothing of the turn is kept.
    void expectAnswer(const Caller& caller) { m_askers.push_back(caller); }
    /// The same for the rest of an answer that an earlier turn began. It may be called several times.
    void expectRest(const Caller& caller);
    /// The answer on this connection goes on in a later turn, unless this turn ends it after all.
    void goesOn(ConnectionId connection) { m_unfinished.insert(connection); }
    /// The user pays `tokens` beyond the price of a request (see Effects::charged).
    void charged(UserId user, std::uint32_t tokens) { m_charged.emplace_back(user, tokens); }
    void reply(const Caller& caller, protocol::ServerFrame frame);
    void refuse(const Caller& caller, protocol::ErrorCode code, Milliseconds retryAfter = Milliseconds(0));
    /// Whether the newest effect refuses this caller's request as Malformed.
    [[nodiscard]] bool isRefusedAsMalformed(const Caller& caller) const;
    /// Counts a refused request of the connection that gets no answer; reply() counts the others.
    void noteRefusal(ConnectionId connection) { m_refused.push_back(connection); }
    /// The connections of refused requests since the last call, once per request.
    [[nodiscard]] std::vector<ConnectionId> takeRefused() { return std::exchange(m_refused, {}); }
    void answerOperator(OperatorTicket ticket, OperatorResult result);

    void add(Effect effect) { m_effects.push_back(std::move(effect)); }
    void addAll(std::vector<Effect> effects);
    /// Adds an effect that comes after all others, even if the commit fails.
    void addFarewell(Effect effect) { m_farewell.push_back(std::move(effect)); }
    void addHint(Hint hint) { m_hints.push_back(std::move(hint)); }
    /// The connection's data in memory is wrong if the commit fails; then the connection is closed.
    void touch(ConnectionId connection) { m_touched.insert(connection); }
    /// The user's sessions for totals must be sent the totals even if they have not changed.
    void askTotals(UserId user) { m_totalsAsked.insert(user); }

    void appended(const protocol::Head& head, std::optional<Target> by);
    /// `answered`: the session whose answer carries the new state; empty if there is none.
    void stateChanged(UserId user, ConversationId conversation, std::optional<Target> answered);
    void seenMoved(ConversationId conversation, UserId reader, Seq seen);
    void reacted(const protocol::Head& head, Target by, bool isPushed);
    /// Call before the change; of several calls the `before` of the first one is kept.
    void deliveredMoves(ConversationId conversation, std::vector<DeliveryPosition> before);

    // The same changes, as reported by another server.
    void headMovedElsewhere(const protocol::Head& head) { m_headsMovedElsewhere.push_back(head); }
    void stateChangedElsewhere(UserId user, ConversationId conversation);
    void seenMovedElsewhere(ConversationId conversation, UserId reader, Seq seen);
    void reactedElsewhere(const protocol::Head& head);
    void deliveredMovedElsewhere(ConversationId conversation);

    /// The turn removes a reference to a file, or writes an upload.
    void noteBlobWork() { m_hasBlobWork = true; }
    [[nodiscard]] bool hasBlobWork() const { return m_hasBlobWork; }
    /// The turn writes data that is removed or expires because of its age.
    void noteAgingWrite() { m_writesAging = true; }
    [[nodiscard]] bool writesAging() const { return m_writesAging; }
    /// The turn stores this record.
    void storeAges(AgeRecord record) { m_storedAges = std::move(record); }

    /// A check has failed, in a request of `violator` if there is one: nothing of the turn is kept.
    void fail(std::string violation, std::optional<Caller> violator = std::nullopt);
    /// A check has failed after the commit.
    void noteViolation(std::string violation) { m_lateViolations.push_back(std::move(violation)); }
    [[nodiscard]] bool hasFailed() const { return !m_violations.empty(); }
    /// The checks have seen the worthless values of a failed statement.
    void dropViolations();

    /// The callers whose requests are answered with Unavailable if nothing of the turn is kept.
    [[nodiscard]] const std::vector<Caller>& askers() const { return m_askers; }
    [[nodiscard]] const std::set<ConnectionId>& unfinished() const { return m_unfinished; }
    [[nodiscard]] const std::vector<Append>& appends() const { return m_appends; }
    /// Members whose state changed.
    [[nodiscard]] const std::map<std::pair<UserId, ConversationId>, Changed>& changedStates() const
    {
        return m_changedStates;
    }
    [[nodiscard]] const std::set<UserId>& totalsAsked() const { return m_totalsAsked; }
    /// The receipts that have moved, by conversation and reader.
    [[nodiscard]] const std::map<ConversationId, std::map<UserId, Seen>>& reads() const { return m_reads; }
    /// Conversations in which reactions have changed.
    [[nodiscard]] const std::map<ConversationId, Reacted>& reactions() const { return m_reactions; }
    /// Logs of which a device holds more than before.
    [[nodiscard]] const std::map<ConversationId, Delivery>& deliveries() const { return m_deliveries; }
    /// Heads moved by other servers; pushed even if the commit fails.
    [[nodiscard]] const std::vector<protocol::Head>& headsMovedElsewhere() const
    {
        return m_headsMovedElsewhere;
    }
    [[nodiscard]] const std::set<ConnectionId>& touched() const { return m_touched; }
    /// Whether this server has appended an entry or changed a state.
    [[nodiscard]] bool hasWritten() const;

    // Called at the end of the turn.
    [[nodiscard]] std::optional<AgeRecord> takeStoredAges() { return std::exchange(m_storedAges, {}); }
    [[nodiscard]] std::vector<Effect> takeEffects() { return std::exchange(m_effects, {}); }
    [[nodiscard]] std::vector<Effect> takeFarewell() { return std::exchange(m_farewell, {}); }
    [[nodiscard]] std::vector<OperatorAnswer> takeOperatorAnswers()
    {
        return std::exchange(m_operatorAnswers, {});
    }
    [[nodiscard]] std::vector<Hint> takeHints() { return std::exchange(m_hints, {}); }
    [[nodiscard]] std::vector<std::pair<UserId, std::uint32_t>> takeCharged()
    {
        return std::exchange(m_charged, {});
    }
    [[nodiscard]] std::vector<std::string> takeViolations();
    /// The turn that remains if nothing of this one is kept. It answers all requests with Unavailable and
    /// closes the touched connections. It asks the client whose request failed a check to wait longer, so
    /// that the request does not fail the others' next attempt.
    [[nodiscard]] Turn undone() const;

private:
    bool m_writesAging = false;
    bool m_hasBlobWork = false;
    std::optional<AgeRecord> m_storedAges;
    std::vector<OperatorAnswer> m_operatorAnswers;
    std::vector<ConnectionId> m_refused;
    std::vector<Caller> m_askers;
    std::vector<Effect> m_effects;
    std::vector<Append> m_appends;
    std::map<std::pair<UserId, ConversationId>, Changed> m_changedStates;
    std::set<UserId> m_totalsAsked;
    std::map<ConversationId, std::map<UserId, Seen>> m_reads;
    std::map<ConversationId, Reacted> m_reactions;
    std::map<ConversationId, Delivery> m_deliveries;
    std::vector<protocol::Head> m_headsMovedElsewhere;
    std::vector<Hint> m_hints;
    std::set<ConnectionId> m_touched;
    std::set<ConnectionId> m_unfinished;
    std::vector<std::pair<UserId, std::uint32_t>> m_charged;
    std::vector<std::string> m_violations;
    std::vector<std::string> m_lateViolations;
    std::optional<Caller> m_violator;
    std::vector<Effect> m_farewell;
};

} // namespace tidemark::server
