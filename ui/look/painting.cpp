#include "ui/look/painting.h"

#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/platform/avatar_source.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// The width of `rect` in pixels of the device.
int rasterSide(const QPainter& painter, const QRect& rect)
{
    return qRound(rect.width() * painter.device()->devicePixelRatioF());
}

} // namespace

QPixmap pictureOf(const Theme& theme, ConversationId conversation, const QPainter& painter, const QRect& rect)
{
    return theme.pictures == nullptr
               ? QPixmap()
               : theme.pictures->ofConversation(conversation, rasterSide(painter, rect));
}

QPixmap pictureOf(const Theme& theme, UserId member, const QPainter& painter, const QRect& rect)
{
    return theme.pictures == nullptr ? QPixmap()
                                     : theme.pictures->ofMember(member, rasterSide(painter, rect));
}

void paintAvatar(QPainter& painter, const QRect& rect, const QString& initials, const QColor& colour,
                 const QFont& font, const QPixmap& picture)
{
    if (!picture.isNull()) {
        painter.drawPixmap(rect, picture);
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(rect);
    QFont letters = semibold(font);
    letters.setPixelSize(std::max(8, rect.height() * 36 / 100));
    painter.setFont(letters);
    painter.setPen(Qt::white);
    painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, initials);
    painter.restore();
}

void paintAvatar(QPainter& painter, const QRect& rect, const ConversationRow& row, const QColor& colour,
                 const QFont& font, const QPixmap& picture)
{
    if (!row.isNoticeList && !row.isNotes) {
        paintAvatar(painter, rect, row.initials, colour, font, picture);
        return;
    }
    paintAvatar(painter, rect, QString(), colour, font);
    const double margin = rect.width() * 0.24;
    paintGlyph(painter, row.isNotes ? Glyph::Bookmark : Glyph::Announcement,
               QRectF(rect).adjusted(margin, margin, -margin, -margin), Qt::white);
}

void paintDot(QPainter& painter, const QRect& rect, const QColor& colour, const QColor& ground)
{
    const double side = std::max(8.0, rect.width() * 0.32);
    const double rim = side / 6;
    const QRectF dot(rect.right() + 1 - side, rect.top(), side, side);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawEllipse(dot);
    painter.setBrush(colour);
    painter.drawEllipse(dot.adjusted(rim, rim, -rim, -rim));
    painter.restore();
}

QFont badgeFont(const QFont& base)
{
    constexpr int least = 12;
    constexpr int usualText = 14;
    QFont font = semibold(base);
    font.setPixelSize(std::max(least, QFontInfo(base).pixelSize() * least / usualText));
    return font;
}

QSize badgeSize(const QString& text, const QFont& font)
{
    constexpr int padding = 6;
    const int width = QFontMetrics(font).horizontalAdvance(text) + 2 * padding;
    const int height = std::max(metrics::badgeHeight, QFontInfo(font).pixelSize() * 5 / 3);
    return {std::max(height, width), height};
}

void paintBadge(QPainter& painter, const QRect& rect, const QString& text, const QColor& ground,
                const QColor& onGround, const QFont& font)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    const double radius = rect.height() / 2.0;
    painter.drawRoundedRect(rect, radius, radius);
    painter.setFont(font);
    painter.setPen(onGround);
    // Digits have no descenders: centre them by their own height, not by that of the line.
    const QFontMetrics fontMetrics(font);
    const int baseline = rect.top() + (rect.height() + fontMetrics.capHeight()) / 2;
    const int x = rect.left() + (rect.width() - fontMetrics.horizontalAdvance(text)) / 2;
    painter.drawText(x, baseline, text);
    painter.restore();
}

void paintHint(QPainter& painter, const QRect& rect, const QString& words, const QFont& font,
               const Theme& theme)
{
    QColor edge = theme.onWarning;
    edge.setAlphaF(0.3F);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(theme.warning);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    painter.setFont(font);
    painter.setPen(theme.onWarning);
    painter.drawText(
        rect, Qt::AlignCenter,
        QFontMetrics(font).elidedText(words, Qt::ElideRight, rect.width() - 2 * metrics::hintPadding));
}

void paintPill(QPainter& painter, const QRect& rect, const QString& words, const QFont& font,
               const Theme& theme)
{
    const double radius = std::min(rect.height() / 2.0, 11.0);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.side);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.setFont(font);
    painter.setPen(theme.dim);
    painter.drawText(rect, Qt::AlignCenter, words);
}

