#include "tests/programs/bench/clients/shown_timeline.h"

namespace tidemark::bench {

ShownTimeline::ShownTimeline(Client& client, quint64 firstTag, QObject* parent)
    : QObject(parent), m_client(client), m_nextTag(firstTag)
{
    m_model.setToday(QDate(2026, 11, 21));
    connect(&m_model, &TimelineModel::pageWanted, this, &ShownTimeline::ask);
    connect(&m_model, &TimelineModel::positioned, this, &ShownTimeline::opened);
    connect(&m_model, &TimelineModel::rowsInserted, this, &ShownTimeline::grew);
    connect(&m_model, &TimelineModel::newerMissing, this, [this](Seq after) {
        m_client.submit(input::LoadRange{{}, m_model.conversation(), after, {}});
    });
    connect(&m_model, &TimelineModel::olderMissing, this, [this](Seq before) {
        m_client.submit(input::LoadOlder{m_model.conversation(), before});
    });
    connect(&client, &Client::timelineLoaded, this, [this](const TimelinePage& page, quint64 tag) {
        const auto asked = m_asked.find(tag);
        if (asked != m_asked.end()) {
            const TimelineQuery query = *asked;
            m_asked.erase(asked);
            m_model.takePage(page, query);
        }
    });
    connect(&client, &Client::timelineGrew, this,
            [this](ConversationId conversation, Seq first, Seq last, const QList<Seq>& marked) {
                if (conversation == m_model.conversation()) {
                    m_model.noteGrowth(first, last, marked);
                }
            });
}

void ShownTimeline::open(const TimelineOpening& opening)
{
    m_client.submit(input::LookAt{opening.conversation});
    m_model.open(opening);
}

void ShownTimeline::ask(const TimelineQuery& query)
{
    const quint64 tag = m_nextTag++;
    m_asked.insert(tag, query);
    m_client.requestTimeline(m_model.conversation(), query, tag);
}

} // namespace tidemark::bench
