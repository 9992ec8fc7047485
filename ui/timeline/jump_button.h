#pragma once

#include "ui/look/theme.h"

#include <QAbstractButton>

namespace tidemark {

/// A round button over the timeline, with a number on its upper edge.
class RoundButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit RoundButton(QWidget* parent);

    void setTheme(const Theme& theme);
    /// `badge` comes from badgeText(); empty: no badge. `hint` says what the badge counts, for screen readers
    /// and the tooltip.
    void setBadge(const QString& badge, const QString& hint);
    /// Describes the button's action: sets the accessible name and, together with the hint, the tooltip.
    void setAction(const QString& words);
    [[nodiscard]] const QString& badge() const { return m_badge; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    virtual void paintSign(QPainter& painter, const QRectF& circle) const = 0;
    [[nodiscard]] const Theme& theme() const { return m_theme; }

private:
    void updateToolTip();
    [[nodiscard]] int badgeRise() const;

    Theme m_theme;
    QString m_badge;
};

/// Takes the reader back to the place before a jump, to the new messages, or to the end.
class JumpButton final : public RoundButton {
    Q_OBJECT
public:
    explicit JumpButton(QWidget* parent = nullptr);

protected:
    void paintSign(QPainter& painter, const QRectF& circle) const override;
};

/// Takes the reader from one of their unread mentions to the next.
class MentionButton final : public RoundButton {
    Q_OBJECT
public:
    explicit MentionButton(QWidget* parent = nullptr);

protected:
    void paintSign(QPainter& painter, const QRectF& circle) const override;
};

/// Takes the user from one of their messages with unread reactions to the next.
class ReactionButton final : public RoundButton {
    Q_OBJECT
public:
    explicit ReactionButton(QWidget* parent = nullptr);

protected:
    void paintSign(QPainter& painter, const QRectF& circle) const override;
};

} // namespace tidemark
