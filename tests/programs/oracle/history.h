#pragma once

#include "core/base/random.h"
#include "tests/programs/oracle/oracle.h"

#include <map>
#include <string>
#include <vector>

namespace tidemark::oracle {

/// Makes up users' actions from a seed. Most make sense in the oracle's world; some must be refused.
class History {
public:
    History(const Oracle& oracle, std::uint64_t seed) : m_oracle(oracle), m_random(seed) {}

    [[nodiscard]] UserId anyone();
    /// An action of `user`.
    [[nodiscard]] protocol::ClientFrame deed(UserId user);
    /// An earlier request of `user` that is repeated because its answer was lost, or else a new action.
    [[nodiscard]] protocol::ClientFrame deedAgain(UserId user);
    /// The groups and direct chats that a history starts with.
    [[nodiscard]] protocol::ClientFrame beginning(std::uint64_t number);
    [[nodiscard]] bool oneIn(std::uint64_t chances) { return m_random.below(chances) == 0; }
    [[nodiscard]] SplitMix64& random() { return m_random; }

private:
    [[nodiscard]] ConversationId anyConversation(UserId user);
    [[nodiscard]] Seq anySeq(ConversationId conversation);
    /// A message of `author`, or any seq if they have sent none.
    [[nodiscard]] Seq messageOf(UserId author, ConversationId conversation);
    [[nodiscard]] MessageUuid uuid();
    [[nodiscard]] Generation generationOf(UserId user, ConversationId conversation);
    [[nodiscard]] std::string anyName();
    [[nodiscard]] protocol::ClientFrame say(ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame change(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame read(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame markUnread(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame settings(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame clear(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame hide(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame ignore();
    [[nodiscard]] protocol::ClientFrame draft(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame react(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame seeReactions(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame comeOrGo(UserId user, ConversationId conversation);

    const Oracle& m_oracle;
    SplitMix64 m_random;
    MessageUuid m_lastUuid;
    std::map<UserId, std::vector<protocol::ClientFrame>> m_repeatable; ///< marks and reactions
};

} // namespace tidemark::oracle
