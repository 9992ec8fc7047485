#pragma once

#include "ui/look/theme.h"

#include <QAbstractButton>
#include <QString>

namespace tidemark {

/// A button of two lines as wide as its place: a caption in the accent's colour, and below it a text, which
/// is shortened. The text is another user's and is shown as it is.
class PinnedLine : public QAbstractButton {
    Q_OBJECT
public:
    explicit PinnedLine(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setWords(const QString& caption, const QString& words);
    [[nodiscard]] const QString& words() const { return m_words; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    Theme m_theme;
    QString m_caption;
    QString m_words;
};

} // namespace tidemark
