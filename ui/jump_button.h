#pragma once

#include "ui/theme.h"

#include <QAbstractButton>

namespace tidemark {

/// The round button over the timeline that leads to the end, with the number of unread messages on its upper
/// edge.
class JumpButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit JumpButton(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `badge`: as of badgeText; empty none.
    void setBadge(const QString& badge, const QString& hint);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme;
    QString m_badge;
};

} // namespace tidemark
