#include "ui/session/roster.h"

#include "core/models/words/notice_text.h"

#include <algorithm>
#include <utility>

namespace tidemark {

Roster::Roster(std::function<CommandId()> newCommand, QObject* parent)
    : QObject(parent), m_newCommand(std::move(newCommand))
{
}

QStringList Roster::writers(ConversationId conversation) const
{
    const auto found = m_writers.find(conversation);
    return found == m_writers.end() ? QStringList() : found->second;
}

void Roster::open(ConversationId conversation)
{
    m_conversation = conversation;
    m_asked = {};
    m_members.clear();
    m_wanted = protocol::GetMembers::maxMembers;
    m_memberCount = 0;
    m_isKnown = m_loadsAll = false;
    Q_EMIT membersChanged();
    refresh();
}

void Roster::refresh()
{
    if (!m_isOnline || !m_conversation.isValid()) {
        return;
    }
    m_incoming.clear();
    m_sorted = 0;
    ask({});
}

void Roster::ask(UserId after)
{
    m_asked = m_newCommand();
    Q_EMIT submitted(input::GetMembers{m_asked, m_conversation, after});
}

void Roster::showMore()
{
    if (!m_isOnline || !m_isKnown || m_asked.isValid() || m_members.size() >= m_memberCount) {
        return;
    }
    m_wanted = m_members.size() + protocol::GetMembers::maxMembers;
    m_incoming = m_members;
    m_sorted = m_incoming.size();
    const auto last = std::max_element(m_incoming.begin(), m_incoming.end(),
                                       [](const auto& a, const auto& b) { return a.user.id < b.user.id; });
    ask(last == m_incoming.end() ? UserId() : last->user.id);
}

void Roster::loadAll()
{
    m_loadsAll = true;
    showMore();
}

void Roster::requestPeople()
{
    m_people.clear();
    Q_EMIT peopleWanted();
}

void Roster::takePeople(const QList<User>& people)
{
    m_people = people;
    m_people.removeIf([](const User& user) { return user.isDeleted; });
    Q_EMIT peopleChanged();
}

void Roster::setOnline(bool online)
{
    if (std::exchange(m_isOnline, online) == online) {
        return;
    }
    refresh();
    if (online) {
        return;
    }
    // Without a connection, the server cannot report that a user has stopped typing.
    for (const auto& [conversation, names] : std::exchange(m_writers, {})) {
        Q_EMIT writersChanged(conversation);
    }
}

void Roster::noteSummary(const ConversationSummary& open)
{
    const std::uint32_t count = open.memberCount;
    const bool isOtherCount = std::exchange(m_notedCount, count) != count && m_memberCount != count;
    const bool isNewlyDeleted =
        open.isPeerDeleted && std::ranges::any_of(m_members, [&open](const auto& one) {
            return one.user.id == open.peer && !one.user.isDeleted;
        });
    if (m_isKnown && (isOtherCount || (isNewlyDeleted && !m_asked.isValid()))) {
        refresh();
    }
}

void Roster::takeCommandDone(const change::CommandDone& done)
{
    if (!m_asked.isValid() || done.command != m_asked) {
        return;
    }
    m_asked = {};
    if (done.error) {
        m_loadsAll = false;
        return;
    }
    const auto page = done.resultAs<protocol::Members>();
    m_incoming.insert(m_incoming.end(), page.members.begin(), page.members.end());
    if (!page.members.empty() && m_incoming.size() < std::min<std::size_t>(m_wanted, page.memberCount)) {
        ask(page.members.back().user.id);
        return;
    }
    m_members = std::exchange(m_incoming, {});
    const auto byName = [](const protocol::Member& a, const protocol::Member& b) {
        return QString::localeAwareCompare(shownName(a.user), shownName(b.user)) < 0;
    };
    const auto added = m_members.begin() + static_cast<std::ptrdiff_t>(m_sorted);
    std::sort(added, m_members.end(), byName);
    std::inplace_merge(m_members.begin(), added, m_members.end(), byName);
    // The last page tells that there are no more, whatever the number of members says.
    m_memberCount = page.members.empty() ? static_cast<std::uint32_t>(m_members.size()) : page.memberCount;
    m_isKnown = true;
    Q_EMIT membersChanged();
    if (m_loadsAll && m_members.size() < maxLoaded) {
        showMore();
    }
}

void Roster::takeTyping(const change::TypingChanged& typing)
{
    QStringList names;
    for (const User& user : typing.users) {
        names.append(shownName(user));
    }
    if (names.isEmpty()) {
        m_writers.erase(typing.conversation);
    } else {
        m_writers.insert_or_assign(typing.conversation, names);
    }
    Q_EMIT writersChanged(typing.conversation);
}

} // namespace tidemark
