#pragma once

#include "core/client/client.h"
#include "core/models/timeline/timeline_model.h"

#include <QHash>
#include <QObject>

namespace tidemark::bench {

/// A timeline model that a client fills, as in a window. GUI thread.
class ShownTimeline : public QObject {
    Q_OBJECT
public:
    /// `firstTag`: tags from here on belong to this timeline. Timelines of one client need different tags.
    ShownTimeline(Client& client, quint64 firstTag, QObject* parent = nullptr);

    void open(const TimelineOpening& opening);
    [[nodiscard]] const TimelineModel& model() const { return m_model; }

Q_SIGNALS:
    /// Emitted when the first page is in the model.
    void opened();
    /// Emitted when the model has new rows.
    void grew();

private:
    void ask(const TimelineQuery& query);

    Client& m_client;
    TimelineModel m_model;
    quint64 m_nextTag;
    QHash<quint64, TimelineQuery> m_asked;
};

} // namespace tidemark::bench
