#pragma once

#include "core/domain/attachment.h"
#include "core/domain/ids.h"

#include <QByteArray>
#include <QString>

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

namespace tidemark {

/// A JSON object that keeps its keys in the order of insertion. Texts are UTF-8. Escapes control characters
/// and direction marks, so that a terminal does not execute what other users have written.
class JsonLine {
public:
    JsonLine& add(const char* key, const std::string& text);
    JsonLine& add(const char* key, const QString& text);
    JsonLine& add(const char* key, const char* text) { return add(key, std::string(text)); }
    JsonLine& add(const char* key, const JsonLine& object);
    JsonLine& add(const char* key, const std::vector<JsonLine>& objects);
    JsonLine& add(const char* key, const std::vector<std::string>& texts);
    JsonLine& addNull(const char* key);

    template <typename T>
    requires std::integral<T> JsonLine& add(const char* key, T number)
    {
        if constexpr (std::same_as<T, bool>) {
            return addRaw(key, number ? "true" : "false");
        } else {
            return addRaw(key, QByteArray::number(number));
        }
    }
    template <typename Tag, typename Rep>
    JsonLine& add(const char* key, StrongId<Tag, Rep> id)
    {
        return add(key, id.value);
    }
    JsonLine& add(const char* key, const std::vector<Seq>& seqs);
    JsonLine& add(const char* key, const std::vector<std::uint64_t>& numbers);

    [[nodiscard]] QByteArray toJson() const { return '{' + m_members + '}'; }

private:
    JsonLine& addRaw(const char* key, const QByteArray& value);

    QByteArray m_members;
};

/// Adds `at` as isoTime(), or null if it is unknown.
JsonLine& addTime(JsonLine& line, const char* key, UnixMs at);

/// Formats a time as ISO 8601 in UTC with milliseconds.
[[nodiscard]] QString isoTime(UnixMs at);
/// Formats a hash as 64 hexadecimal digits.
[[nodiscard]] QString hashText(const BlobHash& hash);
/// Formats a uuid as 32 hexadecimal digits with dashes.
[[nodiscard]] QString uuidText(const MessageUuid& uuid);

} // namespace tidemark
