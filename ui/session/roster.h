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

/// Knows the other users: the members of the open conversation as the server last sent them, who is typing,
/// and all users that this device has heard of. Requests the members when a conversation is opened, when the
/// connection comes back and when the number of members changes. Marks nothing as read and stores nothing.
/// GUI thread.
class Roster : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t maxLoaded = 10000;

    explicit Roster(std::function<CommandId()> newCommand, QObject* parent = nullptr);

    /// Returns the members of the open conversation, by name; empty while they are not known.
    [[nodiscard]] const std::vector<protocol::Member>& members() const { return m_members; }
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// Returns the number of all members. In large conversations members() has fewer.
    [[nodiscard]] std::uint32_t memberCount() const { return m_memberCount; }
    /// Returns the names of the users who are typing in the conversation now.
    [[nodiscard]] QStringList writers(ConversationId conversation) const;

    /// Shows the members of another conversation; 0: no conversation is open.
    void open(ConversationId conversation);
    /// Requests the members again, if there is a connection.
    void refresh();
    void setOnline(bool online);
    /// Requests the members again if their number has changed, or the other user of the direct chat has
    /// deleted the account.
    void noteSummary(const ConversationSummary& open);
    /// Requests further members of a large conversation, if there are any.
    void showMore();
    /// Requests all members, page after page, through `maxLoaded`: somebody looks for a name. Each page emits
    /// membersChanged().
    void loadAll();
    /// Returns the users this device has heard of, as of the last answer to requestPeople().
    [[nodiscard]] const QList<User>& people() const { return m_people; }
    /// Requests people() again; ends with peopleChanged.
    void requestPeople();
    void takePeople(const QList<User>& people);
    /// Requests the groups that the user shares with a person; ends with groupsFound.
    void requestGroupsWith(UserId person) { Q_EMIT groupsWanted(person); }
    void takeCommandDone(const change::CommandDone& done);
    void takeTyping(const change::TypingChanged& typing);

Q_SIGNALS:
    void submitted(const tidemark::Input& input);
    void peopleWanted();
    void peopleChanged();
    void groupsWanted(tidemark::UserId person);
    /// Those that this device knows of, with the newest activity first.
    void groupsFound(tidemark::UserId person, const QList<tidemark::ConversationId>& groups);
    void membersChanged();
    void writersChanged(tidemark::ConversationId conversation);

private:
    void ask(UserId after);

    std::function<CommandId()> m_newCommand;
    ConversationId m_conversation;
    CommandId m_asked;
    std::vector<protocol::Member> m_members;
    std::vector<protocol::Member> m_incoming; ///< the members in the answers so far, by id
    std::size_t m_wanted = protocol::GetMembers::maxMembers;
    std::uint32_t m_memberCount = 0;
    std::uint32_t m_notedCount = 0;
    std::size_t m_sorted = 0; ///< as many members at the beginning of m_incoming are in the order of names
    bool m_loadsAll = false;
    bool m_isKnown = false;
    bool m_isOnline = false;
    std::map<ConversationId, QStringList> m_writers;
    QList<User> m_people;
};

} // namespace tidemark
