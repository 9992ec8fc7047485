#include "ui/company.h"

#include <algorithm>
#include <utility>

namespace tidemark {

Company::Company(std::function<CommandId()> newCommand, QObject* parent)
    : QObject(parent), m_newCommand(std::move(newCommand))
{
}

QStringList Company::writers(ConversationId conversation) const
{
    const auto found = m_writers.find(conversation);
    return found == m_writers.end() ? QStringList() : found->second;
}

void Company::open(ConversationId conversation)
{
    m_conversation = conversation;
    m_asked = {};
    m_members.clear();
    m_memberCount = 0;
    m_isKnown = false;
    Q_EMIT membersChanged();
    refresh();
}

void Company::refresh()
{
    if (!m_isOnline || !m_conversation.isValid())
        return;
    m_asked = m_newCommand();
    Q_EMIT submitted(input::AskMembers{m_asked, m_conversation, {}});
}

void Company::setOnline(bool online)
{
    if (std::exchange(m_isOnline, online) != online)
        refresh();
}

void Company::noteCount(std::uint32_t memberCount)
{
    if (std::exchange(m_notedCount, memberCount) != memberCount && m_isKnown && m_memberCount != memberCount)
        refresh();
}

void Company::takeCommandDone(const change::CommandDone& done)
{
    if (!m_asked.isValid() || done.command != m_asked)
        return;
    m_asked = {};
    if (done.error)
        return;
    m_members = done.members;
    std::sort(m_members.begin(), m_members.end(), [](const protocol::Member& a, const protocol::Member& b) {
        return QString::localeAwareCompare(QString::fromStdString(a.user.name),
                                           QString::fromStdString(b.user.name))
               < 0;
    });
    m_memberCount = done.memberCount;
    m_isKnown = true;
    Q_EMIT membersChanged();
}

void Company::takeTyping(const change::TypingChanged& typing)
{
    QStringList names;
    for (const User& user : typing.users)
        names.append(QString::fromStdString(user.name));
    if (names.isEmpty())
        m_writers.erase(typing.conversation);
    else
        m_writers.insert_or_assign(typing.conversation, names);
    Q_EMIT writersChanged(typing.conversation);
}

} // namespace tidemark