namespace {

/// Glyphs are defined in a square of 20 × 20.
constexpr double glyphSquare = 20;

QPainterPath polyline(std::initializer_list<QPointF> points)
{
    QPainterPath path(*points.begin());
    for (const QPointF& point : points) {
        path.lineTo(point);
    }
    return path;
}

QPainterPath clockPath()
{
    QPainterPath path;
    path.addEllipse(QPointF(10, 10), 6.5, 6.5);
    path.addPath(polyline({{10, 6.2}, {10, 10}, {12.6, 11.6}}));
    return path;
}

QPainterPath searchPath()
{
    QPainterPath path;
    path.addEllipse(QPointF(8.8, 8.8), 5, 5);
    path.addPath(polyline({{12.5, 12.5}, {16.5, 16.5}}));
    return path;
}

QPainterPath pencilPath()
{
    QPainterPath path = polyline({{4, 16}, {4.8, 12.4}, {13.2, 4}, {16, 6.8}, {7.6, 15.2}, {4, 16}});
    path.addPath(polyline({{11.4, 5.8}, {14.2, 8.6}}));
    return path;
}

QPainterPath mutedPath()
{
    QPainterPath path(QPointF(5, 14));
    path.cubicTo({6.8, 12}, {5.6, 8.6}, {7, 6.8});
    path.cubicTo({8.4, 5}, {11.6, 5}, {13, 6.8});
    path.cubicTo({14.4, 8.6}, {13.2, 12}, {15, 14});
    path.closeSubpath();
    path.addPath(polyline({{8.8, 16.2}, {11.2, 16.2}}));
    path.addPath(polyline({{4, 4}, {16, 16.6}}));
    return path;
}

QPainterPath unseenPath()
{
    QPainterPath path(QPointF(2.5, 10));
    path.quadTo({10, 1.5}, {17.5, 10});
    path.quadTo({10, 18.5}, {2.5, 10});
    path.addEllipse(QPointF(10, 10), 2.2, 2.2);
    path.addPath(polyline({{4, 16.5}, {16, 3.5}}));
    return path;
}

QPainterPath pinPath()
{
    QPainterPath path = polyline({{7, 4}, {13, 4}});
    path.addPath(polyline({{8, 4}, {8, 9}, {6, 11.5}, {14, 11.5}, {12, 9}, {12, 4}}));
    path.addPath(polyline({{10, 11.5}, {10, 16.5}}));
    return path;
}

QPainterPath clipPath()
{
    QPainterPath path(QPointF(16, 9.4));
    path.lineTo(10, 15.4);
    path.cubicTo({8, 17.4}, {5, 16.9}, {3.9, 14.9});
    path.cubicTo({3, 13.3}, {3.2, 11.5}, {4.5, 10.2});
    path.lineTo(10.6, 4.1);
    path.cubicTo({12, 2.7}, {13.9, 2.9}, {14.8, 4});
    path.cubicTo({15.9, 5.3}, {15.7, 6.9}, {14.6, 8});
    path.lineTo(8.9, 13.7);
    path.cubicTo({8.2, 14.4}, {7.2, 14.3}, {6.7, 13.7});
    path.cubicTo({6.2, 13.1}, {6.2, 12.2}, {6.8, 11.6});
    path.lineTo(12, 6.4);
    return path;
}

QPainterPath picturePath(bool isBroken)
{
    QPainterPath path;
    path.addRoundedRect(QRectF(3, 4, 14, 12), 2, 2);
    if (isBroken) {
        path.addPath(polyline({{6, 4}, {9, 8}, {7, 11}, {10.5, 16}}));
        return path;
    }
    path.addPath(polyline({{3.4, 14}, {7.6, 9.8}, {10.4, 12.6}, {12.6, 10.6}, {16.6, 14.2}}));
    path.addEllipse(QPointF(12.6, 7.6), 1, 1);
    return path;
}

QPainterPath trashPath()
{
    QPainterPath path = polyline({{4, 5.5}, {16, 5.5}});
    path.addPath(polyline({{8, 5.5}, {8, 3.5}, {12, 3.5}, {12, 5.5}}));
    path.addPath(polyline({{5.5, 5.5}, {6.2, 16.5}, {13.8, 16.5}, {14.5, 5.5}}));
    path.addPath(polyline({{8.5, 8.5}, {8.5, 13.5}}));
    path.addPath(polyline({{11.5, 8.5}, {11.5, 13.5}}));
    return path;
}

QPainterPath personPath()
{
    QPainterPath path;
    path.addEllipse(QPointF(10, 6.8), 3.2, 3.2);
    path.moveTo(3.8, 16.5);
    path.cubicTo({4.6, 10.8}, {15.4, 10.8}, {16.2, 16.5});
    return path;
}

QPainterPath linkPath()
{
    QPainterPath path(QPointF(8.6, 6.2));
    path.lineTo(10.4, 4.4);
    path.cubicTo({13.4, 1.6}, {18.2, 6.2}, {15.6, 9.4});
    path.lineTo(13.6, 11.4);
    path.moveTo(11.4, 13.8);
    path.lineTo(9.6, 15.6);
    path.cubicTo({6.6, 18.4}, {1.8, 13.8}, {4.4, 10.6});
    path.lineTo(6.4, 8.6);
    path.addPath(polyline({{8, 12}, {12, 8}}));
    return path;
}

QPainterPath archivePath()
{
    QPainterPath path = polyline({{3.5, 4}, {16.5, 4}, {16.5, 7.5}, {3.5, 7.5}, {3.5, 4}});
    path.addPath(polyline({{4.5, 7.5}, {4.5, 16}, {15.5, 16}, {15.5, 7.5}}));
    path.addPath(polyline({{8, 10.5}, {12, 10.5}}));
    return path;
}

QPainterPath leavePath()
{
    QPainterPath path = polyline({{11, 3.5}, {4, 3.5}, {4, 16.5}, {11, 16.5}});
    path.addPath(polyline({{8.5, 10}, {17, 10}}));
    path.addPath(polyline({{13.5, 6.5}, {17, 10}, {13.5, 13.5}}));
    return path;
}

QPainterPath settingsPath()
{
    QPainterPath path;
    for (const auto& [y, knob] : {std::pair(5.0, 12.5), std::pair(10.0, 7.0), std::pair(15.0, 13.5)}) {
        path.addPath(polyline({{3.5, y}, {knob - 2, y}}));
        path.addPath(polyline({{knob + 2, y}, {16.5, y}}));
        path.addEllipse(QPointF(knob, y), 2, 2);
    }
    return path;
}

QPainterPath unreadPath()
{
    QPainterPath path = polyline({{11, 5}, {3, 5}, {3, 16}, {17, 16}, {17, 9.5}});
    path.addPath(polyline({{3.5, 5.5}, {10, 11}, {13, 8.6}}));
    path.addEllipse(QPointF(15.5, 5), 2, 2);
    return path;
}

QPainterPath menuPath(Glyph glyph)
{
    switch (glyph) {
    case Glyph::Trash:
        return trashPath();
    case Glyph::Person:
        return personPath();
    case Glyph::Link:
        return linkPath();
    case Glyph::Folder:
        return polyline({{3, 16}, {3, 4.5}, {8, 4.5}, {10, 7}, {17, 7}, {17, 16}, {3, 16}});
    case Glyph::Archive:
        return archivePath();
    case Glyph::Leave:
        return leavePath();
    case Glyph::Blocked: {
        QPainterPath path;
        path.addEllipse(QPointF(10, 10), 6.8, 6.8);
        path.addPath(polyline({{5.2, 5.2}, {14.8, 14.8}}));
        return path;
    }
    case Glyph::Settings:
        return settingsPath();
    case Glyph::Unread:
        return unreadPath();
    case Glyph::Select: {
        QPainterPath path;
        path.addEllipse(QPointF(10, 10), 6.8, 6.8);
        path.addPath(polyline({{6.8, 10.2}, {9.2, 12.6}, {13.4, 7.8}}));
        return path;
    }
    default:
        return {};
    }
}

QPainterPath strokedPath(Glyph glyph)
{
    switch (glyph) {
    case Glyph::Back:
        return polyline({{12.5, 4}, {6.5, 10}, {12.5, 16}});
    case Glyph::Reply: {
        QPainterPath path = polyline({{8, 4.5}, {3.5, 9}, {8, 13.5}});
        path.moveTo(3.5, 9);
        path.lineTo(10.5, 9);
        path.quadTo(16.5, 9, 16.5, 16);
        return path;
    }
    case Glyph::Close:
        return [] {
            QPainterPath path = polyline({{5, 5}, {15, 15}});
            path.addPath(polyline({{15, 5}, {5, 15}}));
            return path;
        }();
    case Glyph::Pencil:
        return pencilPath();
    case Glyph::Down: {
        QPainterPath path = polyline({{10, 4}, {10, 16}});
        path.addPath(polyline({{5, 11}, {10, 16}, {15, 11}}));
        return path;
    }
    case Glyph::Upward: {
        QPainterPath path = polyline({{10, 16}, {10, 4}});
        path.addPath(polyline({{6, 8}, {10, 4}, {14, 8}}));
        return path;
    }
    case Glyph::Search:
        return searchPath();
    case Glyph::Muted:
        return mutedPath();
    case Glyph::Unseen:
        return unseenPath();
    case Glyph::Pin:
        return pinPath();
    case Glyph::Clock:
        return clockPath();
    case Glyph::Failed: {
        QPainterPath path;
        path.addEllipse(QPointF(10, 10), 7, 7);
        path.addPath(polyline({{10, 6}, {10, 10.8}}));
        path.addEllipse(QPointF(10, 13.6), 0.3, 0.3);
        return path;
    }
    case Glyph::Tick:
        return polyline({{4, 10.8}, {8, 14.6}, {16, 6}});
    case Glyph::TwoTicks: {
        QPainterPath path = polyline({{1.4, 10.8}, {5, 14.4}, {12.4, 6.4}});
        path.addPath(polyline({{9.4, 13.2}, {10.8, 14.4}, {18.4, 6.4}}));
        return path;
    }
    case Glyph::Info: {
        QPainterPath path;
        path.addEllipse(QPointF(10, 10), 7, 7);
        path.addPath(polyline({{10, 9.4}, {10, 13.6}}));
        path.addEllipse(QPointF(10, 6.6), 0.3, 0.3);
        return path;
    }
    case Glyph::Announcement: {
        QPainterPath path = polyline({{3.5, 8}, {3.5, 12}, {7, 12}, {15.5, 16}, {15.5, 4}, {7, 8}, {3.5, 8}});
        path.addPath(polyline({{6, 12.2}, {7.2, 16.4}, {9.4, 16.4}, {8.4, 13}}));
        return path;
    }
    case Glyph::Bookmark:
        return polyline({{5, 3.5}, {15, 3.5}, {15, 16.5}, {10, 12.5}, {5, 16.5}, {5, 3.5}});
    case Glyph::Forward:
        return polyline({{7.5, 4}, {13.5, 10}, {7.5, 16}});
    case Glyph::Clip:
        return clipPath();
    case Glyph::Copy: {
        QPainterPath path;
        path.addRoundedRect(QRectF(7, 7, 9.5, 9.5), 2, 2);
        path.addPath(polyline({{13, 4.4}, {13, 3.5}, {3.5, 3.5}, {3.5, 13}, {4.4, 13}}));
        return path;
    }
    case Glyph::File: {
        QPainterPath path = polyline({{11.5, 3}, {5, 3}, {5, 17}, {15, 17}, {15, 6.5}, {11.5, 3}});
        path.addPath(polyline({{11.5, 3}, {11.5, 6.5}, {15, 6.5}}));
        return path;
    }
    case Glyph::Picture:
    case Glyph::Broken:
        return picturePath(glyph == Glyph::Broken);
    case Glyph::Retry: {
        QPainterPath path;
        path.arcMoveTo(QRectF(4, 4, 12, 12), 20);
        path.arcTo(QRectF(4, 4, 12, 12), 20, 300);
        path.addPath(polyline({{16.4, 3.6}, {15.8, 8.2}, {11.4, 7.4}}));
        return path;
    }
    case Glyph::Save: {
        QPainterPath path = polyline({{10, 3.5}, {10, 12.5}});
        path.addPath(polyline({{6, 8.8}, {10, 12.8}, {14, 8.8}}));
        path.addPath(polyline({{4, 13.5}, {4, 16.5}, {16, 16.5}, {16, 13.5}}));
        return path;
    }
    case Glyph::Plus: {
        QPainterPath path = polyline({{10, 4}, {10, 16}});
        path.addPath(polyline({{4, 10}, {16, 10}}));
        return path;
    }
    case Glyph::Minus:
        return polyline({{4, 10}, {16, 10}});
    case Glyph::Send:
    case Glyph::More:
    case Glyph::Play:
    case Glyph::Heart:
        break;
    default:
        return menuPath(glyph);
    }
    return {};
}

QPainterPath filledPath(Glyph glyph)
{
    QPainterPath path;
    if (glyph == Glyph::Send) {
        path = polyline({{3.4, 3.6}, {17.6, 10}, {3.4, 16.4}, {6.2, 10}, {3.4, 3.6}});
    } else if (glyph == Glyph::Play) {
        path = polyline({{6, 4}, {16, 10}, {6, 16}, {6, 4}});
    } else if (glyph == Glyph::Heart) {
        path.moveTo(10, 17);
        path.cubicTo(4, 12.4, 2.4, 9.8, 2.4, 7.3);
        path.cubicTo(2.4, 4.9, 4.2, 3.2, 6.4, 3.2);
        path.cubicTo(7.9, 3.2, 9.3, 4.1, 10, 5.5);
        path.cubicTo(10.7, 4.1, 12.1, 3.2, 13.6, 3.2);
        path.cubicTo(15.8, 3.2, 17.6, 4.9, 17.6, 7.3);
        path.cubicTo(17.6, 9.8, 16, 12.4, 10, 17);
    } else if (glyph == Glyph::More) {
        for (const double x : {4.5, 10.0, 15.5}) {
            path.addEllipse(QPointF(x, 10), 1.6, 1.6);
        }
    }
    return path;
}

} // namespace

