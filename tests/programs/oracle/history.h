#pragma once

#include "core/base/random.h"
#include "tests/programs/oracle/oracle.h"

#include <map>
#include <string>
#include <vector>

namespace tidemark::oracle {

/// Makes up what people do, from a seed: mostly what makes sense in the oracle's world, sometimes what must
/// be refused.
class History {
public:
    History(const Oracle& oracle, std::uint64_t seed) : m_oracle(oracle), m_random(seed) {}

    [[nodiscard]] UserId anyone();
    /// Something that `user` does.
    [[nodiscard]] protocol::ClientFrame deed(UserId user);
    /// What `user` has asked before and asks again, because the answer was lost; else a deed.
    [[nodiscard]] protocol::ClientFrame deedAgain(UserId user);
    /// The groups and direct chats that a history starts with.
    [[nodiscard]] protocol::ClientFrame beginning(std::uint64_t number);
    [[nodiscard]] bool oneIn(std::uint64_t chances) { return m_random.below(chances) == 0; }
    [[nodiscard]] SplitMix64& random() { return m_random; }

private:
    [[nodiscard]] ConversationId anyConversation(UserId user);
    [[nodiscard]] Seq anySeq(ConversationId conversation);
    /// A message of `author`, or any seq when he has said nothing.
    [[nodiscard]] Seq messageOf(UserId author, ConversationId conversation);
    [[nodiscard]] MessageUuid uuid();
    [[nodiscard]] Generation generationOf(UserId user, ConversationId conversation);
    [[nodiscard]] std::string anyName();
    [[nodiscard]] protocol::ClientFrame say(ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame change(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame read(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame markUnread(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame settings(UserId user, ConversationId conversation);
    [[nodiscard]] protocol::ClientFrame comeOrGo(UserId user, ConversationId conversation);

    const Oracle& m_oracle;
    SplitMix64 m_random;
    MessageUuid m_lastUuid;
    std::map<UserId, std::vector<protocol::ClientFrame>> m_marks;
};

} // namespace tidemark::oracle
