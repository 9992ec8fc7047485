#include "core/models/json_line.h"

#include <QDateTime>

namespace tidemark {

namespace {

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
        json += "\\u" + QByteArray::number(uint(code), 16).rightJustified(4, '0');
    } else {
        json += character;
    }
}

QByteArray quoted(const std::string& text)
{
    QByteArray json = "\"";
    for (const char character : text) {
        appendEscaped(json, character);
    }
    return json + '"';
}

/// `[a,b,…]` of what `toJson` makes of the values.
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
