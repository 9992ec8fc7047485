#include "app/lab/playing/event_model.h"

#include "app/lab/playing/lab_controller.h"
#include "app/lab/playing/lab_words.h"

#include <algorithm>
#include <utility>

namespace tidemark::lab {

EventModel::EventModel(LabController& controller, QObject* parent)
    : QAbstractListModel(parent), m_controller(controller)
{
    connect(&controller, &LabController::eventsCut, this, &EventModel::cut);
    connect(&controller, &LabController::eventsAdded, this, &EventModel::takeNew);
    connect(&controller, &LabController::moved, this, &EventModel::takePosition);
    takeNew();
}

int EventModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_count;
}

QVariant EventModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Event& event = m_controller.events().at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return eventText(event);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(timeText(event.at), eventText(event));
    case TimeRole:
        return timeText(event.at);
    case KindRole:
        return static_cast<int>(event.kind);
    case IsPastRole:
        return index.row() < m_past;
    default:
        return {};
    }
}

void EventModel::cut(std::size_t count)
{
    const int left = static_cast<int>(count);
    if (left >= m_count) {
        return;
    }
    beginRemoveRows({}, left, m_count - 1);
    m_count = left;
    m_past = std::min(m_past, left);
    endRemoveRows();
}

void EventModel::takeNew()
{
    const int count = static_cast<int>(m_controller.events().size());
    if (count <= m_count) {
        return;
    }
    beginInsertRows({}, m_count, count - 1);
    m_count = count;
    endInsertRows();
}

void EventModel::takePosition()
{
    const int past = std::min(static_cast<int>(m_controller.position()), m_count);
    const int before = std::exchange(m_past, past);
    if (before != past) {
        Q_EMIT dataChanged(index(std::min(before, past)), index(std::max(before, past) - 1), {IsPastRole});
    }
}

} // namespace tidemark::lab
