#pragma once

#include "core/domain/reaction.h"
#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

#include <map>
#include <vector>

namespace tidemark {

/// The reactions to messages, and those of the user that the server has not acknowledged.
class ReactionTable {
public:
    explicit ReactionTable(Database& database);

    /// Replaces the reactions to one message.
    void put(ConversationId conversation, const MessageReactions& message);
    void erase(ConversationId conversation, Seq seq);
    void drop(ConversationId conversation, Seq through);
    void putPending(const PendingReaction& reaction);
    void erasePending(ConversationId conversation, Seq target, const std::string& emoji);
    [[nodiscard]] std::vector<PendingReaction> allPending();
    [[nodiscard]] std::vector<PendingReaction> pendingOf(ConversationId conversation);

    /// The reactions to the messages first..last that have any, as the user is to see them: those of the user
    /// that are still to be sent are part of them.
    [[nodiscard]] std::map<Seq, std::vector<ReactionCount>> shown(ConversationId conversation, Seq first,
                                                                  Seq last);

private:
    Statement m_put;
    Statement m_erase;
    Statement m_drop;
    Statement m_putPending;
    Statement m_erasePending;
    Statement m_selectAllPending;
    Statement m_selectPendingOf;
    Statement m_select;
    Statement m_selectPending;
};

} // namespace tidemark
