#pragma once

#include "core/client/files/file_values.h"
#include "core/domain/attachment.h"
#include "core/pictures/picture_preparer.h"

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

class QMimeData;

namespace tidemark {

/// A file that the user has chosen, pasted or dropped, and may send.
struct ChosenFile {
    QString path;     ///< empty: the file is `bytes`, or `image`
    QByteArray bytes; ///< a picture as another program has encoded it
    QImage image;     ///< a picture of this program
    QString name;
    quint64 size = 0; ///< 0: unknown
    bool isReady = false;
    std::optional<PreparedPicture> picture; ///< what can be sent as a picture, once it is ready
    std::optional<PictureProblem> problem;  ///< why it cannot be sent as a picture
    PlaceHint place = PlaceHint::None;      ///< whether the unchanged file says where it was taken
    /// The description in a message that was not sent, if the file comes from one. Then it is sent again as
    /// it is.
    std::optional<Attachment> unsent = {};
    QString fault = {}; ///< why the message was not sent; empty: not because of this file
};

/// The files that the user has chosen, pasted or dropped at once.
struct FileOffer {
    QList<ChosenFile> files;
    QStringList skipped; ///< names of folders, and of files that are not there
};

/// The files in what was pasted or dropped. Text is not a file, even if a picture of it comes with it. The
/// address of a picture is not such a text.
[[nodiscard]] FileOffer filesIn(const QMimeData& source);
[[nodiscard]] bool hasFiles(const QMimeData& source);

[[nodiscard]] FileOffer filesAt(const QStringList& paths);

/// Says which of the offered files cannot be sent; empty if all can.
[[nodiscard]] QString skippedText(const QStringList& names);

/// Whether the file is sent as a picture if the user wants pictures.
[[nodiscard]] bool canBePicture(const ChosenFile& file);

/// Whether the file is a picture that is sent as it is, though the user wants pictures.
[[nodiscard]] bool isUnchangedPicture(const ChosenFile& file);

/// The bytes to send. They stay unchanged unless the file is sent as a picture.
[[nodiscard]] OutgoingFile outgoing(const ChosenFile& file, bool asPicture);

} // namespace tidemark
