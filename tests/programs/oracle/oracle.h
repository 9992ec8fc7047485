#pragma once

#include "core/domain/protocol.h"
#include "core/domain/range_set.h"

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace tidemark::oracle {

/// Something shows another number than the oracle says.
class Mismatch : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The messages that a badge stands for, one by one.
struct Truth {
    std::set<Seq> unread;
    std::set<Seq> mentions; ///< those of `unread` that name the reader or all
    std::set<Seq> replies;  ///< those of `unread` that answer the reader

    friend bool operator==(const Truth&, const Truth&) = default;
};

/// The rules of unread (I4–I6, I15) said as plainly as possible: for every member the set of seqs that he has
/// read and the set of those that he need not read. Nothing is counted before it is asked for, and then by
/// looking at every message. Slow on purpose; shares no code with what it judges.
class Oracle {
public:
    struct Message {
        UserId author;
        std::set<UserId> named;
        bool namesAll = false;
        UserId answers; ///< author of the message that this one answers; 0 none
        Seq recalledBy; ///< 0: not recalled
        Milliseconds saidAt{0};
    };
    struct Member {
        bool isPresent = false;
        std::uint32_t generation = 0;
        std::uint32_t epoch = 0;  ///< how often he took a read back
        std::uint64_t leftAt = 0; ///< the seq of the notice by which he left
        std::set<Seq> waived;     ///< was said before he came
        std::set<Seq> read;
        std::uint64_t seen = 0; ///< how far he has let the others see that he reads
        bool muted = false;
        bool archived = false;
        std::vector<MessageUuid> marks; ///< in the order of their arrival
    };
    struct Log {
        bool isDirect = false;
        std::uint64_t head = 0;
        std::string title;
        std::map<Seq, Message> messages;
        std::map<UserId, Member> members;
        std::set<std::pair<UserId, MessageUuid>> sent;
    };

    /// What the server keeps of each log, and for how long a message counts; nothing said: all, for ever.
    struct Limits {
        std::optional<std::uint64_t> kept; ///< the newest entries
        std::optional<Milliseconds> countsFor;
    };
    void setLimits(Limits limits) { m_limits = limits; }
    /// From now on it is `now`.
    void setTime(Milliseconds now) { m_now = now; }

    /// Ids ascend from 1. Names are of letters alone, and none is the beginning of another.
    UserId addPerson(std::string name);

    /// What `frame` of a signed-in user does. What must be refused does nothing; so does a question.
    void take(UserId from, const protocol::ClientFrame& frame);

    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; } ///< of user 1 first
    [[nodiscard]] const std::map<ConversationId, Log>& logs() const { return m_logs; }
    /// Null: never was one.
    [[nodiscard]] const Member* member(ConversationId conversation, UserId user) const;
    /// How far any of the others who are there has let see that he reads.
    [[nodiscard]] std::uint64_t seenByOthers(ConversationId conversation, UserId user) const;
    /// What is unread now; nothing for who is not there.
    [[nodiscard]] Truth truth(ConversationId conversation, UserId user) const;
    /// What somebody who knows the log up to `asOf` must say of the messages in (after, through].
    [[nodiscard]] Truth truthAsOf(ConversationId conversation, UserId user, SeqRange range, Seq asOf) const;

private:
    void create(UserId from, const protocol::CreateGroup& request);
    void openDirect(UserId from, const protocol::OpenDirect& request);
    void send(UserId from, const protocol::Send& send);
    [[nodiscard]] bool change(Log& log, UserId from, Seq target);
    void say(Log& log, UserId from, const protocol::TextContent& content);
    void read(UserId from, const protocol::Read& read);
    void markUnread(UserId from, const protocol::MarkUnread& mark);
    void set(UserId from, const protocol::SetSettings& request);
    void join(UserId from, ConversationId conversation);
    void add(UserId from, const protocol::AddMember& request);
    void leave(UserId from, ConversationId conversation);
    void rename(UserId from, const protocol::Rename& request);

    void admit(Log& log, UserId user);
    [[nodiscard]] Log* find(ConversationId conversation);
    /// Null: not a member at present.
    [[nodiscard]] static Member* present(Log& log, UserId user);
    [[nodiscard]] UserId named(const std::string& name) const; ///< 0: nobody

    /// The server has nothing of it any more.
    [[nodiscard]] bool isGone(const Log& log, Seq seq) const;

    Limits m_limits;
    Milliseconds m_now{0};
    std::vector<std::string> m_names;
    std::map<ConversationId, Log> m_logs;
    std::map<std::pair<UserId, MessageUuid>, ConversationId> m_created;
};

/// Every seq from 1 to `last`.
[[nodiscard]] std::set<Seq> allThrough(Seq last);

} // namespace tidemark::oracle
