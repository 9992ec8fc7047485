#pragma once

#include "core/client/client.h"
#include "core/models/timeline/timeline_model.h"

#include <QHash>
#include <QObject>

namespace tidemark::bench {

/// A timeline model that is fed by a client, as a window does it. GUI thread.
class ShownTimeline : public QObject {
    Q_OBJECT
public:
    /// `firstTag`: tags from here on are this timeline's own; timelines of one client need different ones.
    ShownTimeline(Client& client, quint64 firstTag, QObject* parent = nullptr);

    void open(const TimelineOpening& opening);
    [[nodiscard]] const TimelineModel& model() const { return m_model; }

Q_SIGNALS:
    /// The first page is in the model.
    void opened();
    /// Rows are new in the model.
    void grew();

private:
    void ask(const TimelineQuery& query);

    Client& m_client;
    TimelineModel m_model;
    quint64 m_nextTag;
    QHash<quint64, TimelineQuery> m_asked;
};

} // namespace tidemark::bench
