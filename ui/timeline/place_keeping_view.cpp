#include "ui/timeline/place_keeping_view.h"

#include <QElapsedTimer>
#include <QMoveEvent>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr int endTolerance = 2;   ///< pixels that still count as being at the end
constexpr int measureSliceMs = 4; ///< idle time that measuring takes at once
constexpr int dividerAt = 48;     ///< where scrollToNewMessages() puts the divider

} // namespace

PlaceKeepingView::PlaceKeepingView(QWidget* parent) : RowStackView(parent)
{
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel); // calls scrollTo()
    m_measureTimer.setSingleShot(true);
    m_measureTimer.setInterval(0);
    connect(&m_measureTimer, &QTimer::timeout, this, &PlaceKeepingView::measureSome);
}

void PlaceKeepingView::setModel(QAbstractItemModel* model)
{
    for (const QMetaObject::Connection& connection : m_modelConnections) {
        disconnect(connection);
    }
    m_modelConnections.clear();
    QAbstractItemView::setModel(model);
    if (model == nullptr) {
        return;
    }
    const auto layOutLater = [this] { scheduleDelayedItemsLayout(); };
    m_modelConnections = {connect(model, &QAbstractItemModel::rowsRemoved, this, layOutLater),
                          connect(model, &QAbstractItemModel::rowsMoved, this, layOutLater)};
}

// ---- layout

ReaderPlace PlaceKeepingView::readerPlace() const
{
    return placeOf(stack(), scroll(), viewport()->height());
}

void PlaceKeepingView::reset()
{
    QAbstractItemView::reset();
    stack().assign({});
    m_isFollowing = true;
    scheduleDelayedItemsLayout();
}

void PlaceKeepingView::dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                                   const QList<int>& roles)
{
    QAbstractItemView::dataChanged(topLeft, bottomRight, roles);
    for (int row = topLeft.row(); row <= bottomRight.row(); ++row) {
        stack().markStale(rowAt(row).key);
    }
    scheduleDelayedItemsLayout();
}

void PlaceKeepingView::rowsInserted(const QModelIndex& parent, int start, int end)
{
    QAbstractItemView::rowsInserted(parent, start, end);
    scheduleDelayedItemsLayout();
}

void PlaceKeepingView::doItemsLayout()
{
    ReaderPlace place = readerPlace();
    const int count = stack().count();
    const TimelineRowKey newest = count > 0 ? stack().box(count - 1).key : TimelineRowKey();
    rebuildStack();
    const int firstNew = count > 0 ? stack().find(newest) + 1 : 0;
    if (m_isFollowing && firstNew > 0 && stack().height() - stack().top(firstNew) > viewport()->height()) {
        // Following would scroll messages out of view that the user has not seen, and they would count as
        // read (I18).
        m_isFollowing = false;
        place = {{{stack().box(firstNew).key, 0}}};
    }
    settle(place);
    QAbstractItemView::doItemsLayout();
}

void PlaceKeepingView::rebuildStack()
{
    if (model() == nullptr) {
        return;
    }
    std::vector<TimelineRowKey> keys;
    for (int row = 0; row < model()->rowCount(); ++row) {
        keys.push_back(rowAt(row).key);
    }
    stack().renew(keys, [this](int row) { return estimatedHeight(viewport()->width(), font(), rowAt(row)); });
}

/// Puts the reader back to `place`, or to the end while following. Measures the rows that come into view
/// until nothing moves any more.
void PlaceKeepingView::settle(const ReaderPlace& place)
{
    m_isSettling = true;
    QScrollBar* bar = verticalScrollBar();
    // Every round measures at least one row, and a few rounds measure the whole view.
    do {
        updateScrollBar();
        bar->setValue(m_isFollowing ? bar->maximum()
                                    : scrollFor(place, stack(), scroll()) + inset(viewport()->height()));
    } while (measureNear());
    m_isSettling = false;
    updateFollowing();
    m_measureTimer.start();
    viewport()->update();
    Q_EMIT moved();
}

