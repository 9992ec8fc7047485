#pragma once

#include "core/domain/attachment.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace tidemark {

class Animations;
class PictureStore;

/// Shows one picture as large as there is room, or larger: the user zooms with the wheel or keys, and moves
/// the picture with the mouse or keys.
class PictureCanvas : public QWidget {
    Q_OBJECT
public:
    PictureCanvas(PictureStore& pictures, Animations& animations, const Theme& theme, QWidget* parent);

    /// Shows `file`, or its preview as long as `path` is empty.
    void setPicture(const Attachment& file, const QString& path);
    /// Words in place of a picture that cannot be shown, or about its download.
    void setWords(const QString& words);
    void zoomBy(double factor);
    void fit();
    void moveBy(const QPointF& step);
    [[nodiscard]] double zoom() const { return m_zoom; }
    /// The rectangle that the picture fills. Parts of it may be outside the widget.
    [[nodiscard]] QRectF place() const;

Q_SIGNALS:
    /// The user clicked beside the picture.
    void clickedBeside();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QImage imageFor(QSize room);
    void zoomAt(const QPointF& point, double factor);
    void keepInside();

    PictureStore& m_pictures;
    Animations& m_animations;
    const Theme& m_theme;
    Attachment m_file;
    QString m_path;
    QString m_words;
    double m_zoom = 1; ///< 1: as large as there is room, but no larger than the picture is
    QPointF m_offset;  ///< of the picture's centre from that of the widget
    QPointF m_pressedAt;
    QPointF m_lastAt;
};

} // namespace tidemark
