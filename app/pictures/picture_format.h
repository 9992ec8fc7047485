#pragma once

#include <QByteArray>

namespace tidemark {

/// The shortest beginning that tells a picture's format and the size of those that say it at a fixed place.
/// No picture is shorter.
inline constexpr qint64 pictureMagicBytes = 30;

/// Qt's name of the format in which a file that begins with `magic` is decoded: "jpeg", "png", "gif" or
/// "webp". Empty for every other content.
[[nodiscard]] QByteArray pictureFormat(const QByteArray& magic);

} // namespace tidemark
