#include "ui/timeline/files/file_painter.h"

#include "core/models/words/file_text.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/look/raster_room.h"
#include "ui/session/files/animations.h"
#include "ui/session/files/file_state_text.h"
#include "ui/session/files/message_files.h"
#include "ui/session/files/picture_store.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace tidemark {

namespace {

/// `size` scaled so that it covers `room`, or fits into it, in the middle of it.
QRectF placed(QSize size, const QRect& room, bool isWhole)
{
    const QSizeF scaled =
        QSizeF(size).scaled(room.size(), isWhole ? Qt::KeepAspectRatio : Qt::KeepAspectRatioByExpanding);
    QRectF place(QPointF(0, 0), scaled);
    place.moveCenter(QRectF(room).center());
    return place;
}

/// Fills the part of `outline` in `place` with the image, which is stretched over `place`.
void fillWith(QPainter& painter, const QPainterPath& outline, const QImage& image, const QRectF& place)
{
    QBrush brush(image);
    // A brush repeats its image, and would blend each edge with the opposite one: leave out half a pixel.
    const QSizeF used = QSizeF(image.size() - QSize(1, 1)).expandedTo({0.5, 0.5});
    QTransform transform = QTransform::fromTranslate(place.left(), place.top());
    transform.scale(place.width() / used.width(), place.height() / used.height());
    transform.translate(-0.5, -0.5);
    brush.setTransform(transform);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.setClipRect(place, Qt::IntersectClip);
    painter.fillPath(outline, brush);
    painter.restore();
}

QPainterPath outlineOf(const QRect& rect, const QRect& bubble, const CornerRadii& radii)
{
    CornerRadii own;
    own.topLeft = rect.topLeft() == bubble.topLeft() ? radii.topLeft : 0;
    own.topRight = rect.topRight() == bubble.topRight() ? radii.topRight : 0;
    own.bottomRight = rect.bottomRight() == bubble.bottomRight() ? radii.bottomRight : 0;
    own.bottomLeft = rect.bottomLeft() == bubble.bottomLeft() ? radii.bottomLeft : 0;
    return roundedPath(rect, own);
}

struct Button {
    Glyph glyph = Glyph::File;
    double done = -1; ///< of the ring; negative: no ring
};

std::optional<Button> buttonOf(const FileState& state)
{
    using Step = FileState::Step;
    switch (state.step) {
    case Step::Held:
        return std::nullopt;
    case Step::Absent:
        return Button{Glyph::Down, -1};
    case Step::Waiting:
        return Button{Glyph::Close, 0};
    case Step::Moving:
        return Button{Glyph::Close, state.size > 0 ? double(state.done) / double(state.size) : 0};
    case Step::Paused:
        return Button{Glyph::Play, -1};
    case Step::Failed:
        return Button{Glyph::Retry, -1};
    }
    return std::nullopt;
}

} // namespace

QPainterPath roundedPath(const QRectF& rect, const CornerRadii& radii)
{
    const auto arc = [](QPainterPath& path, const QPointF& corner, double width, double height, int from) {
        const QRectF square = QRectF(corner, corner + QPointF(2 * width, 2 * height)).normalized();
        path.arcTo(square, from, -90);
    };
    QPainterPath path;
    path.moveTo(rect.left() + radii.topLeft, rect.top());
    path.lineTo(rect.right() - radii.topRight, rect.top());
    arc(path, rect.topRight(), -radii.topRight, radii.topRight, 90);
    path.lineTo(rect.right(), rect.bottom() - radii.bottomRight);
    arc(path, rect.bottomRight(), -radii.bottomRight, -radii.bottomRight, 0);
    path.lineTo(rect.left() + radii.bottomLeft, rect.bottom());
    arc(path, rect.bottomLeft(), radii.bottomLeft, -radii.bottomLeft, 270);
    path.lineTo(rect.left(), rect.top() + radii.topLeft);
    arc(path, rect.topLeft(), radii.topLeft, radii.topLeft, 180);
    path.closeSubpath();
    return path;
}

bool showsWhole(const TimelineLayout& layout)
{
    return std::count_if(layout.files.begin(), layout.files.end(),
                         [](const TimelineLayout::File& file) { return file.isPicture; })
           == 1;
}

FilePainter::FilePainter(QPainter& painter, const Theme& theme, const TimelineFonts& fonts,
                         const FileSources& sources)
    : m_painter(painter), m_theme(theme), m_fonts(fonts), m_sources(sources)
{
}

