#include "core/pictures/picture_format.h"

namespace tidemark {

QByteArray pictureFormat(const QByteArray& magic)
{
    if (magic.size() < pictureMagicBytes) {
        return {};
    }
    if (magic.startsWith("\xff\xd8\xff")) {
        return QByteArrayLiteral("jpeg");
    }
    if (magic.startsWith("\x89PNG\r\n\x1a\n")) {
        return QByteArrayLiteral("png");
    }
    if (magic.startsWith("GIF87a") || magic.startsWith("GIF89a")) {
        return QByteArrayLiteral("gif");
    }
    if (magic.startsWith("RIFF") && magic.mid(8, 4) == "WEBP") {
        return QByteArrayLiteral("webp");
    }
    return {};
}

} // namespace tidemark
