#pragma once

#include "server-stub/hub/contract/age_record.h"
#include "server-stub/hub/contract/hub_values.h"

#include <map>
#include <optional>
#include <set>
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
struct Turn {
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
    struct Delivery {
        std::vector<DeliveryPosition> before; ///< the furthest positions before the change; empty if unknown
        bool isOwn = false;
    };

    bool writesAging = false;            ///< HubContext::noteAgingWrite() was called
    std::optional<AgeRecord> storedAges; ///< the record that this turn stores
    std::vector<OperatorAnswer> operatorAnswers;
    /// The connections of refused requests that are not counted yet, once per request.
    std::vector<ConnectionId> refused;
    std::vector<Caller> askers; ///< callers to be answered with Unavailable if the commit fails
    std::vector<Effect> effects;
    std::vector<Append> appends;
    std::map<std::pair<UserId, ConversationId>, Changed> changedStates;
    /// Users with a session that must be sent the totals even if they have not changed.
    std::set<UserId> totalsAsked;
    /// The receipts that have moved, by conversation and reader.
    std::map<ConversationId, std::map<UserId, Seen>> reads;
    /// Logs of which a device holds more than before.
    std::map<ConversationId, Delivery> deliveries;
    /// Heads moved by other servers; pushed even if the commit fails.
    std::vector<protocol::Head> headsMovedElsewhere;
    std::vector<Hint> hints;
    /// Connections whose data in memory is wrong if the commit fails.
    std::set<ConnectionId> touched;
    /// Effects that come after all others, even if the commit fails.
    std::vector<Effect> farewell;

    void reply(const Caller& caller, protocol::ServerFrame frame);
    void refuse(const Caller& caller, protocol::ErrorCode code, Milliseconds retryAfter = Milliseconds(0));
    /// Whether the newest effect refuses this caller's request as Malformed.
    [[nodiscard]] bool isRefusedAsMalformed(const Caller& caller) const;
    /// `answered`: the session whose answer carries the new state; empty if there is none.
    void stateChanged(UserId user, ConversationId conversation, std::optional<Target> answered);
    void seenMoved(ConversationId conversation, UserId reader, Seq seen);
    /// Call before the change. Of several calls, the first one's `before` is kept.
    void deliveredMoves(ConversationId conversation, std::vector<DeliveryPosition> before);

    // The same changes, as reported by another server.
    void stateChangedElsewhere(UserId user, ConversationId conversation);
    void seenMovedElsewhere(ConversationId conversation, UserId reader, Seq seen);
    void deliveredMovedElsewhere(ConversationId conversation);
};

} // namespace tidemark::server
