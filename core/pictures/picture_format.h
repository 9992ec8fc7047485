#pragma once

#include <QByteArray>

namespace tidemark {

/// The bytes that are needed to recognise a picture's format, and its size where that has a fixed place. No
/// picture is shorter.
inline constexpr qint64 pictureMagicBytes = 30;

/// Qt's name of the format in which a file that begins with `magic` is decoded: "jpeg", "png", "gif" or
/// "webp". Empty for every other content.
[[nodiscard]] QByteArray pictureFormat(const QByteArray& magic);

} // namespace tidemark
