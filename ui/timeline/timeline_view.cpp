#include "ui/timeline/timeline_view.h"

#include "core/models/timeline/timeline_model.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/timeline/timeline_delegate.h"

#include <QElapsedTimer>
#include <QMoveEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr int endTolerance = 2;   ///< pixels that still count as being at the end
constexpr int measureSliceMs = 4; ///< idle time that measuring takes at once
constexpr int flashMs = 1500;     ///< how long flash() lasts
constexpr int dayStayMs = 1000;   ///< how long the day floats after scrolling
constexpr int dayFadeMs = 160;
constexpr int copiedStayMs = 1800;
constexpr int pressScrollMs = 30; ///< between scroll steps while a selection is dragged beyond the edge

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : QAbstractItemView(parent), m_delegate(new TimelineDelegate(this))
{
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setAutoScroll(false);
    // A click must not take the keyboard focus from the composer.
    setFocusPolicy(Qt::TabFocus);
    setSelectionMode(QAbstractItemView::NoSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Messages"));
    AccessibleRows::install();
    // This signal comes only from the user, not from the program.
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this, &TimelineView::touched);
    m_measureTimer.setSingleShot(true);
    m_measureTimer.setInterval(0);
    connect(&m_measureTimer, &QTimer::timeout, this, &TimelineView::measureSome);
    m_flash.setDuration(flashMs);
    m_flash.setStartValue(1.0);
    m_flash.setKeyValueAt(0.4, 1.0);
    m_flash.setEndValue(0.0);
    connect(&m_flash, &QVariantAnimation::valueChanged, viewport(), qOverload<>(&QWidget::update));
    m_dayStay.setParent(this);
    m_dayStay.setObjectName(QStringLiteral("dayStay"));
    m_dayFade.setParent(this);
    m_dayFade.setObjectName(QStringLiteral("dayFade"));
    m_dayStay.setSingleShot(true);
    m_dayStay.setInterval(dayStayMs);
    m_dayFade.setDuration(dayFadeMs);
    m_dayFade.setStartValue(1.0);
    m_dayFade.setEndValue(0.0);
    connect(&m_dayFade, &QVariantAnimation::valueChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&m_dayStay, &QTimer::timeout, this, [this] {
        if (isAnimated())
            m_dayFade.start();
        viewport()->update();
    });
    m_copiedStay.setParent(this);
    m_copiedStay.setObjectName(QStringLiteral("copiedStay"));
    m_copiedStay.setSingleShot(true);
    m_copiedStay.setInterval(copiedStayMs);
    connect(&m_copiedStay, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    m_pressScroll.setInterval(pressScrollMs);
    connect(&m_pressScroll, &QTimer::timeout, this, &TimelineView::scrollWhileSelecting);
}

TimelineView::~TimelineView() = default;

void TimelineView::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    viewport()->update();
}

void TimelineView::setModel(QAbstractItemModel* model)
{
    for (const QMetaObject::Connection& connection : m_modelConnections)
        disconnect(connection);
    m_modelConnections.clear();
    QAbstractItemView::setModel(model);
    if (model == nullptr)
        return;
    const auto layOutLater = [this] { scheduleDelayedItemsLayout(); };
    m_modelConnections = {connect(model, &QAbstractItemModel::rowsRemoved, this, layOutLater),
                          connect(model, &QAbstractItemModel::rowsMoved, this, layOutLater)};
}

// ---- layout

QStyleOptionViewItem TimelineView::optionFor(int row) const
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const bool isKnown = row >= 0 && row < m_stack.count();
    const int top = isKnown ? m_stack.top(row) - scroll() : 0;
    option.rect = QRect(0, top, viewport()->width(), isKnown ? m_stack.box(row).height : 0);
    return option;
}

TimelineRow TimelineView::rowAt(int row) const
{
    return model()->index(row, 0).data(TimelineModel::RowRole).value<TimelineRow>();
}

int TimelineView::scroll() const
{
    const int total = m_stack.height() + 2 * rowPadding;
    // A short conversation stands at the bottom, next to the composer.
    const int lift = std::max(0, viewport()->height() - total);
    return verticalScrollBar()->value() - lift - rowPadding;
}

