#include "core/client/local_reads.h"

#include "core/store/client_store.h"

#include <iterator>
#include <vector>

namespace tidemark {

namespace {

template <typename T>
QList<T> toList(std::vector<T>&& values)
{
    return {std::make_move_iterator(values.begin()), std::make_move_iterator(values.end())};
}

} // namespace

void LocalReads::conversations() const
{
    Q_EMIT m_events.conversationsLoaded(toList(m_store.summaries()));
}

void LocalReads::timeline(ConversationId conversation, TimelineQuery query, quint64 tag) const
{
    Q_EMIT m_events.timelineLoaded(m_store.timeline(conversation, query), tag);
}

void LocalReads::search(const QString& words, ConversationId onlyIn, int limit, quint64 tag) const
{
    Q_EMIT m_events.searchFinished(toList(m_store.search(words, onlyIn, limit)), tag);
}

void LocalReads::aboutReader(AboutReaderQuery query, quint64 tag) const
{
    Q_EMIT m_events.searchFinished(toList(m_store.aboutReader(query)), tag);
}

void LocalReads::history(ConversationId conversation, Seq after, Seq before, int limit, quint64 tag) const
{
    Q_EMIT m_events.historyLoaded(toList(m_store.history(conversation, after, before, limit)), tag);
}

void LocalReads::mention(ConversationId conversation, Seq after) const
{
    Q_EMIT m_events.mentionFound(m_store.nextMention(conversation, after));
}

void LocalReads::explanation(ConversationId conversation) const
{
    const Snapshot snapshot = m_store.load();
    QList<HistoryEntry> entries;
    for (const Snapshot::Conversation& one : snapshot.conversations) {
        if (one.conversation.id == conversation) {
            // The entries that count, and before them those that would count without the floor.
            const auto read = [&](Seq from, Seq head) {
                const auto [after, through] = explainedRange(from, head);
                return after < through ? m_store.history(conversation, after, next(through),
                                                         static_cast<int>(maxExplainedEntries))
                                       : std::vector<HistoryEntry>();
            };
            entries = toList(read(one.conversation.cursor.readSeq, one.conversation.floor))
                      + toList(read(effectiveRead(one.conversation), one.conversation.countedHead));
        }
    }
    BadgeExplained answer{conversation, explain(snapshot, conversation, entries)};
    if (answer.explanation) {
        answer.explanation->firstUnread = m_store.firstUnread(conversation).value_or(Seq());
    }
    Q_EMIT m_events.badgeExplained(answer);
}

void LocalReads::people() const
{
    // More users would not help with completing a name.
    constexpr int maxPeople = 5000;
    Q_EMIT m_events.peopleLoaded(toList(m_store.people(maxPeople)));
}

void LocalReads::setting(const QString& key) const
{
    Q_EMIT m_events.settingLoaded(key, m_store.setting(key));
}

} // namespace tidemark
