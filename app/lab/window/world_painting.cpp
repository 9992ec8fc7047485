// WorldPicture: links, frames and names; its buttons paint themselves.
#include "app/lab/playing/lab_controller.h"
#include "app/lab/playing/lab_words.h"
#include "app/lab/window/world_picture.h"
#include "ui/look/fonts.h"

#include <QPainter>
#include <QPolygonF>

namespace tidemark::lab {

namespace {

constexpr double frameRadius = 6;

} // namespace

void WorldPicture::paintLinks(QPainter& painter) const
{
    const Moment& moment = m_controller.moment();
    for (const DeviceAtMoment& device : moment.devices) {
        const WorldLayout::Card* card = m_layout.card(device.name);
        const auto server = serverPlace(device.server);
        const bool isThere = server.has_value() && !device.isCut;
        painter.setPen(QPen(isThere ? m_theme.frame : m_theme.dim, isThere ? 2 : 1,
                            isThere ? Qt::SolidLine : Qt::DotLine));
        const std::size_t place = server.value_or(0);
        // Frames travel on its middle part.
        painter.drawPolyline(
            QPolygonF({WorldLayout::deviceEnd(*card), m_layout.pointOnLink(*card, place, true, 0),
                       m_layout.pointOnLink(*card, place, true, 1), m_layout.serverEnd(*card, place)}));
    }
    painter.setPen(QPen(m_theme.frame, 1));
    for (std::size_t server = 0; server + 1 < m_servers.size(); ++server) {
        painter.drawLine(m_layout.servers()[server].center(), m_layout.servers()[server + 1].center());
    }
    painter.drawLine(m_layout.servers().back().center(), m_layout.database().center());
}

void WorldPicture::paintFrames(QPainter& painter) const
{
    const QFont small = resized(font(), -2);
    painter.setFont(small);
    for (const FrameAtMoment& frame : m_controller.moment().frames) {
        const auto place = placeOf(frame);
        if (!place) {
            continue;
        }
        const bool isShown = frame.number == m_frame;
        painter.setPen(QPen(m_theme.background, 1));
        painter.setBrush(isShown ? m_theme.text : m_theme.accent);
        const double radius = isShown ? frameRadius + 2 : frameRadius;
        painter.drawEllipse(*place, radius, radius);
        painter.setPen(m_theme.text);
        const QString name = textOf(frame.words).section(u' ', 0, 0);
        QRectF words(QPointF(), painter.fontMetrics().size(0, name));
        words.moveCenter(*place - QPointF(0, frameRadius + words.height() / 2 + 1));
        words.moveLeft(m_layout.besideButtons(words.left(), words.width()));
        painter.drawText(words, Qt::AlignCenter, name);
    }
}

void WorldPicture::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    if (!m_controller.isLoaded()) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(semibold(font()));
    painter.setPen(m_theme.dim);
    for (const WorldLayout::Person& person : m_layout.people()) {
        painter.drawText(person.place.adjusted(2, 0, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                         textOf(person.name));
    }
    painter.setFont(font());
    paintLinks(painter);
    paintFrames(painter);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace tidemark::lab
