#pragma once

#include "ui/timeline/row_stack_view.h"

#include <QTimer>

namespace tidemark {

/// Keeps the reader's place when rows are inserted above, change their height or go, and when the window is
/// resized. At the very end of the conversation the view follows new rows. Only rows close to the viewport
/// are laid out; the others have estimated heights until the program is idle.
class PlaceKeepingView : public RowStackView {
    Q_OBJECT
public:
    explicit PlaceKeepingView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// Sets whether the model's last row is the conversation's. Only then does the view follow.
    void setEndReached(bool reached);
    /// Returns whether the view is at the end of the conversation and follows new rows.
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    void scrollToEnd();
    /// Puts the divider near the top. Shows the end if there is no divider or everything after it fits.
    void scrollToNewMessages();
    /// Centres a row.
    void scrollToRow(int row);
    /// Puts the upper edge of a row `offset` pixels below the viewport's.
    void scrollToPlace(int row, int offset);

    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    void reset() override;
    void doItemsLayout() override;

Q_SIGNALS:
    /// The first or the last loaded row is near the viewport.
    void nearStart();
    void nearEnd();
    /// The view was scrolled, resized or laid out again: the messages on screen may have changed.
    void moved();
    /// The view was scrolled, but not to keep the reader's place.
    void scrolled();
    void followingChanged(bool following);

protected:
    void dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                     const QList<int>& roles) override;
    void rowsInserted(const QModelIndex& parent, int start, int end) override;
    void scrollContentsBy(int dx, int dy) override;
    void moveEvent(QMoveEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void updateGeometries() override;

private:
    [[nodiscard]] bool isAtEnd() const;
    [[nodiscard]] ReaderPlace readerPlace() const;
    [[nodiscard]] int placeOfDivider(int divider);
    void rebuildStack();
    void settle(const ReaderPlace& place);
    void settleAfterScroll();
    void updateScrollBar();
    bool measureNear();
    void measureSome();
    void updateFollowing();

    std::vector<QMetaObject::Connection> m_modelConnections;
    QTimer m_measureTimer;
    int m_width = 0;    ///< the width for which the stack was measured
    int m_topMoved = 0; ///< how far the view's top has moved down since the last layout
    bool m_isSettling = false;
    bool m_isEndReached = false;
    bool m_isFollowing = true;
};

} // namespace tidemark
