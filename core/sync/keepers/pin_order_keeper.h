#pragma once

#include "core/sync/engine_context.h"
#include "core/sync/tracked_conversations.h"

#include <map>

namespace tidemark {

/// Gives pinned conversations their places. A place is shown at once, and kept until the server has it. It is
/// sent without the other settings, so that it cannot undo what another device has changed meanwhile.
class PinOrderKeeper {
public:
    PinOrderKeeper(EngineContext& context, TrackedConversations& conversations);

    void order(Tracked& tracked, const input::OrderPin& input);
    /// A state has been adopted, or the membership has ended.
    void noteAdopted(Tracked& tracked);

    void onAnswered(const request::OrderPin& sent);
    void onError(const request::OrderPin& sent, const protocol::Error& error);
    void onTimeout(const request::OrderPin& sent);
    void onOnline() { m_notBefore = {}; }
    void onOffline();
    void flush();
    void forgetAll() { m_unsent.clear(); }
    [[nodiscard]] bool hasIntents() const { return !m_unsent.empty(); }

private:
    /// The server has answered the request, or will refuse it whenever it comes.
    void settle(const request::OrderPin& sent);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    /// The conversations whose place the server does not have yet; the requests that are under way.
    std::map<ConversationId, RequestId> m_unsent;
    Instant m_notBefore{};
};

} // namespace tidemark
