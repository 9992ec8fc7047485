#pragma once

#include "ui/look/theme.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace tidemark {

class ChatSession;

/// Says that the user has gone past messages that were never on screen, so that they stay unread: the user
/// goes back to them, or marks everything as read. Hidden while there is no such gap.
class UnseenBar : public QWidget {
    Q_OBJECT
public:
    explicit UnseenBar(ChatSession& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    /// The user wants to see the first message that was not on screen.
    void backWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void markRead();

    ChatSession& m_session;
    Theme m_theme;
    QLabel* m_label;
    QToolButton* m_back;
    QToolButton* m_read;
};

} // namespace tidemark
