#pragma once

#include "ui/session/folder_board.h"

#include <QTabBar>

class QMenu;

namespace tidemark {

/// The folders above the list, after a tab for all conversations. The user chooses one, and moves them by
/// dragging. Hidden while there are none.
class FolderBar : public QTabBar {
    Q_OBJECT
public:
    explicit FolderBar(FolderBoard& folders, QWidget* parent = nullptr);

    /// Hides the bar while something else takes the place of the list.
    void setCovered(bool covered);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QTabBar::minimumSizeHint().height()}; }
    /// Returns the menu of a folder; null for the tab of all conversations. It deletes itself when it is
    /// closed.
    [[nodiscard]] QMenu* makeMenu(int tab);

Q_SIGNALS:
    void newFolderWanted();
    void editWanted(tidemark::MessageUuid folder);
    void deletionWanted(tidemark::MessageUuid folder);
    /// The user moved the keyboard focus down to the list.
    void listWanted();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void updateTabs();
    void updateNumbers();
    void updateChoice();
    void updateVisible();
    /// The user has dropped a tab: tells the new order, if it is one.
    void settleOrder();
    [[nodiscard]] MessageUuid folderAt(int tab) const;

    FolderBoard& m_folders;
    QList<MessageUuid> m_order; ///< of the tabs, as the user has dragged them; none: all conversations
    MessageUuid m_dragged;
    bool m_isDragging = false;
    bool m_isCovered = false;
    bool m_isUpdating = false;
};

} // namespace tidemark