void FilePainter::paint(const TimelineRow& row, const TimelineLayout& layout, const CornerRadii& radii)
{
    const bool isWhole = showsWhole(layout);
    for (const TimelineLayout::File& place : layout.files) {
        const Attachment& file = row.files[place.index];
        const FileState state =
            m_sources.files != nullptr ? m_sources.files->state(row, place.index) : FileState();
        if (!place.isPicture) {
            paintTile(file, state, place);
            continue;
        }
        const QPainterPath outline = outlineOf(place.rect, layout.bubble, radii);
        m_painter.fillPath(outline, m_theme.picturePlace);
        const auto problem =
            m_sources.pictures != nullptr ? m_sources.pictures->problem(file.hash) : std::nullopt;
        if (problem) {
            paintProblem(file, place.rect, pictureProblemText(*problem));
            continue;
        }
        paintContent(file, QString::fromStdString(state.path), place.rect, outline, isWhole);
        paintState(state, file, place);
    }
}

void FilePainter::prepare(const TimelineRow& row, const TimelineLayout& layout, const FileSources& sources,
                          double scale)
{
    const bool isWhole = showsWhole(layout);
    for (const TimelineLayout::File& place : layout.files) {
        const QString path = QString::fromStdString(sources.files->state(row, place.index).path);
        if (place.isPicture && !path.isEmpty()) {
            const Attachment& file = row.files[place.index];
            sources.pictures->want(file.hash, path, rasterRoom(file, place.rect, scale, isWhole));
        }
    }
}

void FilePainter::paintContent(const Attachment& file, const QString& path, const QRect& rect,
                               const QPainterPath& outline, bool isWhole)
{
    PictureStore* pictures = m_sources.pictures;
    if (pictures == nullptr) {
        return;
    }
    const QSize room = rasterRoom(file, rect, m_painter.device()->devicePixelRatioF(), isWhole);
    QImage image = m_sources.animations != nullptr && !path.isEmpty()
                       ? m_sources.animations->frame(file.hash, path, room, m_sources.plays)
                       : QImage();
    if (image.isNull()) {
        image = pictures->picture(file.hash, room);
        if (!path.isEmpty()) {
            pictures->want(file.hash, path, room);
        }
    }
    const QRectF place = image.isNull() ? QRectF() : placed(image.size(), rect, isWhole);
    if (!place.contains(rect)) {
        if (const QImage preview = pictures->preview(file.preview); !preview.isNull()) {
            fillWith(m_painter, outline, preview, placed(preview.size(), rect, false));
        }
    }
    if (!image.isNull()) {
        m_painter.save();
        m_painter.setClipRect(place, Qt::IntersectClip);
        m_painter.fillPath(outline, m_theme.pictureGround);
        m_painter.restore();
        fillWith(m_painter, outline, image, place);
    }
}

void FilePainter::paintState(const FileState& state, const Attachment& file,
                             const TimelineLayout::File& place)
{
    const std::optional<Button> button = buttonOf(state);
    if (button) {
        paintFileButton(m_painter, place.button, button->glyph, button->done, m_theme.overPicture,
                        m_theme.onPicture);
        const QRect aboveButton = place.rect.adjusted(0, 0, 0, place.button.top() - place.rect.bottom() - 1);
        if (state.step != FileState::Step::Failed
            || !paintReasonIn(aboveButton, fileProblemText(state.error))) {
            paintPillOver(place.rect, state.step == FileState::Step::Absent ? fileSizeText(file.size)
                                                                            : fileStateText(state, file));
        }
    } else if (m_sources.pictures != nullptr && m_sources.pictures->isAnimated(file.hash) && !moves(file)) {
        paintPillOver(place.rect, QStringLiteral("GIF"));
    }
}

bool FilePainter::moves(const Attachment& file) const
{
    return m_sources.plays && m_sources.animations != nullptr && m_sources.animations->hasFrames(file.hash);
}

/// Paints words in the upper left corner of a picture, as far as they fit.
void FilePainter::paintPillOver(const QRect& picture, const QString& all)
{
    const QFontMetrics fontMetrics(m_fonts.meta);
    const int room = picture.width() - 2 * (metrics::pillMargin + metrics::pillPadding);
    const QString words = fontMetrics.elidedText(all, Qt::ElideRight, room);
    const QRect pill(picture.left() + metrics::pillMargin, picture.top() + metrics::pillMargin,
                     fontMetrics.horizontalAdvance(words) + 2 * metrics::pillPadding,
                     fontMetrics.height() + 4);
    if (!picture.adjusted(0, 0, -metrics::pillMargin, -metrics::pillMargin).contains(pill)) {
        return;
    }
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.overPicture);
    m_painter.drawRoundedRect(pill, pill.height() / 2.0, pill.height() / 2.0);
    m_painter.setFont(m_fonts.meta);
    m_painter.setPen(m_theme.onPicture);
    m_painter.drawText(pill, Qt::AlignCenter, words);
}

