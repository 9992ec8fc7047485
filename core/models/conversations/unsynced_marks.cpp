#include "core/models/conversations/unsynced_marks.h"

#include <QList>
#include <QTimer>

namespace tidemark {

UnsyncedMarks::UnsyncedMarks(std::chrono::milliseconds delay, QObject* parent)
    : QObject(parent), m_delay(delay)
{
}

bool UnsyncedMarks::note(const ConversationSummary& summary)
{
    if (!summary.readUnsent) {
        m_waiting.erase(summary.id);
        return false;
    }
    const auto [found, isNew] = m_waiting.try_emplace(summary.id);
    Waiting& waiting = found->second;
    waiting.isShown = waiting.isShown || m_isOffline;
    if (waiting.isShown || (!isNew && waiting.cursor == summary.cursor)) {
        return waiting.isShown;
    }
    waiting.cursor = summary.cursor;
    waiting.since = ++m_moves;
    QTimer::singleShot(m_delay, this, [this, id = summary.id, since = waiting.since] {
        const auto still = m_waiting.find(id);
        if (still != m_waiting.end() && still->second.since == since) {
            show(id);
        }
    });
    return false;
}

bool UnsyncedMarks::isShown(ConversationId conversation) const
{
    const auto found = m_waiting.find(conversation);
    return found != m_waiting.end() && found->second.isShown;
}

void UnsyncedMarks::setOffline(bool offline)
{
    m_isOffline = offline;
    if (!offline) {
        return;
    }
    QList<ConversationId> waiting;
    for (const auto& [id, one] : m_waiting) {
        waiting.append(id);
    }
    for (const ConversationId id : waiting) {
        show(id);
    }
}

void UnsyncedMarks::clear()
{
    m_waiting.clear();
}

void UnsyncedMarks::show(ConversationId conversation)
{
    Waiting& waiting = m_waiting.at(conversation);
    if (waiting.isShown) {
        return;
    }
    waiting.isShown = true;
    Q_EMIT shown(conversation);
}

} // namespace tidemark
