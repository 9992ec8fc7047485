#include "ui/session/reactions/unread_reactions.h"

#include "ui/session/commands.h"
#include "ui/session/open_conversation.h"
#include "ui/session/reactions/reaction_writer.h"
#include "ui/session/server_connection.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tidemark {

namespace {

/// Further messages are not listed, and count as seen together with these.
constexpr qsizetype maxListed = 1000;

} // namespace

UnreadReactions::UnreadReactions(Commands& commands, OpenConversation& chat,
                                 const ServerConnection& connection, ReactionWriter& writer, QObject* parent)
    : QObject(parent), m_commands(commands), m_chat(chat), m_connection(connection), m_writer(writer)
{
    connect(&chat, &OpenConversation::currentChanged, this, &UnreadReactions::open);
    connect(&chat, &OpenConversation::summaryChanged, this, &UnreadReactions::update);
    connect(&connection, &ServerConnection::cameOnline, this, &UnreadReactions::update);
    connect(&commands, &Commands::ended, this, &UnreadReactions::take);
    connect(&chat.reading(), &ReadingWatch::reactionsSeen, this, [this] {
        m_commands.submit(input::SeeReactions{{}, m_chat.current()});
    });
}

void UnreadReactions::open()
{
    forget();
    m_visited = {};
    update();
}

void UnreadReactions::forget()
{
    m_number = 0;
    m_asked = {};
    m_messages.clear();
    m_isComplete = m_isStale = m_wantsNext = false;
    m_chat.reading().setUnreadReactions({});
}

/// Asks which reactions are unread, if their number has changed.
void UnreadReactions::update()
{
    const ConversationSummary* summary = m_chat.summary();
    const quint64 number = summary == nullptr ? 0 : summary->unreadReactions;
    if (number == 0 && m_number == 0) {
        return;
    }
    if (number == 0) {
        forget();
        return;
    }
    const bool isKnown = number == m_number && (m_isComplete || m_asked.isValid()) && !m_isStale;
    if (isKnown || !m_connection.isOnline()) {
        return;
    }
    // Until the answer is here, nothing is seen: the new reactions may be to a message that is not on screen.
    m_chat.reading().setUnreadReactions({});
    m_number = number;
    m_isComplete = m_isStale = false;
    m_messages.clear();
    ask({});
}

void UnreadReactions::ask(ReactionSeq after)
{
    m_asked = m_writer.requestReactors(m_chat.current(), {}, after);
}

void UnreadReactions::takeChange(ConversationId conversation, const QList<Seq>& messages)
{
    if (conversation != m_chat.current() || m_number == 0) {
        return;
    }
    const std::vector<TimelineRow>& rows = m_chat.timeline().rows();
    const bool concernsUser = std::any_of(messages.begin(), messages.end(), [&](Seq seq) {
        const int row = m_chat.timeline().rowOfSeq(seq);
        return row < 0 ? m_messages.contains(seq) : rows[static_cast<std::size_t>(row)].isOwn;
    });
    if (concernsUser) {
        m_isStale = true;
        update();
    }
}

void UnreadReactions::take(const change::CommandDone& done)
{
    if (!m_asked.isValid() || done.command != m_asked) {
        return;
    }
    m_asked = {};
    if (done.error) {
        if (std::exchange(m_wantsNext, false)) {
            Q_EMIT notFound();
        }
        return;
    }
    const auto page = done.resultAs<protocol::Reactors>();
    for (const protocol::Reactor& one : page.reactors) {
        m_messages.append(one.seq);
    }
    if (page.hasMore && !page.reactors.empty() && m_messages.size() < maxListed) {
        ask(page.reactors.back().first);
        return;
    }
    finish();
}

void UnreadReactions::finish()
{
    // If the numbers differ, one of both is older; the newer state comes with a change of the summary.
    m_isComplete = quint64(m_messages.size()) == m_number || m_messages.size() >= maxListed;
    if (m_isComplete) {
        m_chat.reading().setUnreadReactions({m_messages.begin(), m_messages.end()});
    }
    if (std::exchange(m_wantsNext, false)) {
        visitNext();
    }
}

void UnreadReactions::goToNext()
{
    const ConversationSummary* summary = m_chat.summary();
    if (summary == nullptr || summary->unreadReactions == 0) {
        return;
    }
    if (!m_messages.isEmpty() && !m_asked.isValid()) {
        visitNext();
        return;
    }
    if (!m_connection.isOnline()) {
        Q_EMIT notFound();
        return;
    }
    m_wantsNext = true;
    if (!m_asked.isValid()) {
        m_isStale = true;
        update();
    }
}

void UnreadReactions::visitNext()
{
    const std::set<Seq> messages(m_messages.begin(), m_messages.end());
    if (messages.empty()) {
        Q_EMIT notFound();
        return;
    }
    const auto after = messages.upper_bound(m_visited);
    m_visited = after == messages.end() ? *messages.begin() : *after;
    // First the jump, which ends what the user was reading.
    Q_EMIT found(m_chat.current(), m_visited);
    m_chat.reading().visitReactions(m_visited);
}

} // namespace tidemark
