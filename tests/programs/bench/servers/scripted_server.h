#pragma once

#include "core/domain/conversation.h"
#include "core/domain/entry.h"
#include "core/domain/protocol.h"
#include "tests/support/logged_messages.h"

#include <map>
#include <string>
#include <vector>

namespace tidemark::bench {

/// A server that only answers Hello and Pull, as bytes. The same requests in the same order get the same
/// bytes, so that frames encoded in a first run cost nothing in later ones.
class ScriptedServer {
public:
    /// Makes `conversations` logs of `entriesEach` messages, with texts and authors from `talk` in turn.
    /// The reader is user 1, who has sent and read nothing.
    ScriptedServer(const std::vector<test::LoggedMessage>& talk, std::size_t conversations,
                   std::size_t entriesEach);

    /// The frames that answer `asked`. They are encoded when this request number first comes.
    [[nodiscard]] const std::vector<std::string>& answers(const protocol::ClientEnvelope& asked);

    [[nodiscard]] static User reader() { return {UserId(1), "reader"}; }
    [[nodiscard]] static ConversationId conversationAt(std::size_t index)
    {
        return ConversationId(index + 1);
    }
    [[nodiscard]] const std::vector<std::vector<Entry>>& logs() const { return m_logs; }
    [[nodiscard]] std::size_t entryCount() const { return m_logs.size() * m_logs.front().size(); }

private:
    [[nodiscard]] std::vector<std::string> encodeAnswers(const protocol::ClientEnvelope& asked) const;
    [[nodiscard]] protocol::States states() const;
    [[nodiscard]] protocol::Range range(const protocol::Pull& pull) const;

    std::vector<std::vector<Entry>> m_logs;
    std::map<UserId, User> m_people;
    std::map<RequestId, std::vector<std::string>> m_answers;
};

} // namespace tidemark::bench
