#pragma once

#include <QString>

#include <string_view>

namespace tidemark {

/// Converts UTF-8 without losing anything: QString::fromUtf8() and fromStdString() take a leading U+FEFF for
/// a byte order mark and drop it.
[[nodiscard]] inline QString textFromUtf8(std::string_view utf8)
{
    constexpr std::string_view mark = "\xef\xbb\xbf";
    const QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
    return utf8.substr(0, mark.size()) == mark ? QChar(QChar::ByteOrderMark) + text : text;
}

} // namespace tidemark