int TimelineView::verticalOffset() const
{
    return scroll();
}

void TimelineView::reset()
{
    QAbstractItemView::reset();
    m_stack.assign({});
    m_stale.clear();
    m_isFollowing = true;
    m_selection.clear();
    m_press.reset();
    m_pointedTarget.clear();
    m_dayStay.stop();
    m_dayFade.stop();
    m_copiedStay.stop();
    scheduleDelayedItemsLayout();
}

void TimelineView::dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                               const QList<int>& roles)
{
    QAbstractItemView::dataChanged(topLeft, bottomRight, roles);
    announceNames(*this, topLeft.row(), bottomRight.row(), roles);
    for (int row = topLeft.row(); row <= bottomRight.row(); ++row) {
        const TimelineRow changed = rowAt(row);
        m_stale.insert(changed.key);
        // A deleted message has nothing to copy any more.
        if (m_selection.contains(changed.key) && !canBeSelected(changed)) {
            m_selection.toggle(changed.key);
            noteSelection();
        }
    }
    // The text has changed, so the selected characters are no longer the same.
    const auto& characters = m_selection.characters();
    if (characters && roles.contains(TimelineModel::TextRole) && m_stale.contains(characters->row))
        m_selection.clear();
    scheduleDelayedItemsLayout();
}

void TimelineView::rowsInserted(const QModelIndex& parent, int start, int end)
{
    QAbstractItemView::rowsInserted(parent, start, end);
    scheduleDelayedItemsLayout();
}

void TimelineView::settleNow()
{
    executeDelayedItemsLayout();
}

void TimelineView::doItemsLayout()
{
    ReaderPlace place = placeOf(m_stack, scroll(), viewport()->height());
    const int count = m_stack.count();
    const TimelineRowKey newest = count > 0 ? m_stack.box(count - 1).key : TimelineRowKey();
    rebuildStack();
    const int firstNew = count > 0 ? m_stack.find(newest) + 1 : 0;
    if (m_isFollowing && firstNew > 0 && m_stack.height() - m_stack.top(firstNew) > viewport()->height()) {
        // Following would scroll messages out of view that the user has not seen, and they would count as
        // read (I18).
        m_isFollowing = false;
        place = {{{m_stack.box(firstNew).key, 0}}};
    }
    settle(place);
    QAbstractItemView::doItemsLayout();
}

void TimelineView::rebuildStack()
{
    if (model() == nullptr)
        return;
    std::unordered_map<TimelineRowKey, RowStack::Box> known;
    for (int row = 0; row < m_stack.count(); ++row)
        known.emplace(m_stack.box(row).key, m_stack.box(row));
    std::vector<RowStack::Box> boxes;
    boxes.reserve(static_cast<std::size_t>(model()->rowCount()));
    for (int row = 0; row < model()->rowCount(); ++row) {
        const TimelineRow content = rowAt(row);
        const auto found = known.find(content.key);
        if (found == known.end()) {
            boxes.push_back({content.key, estimatedHeight(viewport()->width(), font(), content), false});
        } else {
            boxes.push_back(found->second);
            boxes.back().isExact = boxes.back().isExact && !m_stale.contains(content.key);
        }
    }
    m_stale.clear();
    m_stack.assign(std::move(boxes));
}

/// Puts the reader back to `place`, or to the end while following. Measures the rows that come into view
/// until nothing moves any more.
void TimelineView::settle(const ReaderPlace& place)
{
    m_isSettling = true;
    // Every round measures at least one row, and a few rounds measure the whole view.
    do {
        updateScrollBar();
        if (m_isFollowing)
            verticalScrollBar()->setValue(verticalScrollBar()->maximum());
        else
            moveTo(scrollFor(place, m_stack, scroll()));
    } while (measureNear());
    m_isSettling = false;
    updateFollowing();
    m_measureTimer.start();
    viewport()->update();
    Q_EMIT moved();
}

