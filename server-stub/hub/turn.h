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
    /// Members whose state changed, and the only session that was told in its answer, if one was.
    using ChangedStates = std::map<std::pair<UserId, ConversationId>, std::optional<Target>>;

    std::vector<OperatorAnswer> operatorAnswers;
    std::vector<Caller> askers; ///< to be answered with Unavailable when the commit fails
    std::vector<Effect> effects;
    std::vector<Append> appends;
    ChangedStates changedStates;
    /// Users with a session that is to be told the totals whether or not they changed.
    std::set<UserId> totalsAsked;
    /// conversation -> reader -> how far the receipt register has moved
    std::map<ConversationId, std::map<UserId, Seq>> reads;
    /// conversation -> who held the log furthest before devices told in this turn that they hold more
    std::map<ConversationId, std::vector<Reach>> deliveries;
    /// Connections about which memory has changed in a way that a failed commit makes wrong.
    std::set<ConnectionId> touched;
    /// Goes out after everything else, whether or not the commit succeeds.
    std::vector<Effect> farewell;

    void reply(const Caller& caller, protocol::ServerFrame frame);
    void refuse(const Caller& caller, protocol::ErrorCode code, Milliseconds retryAfter = Milliseconds(0));
    /// `told`: the session whose answer carries the new state; none when nobody was told.
    void stateChanged(UserId user, ConversationId conversation, std::optional<Target> told);
    void seenMoved(ConversationId conversation, UserId reader, Seq seen);
};

} // namespace tidemark::server
