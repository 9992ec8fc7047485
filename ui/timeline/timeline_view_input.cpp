// TimelineView: mouse, keys, menus and tooltips.
#include "core/models/matching/text_spans.h"
#include "core/models/timeline/timeline_model.h"
#include "core/models/words/moment.h"
#include "ui/timeline/timeline_delegate.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/typing.h"

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
    // The base class would select the row.
    event->accept();
    if (event->button() != Qt::LeftButton)
        return;
    Q_EMIT touched();
    Q_EMIT pressed();
    beginPress(*event);
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
    m_pressScroll.stop();
    const std::optional<Press> press = std::exchange(m_press, std::nullopt);
    if (press && press->isSelecting && QGuiApplication::clipboard()->supportsSelection())
        QGuiApplication::clipboard()->setText(selectedText(), QClipboard::Selection);
    if (!press || press->isSelecting)
        return;
    // A click that ends a selection does nothing else.
    if (!m_selection.isEmpty()) {
        clearSelected();
        return;
    }
    activate(indexAt(event->pos()), hitAt(event->pos()), event->globalPosition().toPoint());
}

void TimelineView::activate(const QModelIndex& index, const TimelineHit& hit, const QPoint& globalPosition)
{
    switch (hit.kind) {
    case TimelineHit::Kind::Link:
        Q_EMIT linkActivated(hit.url);
        return;
    case TimelineHit::Kind::Quote:
        Q_EMIT quoteActivated(index);
        return;
    case TimelineHit::Kind::Failed:
        Q_EMIT failedActivated(index, globalPosition);
        return;
    case TimelineHit::Kind::ShowAll:
        Q_EMIT showAllActivated(index);
        return;
    case TimelineHit::Kind::Bubble:
    case TimelineHit::Kind::Nothing:
        return;
    }
}

QPoint TimelineView::bubbleCentre(const QModelIndex& index) const
{
    const QStyleOptionViewItem option = optionFor(index.row());
    const QRect bubble = m_delegate->layout(option, rowAt(index.row()))->bubble;
    return viewport()->mapToGlobal(option.rect.topLeft() + bubble.center());
}

/// Opens a row by key: does what a click on the most important part of the row would do.
void TimelineView::openRow(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    const TimelineRow row = rowAt(index.row());
    const auto layout = m_delegate->layout(optionFor(index.row()), row);
    const QPoint at = bubbleCentre(index);
    const QList<QUrl> links = linksOf(row);
    using Kind = TimelineHit::Kind;
    if (row.delivery == Delivery::Failed)
        activate(index, {Kind::Failed, {}}, at);
    else if (links.size() > 1)
        Q_EMIT linksActivated(links, at);
    else if (!links.isEmpty())
        activate(index, {Kind::Link, links.first()}, at);
    else if (!layout->showAll.isEmpty())
        activate(index, {Kind::ShowAll, {}}, at);
    else if (!row.quoteName.isEmpty())
        activate(index, {Kind::Quote, {}}, at);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_press && event->buttons().testFlag(Qt::LeftButton)) {
        selectTo(event->pos());
        return;
    }
    const TimelineHit hit = hitAt(event->pos());
    const bool isPlain = hit.kind == TimelineHit::Kind::Nothing || hit.kind == TimelineHit::Kind::Bubble;
    viewport()->setCursor(!isPlain             ? Qt::PointingHandCursor
                          : hit.character >= 0 ? Qt::IBeamCursor
                                               : Qt::ArrowCursor);
    showTarget(hit.kind == TimelineHit::Kind::Link ? targetText(hit.url) : QString());
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->accept();
    m_press.reset();
    if (event->button() == Qt::LeftButton)
        selectWord(event->pos());
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    Q_EMIT menuWanted(index, byKey ? bubbleCentre(index) : event->globalPos());
}

bool TimelineView::scrollByKey(const QKeyEvent& event)
{
    // The composer uses the same keys for scrolling.
    const std::optional<KeyCommand> command = commandOf(event, KeyPlace::Timeline);
    if (!command || !scrollBy(*command))
        return false;
    Q_EMIT touched();
    return true;
}

bool TimelineView::scrollBy(KeyCommand command)
{
    QScrollBar* bar = verticalScrollBar();
    // Keep one line of the previous page visible.
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
    if (command && doByKey(*command)) {
        Q_EMIT touched();
        return;
    }
    if (isTyping(*event)) {
        Q_EMIT typed(event);
        return;
    }
    event->ignore();
}

bool TimelineView::doByKey(KeyCommand command)
{
    switch (command) {
    case KeyCommand::CopyMessage:
        if (!m_selection.isEmpty()) {
            copySelection();
        } else if (currentIndex().isValid()) {
            QGuiApplication::clipboard()->setText(currentIndex().data(Qt::DisplayRole).toString());
            noteCopied();
        }
        return true;
    case KeyCommand::MessageAbove:
    case KeyCommand::MessageBelow:
        choose(command == KeyCommand::MessageAbove ? -1 : 1);
        return true;
    case KeyCommand::OpenMessage:
        openRow(currentIndex());
        return true;
    default:
        return selectBy(command);
    }
}

bool TimelineView::event(QEvent* event)
{
    // If something is selected, take the key before the window does.
    if (event->type() == QEvent::ShortcutOverride && !m_selection.isEmpty()
        && commandOf(*static_cast<QKeyEvent*>(event), KeyPlace::Timeline) == KeyCommand::ClearSelection) {
        event->accept();
        return true;
    }
    return QAbstractItemView::event(event);
}

void TimelineView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QAbstractItemView::currentChanged(current, previous);
    announceCurrentRow(*this);
}

void TimelineView::focusInEvent(QFocusEvent* event)
{
    QAbstractItemView::focusInEvent(event);
    announceCurrentRowLater(*this);
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

QString TimelineView::momentsText(const TimelineRow& row)
{
    const QString sent = fullMoment(row.at);
    if (!row.isEdited)
        return sent;
    const QString edited = fullMoment(row.editedAt);
    return edited.isEmpty() ? tr("%1, edited since").arg(sent) : tr("Sent %1\nEdited %2").arg(sent, edited);
}

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        showTarget({});
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
        words = targetText(hit.url);
    else if (layout->meta.translated(option.rect.topLeft()).contains(help->pos()))
        words = row.failure.isEmpty() ? momentsText(row) : row.failure;
    showPlainTip(help->globalPos(), words, viewport());
    return true;
}

} // namespace tidemark
