#pragma once

#include "ui/chat/connection_text.h"
#include "ui/look/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QToolButton;

namespace tidemark {

/// Shows one line about the connection; hidden while there is nothing to say. Counts down the seconds until
/// the next try.
class ConnectionStrip : public QWidget {
    Q_OBJECT
public:
    explicit ConnectionStrip(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `retryInMs` is -1 when no retry is planned.
    void setStatus(const ConnectionStatus& status, int retryInMs);
    void setRemaining(quint64 remaining);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void retryWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    Theme m_theme;
    QLabel* m_label;
    QToolButton* m_retry;
    QTimer m_second;
    QTimer m_showTimer;
    ConnectionStatus m_status;
    bool m_isLost = false; ///< the connection was lost and has not come back
    ConnectionText m_shown;
    int m_retryInSeconds = -1;
    quint64 m_remaining = 0;
};

} // namespace tidemark
