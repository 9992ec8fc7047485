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

/// Who else is there: the members of the open conversation, as the server has told them last, who is writing,
/// and everybody this device has heard of. Asks for members when a conversation is opened, when the
/// connection comes back and when the number of members changes. Reads nothing and keeps nothing. GUI thread.
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
    /// Asks for more of the members of a large conversation, while there are more.
    void showMore();
    /// Everybody this device has heard of, as far as was asked for.
    [[nodiscard]] const QList<User>& people() const { return m_people; }
    /// Asks for them anew: peopleChanged.
    void askPeople();
    void takePeople(const QList<User>& people);
    void takeCommandDone(const change::CommandDone& done);
    void takeTyping(const change::TypingChanged& typing);

Q_SIGNALS:
    void submitted(const tidemark::Input& input);
    void peopleWanted();
    void peopleChanged();
    void membersChanged();
    void writersChanged(tidemark::ConversationId conversation);

private:
    void ask(UserId after);

    std::function<CommandId()> m_newCommand;
    ConversationId m_conversation;
    CommandId m_asked;
    std::vector<protocol::Member> m_members;
    std::vector<protocol::Member> m_incoming; ///< of the answers that have come so far, by id
    std::size_t m_wanted = protocol::GetMembers::mostMembers;
    std::uint32_t m_memberCount = 0;
    std::uint32_t m_notedCount = 0;
    bool m_isKnown = false;
    bool m_isOnline = false;
    std::map<ConversationId, QStringList> m_writers;
    QList<User> m_people;
};

} // namespace tidemark
