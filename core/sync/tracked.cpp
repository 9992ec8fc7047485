#include "core/sync/tracked.h"

#include "core/base/require.h"
#include "core/domain/hidden.h"
#include "core/domain/pinned.h"

#include <algorithm>
#include <utility>

namespace tidemark {

Tracked::Tracked(LocalConversation conversation, RangeSet held)
    : m_conversation(std::move(conversation)), m_held(std::move(held))
{
    require(m_conversation.id.isValid(), "a conversation has an id");
}

Tracked::Tracked(const ConversationState& state)
{
    require(state.id.isValid(), "a conversation has an id");
    m_conversation.id = state.id;
    m_conversation.logEpoch = state.logEpoch;
    m_conversation.serverHead = state.head;
    // Every entry that is pulled from now on comes with its reactions.
    m_conversation.reactions.head = state.reactionHead;
    m_conversation.reactions.through = state.reactionHead;
}

bool Tracked::raiseHead(Seq head)
{
    if (head <= m_conversation.serverHead) {
        return false;
    }
    m_conversation.serverHead = head;
    return true;
}

void Tracked::adopt(const ConversationState& state)
{
    require(state.id == m_conversation.id && state.logEpoch == m_conversation.logEpoch,
            "a state belongs to the log that adopts it");
    require(state.cursor.readSeq <= state.head && state.floor <= state.head,
            "no cursor and no floor is beyond the head");
    m_conversation.kind = state.kind;
    m_conversation.role = state.role;
    m_conversation.title = state.title;
    m_conversation.forwardingForbidden = state.forwardingForbidden;
    m_conversation.peer = state.peer;
    m_conversation.memberCount = state.memberCount;
    m_conversation.isMember = state.isMember;
    m_conversation.generation = state.generation;
    m_conversation.settings = state.settings;
    raiseHead(state.head);
    noteActivity(state.lastActivity);
    m_conversation.floor = state.floor;
    m_conversation.floorMoved = state.floorMoved;
    m_conversation.trimmedThrough = std::max(m_conversation.trimmedThrough, state.trimmedThrough);
    m_conversation.confirmedClear = state.clearedThrough;
    clearThrough(std::max(m_conversation.clearedThrough, state.clearedThrough));
    m_conversation.confirmedHidden = state.hidden;
    hide(state.hidden);
    m_conversation.confirmed = state.cursor;
    m_conversation.moved = state.moved;
    m_conversation.version = state.version;
    m_conversation.ignoresVersion = state.ignoresVersion;
    raiseMarks({state.seenByOthers, state.deliveredToOthers});
}

void Tracked::nameLog(LogEpoch epoch)
{
    require(!m_conversation.logEpoch.isValid(), "only a log without an epoch is named");
    m_conversation.logEpoch = epoch;
}

void Tracked::beginLog(const ConversationState& state)
{
    m_held.clear();
    m_conversation.logEpoch = state.logEpoch;
    m_conversation.serverHead = state.head;
    m_conversation.countedHead = {};
    m_conversation.trimmedThrough = {};
    m_conversation.clearedThrough = {};
    m_conversation.confirmedClear = {};
    m_conversation.hidden.clear();
    m_conversation.confirmedHidden.clear();
    m_conversation.lastActivity = {};
    m_conversation.seenByOthers = {};
    m_conversation.deliveredToOthers = {};
    m_conversation.reactions = {};
    m_conversation.pinned.clear();
}

void Tracked::endMembership()
{
    m_conversation.isMember = false;
    m_conversation.counts = {};
    m_conversation.exact = true;
    m_conversation.pinned.clear();
}

void Tracked::clearThrough(Seq through)
{
    m_held.removeThrough(through);
    m_conversation.clearedThrough = through;
    m_conversation.trimmedThrough = std::max(m_conversation.trimmedThrough, through);
    dropTrimmed(m_conversation.pinned, m_conversation.trimmedThrough);
    if (through > m_conversation.floor) {
        m_conversation.floor = through;
        m_conversation.floorMoved = {CursorCause::Cleared, {}, {}, {}};
    }
}

void Tracked::hide(const std::vector<Seq>& seqs)
{
    require(seqs.empty() || seqs.back() <= m_conversation.serverHead, "nothing is hidden beyond the head");
    m_conversation.hidden = above(united(m_conversation.hidden, seqs), m_conversation.trimmedThrough);
}

void Tracked::hold(SeqRange range)
{
    require(range.last <= m_conversation.serverHead, "no entry is held beyond the head");
    require(range.first > m_conversation.clearedThrough, "no cleared entry is held");
    m_held.add(range);
}

void Tracked::noteActivity(UnixMs at)
{
    m_conversation.lastActivity = std::max(m_conversation.lastActivity, at);
}

void Tracked::changeMemberCount(int change)
{
    const std::int64_t members = std::int64_t{m_conversation.memberCount} + change;
    m_conversation.memberCount = static_cast<std::uint32_t>(std::max<std::int64_t>(members, 0));
}

bool Tracked::raiseMarks(Marks marks)
{
    const bool isNews =
        marks.seen > m_conversation.seenByOthers || marks.delivered > m_conversation.deliveredToOthers;
    m_conversation.seenByOthers = std::max(m_conversation.seenByOthers, marks.seen);
    m_conversation.deliveredToOthers = std::max(m_conversation.deliveredToOthers, marks.delivered);
    return isNews;
}

void Tracked::setCounts(const ConversationState& state)
{
    m_conversation.firstUnread = state.firstUnread;
    setCounts(state.counts, true);
    countThrough(state.head);
    m_conversation.pinned = state.pinned;
    dropTrimmed(m_conversation.pinned, m_conversation.trimmedThrough);
}

void Tracked::setCounts(ReadCounts counts, bool exact)
{
    m_conversation.counts = counts;
    m_conversation.exact = exact;
}

void Tracked::countThrough(Seq head)
{
    require(head <= m_conversation.serverHead, "no entry is counted beyond the head");
    m_conversation.countedHead = head;
}

void Tracked::changePinned(const std::vector<PinChange>& changes)
{
    for (const PinChange& change : changes) {
        apply(m_conversation.pinned, change);
    }
    dropTrimmed(m_conversation.pinned, m_conversation.trimmedThrough);
}

void Tracked::setReactions(const ReactionState& reactions)
{
    require(reactions.seen >= reactions.confirmed && reactions.head >= reactions.through,
            "no more is seen or stored than there is");
    m_conversation.reactions = reactions;
}

void Tracked::setFeed(const FeedShare& feed)
{
    require(feed.snapshot >= feed.confirmed, "a snapshot is at least the one that the server has");
    m_conversation.feed = feed;
}

} // namespace tidemark
