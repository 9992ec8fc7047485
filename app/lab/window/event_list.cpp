#include "app/lab/window/event_list.h"

#include "app/lab/playing/lab_controller.h"

#include <QKeyEvent>
#include <QPainter>

namespace tidemark::lab {

namespace {

constexpr int eventPadding = 6;

} // namespace

QSize EventDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const
{
    return {option.rect.width(), option.fontMetrics.height() + eventPadding};
}

void EventDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isPast = index.data(EventModel::IsPastRole).toBool();
    const auto kind = static_cast<Event::Kind>(index.data(EventModel::KindRole).toInt());
    painter->fillRect(option.rect, isSelected ? m_theme.tint : m_theme.background);
    const QRect inside = option.rect.adjusted(eventPadding, 0, -eventPadding, 0);
    const int timeWidth = option.fontMetrics.horizontalAdvance(QStringLiteral("0000.000 s"));
    painter->setPen(m_theme.dim);
    painter->drawText(QRect(inside.left(), inside.top(), timeWidth, inside.height()),
                      Qt::AlignRight | Qt::AlignVCenter, index.data(EventModel::TimeRole).toString());
    const bool isLoss = kind == Event::Kind::Lost || kind == Event::Kind::Vanished;
    const bool isLoud = kind == Event::Kind::Action || kind == Event::Kind::Number;
    painter->setPen(!isPast ? m_theme.dim : isLoss ? m_theme.error : isLoud ? m_theme.accent : m_theme.text);
    const QRect words = inside.adjusted(timeWidth + 2 * eventPadding, 0, 0, 0);
    painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, words.width()));
}

EventList::EventList(LabController& controller, QWidget* parent)
    : QListView(parent), m_controller(controller), m_model(controller)
{
    setModel(&m_model);
    setItemDelegate(&m_delegate);
    setUniformItemSizes(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(NoEditTriggers);
    setAccessibleName(tr("Events"));
    connect(this, &QListView::clicked, this, &EventList::goTo);
    connect(&controller, &LabController::moved, this, &EventList::follow);
}

void EventList::setTheme(const Theme& theme)
{
    m_delegate.setTheme(theme);
    viewport()->update();
}

void EventList::goTo(const QModelIndex& index)
{
    if (index.isValid()) {
        m_controller.goTo(static_cast<std::size_t>(index.row()) + 1);
    }
}

void EventList::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        goTo(currentIndex());
        return;
    }
    QListView::keyPressEvent(event);
}

/// The current row is the last event before the moment.
void EventList::follow()
{
    const QModelIndex last = m_model.index(static_cast<int>(m_controller.position()) - 1);
    if (last.isValid()) {
        setCurrentIndex(last);
        scrollTo(last);
    } else {
        clearSelection();
    }
}

} // namespace tidemark::lab
