#include "ui/timeline/selection_controller.h"

#include "ui/timeline/row_stack_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStyleHints>

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr int scrollStep = 24; ///< pixels per tick while a selection is dragged beyond the edge
constexpr int scrollTickMs = 30;

} // namespace

SelectionController::SelectionController(RowStackView& view) : QObject(&view), m_view(view)
{
    m_scrollTimer.setInterval(scrollTickMs);
    connect(&m_scrollTimer, &QTimer::timeout, this, &SelectionController::scrollOn);
}

QList<TimelineRow> SelectionController::rows() const
{
    QList<TimelineRow> rows;
    if (m_view.model() == nullptr || !m_selection.hasRows()) {
        return rows;
    }
    for (int row = 0; row < m_view.model()->rowCount(); ++row) {
        TimelineRow content = m_view.rowAt(row);
        if (m_selection.contains(content.key) && canBeSelected(content)) {
            rows.append(std::move(content));
        }
    }
    return rows;
}

QString SelectionController::text() const
{
    const auto& characters = m_selection.characters();
    if (!characters) {
        return copiedText(rows());
    }
    const int row = m_view.rowOf(characters->row);
    if (row < 0 || row >= m_view.model()->rowCount()) {
        return {};
    }
    return m_view.rowAt(row).text.mid(characters->first, characters->second - characters->first);
}

void SelectionController::clear()
{
    if (m_selection.isEmpty()) {
        return;
    }
    m_selection.clear();
    announce();
}

void SelectionController::reset()
{
    m_selection.clear();
    m_press.reset();
}

void SelectionController::updateRows(int first, int last, bool hasNewText)
{
    for (int row = first; row <= last; ++row) {
        const TimelineRow changed = m_view.rowAt(row);
        // A deleted message has nothing to copy any more.
        if (m_selection.contains(changed.key) && !canBeSelected(changed)) {
            m_selection.toggle(changed.key);
            announce();
        }
        // In a new text, the selected characters are no longer the same.
        if (hasNewText && m_selection.charactersOf(changed.key)) {
            m_selection.clear();
        }
    }
}

void SelectionController::announce()
{
    m_view.viewport()->update();
    Q_EMIT changed();
    // Take the keyboard focus, because the timeline handles the copy key.
    if (!m_selection.isEmpty() && !m_view.hasFocus()) {
        m_view.setFocus(Qt::OtherFocusReason);
    }
}

/// Makes the row current, so that keys continue from here.
void SelectionController::show(int row)
{
    m_view.setCurrentIndex(m_view.model()->index(row, 0));
    announce();
}

// ---- copying

void SelectionController::copy()
{
    if (m_selection.isEmpty()) {
        if (!m_view.currentIndex().isValid()) {
            return;
        }
        QGuiApplication::clipboard()->setText(m_view.currentIndex().data(Qt::DisplayRole).toString());
    } else {
        const QString copy = text();
        if (copy.isEmpty()) {
            return;
        }
        QGuiApplication::clipboard()->setText(copy);
    }
    noteCopied();
}

void SelectionController::noteCopied()
{
    Q_EMIT copied(m_selection.characters() ? tr("Text copied")
                                           : tr("%Ln messages copied", nullptr, messages()));
}

// ---- messages

void SelectionController::selectRow(int row)
{
    m_view.settleNow();
    if (!m_view.hasRow(row) || !canBeSelected(m_view.rowAt(row))) {
        return;
    }
    selectRange(row, row);
    show(row);
}

void SelectionController::selectRange(int from, int to)
{
    QList<TimelineRowKey> keys;
    for (int row = std::min(from, to); row <= std::max(from, to); ++row) {
        if (const TimelineRow content = m_view.rowAt(row); canBeSelected(content)) {
            keys.append(content.key);
        }
    }
    m_selection.setRows(keys, m_view.keyAt(from));
}

/// Extends the selection from its anchor or, without one, from the chosen row.
void SelectionController::extendTo(int row)
{
    const int known = m_selection.anchor() ? m_view.rowOf(*m_selection.anchor()) : -1;
    const int current = m_view.currentIndex().isValid() ? m_view.currentIndex().row() : row;
    selectRange(known >= 0 ? known : current, row);
    show(row);
}

/// Extends the selection by key, from the chosen message to the message above or below.
void SelectionController::extend(int step)
{
    m_view.settleNow();
    const QModelIndex current = m_view.currentIndex();
    if (!current.isValid() || !m_selection.hasRows()) {
        int row = (current.isValid() ? current : m_view.neighbour(-1)).row();
        while (row > 0 && !canBeSelected(m_view.rowAt(row))) {
            --row;
        }
        selectRow(row);
        return;
    }
    int row = current.row() + step;
    while (m_view.hasRow(row) && !canBeSelected(m_view.rowAt(row))) {
        row += step;
    }
    if (!m_view.hasRow(row)) {
        return;
    }
    m_view.scrollTo(m_view.model()->index(row, 0));
    extendTo(row);
}

