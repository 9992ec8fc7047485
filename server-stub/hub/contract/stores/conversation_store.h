#pragma once

#include "core/domain/content.h"
#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "core/domain/protocol.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

struct ConversationRecord {
    ConversationId id;
    ConversationKind kind = ConversationKind::Group;
    std::string title;
    LogEpoch logEpoch;
    Seq head;
    std::uint64_t headCountable = 0; ///< prefix count at the head
    UnixMs lastActivity;
    /// Present members; always 0 for announcements, whose members are not counted.
    std::uint32_t memberCount = 0;
    UserId creator;
    UserId directLow;  ///< direct chats: the smaller user id
    UserId directHigh; ///< direct chats: the larger user id (equal to directLow in the chat with oneself)
    Seq trimmedThrough = {};       ///< entries through here have lost their content; at most `head`
    bool historyOpen = false;      ///< groups: new members can read the history from before they joined
    bool inviteOnly = false;       ///< groups: users cannot join; only moderators and owners add members
    ReactionSeq reactionHead = {}; ///< the newest position given to a change of reactions; never falls
    /// The pinned messages at `head`, ascending; those that retention has trimmed since the last change of
    /// this set are still in it.
    std::vector<Seq> pinned = {};
    bool forwardingForbidden = false; ///< messages cannot be forwarded from here
    friend bool operator==(const ConversationRecord&, const ConversationRecord&) = default;
};

/// The pinned messages of `conversation` after an entry with `content` has been appended.
[[nodiscard]] std::vector<Seq> pinnedAfter(const ConversationRecord& conversation,
                                           const EntryContent& content);

/// Whether users who were never members may know that the conversation exists: every user who knows its id
/// can join it, follow it or receive it.
[[nodiscard]] inline bool isKnownToAll(const ConversationRecord& conversation)
{
    return conversation.kind != ConversationKind::Direct && !conversation.inviteOnly;
}

/// The newest change of reactions, as it is pushed.
[[nodiscard]] inline protocol::Head reactionHeadOf(const ConversationRecord& conversation)
{
    return {conversation.id, conversation.logEpoch, conversation.head, conversation.reactionHead};
}

/// A title with its letters A to Z lowered, as findChannels() compares it.
[[nodiscard]] std::string foldedTitle(std::string_view title);

/// The conversations of a Store.
class ConversationStore {
public:
    virtual ~ConversationStore() = default;

    virtual std::optional<ConversationRecord> find(ConversationId id) = 0;
    virtual std::optional<ConversationId> byCreation(UserId creator, MessageUuid creation) = 0;
    /// The number of groups and channels that the user has created.
    virtual std::size_t createdBy(UserId creator) = 0;
    virtual std::optional<ConversationId> direct(UserId low, UserId high) = 0;
    /// The only conversation of kind NoticeList, if it has been inserted.
    virtual std::optional<ConversationId> noticeList() = 0;
    /// Channels whose title contains `text` (the case of A to Z is ignored), the newest first, at most
    /// `limit`. Searches only this many of the newest channels.
    static constexpr std::uint32_t maxChannelsSearched = 20000;
    virtual std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit) = 0;
    /// All conversations, ascending.
    virtual std::vector<ConversationId> all() = 0;
    /// The committed heads of those of the logs that exist, in any order. Call it before the transaction
    /// writes anything.
    [[nodiscard]] virtual std::vector<protocol::Head> heads(const std::vector<ConversationId>& ids);
    /// The latest of the times of all logs' newest entries; 0 if there are no entries.
    virtual UnixMs newestTime() = 0;

    /// The new conversation has head 0 and no members. Ids ascend from 1.
    virtual ConversationId insert(const ConversationRecord& record, MessageUuid creation) = 0;
    virtual void setTitle(ConversationId id, std::string_view title) = 0;
    virtual void setForwarding(ConversationId id, bool forbidden) = 0;
};

} // namespace tidemark::server
