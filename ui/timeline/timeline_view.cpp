#include "ui/timeline/timeline_view.h"

#include "core/models/matching/text_spans.h"
#include "core/models/timeline/timeline_model.h"
#include "core/models/words/moment.h"
#include "ui/timeline/files/timeline_files.h"
#include "ui/timeline/reactions/timeline_reactions.h"
#include "ui/timeline/row_flash.h"
#include "ui/timeline/selection_controller.h"
#include "ui/timeline/timeline_delegate.h"
#include "ui/timeline/timeline_overlays.h"
#include "ui/widgets/plain_text.h"

#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleHints>
#include <QToolTip>

namespace tidemark {

TimelineView::TimelineView(QWidget* parent)
    : PlaceKeepingView(parent), m_selection(new SelectionController(*this)),
      m_overlays(new TimelineOverlays(*this, *m_selection)), m_flash(new RowFlash(*viewport())),
      m_files(new TimelineFiles(*this)), m_reactions(new TimelineReactions(*this))
{
    // A click must not take the keyboard focus from the composer.
    setFocusPolicy(Qt::TabFocus);
    setSelectionMode(QAbstractItemView::NoSelection);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Messages"));
    AccessibleRows::install();
    // This signal comes only from the user, not from the program.
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this, &TimelineView::touched);
    connect(this, &PlaceKeepingView::scrolled, m_overlays, &TimelineOverlays::floatDay);
    connect(this, &PlaceKeepingView::scrolled, m_reactions, &TimelineReactions::endPointing);
    connect(this, &PlaceKeepingView::moved, m_reactions, &TimelineReactions::follow);
    connect(m_reactions, &TimelineReactions::menuWanted, this, &TimelineView::menuWanted);
    connect(m_selection, &SelectionController::changed, this, &TimelineView::noteSelection);
    connect(m_selection, &SelectionController::copied, m_overlays, &TimelineOverlays::showCopied);
    connect(m_selection, &SelectionController::scrolled, this, &TimelineView::touched);
}

void TimelineView::setTheme(const Theme& theme)
{
    m_theme = theme;
    delegate().setTheme(theme);
    m_overlays->setTheme(theme);
    m_reactions->setTheme(theme);
    viewport()->update();
}

void TimelineView::setFileSources(const FileSources& sources)
{
    delegate().setSources(sources);
    m_files->setSources(sources);
    connect(this, &PlaceKeepingView::moved, m_files, &TimelineFiles::wantNear);
}

void TimelineView::reset()
{
    PlaceKeepingView::reset();
    m_selection->reset();
    m_overlays->reset();
    m_reactions->endPointing();
    m_reactions->endChoosing();
}

void TimelineView::dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                               const QList<int>& roles)
{
    const bool isOnlySpoken = roles == QList<int>{Qt::AccessibleTextRole};
    if (!isOnlySpoken) {
        PlaceKeepingView::dataChanged(topLeft, bottomRight, roles);
    }
    announceNames(*this, topLeft.row(), bottomRight.row(), roles);
    m_selection->updateRows(topLeft.row(), bottomRight.row(), roles.contains(TimelineModel::TextRole));
}

void TimelineView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    PlaceKeepingView::currentChanged(current, previous);
    m_chosenFile = -1;
    m_reactions->endChoosing();
    announceCurrentRow(*this);
}

void TimelineView::focusInEvent(QFocusEvent* event)
{
    PlaceKeepingView::focusInEvent(event);
    announceCurrentRowLater(*this);
}

void TimelineView::noteSelection()
{
    m_overlays->endCopied();
    setAccessibleDescription(m_selection->value().hasRows() ? m_overlays->statusText() : QString());
}

void TimelineView::flash(int row)
{
    if (hasRow(row)) {
        m_flash->begin(keyAt(row));
    }
}

double TimelineView::flashStrength(int row) const
{
    return hasRow(row) ? m_flash->strength(keyAt(row)) : 0;
}

// ---- painting

void TimelineView::paintEvent(QPaintEvent* event)
{
    settleNow();
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_theme.background);
    m_overlays->paintBelowRows(painter);
    if (count() > 0) {
        delegate().setPlaying(m_files->plays());
        paintRows(painter, event->rect());
    }
    m_overlays->paintOverRows(painter);
}