void PlaceKeepingView::updateScrollBar()
{
    const int total = stack().height() + 2 * rowPadding;
    verticalScrollBar()->setRange(0, std::max(0, total - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);
}

/// Measures the rows in and around the viewport. Returns true if positions have changed.
bool PlaceKeepingView::measureNear()
{
    const int margin = viewport()->height() / 2;
    const int first = rowNear(-margin);
    const int last = rowNear(viewport()->height() + margin);
    bool changed = false;
    for (int row = stack().firstEstimate(first, last); row >= 0; row = stack().firstEstimate(row + 1, last)) {
        changed = measure(row) || changed;
    }
    return changed;
}

/// Measures rows far from the viewport, a few at a time, so that the scroll bar becomes exact.
void PlaceKeepingView::measureSome()
{
    const ReaderPlace place = readerPlace();
    QElapsedTimer timer;
    timer.start();
    int row = stack().firstEstimate(0, stack().count() - 1);
    // While a layout is pending, the stack is older than the model. The layout calls this function again.
    if (row < 0 || !isLaidOut()) {
        return;
    }
    for (; row >= 0 && timer.elapsed() < measureSliceMs;
         row = stack().firstEstimate(row + 1, stack().count() - 1)) {
        stack().setExact(row, layoutOf(optionFor(row), rowAt(row)).height);
    }
    settle(place);
}

void PlaceKeepingView::updateGeometries()
{
    if (!m_isSettling) {
        updateScrollBar();
    }
    QAbstractItemView::updateGeometries();
}

void PlaceKeepingView::moveEvent(QMoveEvent* event)
{
    QAbstractItemView::moveEvent(event);
    m_topMoved += event->pos().y() - event->oldPos().y();
}

void PlaceKeepingView::resizeEvent(QResizeEvent* event)
{
    // The scroll bar still has its value for the old size, so compute the place with the old height.
    const int oldHeight = event->oldSize().isValid() ? event->oldSize().height() : viewport()->height();
    ReaderPlace place = placeOf(stack(), verticalScrollBar()->value() - inset(oldHeight), oldHeight);
    // A widget that appears or disappears above the view must cover or uncover rows without moving them on
    // screen.
    const int topMoved = std::exchange(m_topMoved, 0);
    for (ReaderPlace::Line& line : place.lines) {
        line.offset -= topMoved;
    }
    if (viewport()->width() != m_width) {
        m_width = viewport()->width();
        stack().forgetMeasures();
    }
    m_isSettling = true;
    QAbstractItemView::resizeEvent(event);
    if (model() != nullptr && model()->rowCount() == stack().count()) {
        settle(place);
    }
    m_isSettling = false;
}

void PlaceKeepingView::changeEvent(QEvent* event)
{
    QAbstractItemView::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) {
        return;
    }
    stack().forgetMeasures();
    scheduleDelayedItemsLayout();
}

// ---- following

void PlaceKeepingView::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    viewport()->update();
    if (m_isSettling) {
        return;
    }
    Q_EMIT scrolled();
    settleAfterScroll();
}

/// The reader has moved the viewport: takes the new place.
void PlaceKeepingView::settleAfterScroll()
{
    if (model() == nullptr || model()->rowCount() != stack().count()) {
        return;
    }
    m_isFollowing = isAtEnd() && m_isEndReached;
    settle(readerPlace());
}

bool PlaceKeepingView::isAtEnd() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - endTolerance;
}

void PlaceKeepingView::updateFollowing()
{
    m_isFollowing = isAtEnd() && m_isEndReached;
    Q_EMIT followingChanged(m_isFollowing);
    if (stack().count() == 0) {
        return;
    }
    const int ahead = viewport()->height() * 3 / 2;
    if (verticalScrollBar()->value() < ahead) {
        Q_EMIT nearStart();
    }
    if (verticalScrollBar()->value() > verticalScrollBar()->maximum() - ahead) {
        Q_EMIT nearEnd();
    }
}

void PlaceKeepingView::setEndReached(bool reached)
{
    if (reached == m_isEndReached) {
        return;
    }
    settleNow();
    m_isEndReached = reached;
    updateFollowing();
}

// ---- scrolling to places

void PlaceKeepingView::scrollToEnd()
{
    settleNow();
    m_isFollowing = true;
    settle({});
}

/// Returns the divider's distance from the top, which leaves room for a day that is close above.
int PlaceKeepingView::placeOfDivider(int divider)
{
    int above = 0;
    for (int row = divider - 1; row >= 0 && above < dividerAt; --row) {
        measure(row);
        above += stack().box(row).height;
        if (stack().box(row).key.kind == TimelineRowKind::Day) {
            return std::max(dividerAt, above);
        }
    }
    return dividerAt;
}

void PlaceKeepingView::scrollToNewMessages()
{
    settleNow();
    const int row = stack().findFirst(TimelineRowKind::NewMessages);
    if (row < 0) {
        scrollToEnd();
    } else {
        scrollToPlace(row, placeOfDivider(row));
    }
}

void PlaceKeepingView::scrollToRow(int row)
{
    settleNow();
    if (!hasRow(row)) {
        return;
    }
    // Measure the row first: centring needs its real height.
    measure(row);
    scrollToPlace(row, std::max(0, (viewport()->height() - stack().box(row).height) / 2));
    setCurrentIndex(model()->index(row, 0));
}

void PlaceKeepingView::scrollToPlace(int row, int offset)
{
    settleNow();
    if (!hasRow(row)) {
        return;
    }
    m_isFollowing = false;
    settle({{{stack().box(row).key, offset}}});
}

void PlaceKeepingView::scrollTo(const QModelIndex& index, ScrollHint /*hint*/)
{
    settleNow();
    const QRect rect = visualRect(index);
    if (!rect.isValid()) {
        return;
    }
    QScrollBar* bar = verticalScrollBar();
    const int below = rect.bottom() + 1 - viewport()->height();
    if (rect.top() < 0) {
        bar->setValue(bar->value() + rect.top() - rowPadding);
    } else if (below > 0) {
        bar->setValue(bar->value() + std::min(rect.top(), below + rowPadding));
    }
}

} // namespace tidemark
