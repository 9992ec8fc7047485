#include "ui/files/chosen_file.h"

#include "core/models/words/clean_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/plural.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QMimeData>
#include <QMimeDatabase>
#include <QUrl>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class ChosenFiles {
    Q_DECLARE_TR_FUNCTIONS(ChosenFiles)
};

struct PictureKind {
    QString mime;
    QString ending;
};

const std::array<PictureKind, 4>& pictureKinds()
{
    static const std::array<PictureKind, 4> kinds{{{u"image/png"_s, u"png"_s},
                                                   {u"image/jpeg"_s, u"jpg"_s},
                                                   {u"image/webp"_s, u"webp"_s},
                                                   {u"image/gif"_s, u"gif"_s}}};
    return kinds;
}

/// "Picture 2026-11-25 14.02.31.png"
QString nameNow(const QString& ending)
{
    return ChosenFiles::tr("Picture %1", "name of a file, date and time")
               .arg(QDateTime::currentDateTime().toString(u"yyyy-MM-dd HH.mm.ss"_s))
           + u'.' + ending;
}

QStringList localPaths(const QMimeData& source)
{
    QStringList paths;
    for (const QUrl& url : source.urls()) {
        if (url.isLocalFile()) {
            paths.append(url.toLocalFile());
        }
    }
    return paths;
}

/// The bytes of another program's picture. Taking them does not decode them.
std::optional<ChosenFile> encodedPictureIn(const QMimeData& source)
{
    for (const PictureKind& kind : pictureKinds()) {
        if (source.hasFormat(kind.mime)) {
            ChosenFile file;
            file.bytes = source.data(kind.mime);
            file.name = nameNow(kind.ending);
            file.size = quint64(file.bytes.size());
            return file.bytes.isEmpty() ? std::nullopt : std::optional(file);
        }
    }
    return std::nullopt;
}

/// Whether this program itself offers a decoded picture. Qt would have to decode a picture of another
/// program.
bool hasOwnPicture(const QMimeData& source)
{
    const QStringList formats = source.formats();
    return source.hasImage() && std::none_of(formats.begin(), formats.end(), [](const QString& format) {
               return format.startsWith(u"image/");
           });
}

/// Whether the text is nothing but addresses that come with it, as when the user drags a picture out of a
/// browser.
bool isOnlyAddresses(const QMimeData& source)
{
    const QList<QUrl> urls = source.urls();
    const QStringList lines = source.text().split(u'\n', Qt::SkipEmptyParts);
    return !urls.isEmpty() && std::all_of(lines.begin(), lines.end(), [&urls](const QString& line) {
        return urls.contains(QUrl(line.trimmed()));
    });
}

/// A name with the ending that belongs to the kind of the bytes.
QString withEnding(const QString& name, const QString& mime)
{
    const auto kind = std::find_if(pictureKinds().begin(), pictureKinds().end(),
                                   [&mime](const PictureKind& one) { return one.mime == mime; });
    const QFileInfo info(name);
    const bool isRight =
        kind == pictureKinds().end() || info.suffix().compare(kind->ending, Qt::CaseInsensitive) == 0
        || (kind->ending == u"jpg" && info.suffix().compare(u"jpeg", Qt::CaseInsensitive) == 0);
    return isRight ? name : info.completeBaseName() + u'.' + kind->ending;
}

} // namespace

bool hasFiles(const QMimeData& source)
{
    if (!localPaths(source).isEmpty()) {
        return true;
    }
    const bool hasPicture =
        hasOwnPicture(source)
        || std::any_of(pictureKinds().begin(), pictureKinds().end(),
                       [&source](const PictureKind& kind) { return source.hasFormat(kind.mime); });
    return hasPicture && (!source.hasFormat(u"text/plain"_s) || isOnlyAddresses(source));
}

FileOffer filesIn(const QMimeData& source)
{
    if (!hasFiles(source)) {
        return {};
    }
    if (const QStringList paths = localPaths(source); !paths.isEmpty()) {
        return filesAt(paths);
    }
    if (const auto encoded = encodedPictureIn(source)) {
        return {{*encoded}, {}};
    }
    ChosenFile file;
    file.image = qvariant_cast<QImage>(source.imageData());
    file.name = nameNow(u"png"_s);
    return file.image.isNull() ? FileOffer() : FileOffer{{file}, {}};
}

FileOffer filesAt(const QStringList& paths)
{
    FileOffer offer;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (info.isFile()) {
            ChosenFile file;
            file.path = path;
            file.name = info.fileName();
            file.size = quint64(info.size());
            offer.files.append(file);
        } else {
            offer.skipped.append(QDir(path).dirName());
        }
    }
    return offer;
}

QString skippedText(const QStringList& names)
{
    if (names.size() == 1) {
        return ChosenFiles::tr("“%1” is a folder, or is not there. Only files can be sent.")
            .arg(isolated(oneLine(names.first())));
    }
    return names.isEmpty() ? QString()
                           : ChosenFiles::tr("%Ln folders or missing files were left out.", nullptr,
                                             pluralOf(names.size()));
}

bool canBePicture(const ChosenFile& file)
{
    return file.unsent ? isPicture(*file.unsent) : file.picture.has_value();
}

bool isUnchangedPicture(const ChosenFile& file)
{
    if (file.unsent || !file.isReady || !file.problem) {
        return false;
    }
    return *file.problem != PictureProblem::NotAPicture
           || QMimeDatabase()
                  .mimeTypeForFile(file.name, QMimeDatabase::MatchExtension)
                  .name()
                  .startsWith(u"image/");
}

OutgoingFile outgoing(const ChosenFile& file, bool asPicture)
{
    OutgoingFile sent;
    sent.name = file.name;
    if (const auto& unsent = file.unsent) {
        sent.path = file.path;
        sent.mime = QString::fromStdString(unsent->mime);
        sent.width = unsent->width;
        sent.height = unsent->height;
        sent.preview = QByteArray::fromStdString(unsent->preview);
        return sent;
    }
    const bool isPicture = asPicture && file.picture.has_value();
    const bool isOurs = file.path.isEmpty() && file.bytes.isEmpty(); // then there are no other bytes
    if (isPicture) {
        sent.width = quint32(file.picture->size.width());
        sent.height = quint32(file.picture->size.height());
        sent.preview = file.picture->preview;
        sent.mime = file.picture->mime;
    }
    if (file.picture && !file.picture->bytes.isEmpty() && (isPicture || isOurs)) {
        sent.bytes = file.picture->bytes;
        sent.name = withEnding(file.name, file.picture->mime);
    } else if (!file.path.isEmpty()) {
        sent.path = file.path;
    } else {
        sent.bytes = file.bytes;
    }
    return sent;
}

} // namespace tidemark
