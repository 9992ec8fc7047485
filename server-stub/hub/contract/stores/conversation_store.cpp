#include "server-stub/hub/contract/stores/conversation_store.h"

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
