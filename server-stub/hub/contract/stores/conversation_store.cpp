#include "server-stub/hub/contract/stores/conversation_store.h"

#include "core/domain/pinned.h"

namespace tidemark::server {

std::string foldedTitle(std::string_view title)
{
    std::string folded(title);
    for (char& letter : folded) {
        if (letter >= 'A' && letter <= 'Z') {
            letter = static_cast<char>(letter - 'A' + 'a');
        }
    }
    return folded;
}

std::vector<Seq> pinnedAfter(const ConversationRecord& conversation, const EntryContent& content)
{
    std::vector<Seq> pinned = conversation.pinned;
    if (const auto change = pinChangeIn(content)) {
        apply(pinned, *change);
        dropTrimmed(pinned, conversation.trimmedThrough);
    }
    return pinned;
}

std::vector<protocol::Head> ConversationStore::heads(const std::vector<ConversationId>& ids)
{
    std::vector<protocol::Head> heads;
    for (const ConversationId id : ids) {
        if (const auto record = find(id)) {
            heads.push_back({id, record->logEpoch, record->head});
        }
    }
    return heads;
}

} // namespace tidemark::server