void TimelineView::updateScrollBar()
{
    const int total = m_stack.height() + 2 * rowPadding;
    verticalScrollBar()->setRange(0, std::max(0, total - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);
}

/// Scrolls so that the viewport begins at `scroll` in the stack, as far as the range allows.
void TimelineView::moveTo(int scroll)
{
    const int lift = std::max(0, viewport()->height() - m_stack.height() - 2 * rowPadding);
    verticalScrollBar()->setValue(scroll + lift + rowPadding);
}

/// Measures the rows in and around the viewport. Returns true if a height was wrong, so that positions have
/// changed.
bool TimelineView::measureNear()
{
    const int margin = viewport()->height() / 2;
    const int first = m_stack.rowAt(scroll() - margin);
    const int last = m_stack.rowAt(scroll() + viewport()->height() + margin);
    bool changed = false;
    for (int row = m_stack.firstEstimate(first, last); row >= 0; row = m_stack.firstEstimate(row + 1, last)) {
        const int height = m_delegate->sizeHint(optionFor(row), model()->index(row, 0)).height();
        changed = changed || height != m_stack.box(row).height;
        m_stack.setExact(row, height);
    }
    return changed;
}

/// Measures rows far from the viewport, a few at a time, so that the scroll bar becomes exact.
void TimelineView::measureSome()
{
    const ReaderPlace place = placeOf(m_stack, scroll(), viewport()->height());
    QElapsedTimer timer;
    timer.start();
    int row = m_stack.firstEstimate(0, m_stack.count() - 1);
    if (row < 0)
        return;
    // A layout is pending, so the stack is older than the model. The layout calls this function again.
    if (model()->rowCount() != m_stack.count())
        return;
    for (; row >= 0 && timer.elapsed() < measureSliceMs;
         row = m_stack.firstEstimate(row + 1, m_stack.count() - 1))
        m_stack.setExact(row, layoutOf(optionFor(row), rowAt(row)).height);
    settle(place);
}

void TimelineView::updateGeometries()
{
    if (!m_isSettling)
        updateScrollBar();
    QAbstractItemView::updateGeometries();
}

void TimelineView::moveEvent(QMoveEvent* event)
{
    QAbstractItemView::moveEvent(event);
    m_topMoved += event->pos().y() - event->oldPos().y();
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    // The scroll bar still has its value for the old size, so compute the place with the old height.
    const int oldHeight = event->oldSize().isValid() ? event->oldSize().height() : viewport()->height();
    const int lift = std::max(0, oldHeight - m_stack.height() - 2 * rowPadding);
    ReaderPlace place = placeOf(m_stack, verticalScrollBar()->value() - lift - rowPadding, oldHeight);
    // A widget that appears or disappears above the view must cover or uncover rows without moving them on
    // screen.
    const int topMoved = std::exchange(m_topMoved, 0);
    for (ReaderPlace::Line& line : place.lines)
        line.offset -= topMoved;
    if (viewport()->width() != m_width) {
        m_width = viewport()->width();
        m_stack.forgetMeasures();
    }
    m_isSettling = true;
    QAbstractItemView::resizeEvent(event);
    if (model() != nullptr && model()->rowCount() == m_stack.count())
        settle(place);
    m_isSettling = false;
}

void TimelineView::changeEvent(QEvent* event)
{
    QAbstractItemView::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        return;
    m_stack.forgetMeasures();
    scheduleDelayedItemsLayout();
}

// ---- scrolling

void TimelineView::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    viewport()->update();
    if (m_isSettling)
        return;
    // The day floats after scrolling, but not when the program settles the view.
    m_dayFade.stop();
    m_dayStay.start();
    settleAfterScroll();
}

/// The reader has moved the viewport: takes the new place.
void TimelineView::settleAfterScroll()
{
    if (model() == nullptr || model()->rowCount() != m_stack.count())
        return;
    m_isFollowing = false;
    const bool wasAtEnd = verticalScrollBar()->value() >= verticalScrollBar()->maximum() - endTolerance;
    const ReaderPlace place = placeOf(m_stack, scroll(), viewport()->height());
    m_isFollowing = wasAtEnd && m_isEndReached;
    settle(place);
}

