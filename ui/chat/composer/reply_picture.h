#pragma once

#include "core/domain/attachment.h"
#include "ui/look/theme.h"

#include <QWidget>

#include <optional>

namespace tidemark {

class PictureStore;

/// The small picture of the message that the user replies to.
class ReplyPicture : public QWidget {
    Q_OBJECT
public:
    ReplyPicture(const Theme& theme, QWidget* parent);

    void setPictures(PictureStore& pictures);
    /// Hides itself unless `file` is a picture.
    void setFile(const std::optional<Attachment>& file);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    PictureStore* m_pictures = nullptr;
    Attachment m_file;
};

} // namespace tidemark
