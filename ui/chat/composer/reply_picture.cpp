#include "ui/chat/composer/reply_picture.h"

#include "ui/look/metrics.h"
#include "ui/session/files/picture_store.h"
#include "ui/timeline/files/file_painter.h"

#include <QPainter>

namespace tidemark {

ReplyPicture::ReplyPicture(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setFixedSize(metrics::quotePicture, metrics::quotePicture);
    hide();
}

void ReplyPicture::setPictures(PictureStore& pictures)
{
    m_pictures = &pictures;
    connect(&pictures, &PictureStore::changed, this, qOverload<>(&QWidget::update));
}

void ReplyPicture::setFile(const std::optional<Attachment>& file)
{
    m_file = file.value_or(Attachment());
    setVisible(isPicture(m_file));
    update();
}

void ReplyPicture::paintEvent(QPaintEvent* /*event*/)
{
    constexpr double radius = 4;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const TimelineFonts fonts(font());
    FileSources sources;
    sources.pictures = m_pictures;
    FilePainter(painter, m_theme, fonts, sources).paintThumbnail(m_file, rect(), radius);
}

} // namespace tidemark
