#include "core/store/tables/reaction_table.h"

#include <algorithm>

namespace tidemark {

namespace {

#define TIDEMARK_SELECT_PENDING                                                                              \
    "SELECT conversation, target, emoji, is_on, uuid, log_epoch FROM pending_reactions"

std::vector<PendingReaction> pendingIn(Run&& run)
{
    std::vector<PendingReaction> found;
    while (run.next()) {
        found.push_back({run.id<ConversationId>(0), run.id<Seq>(1), run.text(2), run.flag(3), run.uuid(4),
                         run.id<LogEpoch>(5)});
    }
    return found;
}

/// Changes `counts` to what they will be when the server has the user's pending reaction.
void apply(std::vector<ReactionCount>& counts, const std::string& emoji, bool isOn)
{
    auto found = std::ranges::find(counts, emoji, &ReactionCount::emoji);
    if (found == counts.end()) {
        if (isOn) {
            counts.push_back({emoji, 1, true});
        }
        return;
    }
    if (found->isMine != isOn) {
        found->isMine = isOn;
        found->count = isOn ? found->count + 1 : found->count - std::min(found->count, 1U);
    }
    if (found->count == 0) {
        counts.erase(found);
    }
}

} // namespace

ReactionTable::ReactionTable(Database& database)
    : m_put(database, "INSERT OR REPLACE INTO reactions (conversation, seq, place, emoji, count, mine)"
                      " VALUES (?, ?, ?, ?, ?, ?)"),
      m_erase(database, "DELETE FROM reactions WHERE conversation = ? AND seq = ?"),
      m_drop(database, "DELETE FROM reactions WHERE conversation = ? AND seq <= ?"),
      m_putPending(database,
                   "INSERT OR REPLACE INTO pending_reactions (conversation, target, emoji, is_on, uuid,"
                   " log_epoch) VALUES (?, ?, ?, ?, ?, ?)"),
      m_erasePending(database,
                     "DELETE FROM pending_reactions WHERE conversation = ? AND target = ? AND emoji = ?"),
      m_selectAllPending(database, TIDEMARK_SELECT_PENDING " ORDER BY conversation, target, emoji"),
      m_selectPendingOf(database, TIDEMARK_SELECT_PENDING " WHERE conversation = ? ORDER BY target, emoji"),
      m_select(database, "SELECT seq, emoji, count, mine FROM reactions"
                         " WHERE conversation = ? AND seq BETWEEN ? AND ? ORDER BY seq, place"),
      m_selectPending(database, "SELECT target, emoji, is_on FROM pending_reactions"
                                " WHERE conversation = ? AND target BETWEEN ? AND ? ORDER BY target, emoji")
{
}

void ReactionTable::put(ConversationId conversation, const MessageReactions& message)
{
    erase(conversation, message.seq);
    for (std::size_t place = 0; place < message.counts.size(); ++place) {
        const ReactionCount& one = message.counts[place];
        Run run(m_put, conversation, message.seq, place, one.emoji, one.count, one.isMine);
    }
}

void ReactionTable::erase(ConversationId conversation, Seq seq)
{
    Run run(m_erase, conversation, seq);
}

void ReactionTable::drop(ConversationId conversation, Seq through)
{
    Run run(m_drop, conversation, through);
}

void ReactionTable::putPending(const PendingReaction& reaction)
{
    Run run(m_putPending, reaction.conversation, reaction.target, reaction.emoji, reaction.isOn,
            reaction.uuid, reaction.logEpoch);
}

void ReactionTable::erasePending(ConversationId conversation, Seq target, const std::string& emoji)
{
    Run run(m_erasePending, conversation, target, emoji);
}

std::vector<PendingReaction> ReactionTable::allPending()
{
    return pendingIn(Run(m_selectAllPending));
}

std::vector<PendingReaction> ReactionTable::pendingOf(ConversationId conversation)
{
    return pendingIn(Run(m_selectPendingOf, conversation));
}

std::map<Seq, std::vector<ReactionCount>> ReactionTable::shown(ConversationId conversation, Seq first,
                                                               Seq last)
{
    std::map<Seq, std::vector<ReactionCount>> shown;
    {
        Run run(m_select, conversation, first, last);
        while (run.next()) {
            shown[run.id<Seq>(0)].push_back(
                {run.text(1), static_cast<std::uint32_t>(run.number(2)), run.flag(3)});
        }
    }
    Run run(m_selectPending, conversation, first, last);
    while (run.next()) {
        apply(shown[run.id<Seq>(0)], run.text(1), run.flag(2));
    }
    return shown;
}

} // namespace tidemark
