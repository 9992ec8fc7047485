#include "ui/files/picture_canvas.h"

#include "ui/look/motion.h"
#include "ui/session/files/animations.h"
#include "ui/session/files/picture_store.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleHints>

#include <algorithm>
#include <cmath>

namespace tidemark {

namespace {

constexpr double maxZoom = 16;

} // namespace

PictureCanvas::PictureCanvas(PictureStore& pictures, Animations& animations, const Theme& theme,
                             QWidget* parent)
    : QWidget(parent), m_pictures(pictures), m_animations(animations), m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    connect(&pictures, &PictureStore::changed, this, qOverload<>(&QWidget::update));
    connect(&animations, &Animations::due, this, [this](const BlobHash& hash) {
        if (hash == m_file.hash) {
            update();
        }
    });
}

void PictureCanvas::setPicture(const Attachment& file, const QString& path)
{
    if (file.hash != m_file.hash) {
        fit();
    }
    m_file = file;
    m_path = path;
    update();
}

void PictureCanvas::setWords(const QString& words)
{
    m_words = words;
    update();
}

QRectF PictureCanvas::place() const
{
    const QSizeF original(m_file.width, m_file.height);
    QSizeF size = original / devicePixelRatioF();
    if (size.width() > width() || size.height() > height()) {
        size.scale(QSizeF(this->size()), Qt::KeepAspectRatio);
    }
    size = size.expandedTo({1, 1}); // a strip stays visible
    QRectF place(QPointF(0, 0), size * m_zoom);
    place.moveCenter(QRectF(rect()).center() + m_offset);
    return place;
}

void PictureCanvas::fit()
{
    m_zoom = 1;
    m_offset = {};
    update();
}

void PictureCanvas::zoomBy(double factor)
{
    zoomAt(QRectF(rect()).center(), factor);
}

/// Keeps the part of the picture at `point` where it is.
void PictureCanvas::zoomAt(const QPointF& point, double factor)
{
    const double zoom = std::clamp(m_zoom * factor, 1.0, maxZoom);
    const QPointF fromCentre = point - QRectF(rect()).center();
    m_offset = fromCentre - (fromCentre - m_offset) * (zoom / m_zoom);
    m_zoom = zoom;
    keepInside();
    update();
}

void PictureCanvas::moveBy(const QPointF& step)
{
    m_offset += step;
    keepInside();
    update();
}

/// Leaves no room at an edge as long as the picture reaches beyond the other.
void PictureCanvas::keepInside()
{
    const QSizeF size = place().size();
    const double x = std::max(0.0, (size.width() - width()) / 2);
    const double y = std::max(0.0, (size.height() - height()) / 2);
    m_offset = {std::clamp(m_offset.x(), -x, x), std::clamp(m_offset.y(), -y, y)};
}

bool PictureCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::WindowActivate || event->type() == QEvent::WindowDeactivate) {
        update(); // an animated picture goes on, or stands still
    }
    return QWidget::event(event);
}

/// The frame to show now, or the picture that stands still.
QImage PictureCanvas::imageFor(QSize room)
{
    const bool plays = isActiveWindow() && motionTime(*this).count() > 0;
    const QImage frame = m_animations.frame(m_file.hash, m_path, room, plays);
    if (!frame.isNull()) {
        return frame;
    }
    QImage image = m_pictures.picture(m_file.hash, room);
    if (!m_path.isEmpty()) {
        m_pictures.want(m_file.hash, m_path, room);
    }
    return image;
}

void PictureCanvas::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QRectF target = place();
    const QSize room = (target.size() * devicePixelRatioF()).toSize().expandedTo({1, 1});
    QImage image = imageFor(room);
    const auto problem = m_pictures.problem(m_file.hash);
    if (!image.isNull()) {
        const QSizeF size = QSizeF(image.size()).scaled(target.size(), Qt::KeepAspectRatio);
        QRectF shown(QPointF(0, 0), size);
        shown.moveCenter(target.center());
        painter.fillRect(shown, m_theme.pictureGround);
        painter.drawImage(shown, image);
    } else if (!problem) {
        image = m_pictures.preview(m_file.preview);
        if (image.isNull()) {
            painter.fillRect(target, m_theme.picturePlace);
        } else {
            painter.drawImage(target, image);
        }
    }
    if (!m_words.isEmpty()) {
        const QRect words =
            painter.fontMetrics()
                .boundingRect(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_words)
                .adjusted(-12, -8, 12, 8);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.overPicture);
        painter.drawRoundedRect(words, 10, 10);
        painter.setPen(m_theme.onPicture);
        painter.drawText(words, Qt::AlignCenter | Qt::TextWordWrap, m_words);
    }
}

void PictureCanvas::wheelEvent(QWheelEvent* event)
{
    constexpr double perNotch = 1.25;
    constexpr double notch = 120;
    zoomAt(event->position(), std::pow(perNotch, event->angleDelta().y() / notch));
    event->accept();
}

void PictureCanvas::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = m_lastAt = event->position();
}

void PictureCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton)) {
        moveBy(event->position() - m_lastAt);
        m_lastAt = event->position();
    }
}

void PictureCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = (event->position() - m_pressedAt).manhattanLength()
                         < QGuiApplication::styleHints()->startDragDistance();
    if (isClick && event->button() == Qt::LeftButton && !place().contains(event->position())) {
        Q_EMIT clickedBeside();
    }
}

void PictureCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    constexpr double closer = 2.5;
    if (m_zoom > 1) {
        fit();
    } else {
        zoomAt(event->position(), closer);
    }
}

} // namespace tidemark
