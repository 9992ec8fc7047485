#pragma once

#include "core/client/client.h"
#include "core/domain/ids.h"
#include "core/domain/protocol.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <map>
#include <vector>

namespace tidemark {

/// Who else is there: the members of the open conversation, as the server has told them last, and who is
/// writing. Asks when a conversation is opened, when the connection comes back and when the number of members
/// changes. Reads nothing and keeps nothing. GUI thread.
class Company : public QObject {
    Q_OBJECT
public:
    explicit Company(std::function<CommandId()> newCommand, QObject* parent = nullptr);

    /// The members of the open conversation, by name; empty while they are not known.
    [[nodiscard]] const std::vector<protocol::Member>& members() const { return m_members; }
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// In all: more than members() in large conversations.
    [[nodiscard]] std::uint32_t memberCount() const { return m_memberCount; }
    /// The names of those who write in the conversation now.
    [[nodiscard]] QStringList writers(ConversationId conversation) const;

    /// Another conversation is open; 0: none.
    void open(ConversationId conversation);
    /// Asks again, while there is a connection.
    void refresh();
    void setOnline(bool online);
    /// How many the conversation is said to have: asks again when that is news.
    void noteCount(std::uint32_t memberCount);
    void takeCommandDone(const change::CommandDone& done);
    void takeTyping(const change::TypingChanged& typing);

Q_SIGNALS:
    void submitted(const tidemark::Input& input);
    void membersChanged();
    void writersChanged(tidemark::ConversationId conversation);

private:
    std::function<CommandId()> m_newCommand;
    ConversationId m_conversation;
    CommandId m_asked;
    std::vector<protocol::Member> m_members;
    std::uint32_t m_memberCount = 0;
    std::uint32_t m_notedCount = 0;
    bool m_isKnown = false;
    bool m_isOnline = false;
    std::map<ConversationId, QStringList> m_writers;
};

} // namespace tidemark
