#pragma once

#include "core/sync/engine_context.h"

#include <map>
#include <vector>

namespace tidemark {

/// Who is writing: tells the others that the user is, and remembers for some seconds which of them are. None
/// of it is kept, answered or repeated: what gets lost costs nothing but the hint.
class TypingBook {
public:
    explicit TypingBook(EngineContext& context) : m_context(context) {}

    /// The user is writing. Told at most every three seconds, only while online, and not in conversations in
    /// which the server would not pass it on.
    void note(ConversationId conversation);
    /// The user has sent something: what comes next is news again.
    void sent(ConversationId conversation) { m_told.erase(conversation); }
    void hear(const protocol::TypingNow& typing);
    /// Ends what has come to its end: after five seconds without news, or with the message. Called at the end
    /// of each step.
    void flush();
    void onOffline();

private:
    struct Writer {
        User user;
        Instant until;
        Seq since; ///< what they write comes after it
    };
    using Writers = std::vector<Writer>;

    void report(ConversationId conversation, const Writers& writers);
    /// Whether an entry of `writer` that this step has brought is what they were writing.
    [[nodiscard]] bool hasArrived(ConversationId conversation, const Writer& writer) const;

    EngineContext& m_context;
    std::map<ConversationId, Instant> m_told;
    std::map<ConversationId, Writers> m_writers;
};

} // namespace tidemark