void paintGlyph(QPainter& painter, Glyph glyph, const QRectF& rect, const QColor& colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = std::min(rect.width(), rect.height());
    painter.translate(rect.center() - QPointF(side / 2, side / 2));
    painter.scale(side / glyphSquare, side / glyphSquare);
    if (const QPainterPath filled = filledPath(glyph); !filled.isEmpty()) {
        painter.fillPath(filled, colour);
    }
    // Small glyphs need relatively thicker lines to be visible.
    const double width = std::max(1.5, 1.25 * glyphSquare / side);
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(strokedPath(glyph));
    painter.restore();
}

void paintFileButton(QPainter& painter, const QRect& rect, Glyph glyph, double done, const QColor& ground,
                     const QColor& onGround)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawEllipse(rect);
    constexpr double inset = 3.5;
    if (done >= 0) {
        constexpr int fullCircle = 360 * 16;
        constexpr double leastShown = 0.03; // a transfer that has just begun shows that it runs
        painter.setPen(QPen(onGround, 2.5, Qt::SolidLine, Qt::RoundCap));
        painter.setBrush(Qt::NoBrush);
        painter.drawArc(QRectF(rect).adjusted(inset, inset, -inset, -inset), fullCircle / 4,
                        -int(std::clamp(done, leastShown, 1.0) * fullCircle));
    }
    const double margin = rect.width() * 0.27;
    paintGlyph(painter, glyph, QRectF(rect).adjusted(margin, margin, -margin, -margin), onGround);
    painter.restore();
}

