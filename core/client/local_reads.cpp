#include "core/client/local_reads.h"

#include "core/client/files/profile_files.h"
#include "core/domain/request_caps.h"
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

/// Bit n is set if the bytes of attachment n are on this device.
std::uint16_t heldOf(const std::vector<Attachment>& attachments, const ProfileFiles& files)
{
    std::uint16_t held = 0;
    for (std::size_t i = 0; i < attachments.size() && i < caps::maxAttachments; ++i) {
        held |= static_cast<std::uint16_t>((files.isHeld(attachments[i].hash) ? 1U : 0U) << i);
    }
    return held;
}

void fillHeld(TimelineItem& item, const ProfileFiles& files)
{
    // The profile has the files of pending messages.
    item.heldFiles = item.seq.isValid() ? heldOf(item.attachments, files)
                                        : static_cast<std::uint16_t>((1U << item.attachments.size()) - 1U);
}

} // namespace

void LocalReads::conversations() const
{
    Q_EMIT m_events.conversationsLoaded(toList(m_store.summaries()));
}

void LocalReads::timeline(ConversationId conversation, TimelineQuery query, quint64 tag) const
{
    TimelinePage page = m_store.timeline(conversation, query);
    for (std::vector<TimelineItem>* items : {&page.items, &page.pending}) {
        for (TimelineItem& item : *items) {
            fillHeld(item, m_files);
        }
    }
    Q_EMIT m_events.timelineLoaded(page, tag);
}

QList<SearchHit> LocalReads::withHeld(std::vector<SearchHit> hits) const
{
    for (SearchHit& hit : hits) {
        fillHeld(hit.item, m_files);
    }
    return toList(std::move(hits));
}

void LocalReads::search(const QString& words, ConversationId onlyIn, int limit, quint64 tag) const
{
    Q_EMIT m_events.searchFinished(withHeld(m_store.search(words, onlyIn, limit)), tag);
}

void LocalReads::aboutReader(AboutReaderQuery query, quint64 tag) const
{
    Q_EMIT m_events.searchFinished(withHeld(m_store.aboutReader(query)), tag);
}

void LocalReads::history(ConversationId conversation, Seq after, Seq before, int limit, quint64 tag) const
{
    std::vector<HistoryEntry> entries = m_store.history(conversation, after, before, limit);
    for (HistoryEntry& one : entries) {
        if (const auto* message = one.entry.as<content::Message>()) {
            one.heldFiles = heldOf(message->attachments, m_files);
        }
    }
    Q_EMIT m_events.historyLoaded(toList(std::move(entries)), tag);
}

void LocalReads::attachments(const AttachmentQuery& query, quint64 tag) const
{
    std::vector<AttachmentItem> items = m_store.attachments(query);
    for (AttachmentItem& one : items) {
        one.isHeld = m_files.isHeld(one.attachment.hash);
    }
    Q_EMIT m_events.attachmentsLoaded(toList(std::move(items)), tag);
}

void LocalReads::pinned(ConversationId conversation) const
{
    Q_EMIT m_events.pinnedLoaded(m_store.pinned(conversation));
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

void LocalReads::groupsWith(UserId person) const
{
    Q_EMIT m_events.sharedGroupsLoaded(person, toList(m_store.groupsWith(person)));
}

void LocalReads::setting(const QString& key) const
{
    Q_EMIT m_events.settingLoaded(key, m_store.setting(key));
}

} // namespace tidemark
