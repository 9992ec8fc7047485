#pragma once

#include "core/base/expected.h"
#include "core/base/file_descriptor.h"
#include "core/pictures/picture_messages.h"
#include "core/pictures/picture_metadata.h"

#include <QByteArray>
#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>

#include <functional>

namespace tidemark {

class PictureDecoder;

/// A picture that is ready to be sent.
struct PreparedPicture {
    /// The picture encoded again without metadata. Empty if the file is sent as it is.
    QByteArray bytes;
    QString mime;
    QSize size;                        ///< in pixels, upright
    QByteArray preview;                ///< a small JPEG of at most PicturePreparer::maxPreviewBytes
    QImage image;                      ///< for the sender's view, at most PicturePreparer::maxSide
    PlaceHint place = PlaceHint::None; ///< of the unchanged file
};

/// Why there is no picture that is ready to be sent.
struct UnpreparedPicture {
    PictureProblem problem = PictureProblem::Unreadable;
    PlaceHint place = PlaceHint::None; ///< of the unchanged file, which can still be sent
};

/// Prepares the pictures that a user sends: scales, encodes and makes previews. Decodes them in
/// tidemark-pictures; the encoding takes other threads. One thread owns it.
class PicturePreparer : public QObject {
    Q_OBJECT
public:
    static constexpr int maxSide = 2560;
    static constexpr qsizetype maxPreviewBytes = 2048;
    static constexpr int maxAvatarSide = 512;
    static constexpr qsizetype maxAvatarBytes = qsizetype{256} * 1024;

    enum class As {
        Picture, ///< at most maxSide, upright, encoded anew. Animations keep their size and frames
        File,    ///< as it is
        Avatar,  ///< the square in the middle, at most maxAvatarSide and maxAvatarBytes, encoded anew
    };
    using Result = Expected<PreparedPicture, UnpreparedPicture>;
    using Answer = std::function<void(const Result&)>;

    /// `decoder` must live longer.
    explicit PicturePreparer(PictureDecoder& decoder, QObject* parent = nullptr);

    /// `answer` is called once, from the event loop, unless this object is destroyed before. A file that is
    /// no picture gives PictureProblem::NotAPicture.
    void prepare(FileDescriptor file, As as, Answer answer);
    /// The same for a picture that is no file, for example from the clipboard.
    void prepare(const QImage& image, Answer answer);
    /// The same for the file at `path`; PictureProblem::Unreadable if it cannot be opened.
    void prepare(const QString& path, As as, Answer answer);

private:
    PictureDecoder& m_decoder;
};

} // namespace tidemark