void TimelineView::paintRows(QPainter& painter, const QRect& area) const
{
    const int floating = m_overlays->floatingDayStrength() > 0 ? m_overlays->floatingDay().row : -1;
    const TimelineSelection& selection = m_selection->value();
    const int last = rowNear(area.bottom());
    for (int row = rowNear(area.top()); row <= last; ++row) {
        if (row == floating) {
            continue;
        }
        QStyleOptionViewItem option = optionFor(row);
        const QModelIndex index = model()->index(row, 0);
        // Selected characters already show where the keyboard focus is.
        const bool hasRing = hasFocus() && index == currentIndex() && !selection.characters();
        if (hasRing) {
            option.state |= QStyle::State_HasFocus;
            delegate().setChosenFile(m_chosenFile);
        }
        delegate().setChosenChip(hasRing ? m_reactions->chosenChip() : -1);
        paintBands(painter, option.rect, row);
        delegate().setMarked(selection.charactersOf(keyAt(row)));
        delegate().paint(&painter, option, index);
    }
}

/// Paints the highlight and the selection from edge to edge, so that they look like bands and not like
/// another bubble. The colour of the selection is stronger than that of any bubble.
void TimelineView::paintBands(QPainter& painter, const QRect& rect, int row) const
{
    const auto paint = [&painter, &rect](QColor ground, QColor edge, double strength) {
        ground.setAlphaF(static_cast<float>(strength));
        edge.setAlphaF(static_cast<float>(strength));
        painter.fillRect(rect, ground);
        painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), edge);
    };
    if (const double strength = flashStrength(row); strength > 0) {
        paint(m_theme.tint, m_theme.accent, strength);
    }
    if (m_selection->value().contains(keyAt(row)) && canBeSelected(rowAt(row))) {
        paint(m_theme.selected, m_theme.accent, 1);
    }
}

// ---- links, menus and tooltips

QList<QUrl> TimelineView::linksAt(const QModelIndex& index, const QPoint& point) const
{
    if (!index.isValid() || !hasRow(index.row())) {
        return {};
    }
    const QStyleOptionViewItem option = optionFor(index.row());
    const TimelineHit hit = delegate().hitAt(option, index, point - option.rect.topLeft());
    return hit.kind == TimelineHit::Kind::Link ? QList<QUrl>{hit.url} : linksOf(rowAt(index.row()));
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
    case TimelineHit::Kind::File:
        Q_EMIT fileActivated(index, hit.file);
        return;
    case TimelineHit::Kind::FileButton:
        Q_EMIT fileButtonActivated(index, hit.file);
        return;
    case TimelineHit::Kind::Chip:
        m_reactions->toggleChip(index, hit.chip);
        return;
    case TimelineHit::Kind::Closed:
        Q_EMIT closedActivated(index);
        return;
    case TimelineHit::Kind::Author:
        Q_EMIT authorActivated(index, globalPosition);
        return;
    case TimelineHit::Kind::Bubble:
    case TimelineHit::Kind::Nothing:
        return;
    }
}

QPoint TimelineView::placeForKeys(const QModelIndex& index) const
{
    const auto layout = layoutFor(index.row());
    QRect place = layout->bubble;
    for (const TimelineLayout::File& file : layout->files) {
        if (index == currentIndex() && file.index == m_chosenFile) {
            place = file.rect;
        }
    }
    return viewport()->mapToGlobal(optionFor(index.row()).rect.topLeft() + place.center());
}

QString TimelineView::chosenPart(const QModelIndex& index) const
{
    if (m_chosenFile < 0 || !index.isValid() || index != currentIndex()) {
        return {};
    }
    const TimelineRow row = rowAt(index.row());
    const QList<TimelineLayout::File> files = layoutFor(index.row())->files;
    for (int i = 0; i < files.size(); ++i) {
        if (files[i].index == m_chosenFile) {
            return tr("%1, file %L2 of %L3", "a file, its state, its place in the message")
                .arg(m_files->spokenOf(row, m_chosenFile))
                .arg(i + 1)
                .arg(files.size());
        }
    }
    return {};
}

