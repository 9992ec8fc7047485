#pragma once

#include "ui/theme.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace tidemark {

class ChatSession;

/// One quiet line, "Marked as read · Undo", for as long as the session offers it.
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
