// What the user does in a timeline: mouse, keys, menus and tooltips.
#include "core/models/moment.h"
#include "core/models/timeline_model.h"
#include "ui/timeline_delegate.h"
#include "ui/timeline_view.h"
#include "ui/typing.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

namespace tidemark {

TimelineHit TimelineView::hitAt(const QPoint& point) const
{
    const QModelIndex index = indexAt(point);
    if (!index.isValid())
        return {};
    const QStyleOptionViewItem option = optionFor(index.row());
    return m_delegate->hitAt(option, index, point - option.rect.topLeft());
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    // The base class would select.
    event->accept();
    if (event->button() != Qt::LeftButton)
        return;
    Q_EMIT touched();
    Q_EMIT pressed();
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    QAbstractItemView::wheelEvent(event);
    Q_EMIT touched();
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const QModelIndex index = indexAt(event->pos());
    const TimelineHit hit = hitAt(event->pos());
    switch (hit.kind) {
    case TimelineHit::Kind::Link:
        Q_EMIT linkActivated(hit.url);
        return;
    case TimelineHit::Kind::Quote:
        Q_EMIT quoteActivated(index);
        return;
    case TimelineHit::Kind::Failed:
        Q_EMIT failedActivated(index, event->globalPosition().toPoint());
        return;
    case TimelineHit::Kind::ShowAll:
        Q_EMIT showAllActivated(index);
        return;
    case TimelineHit::Kind::Bubble:
    case TimelineHit::Kind::Nothing:
        return;
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    const TimelineHit::Kind kind = hitAt(event->pos()).kind;
    const bool isPlain = kind == TimelineHit::Kind::Nothing || kind == TimelineHit::Kind::Bubble;
    viewport()->setCursor(isPlain ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->accept();
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    const QPoint at = byKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos();
    Q_EMIT menuWanted(index, at);
}

bool TimelineView::scrollByKey(const QKeyEvent& event)
{
    // The composer's keys for it are the same ones.
    const std::optional<KeyCommand> command = commandOf(event, KeyPlace::Timeline);
    if (!command || !scrollBy(*command))
        return false;
    Q_EMIT touched();
    return true;
}

bool TimelineView::scrollBy(KeyCommand command)
{
    QScrollBar* bar = verticalScrollBar();
    // A line of the page before stays visible.
    const int page = std::max(bar->singleStep(), bar->pageStep() - bar->singleStep());
    switch (command) {
    case KeyCommand::PageUp:
        bar->setValue(bar->value() - page);
        return true;
    case KeyCommand::PageDown:
        bar->setValue(bar->value() + page);
        return true;
    case KeyCommand::FirstMessage:
        bar->setValue(0);
        return true;
    case KeyCommand::LastMessage:
        Q_EMIT endWanted();
        return true;
    default:
        return false;
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (scrollByKey(*event))
        return;
    const std::optional<KeyCommand> command = commandOf(*event, KeyPlace::Timeline);
    if (command == KeyCommand::CopyMessage) {
        if (currentIndex().isValid())
            QGuiApplication::clipboard()->setText(currentIndex().data(Qt::DisplayRole).toString());
        return;
    }
    if (command == KeyCommand::MessageAbove || command == KeyCommand::MessageBelow) {
        choose(command == KeyCommand::MessageAbove ? -1 : 1);
        return;
    }
    if (isTyping(*event)) {
        Q_EMIT typed(event);
        return;
    }
    event->ignore();
}

void TimelineView::choose(int step)
{
    const QModelIndex index = moveCursor(step < 0 ? MoveUp : MoveDown, Qt::NoModifier);
    if (!index.isValid())
        return;
    setCurrentIndex(index);
    scrollTo(index);
    viewport()->update();
    Q_EMIT touched();
}

QModelIndex TimelineView::moveCursor(CursorAction action, Qt::KeyboardModifiers /*modifiers*/)
{
    settleNow();
    if (m_stack.count() == 0)
        return {};
    if (!currentIndex().isValid())
        return indexAt(QPoint(viewport()->width() / 2, viewport()->height() - 16));
    const int step =
        action == MoveUp || action == MovePrevious || action == MovePageUp || action == MoveHome ? -1 : 1;
    return model()->index(std::clamp(currentIndex().row() + step, 0, m_stack.count() - 1), 0);
}

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractItemView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QModelIndex index = indexAt(help->pos());
    if (!index.isValid()) {
        QToolTip::hideText();
        return true;
    }
    const TimelineRow row = rowAt(index.row());
    const QStyleOptionViewItem option = optionFor(index.row());
    const auto layout = m_delegate->layout(option, row);
    const TimelineHit hit = m_delegate->hitAt(option, index, help->pos() - option.rect.topLeft());
    QString words;
    if (hit.kind == TimelineHit::Kind::Link)
        words = hit.url.toDisplayString();
    else if (layout->meta.translated(option.rect.topLeft()).contains(help->pos()))
        words = row.failure.isEmpty() ? fullMoment(row.at) : row.failure;
    QToolTip::showText(help->globalPos(), words, viewport());
    return true;
}

} // namespace tidemark