/// Opens a row by key: does what a click on the most important part of the row would do.
void TimelineView::openRow(const QModelIndex& index)
{
    if (!index.isValid()) {
        return;
    }
    if (m_reactions->chosenChip() >= 0 && index == currentIndex()) {
        m_reactions->toggleChip(index, m_reactions->chosenChip());
        return;
    }
    const TimelineRow row = rowAt(index.row());
    const QPoint at = placeForKeys(index);
    const QList<QUrl> links = linksOf(row);
    using Kind = TimelineHit::Kind;
    const bool hasChosenFile = index == currentIndex() && m_chosenFile >= 0;
    if (row.key.kind == TimelineRowKind::Ignored) {
        activate(index, {Kind::Closed, {}}, at);
    } else if (row.delivery == Delivery::Failed && !hasChosenFile) {
        activate(index, {Kind::Failed, {}}, at);
    } else if (!row.files.isEmpty()) {
        Q_EMIT fileActivated(index, hasChosenFile ? m_chosenFile : 0);
    } else if (links.size() > 1) {
        Q_EMIT linksActivated(links, at);
    } else if (!links.isEmpty()) {
        activate(index, {Kind::Link, links.first()}, at);
    } else if (!layoutFor(index.row())->showAll.isEmpty()) {
        activate(index, {Kind::ShowAll, {}}, at);
    } else if (!row.quoteName.isEmpty()) {
        activate(index, {Kind::Quote, {}}, at);
    }
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid()) {
        return;
    }
    const QPoint at = byKey ? placeForKeys(index) : event->globalPos();
    const int chip = byKey ? m_reactions->chosenChip() : hitAt(event->pos()).chip;
    if (chip >= 0) {
        Q_EMIT chipMenuWanted(index, chip, at);
    } else {
        Q_EMIT menuWanted(index, at);
    }
}

QString TimelineView::momentsText(const TimelineRow& row)
{
    const QString sent = fullMoment(row.at);
    if (!row.isEdited) {
        return sent;
    }
    const QString edited = fullMoment(row.editedAt);
    return edited.isEmpty() ? tr("%1, edited since").arg(sent) : tr("Sent %1\nEdited %2").arg(sent, edited);
}

QString TimelineView::tipAt(const QModelIndex& index, const QPoint& point) const
{
    const TimelineHit hit = hitAt(point);
    if (hit.kind == TimelineHit::Kind::Link) {
        return targetText(hit.url);
    }
    const TimelineRow row = rowAt(index.row());
    if (hit.file >= 0) {
        return m_files->tipOf(row, hit.file);
    }
    if (hit.chip >= 0) {
        return m_reactions->tipOf(row, hit.chip);
    }
    if (!layoutFor(index.row())->meta.contains(point - optionFor(index.row()).rect.topLeft())) {
        return {};
    }
    return row.failure.isEmpty() ? momentsText(row) : row.failure;
}

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_overlays->setPointedTarget({});
        m_reactions->endPointing();
    }
    if (event->type() != QEvent::ToolTip) {
        return PlaceKeepingView::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const QModelIndex index = indexAt(help->pos());
    if (index.isValid()) {
        showPlainTip(help->globalPos(), tipAt(index, help->pos()), viewport());
    } else {
        QToolTip::hideText();
    }
    return true;
}

// ---- mouse

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    // The base class would select the row.
    event->accept();
    if (event->button() != Qt::LeftButton) {
        return;
    }
    Q_EMIT touched();
    Q_EMIT pressed();
    m_pressedAt = event->pos();
    m_pressed = hitAt(event->pos());
    m_reactions->endPointing();
    m_selection->press(*event);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_selection->release()) {
        const TimelineHit hit = hitAt(event->pos());
        // Reactions may have moved under the pointer since it was pressed.
        if (hit.chip < 0 || hit == m_pressed) {
            activate(indexAt(event->pos()), hit, event->globalPosition().toPoint());
        }
    }
}

/// Begins to drag a file that this device has, instead of selecting messages. Returns whether it does.
bool TimelineView::dragFile(const QPoint& point)
{
    const QModelIndex index = indexAt(m_pressedAt);
    if (m_pressed.file < 0 || !index.isValid() || !m_files->isHere(rowAt(index.row()), m_pressed.file)) {
        return false;
    }
    if ((point - m_pressedAt).manhattanLength() >= QGuiApplication::styleHints()->startDragDistance()) {
        std::ignore = m_selection->release();
        Q_EMIT fileDragged(index, std::exchange(m_pressed, {}).file);
    }
    return true;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_selection->isPressed() && event->buttons().testFlag(Qt::LeftButton)) {
        if (!dragFile(event->pos())) {
            m_selection->drag(event->pos());
        }
        return;
    }
    m_reactions->point(event->pos());
    const TimelineHit hit = hitAt(event->pos());
    const bool isPlain = hit.kind == TimelineHit::Kind::Nothing || hit.kind == TimelineHit::Kind::Bubble;
    viewport()->setCursor(!isPlain             ? Qt::PointingHandCursor
                          : hit.character >= 0 ? Qt::IBeamCursor
                                               : Qt::ArrowCursor);
    m_overlays->setPointedTarget(hit.kind == TimelineHit::Kind::Link ? targetText(hit.url) : QString());
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->accept();
    if (event->button() == Qt::LeftButton) {
        m_selection->selectWord(event->pos());
    }
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    PlaceKeepingView::wheelEvent(event);
    Q_EMIT touched();
}

} // namespace tidemark