void SelectionController::selectAll()
{
    m_view.settleNow();
    if (m_view.count() == 0) {
        return;
    }
    selectRange(0, m_view.count() - 1);
    announce();
}

bool SelectionController::perform(KeyCommand command)
{
    switch (command) {
    case KeyCommand::CopyMessage:
        copy();
        return true;
    case KeyCommand::SelectAbove:
    case KeyCommand::SelectBelow:
        extend(command == KeyCommand::SelectAbove ? -1 : 1);
        return true;
    case KeyCommand::SelectAll:
        selectAll();
        return true;
    case KeyCommand::ClearSelection:
        clear();
        return true;
    default:
        return false;
    }
}

// ---- by mouse

/// The position in the row's text that is nearest to the point.
int SelectionController::characterNear(int row, const QPoint& point) const
{
    const auto layout = m_view.layoutFor(row);
    return std::min(placeInText(*layout, point - m_view.optionFor(row).rect.topLeft()),
                    shownCharacters(*layout, m_view.rowAt(row)));
}

bool SelectionController::isInBubble(int row, const QPoint& point) const
{
    return canBeSelected(m_view.rowAt(row))
           && m_view.layoutFor(row)->bubble.contains(point - m_view.optionFor(row).rect.topLeft());
}

void SelectionController::press(const QMouseEvent& event)
{
    m_view.settleNow();
    m_press.reset();
    if (m_view.model() == nullptr || m_view.count() == 0) {
        return;
    }
    const QPoint point = event.pos();
    const int row = m_view.rowNear(point.y());
    if (event.modifiers().testFlag(Qt::ShiftModifier)) {
        extendTo(row);
    } else if (event.modifiers().testFlag(Qt::ControlModifier)) {
        if (canBeSelected(m_view.rowAt(row))) {
            m_selection.toggle(m_view.keyAt(row));
        }
        show(row);
    } else {
        const int character = isInBubble(row, point) ? characterNear(row, point) : -1;
        m_press = Press{m_view.keyAt(row), character, point, point, false};
    }
}

void SelectionController::drag(const QPoint& point)
{
    m_press->pointer = point;
    const int reach = QGuiApplication::styleHints()->startDragDistance();
    if (!m_press->isSelecting && (point - m_press->at).manhattanLength() < reach) {
        return;
    }
    const int from = m_view.rowOf(m_press->row);
    if (from < 0) {
        return;
    }
    m_press->isSelecting = true;
    const int to = m_view.rowNear(point.y());
    if (from == to && m_press->character >= 0) {
        m_selection.setCharacters(m_press->row, m_press->character, characterNear(from, point));
    } else {
        selectRange(from, to);
    }
    show(to);
    if (point.y() < 0 || point.y() >= m_view.viewport()->height()) {
        m_scrollTimer.start();
    }
}

void SelectionController::scrollOn()
{
    const bool isAbove = m_press && m_press->pointer.y() < 0;
    const bool isBelow = m_press && m_press->pointer.y() >= m_view.viewport()->height();
    if (!m_press || !m_press->isSelecting || (!isAbove && !isBelow)) {
        m_scrollTimer.stop();
        return;
    }
    QScrollBar* bar = m_view.verticalScrollBar();
    bar->setValue(bar->value() + (isAbove ? -scrollStep : scrollStep));
    Q_EMIT scrolled();
    drag(m_press->pointer);
}

bool SelectionController::release()
{
    m_scrollTimer.stop();
    const std::optional<Press> press = std::exchange(m_press, std::nullopt);
    if (press && press->isSelecting && QGuiApplication::clipboard()->supportsSelection()) {
        QGuiApplication::clipboard()->setText(text(), QClipboard::Selection);
    }
    if (!press || press->isSelecting) {
        return false;
    }
    // A click that ends a selection does nothing else.
    const bool hadSelection = !m_selection.isEmpty();
    clear();
    return !hadSelection;
}

void SelectionController::selectWord(const QPoint& point)
{
    m_press.reset();
    m_view.settleNow();
    const QModelIndex index = m_view.indexAt(point);
    const int character = m_view.hitAt(point).character;
    if (!index.isValid() || character < 0 || !canBeSelected(m_view.rowAt(index.row()))) {
        return;
    }
    const auto word = wordAround(m_view.rowAt(index.row()).text, character);
    if (!word) {
        return;
    }
    m_selection.setCharacters(m_view.keyAt(index.row()), word->first, word->second);
    show(index.row());
}

} // namespace tidemark
