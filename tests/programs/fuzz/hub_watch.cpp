#include "tests/programs/fuzz/hub_watch.h"

#include "server-stub/hub/contract/audit.h"
#include "tests/programs/fuzz/require.h"

#include <limits>

namespace tidemark::fuzz {

void HubWatch::look(server::Store& store)
{
    const std::vector<std::string> findings = server::audit(store);
    require(findings.empty(), findings.empty() ? std::string() : "the audit: " + findings.front());
    for (const ConversationId id : store.conversations().all()) {
        const auto conversation = store.conversations().find(id);
        require(conversation.has_value(), "a conversation is there");
        lookAt(*conversation);
    }
    for (const server::AccountRecord& account :
         store.accounts().after(UserId(), std::numeric_limits<std::uint32_t>::max())) {
        for (const server::MemberRecord& member : store.members().ofUser(account.id)) {
            lookAt(member, account.deleted);
        }
    }
}

void HubWatch::lookAt(const server::ConversationRecord& now)
{
    const auto [place, isNew] = m_conversations.try_emplace(now.id, now);
    const server::ConversationRecord before = std::exchange(place->second, now);
    require(now.logEpoch == before.logEpoch, "a log keeps its epoch (I14)");
    require(now.head >= before.head, "a head does not fall (I1)");
    require(now.headCountable >= before.headCountable, "prefix counts do not fall (I3)");
    require(now.trimmedThrough >= before.trimmedThrough, "the trimmed part of a log does not shrink");
}

void HubWatch::lookAt(const server::MemberRecord& now, bool isDeleted)
{
    const auto [place, isNew] = m_members.try_emplace({now.conversation, now.user}, now);
    const server::MemberRecord before = std::exchange(place->second, now);
    require(now.generation >= before.generation, "a generation does not fall (I5)");
    require(now.version >= before.version, "a version does not fall (I8)");
    if (now.generation == before.generation) {
        require(now.floor >= before.floor, "a floor only rises (I5)");
        require(now.cursor >= before.cursor, "a cursor only rises (I6)");
        require(isDeleted || now.seen >= before.seen, "a receipt only rises (I7)");
        require(now.delivered >= before.delivered, "a delivery position only rises");
    }
}

} // namespace tidemark::fuzz
