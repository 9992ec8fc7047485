#pragma once

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <iterator>

namespace tidemark {

/// The lower-case digits of `bytes`, an array of std::uint8_t.
QString hexOf(const auto& bytes)
{
    return QString::fromLatin1(
        QByteArray(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes)).toHex());
}

/// Reads the digits that hexOf() writes. Returns false, and leaves `bytes` unchanged, for any other text.
bool readHex(const QString& hex, auto& bytes)
{
    const QByteArray read = QByteArray::fromHex(hex.toLatin1());
    if (read.size() != std::ssize(bytes) || QString::fromLatin1(read.toHex()) != hex) {
        return false;
    }
    std::copy(read.begin(), read.end(), bytes.begin());
    return true;
}

} // namespace tidemark
