#pragma once

#include "core/domain/ids.h"
#include "core/domain/reaction.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// The register of one user's reaction with one emoji to one message. It stays when the reaction is taken
/// back.
struct ReactionRecord {
    ConversationId conversation;
    Seq target;
    UserId user;
    std::string emoji;
    bool isOn = false;
    UserId targetAuthor;
    ReactionSeq seq = {};                      ///< the position of the last change
    ReactionSeq first = {};                    ///< the position at which it was on first; never changes
    std::vector<MessageUuid> recentUuids = {}; ///< of its latest changes, the newest last
    friend bool operator==(const ReactionRecord&, const ReactionRecord&) = default;
};
/// Number of uuids kept. A repeated request is recognised unless the register has changed this often since.
constexpr std::size_t maxRecentReactionUuids = 8;

/// The key of a ReactionRecord.
struct ReactionKey {
    ConversationId conversation;
    Seq target;
    UserId user;
    std::string_view emoji;
};

/// The last change of a register.
struct ReactionChange {
    ReactionSeq seq;
    Seq target;
    friend bool operator==(const ReactionChange&, const ReactionChange&) = default;
};

/// Selects the reactions of others to one user's messages that are on and were first made after `after`.
/// `above`: only messages with greater seqs. `except`: not the reactions of these users.
struct UnreadReactionsOf {
    ConversationId conversation;
    UserId author;
    Seq above;
    ReactionSeq after;
    std::vector<UserId> except = {}; ///< ascending
};

/// The number of registers that are on in these summaries, which a reader pays for.
[[nodiscard]] inline std::size_t reactionsIn(const std::vector<MessageReactions>& messages)
{
    std::size_t sum = 0;
    for (const MessageReactions& message : messages) {
        for (const ReactionCount& count : message.counts) {
            sum += count.count;
        }
    }
    return sum;
}

/// The reactions of a Store's conversations: a compacted side log beside each log.
class ReactionStore {
public:
    virtual ~ReactionStore() = default;

    virtual std::optional<ReactionRecord> find(const ReactionKey& key) = 0;
    /// Inserts or replaces the register. If it has changed, raises ConversationRecord::reactionHead to its
    /// `seq`.
    virtual void put(const ReactionRecord& record) = 0;
    /// The number of the user's registers on the message, on or off.
    virtual std::size_t countOf(ConversationId conversation, Seq target, UserId user) = 0;

    /// The reactions to the messages of (after, through] that have any, ascending.
    virtual std::vector<MessageReactions> summaries(ConversationId conversation, Seq after, Seq through,
                                                    UserId reader) = 0;
    /// The first `limit` last changes after `after`, ascending by position.
    virtual std::vector<ReactionChange> changes(ConversationId conversation, ReactionSeq after,
                                                std::uint32_t limit) = 0;
    /// The reactions to the targets of changes() that have any, ascending.
    virtual std::vector<MessageReactions> changedSummaries(ConversationId conversation, ReactionSeq after,
                                                           std::uint32_t limit, UserId reader) = 0;
    /// The reactions to the message that are on, ascending by `first`, those after `after`; at most `limit`.
    virtual std::vector<ReactionRecord> reactors(ConversationId conversation, Seq target, ReactionSeq after,
                                                 std::uint32_t limit) = 0;
    /// The selected reactions, ascending by `first`; at most `limit`.
    virtual std::vector<ReactionRecord> unread(const UnreadReactionsOf& of, std::uint32_t limit) = 0;
    virtual std::uint64_t countUnread(const UnreadReactionsOf& of) = 0;

    /// Removes all reactions to the messages of (after, through]. Returns the authors of those messages to
    /// which others' reactions were on, ascending.
    virtual std::vector<UserId> remove(ConversationId conversation, Seq after, Seq through) = 0;
    /// All registers, ascending by position; for audits.
    virtual std::vector<ReactionRecord> all(ConversationId conversation) = 0;
};

} // namespace tidemark::server
