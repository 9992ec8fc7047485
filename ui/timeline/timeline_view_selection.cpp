// TimelineView: selecting by mouse and by key.
#include "core/models/timeline/timeline_model.h"
#include "ui/timeline/timeline_delegate.h"
#include "ui/timeline/timeline_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleHints>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int scrollStep = 24; ///< pixels per tick while a selection is dragged beyond the edge

} // namespace

QList<TimelineRow> TimelineView::selectedRows() const
{
    QList<TimelineRow> rows;
    if (model() == nullptr || !m_selection.hasRows())
        return rows;
    for (int row = 0; row < model()->rowCount(); ++row) {
        TimelineRow content = rowAt(row);
        if (m_selection.contains(content.key) && canBeSelected(content))
            rows.append(std::move(content));
    }
    return rows;
}

QString TimelineView::selectedText() const
{
    const auto& characters = m_selection.characters();
    if (!characters)
        return copiedText(selectedRows());
    const int row = m_stack.find(characters->row);
    if (row < 0 || row >= model()->rowCount())
        return {};
    return rowAt(row).text.mid(characters->first, characters->second - characters->first);
}

void TimelineView::copySelection()
{
    const QString text = selectedText();
    if (text.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(text);
    noteCopied();
}

void TimelineView::noteCopied()
{
    const int count = selectedMessages();
    m_copied = m_selection.characters() ? tr("Text copied")
                                        : tr("%Ln messages copied", nullptr, static_cast<int>(count));
    m_copiedStay.start();
    viewport()->update();
}

void TimelineView::clearSelected()
{
    if (m_selection.isEmpty())
        return;
    m_selection.clear();
    noteSelection();
}

void TimelineView::noteSelection()
{
    m_copiedStay.stop();
    viewport()->update();
    setAccessibleDescription(m_selection.hasRows() ? statusText() : QString());
    // Take the keyboard focus, because the timeline handles the copy key.
    if (!m_selection.isEmpty() && !hasFocus())
        setFocus(Qt::OtherFocusReason);
}

void TimelineView::selectRow(int row)
{
    settleNow();
    if (row < 0 || row >= m_stack.count() || !canBeSelected(rowAt(row)))
        return;
    m_selection.setRows({m_stack.box(row).key}, m_stack.box(row).key);
    setCurrentIndex(model()->index(row, 0));
    noteSelection();
}

void TimelineView::selectRange(int from, int to)
{
    QList<TimelineRowKey> keys;
    for (int row = std::min(from, to); row <= std::max(from, to); ++row) {
        if (const TimelineRow content = rowAt(row); canBeSelected(content))
            keys.append(content.key);
    }
    m_selection.setRows(keys, m_stack.box(from).key);
}

/// Extends the selection from its anchor or, without one, from the chosen row.
void TimelineView::extendTo(int row)
{
    const int known = m_selection.anchor() ? m_stack.find(*m_selection.anchor()) : -1;
    const int current = currentIndex().isValid() ? currentIndex().row() : row;
    selectRange(known >= 0 ? known : current, row);
    setCurrentIndex(model()->index(row, 0));
    noteSelection();
}

/// Extends the selection by key, from the chosen message to the message above or below.
void TimelineView::extend(int step)
{
    settleNow();
    if (!currentIndex().isValid() || !m_selection.hasRows()) {
        const QModelIndex begin =
            currentIndex().isValid() ? currentIndex() : moveCursor(MoveUp, Qt::NoModifier);
        int row = begin.isValid() ? begin.row() : -1;
        while (row > 0 && !canBeSelected(rowAt(row)))
            --row;
        selectRow(row);
        return;
    }
    int row = currentIndex().row() + step;
    while (row >= 0 && row < m_stack.count() && !canBeSelected(rowAt(row)))
        row += step;
    if (row < 0 || row >= m_stack.count())
        return;
    scrollTo(model()->index(row, 0));
    extendTo(row);
}

void TimelineView::selectAllMessages()
{
    settleNow();
    if (m_stack.count() == 0)
        return;
    selectRange(0, m_stack.count() - 1);
    noteSelection();
}

bool TimelineView::selectBy(KeyCommand command)
{
    switch (command) {
    case KeyCommand::SelectAbove:
    case KeyCommand::SelectBelow:
        extend(command == KeyCommand::SelectAbove ? -1 : 1);
        return true;
    case KeyCommand::SelectAll:
        selectAllMessages();
        return true;
    case KeyCommand::ClearSelection:
        clearSelected();
        return true;
    default:
        return false;
    }
}

// ---- by mouse

int TimelineView::rowNear(int y) const
{
    return m_stack.rowAt(std::clamp(y + scroll(), 0, std::max(0, m_stack.height() - 1)));
}

int TimelineView::placeAt(int row, const QPoint& point) const
{
    const TimelineRow content = rowAt(row);
    const QStyleOptionViewItem option = optionFor(row);
    const auto layout = m_delegate->layout(option, content);
    const QPoint at = point - option.rect.topLeft();
    if (!canBeSelected(content) || !layout->bubble.contains(at))
        return -1;
    return std::min(placeInText(*layout, at), shownCharacters(*layout, content));
}

void TimelineView::beginPress(const QMouseEvent& event)
{
    settleNow();
    m_press.reset();
    if (model() == nullptr || m_stack.count() == 0)
        return;
    const int row = rowNear(event.pos().y());
    if (event.modifiers().testFlag(Qt::ShiftModifier)) {
        extendTo(row);
    } else if (event.modifiers().testFlag(Qt::ControlModifier)) {
        if (canBeSelected(rowAt(row)))
            m_selection.toggle(m_stack.box(row).key);
        setCurrentIndex(model()->index(row, 0));
        noteSelection();
    } else {
        m_press = Press{m_stack.box(row).key, placeAt(row, event.pos()), event.pos(), false};
    }
}

/// Called when the pointer moves with the button held down.
void TimelineView::selectTo(const QPoint& point)
{
    m_pressPointer = point;
    const int reach = QGuiApplication::styleHints()->startDragDistance();
    if (!m_press->isSelecting && (point - m_press->at).manhattanLength() < reach)
        return;
    const int from = m_stack.find(m_press->row);
    if (from < 0)
        return;
    m_press->isSelecting = true;
    const int to = rowNear(point.y());
    if (from == to && m_press->place >= 0) {
        const TimelineRow content = rowAt(from);
        const QStyleOptionViewItem option = optionFor(from);
        const auto layout = m_delegate->layout(option, content);
        const int place =
            std::min(placeInText(*layout, point - option.rect.topLeft()), shownCharacters(*layout, content));
        m_selection.setCharacters(m_press->row, m_press->place, place);
    } else {
        selectRange(from, to);
    }
    // Keys extend the selection from this row on.
    setCurrentIndex(model()->index(to, 0));
    noteSelection();
    if (point.y() < 0 || point.y() >= viewport()->height())
        m_pressScroll.start();
}

void TimelineView::scrollWhileSelecting()
{
    const bool isAbove = m_pressPointer.y() < 0;
    const bool isBelow = m_pressPointer.y() >= viewport()->height();
    if (!m_press || !m_press->isSelecting || (!isAbove && !isBelow)) {
        m_pressScroll.stop();
        return;
    }
    verticalScrollBar()->setValue(verticalScrollBar()->value() + (isAbove ? -scrollStep : scrollStep));
    Q_EMIT touched();
    selectTo(m_pressPointer);
}

void TimelineView::selectWord(const QPoint& point)
{
    settleNow();
    const QModelIndex index = indexAt(point);
    const int character = hitAt(point).character;
    if (!index.isValid() || character < 0 || !canBeSelected(rowAt(index.row())))
        return;
    const QString text = rowAt(index.row()).text;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Word, text);
    finder.setPosition(character);
    const qsizetype first = finder.isAtBoundary() ? character : finder.toPreviousBoundary();
    finder.setPosition(first);
    const qsizetype second = finder.toNextBoundary();
    if (first < 0 || second < 0)
        return;
    m_selection.setCharacters(m_stack.box(index.row()).key, static_cast<int>(first),
                              static_cast<int>(second));
    setCurrentIndex(index);
    noteSelection();
}

void TimelineView::paintSelected(QPainter& painter, const QStyleOptionViewItem& option, int row) const
{
    const TimelineRow content = rowAt(row);
    if (!m_selection.contains(content.key) || !canBeSelected(content))
        return;
    // Draw from edge to edge, and in a stronger colour than any bubble, so that bubbles keep their look on
    // it.
    painter.fillRect(option.rect, m_theme.selected);
    painter.fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), m_theme.accent);
}

} // namespace tidemark
