#pragma once

#include "core/domain/ids.h"
#include "ui/theme.h"

#include <QListView>

namespace tidemark {

class ConversationDelegate;
struct ConversationLayout;
class ConversationListModel;

/// The list of conversations. It remembers which one is chosen through moves, filters and resets, and tells
/// only what the user did.
class ConversationListView : public QListView {
    Q_OBJECT
public:
    explicit ConversationListView(ConversationListModel& model, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Shows `conversation` as chosen; 0: none. Says nothing.
    void choose(ConversationId conversation);
    [[nodiscard]] ConversationId chosen() const { return m_chosen; }
    /// The conversation `steps` rows below the chosen one (negative: above), limited to the list; 0 when it
    /// is empty.
    [[nodiscard]] ConversationId neighbour(int steps) const;

Q_SIGNALS:
    void activatedByUser(tidemark::ConversationId conversation);
    /// Something was typed, which a list of conversations has no use for.
    void typed(QKeyEvent* event);
    /// `onBadge`: the badge itself was clicked.
    void menuWanted(tidemark::ConversationId conversation, const QPoint& globalPosition, bool onBadge);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void restoreChosen();
    [[nodiscard]] ConversationLayout layoutAt(const QModelIndex& index) const;

    ConversationListModel& m_model;
    ConversationDelegate* m_delegate;
    ConversationId m_chosen;
};

} // namespace tidemark
