#pragma once

#include "core/domain/protocol.h"
#include "core/domain/range_set.h"

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace tidemark::oracle {

/// A number differs from the oracle's.
class Mismatch : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One user's reaction with one emoji to a message.
struct Reaction {
    Seq target;
    UserId user;
    std::string emoji;

    friend auto operator<=>(const Reaction&, const Reaction&) = default;
};

/// The messages and reactions that a badge counts, one by one.
struct Truth {
    std::set<Seq> unread;
    std::set<Seq> mentions;       ///< messages of `unread` that name the reader or all
    std::set<Seq> replies;        ///< messages of `unread` that answer the reader
    std::set<Reaction> reactions; ///< others' reactions to the reader's messages that the reader has not seen

    friend bool operator==(const Truth&, const Truth&) = default;
};

/// The rules of unread (I4–I6, I15) in their plainest form: for every member the set of read seqs, and the
/// set of seqs that they need not read. It counts on request only, by looking at every message. It is slow
/// on purpose, and shares no code with the code that it checks.
class Oracle {
public:
    struct Message {
        UserId author;
        std::set<UserId> named;
        bool namesAll = false;
        UserId answers; ///< the author of the answered message; 0 for none
        Seq recalledBy; ///< 0 if not recalled
        Milliseconds saidAt{0};
        bool isPinned = false;
    };
    /// A reaction that was made at least once. `isOn`: it is there.
    struct Made {
        bool isOn = false;
        std::uint64_t first = 0;        ///< when it was there first, in changes of the log's reactions
        std::vector<MessageUuid> uuids; ///< of the changes, in the order of their arrival
    };
    struct Draft {
        std::string text;
        std::uint64_t version = 0;
        MessageUuid uuid; ///< of the last change
    };
    struct Member {
        bool isPresent = false;
        std::uint32_t generation = 0;
        std::uint32_t epoch = 0;   ///< the number of marks as unread
        std::uint64_t leftAt = 0;  ///< the seq of the notice of leaving
        std::set<Seq> waived;      ///< messages from before the user joined, and cleared ones
        std::uint64_t cleared = 0; ///< the user has cleared the history through this seq
        std::set<Seq> hidden;      ///< messages that the user has hidden from themselves
        std::set<Seq> read;
        std::set<Reaction> reactionsSeen; ///< also those that the user need not see
        std::uint64_t seen = 0;           ///< the furthest public read
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
        std::map<Reaction, Made> reactions;
        std::uint64_t reactionChanges = 0;
    };

    /// The retention of the server. Without values it keeps everything, and messages count for ever.
    struct Limits {
        std::optional<std::uint64_t> kept;     ///< the number of newest entries
        std::optional<Milliseconds> countsFor; ///< the age from which an unread message no longer counts
    };
    void setLimits(Limits limits) { m_limits = limits; }
    /// Sets the time.
    void setTime(Milliseconds now) { m_now = now; }

    /// Ids ascend from 1. Names consist of letters, and none is the beginning of another.
    UserId addPerson(std::string name);

    /// Applies `frame` of a signed-in user. Frames that must be refused, and queries, do nothing.
    void take(UserId from, const protocol::ClientFrame& frame);

    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; } ///< beginning with user 1
    [[nodiscard]] const std::map<ConversationId, Log>& logs() const { return m_logs; }
    /// Null if the user was never a member.
    [[nodiscard]] const Member* member(ConversationId conversation, UserId user) const;
    /// The furthest public read of any other present member.
    [[nodiscard]] std::uint64_t seenByOthers(ConversationId conversation, UserId user) const;
    /// The user's draft; version 0 if there was none.
    [[nodiscard]] Draft draft(ConversationId conversation, UserId user) const;
    /// The unread messages and reactions now; empty for a user who is not a member.
    [[nodiscard]] Truth truth(ConversationId conversation, UserId user) const;
    /// The unread messages in (after, through] for a device that knows the log through `asOf`, and whose user
    /// ignores `ignored` and has hidden `hidden`, as far as it knows.
    [[nodiscard]] Truth truthAsOf(ConversationId conversation, UserId user, SeqRange range, Seq asOf,
                                  const std::set<UserId>& ignored = {},
                                  const std::set<Seq>& hidden = {}) const;
    /// The users whom this one ignores or blocks.
    [[nodiscard]] std::map<UserId, IgnoreLevel> ignoredBy(UserId user) const;

private:
    void setIgnored(UserId from, const protocol::SetIgnored& request);
    [[nodiscard]] bool isBlocked(UserId other, UserId user) const;
    /// Whether `user` blocks a present member, who must not learn what the user reads.
    [[nodiscard]] bool blocksMember(UserId user, const Log& log) const;
    void create(UserId from, const protocol::CreateGroup& request);
    void openDirect(UserId from, const protocol::OpenDirect& request);
    void send(UserId from, const protocol::Send& send);
    /// Whether the user has cleared the message.
    [[nodiscard]] static bool hasCleared(const Log& log, UserId user, Seq seq);
    [[nodiscard]] bool change(Log& log, UserId from, Seq target);
    [[nodiscard]] bool pin(Log& log, const content::Notice& content);
    void say(Log& log, UserId from, const content::Message& content);
    void read(UserId from, const protocol::Read& read);
    void markUnread(UserId from, const protocol::MarkUnread& mark);
    void clear(UserId from, const protocol::ClearHistory& request);
    void hide(UserId from, const protocol::HideMessages& request);
    void react(UserId from, const protocol::React& request);
    void seeReactions(UserId from, const protocol::SeeReactions& request);
    void setDraft(UserId from, const protocol::SetDraft& request);
    void set(UserId from, const protocol::SetSettings& request);
    void join(UserId from, ConversationId conversation);
    void add(UserId from, const protocol::AddMember& request);
    void leave(UserId from, ConversationId conversation);
    void rename(UserId from, const protocol::Rename& request);

    void admit(Log& log, UserId user);
    [[nodiscard]] Log* find(ConversationId conversation);
    /// Null if the user is not a present member.
    [[nodiscard]] static Member* present(Log& log, UserId user);
    [[nodiscard]] UserId named(const std::string& name) const; ///< 0 if there is no such user

    /// Whether the server has trimmed the entry.
    [[nodiscard]] bool isGone(const Log& log, Seq seq) const;

    Limits m_limits;
    Milliseconds m_now{0};
    std::vector<std::string> m_names;
    std::map<ConversationId, Log> m_logs;
    std::map<std::pair<UserId, MessageUuid>, ConversationId> m_created;
    std::map<UserId, std::map<UserId, IgnoreLevel>> m_ignored; ///< without users of level None
    std::map<UserId, std::vector<MessageUuid>> m_ignoreUuids;  ///< in the order of their arrival
    std::map<std::pair<UserId, ConversationId>, Draft> m_drafts;
    std::map<UserId, std::uint64_t> m_draftVersions; ///< the newest one of each user
};

/// Every seq from 1 to `last`.
[[nodiscard]] std::set<Seq> allThrough(Seq last);

} // namespace tidemark::oracle
