#pragma once

#include "core/domain/ids.h"
#include "server-stub/hub/contract/stores/reaction_store.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::server {

/// The work that is left to do for a deleted account, and how far it has come.
struct DeletionRecord {
    /// Databases store these numbers.
    enum class Stage : std::uint8_t {
        Erasing, ///< what belongs to the account alone is still there
        Leaving, ///< the account leaves its conversations
        Removing ///< its reactions are taken back, and its messages recalled if `removesTexts`
    };
    UserId user;
    Stage stage = Stage::Erasing;
    bool removesTexts = false;
    ConversationId done = {}; ///< the stage has done the conversations through here
    Seq through = {};         ///< Removing: and the messages through here in the next conversation
    friend bool operator==(const DeletionRecord&, const DeletionRecord&) = default;
};

/// The deletions of a Store's accounts that are not finished, and what they ask the other tables.
class DeletionStore {
public:
    virtual ~DeletionStore() = default;

    /// The record of the deleted account with the smallest id; empty if no work is left.
    virtual std::optional<DeletionRecord> next() = 0;
    /// Inserts or replaces the record of its user.
    virtual void put(const DeletionRecord& record) = 0;
    virtual void remove(UserId user) = 0;

    /// Erases what belongs to the account alone: settings, drafts, scheduled messages, folders, the set of
    /// ignored users, invitations, seen dots, and the names of the devices. Uploads expire at once. Tokens
    /// and password stay, so that the user's devices can be told why they are signed out.
    virtual void eraseOwned(UserId user) = 0;

    /// The conversations above `after` in which the user is or was a member, ascending; at most `limit`.
    virtual std::vector<ConversationId> conversationsOf(UserId user, ConversationId after,
                                                        std::uint32_t limit) = 0;
    /// The messages of the user above `after` that are not recalled, ascending; at most `limit`.
    virtual std::vector<Seq> messagesOf(UserId user, ConversationId conversation, Seq after,
                                        std::uint32_t limit) = 0;
    /// Reactions of the user that are on, in any order; at most `limit`.
    virtual std::vector<ReactionRecord> reactionsOf(UserId user, ConversationId conversation,
                                                    std::uint32_t limit) = 0;
};

} // namespace tidemark::server
