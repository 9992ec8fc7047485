#include "ui/session/files/media_list.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr int pageSize = 60;

/// Lists of different tasks get the answers of each other, too.
quint64 nextTag()
{
    static quint64 last = 0;
    return ++last;
}

} // namespace

void MediaList::open(ConversationId conversation, AttachmentQuery::Kind kind)
{
    m_query = {};
    m_query.kind = kind;
    m_query.conversation = conversation;
    m_query.limit = pageSize;
    m_items.clear();
    m_isComplete = false;
    m_awaited = 0;
    loadMore();
}

void MediaList::loadMore()
{
    if (m_isComplete || isLoading() || !m_query.conversation.isValid()) {
        return;
    }
    if (!m_items.isEmpty()) {
        m_query.before = m_items.constLast().key.seq;
        m_query.beforeIndex = m_items.constLast().key.index;
    }
    m_awaited = nextTag();
    Q_EMIT wanted(m_query, m_awaited);
}

int MediaList::indexOf(const FileKey& key) const
{
    const auto found = std::find_if(m_items.begin(), m_items.end(),
                                    [&key](const AttachmentItem& one) { return one.key == key; });
    return found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
}

void MediaList::take(const QList<AttachmentItem>& files, quint64 tag)
{
    if (tag != m_awaited || tag == 0) {
        return;
    }
    m_awaited = 0;
    m_isComplete = files.size() < pageSize;
    m_items += files;
    Q_EMIT changed();
}

} // namespace tidemark
