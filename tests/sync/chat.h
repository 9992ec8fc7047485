#pragma once

#include "core/domain/conversation.h"
#include "core/domain/entry.h"
#include "core/domain/protocol.h"

#include <set>
#include <string>
#include <vector>

namespace tidemark::test {

inline const User me{UserId(1), "me"};
inline constexpr UserId bob(2);
inline constexpr UserId carol(3);

/// One conversation as the server has it, with the state of `me` in it. Counts are found by going through
/// the log. Not for threads.
class Chat {
public:
    explicit Chat(std::uint64_t id);

    // Events on the server. Each call returns the seq of the new entry.
    Seq says(UserId author, const std::string& text = "hi", bool mentionsMe = false, MessageUuid uuid = {});
    Seq recalls(Seq target);
    Seq edits(Seq target, const std::string& text);
    /// Another user joins or leaves.
    Seq notes(NoticeKind notice, UserId who);
    /// A member pins or unpins a message.
    Seq pins(UserId who, Seq target);
    Seq unpins(UserId who, Seq target);
    /// `count` messages of `author`.
    void talks(UserId author, std::uint64_t count);

    // My other devices, or the server, change my state.
    void reads(Seq through);
    void marksUnread(Seq from);
    void setsFloor(Seq seq);
    /// Retention: the server keeps nothing through `seq`, and the floor rises to it.
    void trims(Seq seq);
    void changes(ConversationSettings settings);
    void hides(const std::vector<Seq>& seqs);
    /// Another device opened the "Following" entry when the head was `through`.
    void opensFeed(Seq through);
    void leaves();
    void rejoins();
    /// The server comes back from a backup: the log after `head` is lost.
    void losesLogAfter(Seq head, LogEpoch newEpoch);

    [[nodiscard]] Seq head() const { return Seq(m_log.size()); }
    /// The pinned messages when the log ended at `head`.
    [[nodiscard]] std::vector<Seq> pinnedAt(Seq head) const;
    [[nodiscard]] ReadCounts counts() const { return countsAt(head()); }
    [[nodiscard]] ConversationState state() const { return stateAt(head()); }
    /// The state that the server sent when the log ended at `head`.
    [[nodiscard]] ConversationState stateAt(Seq head) const;
    [[nodiscard]] protocol::States states() const { return {{state()}, {}, 0}; }
    [[nodiscard]] protocol::Notify notify() const { return {{{id, epoch, head()}}}; }
    [[nodiscard]] protocol::Range range(Seq after, Seq through) const;
    /// The server's answer to a pull.
    [[nodiscard]] protocol::Range answer(const protocol::Pull& pull) const;
    /// The server's answer to a send. A known uuid gives the same seq again (I2).
    protocol::SendAck accepts(const protocol::Send& send);
    /// The server's answer to a read: the state, after the cursor has moved unless the read is old.
    protocol::States accepts(const protocol::ReadIntent& intent);
    protocol::States accepts(const protocol::MarkUnread& mark);
    protocol::States accepts(const protocol::FeedSnapshot& snapshot);

    ConversationId id;
    LogEpoch epoch;
    Cursor cursor;
    Seq floor;
    CursorMove floorMoved;
    Seq trimmedThrough;
    Generation generation{1};
    std::uint64_t version = 1;
    ConversationSettings settings;
    bool isMember = true;
    Seq seenByOthers;
    std::uint32_t memberCount = 2;
    ConversationKind kind = ConversationKind::Group;
    Seq feedSnapshot;
    ReactionSeq reactionHead;
    ReactionSeq reactionsSeen;
    std::uint64_t unreadReactions = 0;
    std::vector<UserId> ignored; ///< by me, ascending
    Seq clearedThrough;          ///< by me
    std::vector<Seq> hidden;     ///< by me, ascending
    std::uint64_t ignoresVersion = 0;

private:
    [[nodiscard]] bool isUnread(const Entry& entry, Seq read, Seq head) const;
    [[nodiscard]] ReadCounts countsAt(Seq head) const { return countsAbove(cursor.readSeq, head); }
    [[nodiscard]] ReadCounts countsAbove(Seq read, Seq head) const;
    /// The first message that counts in `countsAt`, or none.
    [[nodiscard]] Seq firstUnreadAt(Seq head) const;
    Entry& append(UserId author, EntryContent content);

    std::vector<Entry> m_log;
    std::set<MessageUuid> m_marks;
};

[[nodiscard]] MessageUuid uuidOf(std::uint64_t number);

} // namespace tidemark::test
