#pragma once

#include "ui/look/theme.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace tidemark {

class ChatSession;

/// Shows one dim line, "Marked as read · Undo" or "Ignored Anna · Undo", while the user can undo.
class UndoBar : public QWidget {
    Q_OBJECT
public:
    explicit UndoBar(ChatSession& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    ChatSession& m_session;
    Theme m_theme;
    QLabel* m_label;
    QToolButton* m_undo;
};

} // namespace tidemark
