#include "ui/session/message_search.h"

#include <utility>

namespace tidemark {

namespace {
constexpr int firstHits = 60;
constexpr int maxHits = 2000;
} // namespace

MessageSearch::MessageSearch(SearchResultsModel::Titles titles, QObject* parent)
    : QObject(parent), m_results(std::move(titles)), m_today(QDate::currentDate())
{
}

void MessageSearch::ask(const QString& typed, ConversationId onlyIn)
{
    want({typed.simplified(), onlyIn, {}, firstHits});
}

void MessageSearch::askAboutReader(const AboutReaderQuery& query)
{
    AboutReaderQuery asked = query;
    asked.limit = 0;
    want({{}, {}, asked, firstHits});
}

void MessageSearch::takeReactionChange()
{
    if (m_request.aboutReader && m_request.aboutReader->reactions) {
        Q_EMIT outdated();
    }
}

void MessageSearch::refresh()
{
    if (m_request.isEmpty()) {
        return;
    }
    if (m_isAsked) {
        m_isStale = true;
    } else {
        send();
    }
}

void MessageSearch::askMore()
{
    if (!m_hasMore || isSearching()) {
        return;
    }
    SearchRequest more = m_request;
    more.limit = std::min(maxHits, more.limit * 2);
    want(more);
}

void MessageSearch::want(const SearchRequest& request)
{
    if (request == m_request) {
        return;
    }
    m_request = request;
    if (request.isEmpty()) {
        m_isStale = false;
        ++m_tag; // invalidates the answer on its way
        m_isAsked = m_hasMore = false;
        m_results.setHits({}, {}, m_today);
        Q_EMIT changed();
    } else if (m_isAsked) {
        m_isStale = true;
    } else {
        send();
    }
}

void MessageSearch::send()
{
    m_isAsked = true;
    if (m_request.aboutReader) {
        AboutReaderQuery query = *m_request.aboutReader;
        query.limit = m_request.limit;
        Q_EMIT aboutReaderWanted(query, ++m_tag);
        return;
    }
    Q_EMIT searchWanted(m_request.typed, m_request.onlyIn, m_request.limit, ++m_tag);
}

void MessageSearch::take(const QList<SearchHit>& hits, quint64 tag)
{
    if (tag != m_tag || !m_isAsked) {
        return;
    }
    m_isAsked = false;
    if (std::exchange(m_isStale, false)) {
        send();
        return;
    }
    m_hasMore = hits.size() >= m_request.limit && m_request.limit < maxHits;
    m_results.setHits(hits, m_request.typed, m_today);
    Q_EMIT changed();
}

} // namespace tidemark
