#pragma once

#include "core/sync/engine_context.h"

#include <map>
#include <optional>
#include <vector>

namespace tidemark {

/// The conversations of which the server does not know something that the user has done, each with the
/// request that tells it and the commands that wait for the answer. What there is to tell is stored
/// elsewhere.
class UnsentRequests {
public:
    explicit UnsentRequests(EngineContext& context) : m_context(context) {}

    /// The server does not know all of this conversation.
    void add(ConversationId conversation) { m_unsent.try_emplace(conversation); }
    /// The same; the command is done when the server has answered, or now if there is no connection.
    void add(ConversationId conversation, CommandId command);
    /// The server knows all of this conversation, or has refused it.
    void finish(ConversationId conversation, std::optional<protocol::ErrorCode> error);
    /// The request has ended, and there may be more to tell.
    void release(ConversationId conversation);
    /// No request is sent for some time.
    void pause(Milliseconds retryAfter);
    void onOnline() { m_notBefore = {}; }
    /// Waiting commands are done: what they did is kept, and sent later.
    void onOffline();
    void clear() { m_unsent.clear(); }
    [[nodiscard]] bool isEmpty() const { return m_unsent.empty(); }

    /// Calls `send(conversation)`, which returns the request, for each conversation that has none.
    template <typename Send>
    void flush(Send send)
    {
        if (isPausing()) {
            return;
        }
        for (auto& [conversation, unsent] : m_unsent) {
            if (!unsent.request.isValid()) {
                unsent.request = send(conversation);
            }
        }
    }

private:
    struct Unsent {
        RequestId request;
        std::vector<CommandId> commands;
    };
    /// If so, plans to wake up at its end.
    [[nodiscard]] bool isPausing();

    EngineContext& m_context;
    std::map<ConversationId, Unsent> m_unsent;
    Instant m_notBefore{};
};

} // namespace tidemark
