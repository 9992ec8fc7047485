#include "app/cli/running/picture_file.h"

#include "app/cli/running/blocking_client.h"
#include "core/pictures/picture_decoder.h"

#include <optional>

namespace tidemark::cli {

namespace {

QString wordsFor(PictureProblem problem, const QString& path, PicturePreparer::As as)
{
    switch (problem) {
    case PictureProblem::NotAPicture:
        return (as == PicturePreparer::As::Avatar
                    ? QStringLiteral("%1 is not a picture.")
                    : QStringLiteral("%1 is not a picture. Leave out --as-picture to send it as it is."))
            .arg(path);
    case PictureProblem::Unreadable:
        return QStringLiteral("%1 cannot be read.").arg(path);
    default:
        return QStringLiteral("%1 cannot be made ready to be sent as a picture.").arg(path);
    }
}

} // namespace

Result<Nothing> preparePicture(BlockingClient& client, OutgoingFile& file, PicturePreparer::As as)
{
    PictureDecoder decoder(PictureDecoder::installedProgram(), {});
    PicturePreparer preparer(decoder);
    std::optional<PicturePreparer::Result> prepared;
    preparer.prepare(file.path, as, [&](const auto& answer) {
        prepared = answer;
        client.noteChange();
    });
    client.runUntil([&] { return prepared.has_value(); });
    if (!*prepared) {
        return refused(wordsFor(prepared->error().problem, file.path, as));
    }
    const PreparedPicture& picture = prepared->value();
    file.bytes = picture.bytes;
    if (!picture.bytes.isEmpty()) {
        file.path.clear();
    }
    file.mime = picture.mime;
    file.width = static_cast<quint32>(picture.size.width());
    file.height = static_cast<quint32>(picture.size.height());
    file.preview = picture.preview;
    return Nothing{};
}

} // namespace tidemark::cli
