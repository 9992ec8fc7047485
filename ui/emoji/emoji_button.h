#pragma once

#include "ui/look/painting.h"

#include <QAbstractButton>

#include <optional>

namespace tidemark {

/// A square button with an emoji or a glyph. Enter presses it, too.
class EmojiButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit EmojiButton(QWidget* parent);

    void setTheme(const Theme& theme);
    void setEmoji(const QString& emoji);
    void setGlyph(Glyph glyph);
    /// Sets the tooltip and the name for screen readers.
    void setWords(const QString& words);
    [[nodiscard]] const QString& emoji() const { return m_emoji; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Theme m_theme;
    QString m_emoji;
    std::optional<Glyph> m_glyph;
};

} // namespace tidemark
