#include "core/models/formats/json_line.h"

#include <QDateTime>

#include <cstddef>
#include <string_view>

namespace tidemark {

namespace {

void appendCode(QByteArray& json, uint code)
{
    json += "\\u" + QByteArray::number(code, 16).rightJustified(4, '0');
}

void appendEscaped(QByteArray& json, char character)
{
    switch (character) {
    case '"':
        json += "\\\"";
        return;
    case '\\':
        json += "\\\\";
        return;
    case '\n':
        json += "\\n";
        return;
    case '\r':
        json += "\\r";
        return;
    case '\t':
        json += "\\t";
        return;
    default:
        break;
    }
    const auto code = static_cast<unsigned char>(character);
    if (code < 0x20 || code == 0x7f) {
        appendCode(json, code);
    } else {
        json += character;
    }
}

/// Returns the code point at `place` if a terminal would execute it, it would reorder the text, or readers
/// would drop it: controls U+0080..U+009F, line and paragraph separators, direction marks, U+FEFF. Otherwise
/// returns 0.
uint hiddenCodeAt(std::string_view text, std::size_t place)
{
    const auto byte = [&](std::size_t offset) {
        return place + offset < text.size() ? static_cast<unsigned char>(text[place + offset]) : 0U;
    };
    if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0) {
        return byte(1);
    }
    if (byte(0) == 0xd8 && byte(1) == 0x9c) {
        return 0x061c;
    }
    if (byte(0) == 0xef && byte(1) == 0xbb && byte(2) == 0xbf) {
        return 0xfeff;
    }
    if (byte(0) != 0xe2 || (byte(1) != 0x80 && byte(1) != 0x81) || byte(2) < 0x80) {
        return 0;
    }
    const uint code = 0x2000U + ((byte(1) & 0x3fU) << 6U) + (byte(2) & 0x3fU);
    const bool isHidden = code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e)
                          || (code >= 0x2066 && code <= 0x2069);
    return isHidden ? code : 0;
}

QByteArray quoted(const std::string& text)
{
    QByteArray json = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (const uint code = hiddenCodeAt(text, i); code != 0) {
            appendCode(json, code);
            i += code < 0x800 ? 1 : 2;
        } else {
            appendEscaped(json, text[i]);
        }
    }
    return json + '"';
}

/// Returns `[a,b,…]` with the elements formatted by `toJson`.
template <typename T, typename F>
QByteArray arrayOf(const std::vector<T>& values, F toJson)
{
    QByteArray json = "[";
    for (const T& value : values) {
        json += json.size() > 1 ? "," : "";
        json += toJson(value);
    }
    return json + ']';
}

} // namespace

JsonLine& JsonLine::add(const char* key, const std::string& text)
{
    return addRaw(key, quoted(text));
}

JsonLine& JsonLine::add(const char* key, const QString& text)
{
    return add(key, text.toStdString());
}

JsonLine& JsonLine::add(const char* key, const JsonLine& object)
{
    return addRaw(key, object.toJson());
}

JsonLine& JsonLine::add(const char* key, const std::vector<JsonLine>& objects)
{
    return addRaw(key, arrayOf(objects, [](const JsonLine& one) { return one.toJson(); }));
}

JsonLine& JsonLine::add(const char* key, const std::vector<std::string>& texts)
{
    return addRaw(key, arrayOf(texts, quoted));
}

JsonLine& JsonLine::add(const char* key, const std::vector<Seq>& seqs)
{
    return addRaw(key, arrayOf(seqs, [](Seq seq) { return QByteArray::number(quint64(seq.value)); }));
}

JsonLine& JsonLine::add(const char* key, const std::vector<std::uint64_t>& numbers)
{
    return addRaw(key,
                  arrayOf(numbers, [](std::uint64_t number) { return QByteArray::number(quint64(number)); }));
}

JsonLine& JsonLine::addNull(const char* key)
{
    return addRaw(key, "null");
}

JsonLine& JsonLine::addRaw(const char* key, const QByteArray& value)
{
    m_members += m_members.isEmpty() ? "" : ",";
    m_members += quoted(key) + ':' + value;
    return *this;
}

QString isoTime(UnixMs at)
{
    return QDateTime::fromMSecsSinceEpoch(at.value).toUTC().toString(Qt::ISODateWithMs);
}

QString hashText(const BlobHash& hash)
{
    QString text;
    for (const std::uint8_t byte : hash.bytes) {
        text += QString::number(byte, 16).rightJustified(2, QLatin1Char('0'));
    }
    return text;
}

QString uuidText(const MessageUuid& uuid)
{
    QString text;
    for (std::size_t i = 0; i < uuid.bytes.size(); ++i) {
        const bool startsGroup = i == 4 || i == 6 || i == 8 || i == 10;
        text += startsGroup ? QStringLiteral("-") : QString();
        text += QString::number(uuid.bytes[i], 16).rightJustified(2, QLatin1Char('0'));
    }
    return text;
}

JsonLine& addTime(JsonLine& line, const char* key, UnixMs at)
{
    return at.value == 0 ? line.addNull(key) : line.add(key, isoTime(at));
}

} // namespace tidemark
