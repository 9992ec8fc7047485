#pragma once

#include "ui/look/painting.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace tidemark {

/// Says in an empty place, with a small drawing, why nothing is there, and offers a button that helps.
class EmptyPage : public QWidget {
    Q_OBJECT
public:
    explicit EmptyPage(Glyph drawing, QWidget* parent);

    void setTheme(const Theme& theme);
    /// `action` is the text of the button; empty: no button.
    void setWords(const QString& words, const QString& action);

Q_SIGNALS:
    void actionWanted();

private:
    class Drawing;
    Drawing* m_drawing;
    QLabel* m_words;
    QPushButton* m_action;
};

/// Paints the drawing of an empty place: a glyph on a round ground.
void paintEmptyDrawing(QPainter& painter, const QRect& place, Glyph glyph, const Theme& theme);

} // namespace tidemark
