#pragma once

#include "core/base/strong_id.h"
#include "core/domain/attachment.h"
#include "core/domain/ids.h"

#include <QByteArray>
#include <QString>
#include <QVariant>

#include <concepts>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>

/// Converts domain values to SQLite columns. Unsigned 64-bit numbers are stored as the signed number with the
/// same bits.
namespace tidemark {

template <typename T>
requires std::integral<T> || std::is_enum_v<T> QVariant toColumn(T value)
{
    return QVariant(static_cast<qlonglong>(value));
}

template <typename Tag, typename Rep>
QVariant toColumn(StrongId<Tag, Rep> id)
{
    return toColumn(id.value);
}

/// Empty becomes NULL.
template <typename T>
QVariant toColumn(const std::optional<T>& value)
{
    return value ? toColumn(*value) : QVariant(QMetaType::fromType<qlonglong>());
}

inline QVariant toColumn(UnixMs at)
{
    return toColumn(at.value);
}

/// Binds UTF-8 as a blob, because SQLite would convert a QString from UTF-16 and back. Does not copy: `text`
/// must outlive the Run.
inline QVariant toColumn(const std::string& text)
{
    // A null QByteArray would be bound as NULL.
    return QVariant(text.empty() ? QByteArray("", 0)
                                 : QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())));
}

inline QVariant toColumn(const QByteArray& bytes)
{
    return QVariant(bytes);
}

inline QVariant toColumn(const QString& text)
{
    return QVariant(text);
}

/// An invalid uuid is NULL.
inline QVariant toColumn(const MessageUuid& uuid)
{
    if (!uuid.isValid()) {
        return QVariant(QMetaType::fromType<QByteArray>());
    }
    const auto* data = reinterpret_cast<const char*>(uuid.bytes.data()); // NOLINT: the raw bytes
    return QVariant(QByteArray::fromRawData(data, static_cast<qsizetype>(uuid.bytes.size())));
}

/// Does not copy: `hash` must outlive the Run.
inline QVariant toColumn(const BlobHash& hash)
{
    const auto* data = reinterpret_cast<const char*>(hash.bytes.data()); // NOLINT: the raw bytes
    return QVariant(QByteArray::fromRawData(data, static_cast<qsizetype>(hash.bytes.size())));
}

inline BlobHash hashFromColumn(const QByteArray& bytes)
{
    BlobHash hash;
    if (bytes.size() == static_cast<qsizetype>(hash.bytes.size())) {
        std::memcpy(hash.bytes.data(), bytes.constData(), hash.bytes.size());
    }
    return hash;
}

inline MessageUuid uuidFromColumn(const QByteArray& bytes)
{
    MessageUuid uuid;
    if (bytes.size() == static_cast<qsizetype>(uuid.bytes.size())) {
        std::memcpy(uuid.bytes.data(), bytes.constData(), uuid.bytes.size());
    }
    return uuid;
}

} // namespace tidemark