void paintDelivery(QPainter& painter, Delivery delivery, const QRectF& rect, const Theme& theme)
{
    switch (delivery) {
    case Delivery::None:
        return;
    case Delivery::Pending:
        return paintGlyph(painter, Glyph::Clock, rect, theme.dim);
    case Delivery::Sent:
        return paintGlyph(painter, Glyph::Tick, rect, theme.dim);
    case Delivery::Delivered:
        return paintGlyph(painter, Glyph::TwoTicks, rect, theme.dim);
    case Delivery::Read:
        return paintGlyph(painter, Glyph::TwoTicks, rect, theme.accent);
    case Delivery::Failed:
        return paintGlyph(painter, Glyph::Failed, rect, theme.error);
    }
}

QIcon glyphIcon(Glyph glyph, const QColor& colour, int size)
{
    constexpr int scale = 3;
    QPixmap pixmap(size * scale, size * scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintGlyph(painter, glyph, QRectF(pixmap.rect()), colour);
    painter.end();
    return QIcon(pixmap);
}

QIcon programIcon()
{
    QIcon icon;
    for (const int size : {16, 22, 24, 32, 48, 64, 128, 256}) {
        icon.addFile(u":/icons/tidemark-%1.png"_s.arg(size), QSize(size, size));
    }
    return icon;
}

} // namespace tidemark