void TimelineView::updateFollowing()
{
    const bool atEnd = verticalScrollBar()->value() >= verticalScrollBar()->maximum() - endTolerance;
    m_isFollowing = atEnd && m_isEndReached;
    Q_EMIT followingChanged(m_isFollowing);
    askForMore();
}

void TimelineView::askForMore()
{
    if (m_stack.count() == 0)
        return;
    const int ahead = viewport()->height() * 3 / 2;
    if (verticalScrollBar()->value() < ahead)
        Q_EMIT nearStart();
    if (verticalScrollBar()->value() > verticalScrollBar()->maximum() - ahead)
        Q_EMIT nearEnd();
}

void TimelineView::setEndReached(bool reached)
{
    if (reached == m_isEndReached)
        return;
    settleNow();
    m_isEndReached = reached;
    updateFollowing();
}

// ---- geometry

QRect TimelineView::visualRect(const QModelIndex& index) const
{
    if (!index.isValid() || index.row() >= m_stack.count())
        return {};
    return optionFor(index.row()).rect;
}

QModelIndex TimelineView::indexAt(const QPoint& point) const
{
    const int y = point.y() + scroll();
    if (model() == nullptr || y < 0 || y >= m_stack.height() || m_stack.count() != model()->rowCount())
        return {};
    return model()->index(m_stack.rowAt(y), 0);
}

Seq TimelineView::seenThrough() const
{
    if (model() == nullptr || m_stack.count() == 0 || model()->rowCount() != m_stack.count())
        return {};
    const int bottom = scroll() + viewport()->height();
    for (int row = m_stack.rowAt(bottom); row >= 0 && m_stack.top(row + 1) > scroll(); --row) {
        const TimelineRow content = rowAt(row);
        if (m_stack.top(row + 1) <= bottom && content.coversThrough.isValid())
            return content.coversThrough;
    }
    return {};
}

Seq TimelineView::seenFrom() const
{
    if (model() == nullptr || m_stack.count() == 0 || model()->rowCount() != m_stack.count())
        return {};
    const int bottom = scroll() + viewport()->height();
    const int last = m_stack.rowAt(bottom);
    for (int row = m_stack.rowAt(scroll()); row <= last && m_stack.top(row + 1) <= bottom; ++row) {
        const TimelineRow content = rowAt(row);
        if (m_stack.top(row + 1) > scroll() && content.coversThrough.isValid())
            return content.coversThrough;
    }
    return {};
}

QRegion TimelineView::visualRegionForSelection(const QItemSelection& selection) const
{
    QRegion region;
    for (const QModelIndex& index : selection.indexes())
        region += visualRect(index);
    return region;
}

void TimelineView::paintEvent(QPaintEvent* event)
{
    settleNow();
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_theme.background);
    if (!m_emptyText.isEmpty())
        paintEmptyText(painter);
    if (m_stack.count() > 0) {
        paintRows(painter, event->rect());
        paintFloatingDay(painter);
        paintStatus(painter);
    }
    if (!m_hint.isEmpty())
        paintHint(painter, hintRoom(), m_hint, TimelineFonts(font()).label, m_theme);
}

void TimelineView::paintRows(QPainter& painter, const QRect& area) const
{
    const int floating = floatingDayStrength() > 0 ? floatingDay().row : -1;
    const int last = m_stack.rowAt(scroll() + area.bottom());
    for (int row = m_stack.rowAt(scroll() + area.top()); row <= last; ++row) {
        if (row == floating)
            continue;
        QStyleOptionViewItem option = optionFor(row);
        const QModelIndex index = model()->index(row, 0);
        // Selected characters already show where the keyboard focus is.
        if (hasFocus() && index == currentIndex() && !m_selection.characters())
            option.state |= QStyle::State_HasFocus;
        paintFlash(painter, option, row);
        paintSelected(painter, option, row);
        m_delegate->setMarked(m_selection.charactersOf(m_stack.box(row).key));
        m_delegate->paint(&painter, option, index);
    }
}

} // namespace tidemark
