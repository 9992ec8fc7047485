#pragma once

#include "server-stub/hub/hub.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Who asked, and what to answer to.
struct Caller {
    Target target;
    RequestId request;
    UserId user; ///< none before signing in
};

/// What one step has gathered so far. Nothing of it leaves the hub before the commit (I12).
struct Turn {
    struct Append {
        protocol::Head head;
        std::optional<Target> by;
    };
    struct Changed {
        std::optional<Target> told; ///< the only session that was told in its answer, if one was
        bool isOwn = false;         ///< changed here; else another server has said so
    };
    /// How far a receipt register has moved.
    struct Seen {
        Seq seen;
        bool isOwn = false;
    };
    struct Delivery {
        std::vector<Reach> before; ///< who held the log furthest; nobody where it is not known
        bool isOwn = false;
    };

    std::vector<OperatorAnswer> operatorAnswers;
    std::vector<Caller> askers; ///< to be answered with Unavailable when the commit fails
    std::vector<Effect> effects;
    std::vector<Append> appends;
    /// Members whose state changed.
    std::map<std::pair<UserId, ConversationId>, Changed> changedStates;
    /// Users with a session that is to be told the totals whether or not they changed.
    std::set<UserId> totalsAsked;
    /// conversation -> reader
    std::map<ConversationId, std::map<UserId, Seen>> reads;
    /// Logs of which devices hold more.
    std::map<ConversationId, Delivery> deliveries;
    /// Heads that others have moved, to be announced whether or not the commit succeeds.
    std::vector<protocol::Head> heardHeads;
    std::vector<Hint> hints;
    /// Connections about which memory has changed in a way that a failed commit makes wrong.
    std::set<ConnectionId> touched;
    /// Goes out after everything else, whether or not the commit succeeds.
    std::vector<Effect> farewell;

    void reply(const Caller& caller, protocol::ServerFrame frame);
    void refuse(const Caller& caller, protocol::ErrorCode code, Milliseconds retryAfter = Milliseconds(0));
    /// `told`: the session whose answer carries the new state; none when nobody was told.
    void stateChanged(UserId user, ConversationId conversation, std::optional<Target> told);
    void seenMoved(ConversationId conversation, UserId reader, Seq seen);
    /// Comes before the change: `before` is kept from the first one.
    void deliveredMoves(ConversationId conversation, std::vector<Reach> before);

    // The same, as another server has told it.
    void stateHeard(UserId user, ConversationId conversation);
    void seenHeard(ConversationId conversation, UserId reader, Seq seen);
    void deliveredHeard(ConversationId conversation);
};

} // namespace tidemark::server
