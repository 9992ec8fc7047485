#pragma once

#include "core/domain/conversation.h"
#include "core/sync/local_state.h"

namespace tidemark {

/// A conversation with the part of its log that this device holds. The verbs keep them consistent: the head
/// only rises within a log, no entry is counted or held beyond it, and only members have counts.
class Tracked {
public:
    /// A conversation from the store.
    Tracked(LocalConversation conversation, RangeSet held);
    /// A conversation that this state has made known. Call adopt() next.
    explicit Tracked(const ConversationState& state);

    [[nodiscard]] ConversationId id() const { return m_conversation.id; }
    [[nodiscard]] const LocalConversation& conversation() const { return m_conversation; }
    [[nodiscard]] const RangeSet& held() const { return m_held; }

    /// Returns whether `head` is a newer head.
    bool raiseHead(Seq head);
    /// Adopts what a state of this log says, except the counts, the feed's share and the unsent cursor.
    void adopt(const ConversationState& state);
    /// Sets the epoch of a log that had none.
    void nameLog(LogEpoch epoch);
    /// Forgets the log and begins the one of `state`, which is another incarnation (I14).
    void beginLog(const ConversationState& state);
    /// The user is not, or is no longer, a member.
    void endMembership();

    /// The user clears the history: the entries through here are no longer held, and count in nothing. Leaves
    /// the counts to the caller.
    void clearThrough(Seq through);
    /// The user hides these messages, which are ascending. Leaves the counts to the caller.
    void hide(const std::vector<Seq>& seqs);
    /// The entries of `range` are held from now on.
    void hold(SeqRange range);
    void noteActivity(UnixMs at);
    /// Keeps the member count at the counted head until the next state replaces it.
    void changeMemberCount(int change);
    /// Returns whether a mark has risen.
    bool raiseMarks(Marks marks);

    /// `cursor` is the server's cursor, moved by the unsent intents.
    void setCursor(Cursor cursor) { m_conversation.cursor = cursor; }
    /// Takes the counts and the pinned messages of a state, at its head.
    void setCounts(const ConversationState& state);
    /// Sets the counts under `cursor`, at the counted head.
    void setCounts(ReadCounts counts, bool exact);
    /// Forgets the server's first unread message, which does not hold for another set of ignored users.
    void forgetFirstUnread() { m_conversation.firstUnread = {}; }
    /// Sets the head that `counts` are counted at.
    void countThrough(Seq head);
    /// Applies the changes of entries that are counted now.
    void changePinned(const std::vector<PinChange>& changes);
    void setFeed(const FeedShare& feed);
    void setReactions(const ReactionState& reactions);
    /// Sets the place among the pinned conversations that the server does not have yet; 0: none.
    void wantPinOrder(std::uint32_t order) { m_conversation.wantedPinOrder = order; }

private:
    LocalConversation m_conversation;
    RangeSet m_held;
};

} // namespace tidemark
