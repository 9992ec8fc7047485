#pragma once

#include "core/sync/tracked_conversations.h"

#include <map>
#include <vector>

namespace tidemark {

/// Typing notices: tells others that the user is typing, and remembers for some seconds which others are.
/// Nothing is stored, answered or repeated; a lost frame costs only the notice.
class TypingTracker {
public:
    TypingTracker(EngineContext& context, const TrackedConversations& conversations)
        : m_context(context), m_conversations(conversations)
    {
    }

    /// The user is typing. Sends a notice at most every three seconds, only while online, and not in
    /// conversations in which the server would not forward it.
    void note(ConversationId conversation);
    /// The user has sent a message: typing after it is announced again at once.
    void sent(ConversationId conversation) { m_lastSent.erase(conversation); }
    void take(const protocol::TypingNow& typing);
    /// Removes users five seconds after their last notice, or when their message arrives. Called at the end
    /// of each step.
    void flush();
    void onOffline();

private:
    struct Writer {
        User user;
        Instant until;
        Seq since; ///< their message will have a seq after this one
    };
    using Writers = std::vector<Writer>;

    void report(ConversationId conversation, const Writers& writers);
    /// Whether this step brought the message that `writer` was typing.
    [[nodiscard]] bool hasArrived(ConversationId conversation, const Writer& writer) const;

    EngineContext& m_context;
    const TrackedConversations& m_conversations;
    std::map<ConversationId, Instant> m_lastSent;
    std::map<ConversationId, Writers> m_writers;
};

} // namespace tidemark
