#include "server-stub/hub/publishing/hint_composer.h"

namespace tidemark::server {

void HintComposer::compose()
{
    if (!m_context.isShared) {
        return;
    }
    for (const Turn::Append& append : m_context.turn().appends()) {
        m_context.addHint(hint::LogMoved{append.head});
    }
    for (const auto& [place, changed] : m_context.turn().changedStates()) {
        if (changed.isOwn) {
            m_context.addHint(hint::StateChanged{place.first, place.second});
        }
    }
    composeReceipts();
}

void HintComposer::composeReceipts()
{
    for (const auto& [conversation, readers] : m_context.turn().reads()) {
        const auto record = m_context.store().conversations().find(conversation);
        if (!record || !m_context.sharesReceipts(*record)) {
            continue;
        }
        for (const auto& [reader, moved] : readers) {
            if (moved.isOwn) {
                m_context.addHint(hint::SeenMoved{conversation, reader, moved.seen});
            }
        }
    }
    for (const auto& [conversation, reacted] : m_context.turn().reactions()) {
        if (reacted.isOwn && reacted.isPushed) {
            m_context.addHint(hint::ReactionsMoved{conversation});
        }
    }
    for (const auto& [conversation, delivery] : m_context.turn().deliveries()) {
        if (delivery.isOwn) {
            m_context.addHint(hint::DeliveredMoved{conversation});
        }
    }
}

} // namespace tidemark::server