/// Paints why a transfer failed on as many lines as it needs. Returns false if there is no room for it, or if
/// one line is enough.
bool FilePainter::paintReasonIn(const QRect& room, const QString& why)
{
    const QFontMetrics fontMetrics(m_fonts.meta);
    const QRect words = room.adjusted(metrics::pillMargin + metrics::pillPadding, metrics::pillMargin + 2,
                                      -metrics::pillMargin - metrics::pillPadding, -2);
    constexpr int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    const QRect taken = fontMetrics.boundingRect(words, flags, why);
    if (fontMetrics.horizontalAdvance(why) <= words.width() || !words.contains(taken)) {
        return false;
    }
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.overPicture);
    m_painter.drawRoundedRect(taken.adjusted(-metrics::pillPadding, -2, metrics::pillPadding, 2),
                              fontMetrics.height() / 2.0, fontMetrics.height() / 2.0);
    m_painter.setFont(m_fonts.meta);
    m_painter.setPen(m_theme.onPicture);
    m_painter.drawText(words, flags, why);
    return true;
}

/// Says what is wrong instead of the picture, as far as there is room.
void FilePainter::paintProblem(const Attachment& file, const QRect& rect, const QString& why)
{
    constexpr int glyphSide = 32;
    const QRect inner = rect.adjusted(8, 8, -8, -8);
    const QFontMetrics nameMetrics(m_fonts.name);
    const QFontMetrics whyMetrics(m_fonts.meta);
    const QRect whyRoom(0, 0, inner.width(), 3 * whyMetrics.height());
    const int whyHeight = whyMetrics.boundingRect(whyRoom, Qt::AlignHCenter | Qt::TextWordWrap, why).height();
    const int height = glyphSide + 4 + nameMetrics.height() + whyMetrics.height() + whyHeight;
    const bool hasRoom = height <= inner.height() && inner.width() >= metrics::pictureMinimum - 16;
    int y = hasRoom ? inner.center().y() - height / 2 : inner.center().y() - glyphSide / 2;
    paintGlyph(m_painter, Glyph::Broken, QRect(inner.center().x() - glyphSide / 2, y, glyphSide, glyphSide),
               m_theme.dim);
    if (!hasRoom) {
        return;
    }
    y += glyphSide + 4;
    const auto line = [&](const QFont& font, const QColor& colour, const QString& words, int lineHeight) {
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(QRect(inner.left(), y, inner.width(), lineHeight),
                           Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, words);
        y += lineHeight;
    };
    line(m_fonts.name, m_theme.text,
         nameMetrics.elidedText(fileNameText(file), Qt::ElideMiddle, inner.width()), nameMetrics.height());
    line(m_fonts.meta, m_theme.text, fileSizeText(file.size), whyMetrics.height());
    line(m_fonts.meta, m_theme.text, why, whyHeight);
}

void FilePainter::paintTile(const Attachment& file, const FileState& state, const TimelineLayout::File& place)
{
    const bool hasFailed = state.step == FileState::Step::Failed;
    const Button button = buttonOf(state).value_or(Button());
    paintFileButton(m_painter, place.button, button.glyph, button.done,
                    hasFailed ? m_theme.error : m_theme.accent,
                    hasFailed ? m_theme.background : m_theme.onAccent);
    const auto line = [this](const QRect& rect, const QFont& font, const QColor& colour, const QString& words,
                             Qt::TextElideMode mode) {
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                           QFontMetrics(font).elidedText(words, mode, rect.width()));
    };
    line(place.name, m_fonts.name, m_theme.text, fileNameText(file), Qt::ElideMiddle);
    line(place.details, m_fonts.quote, hasFailed ? m_theme.error : m_theme.dim, fileStateText(state, file),
         Qt::ElideRight);
}

void FilePainter::paintThumbnail(const Attachment& file, const QRect& rect, double radius)
{
    const QPainterPath outline = roundedPath(rect, {radius, radius, radius, radius});
    m_painter.fillPath(outline, m_theme.picturePlace);
    paintContent(file, {}, rect, outline, false);
}

} // namespace tidemark
