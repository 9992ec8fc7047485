#include "app/cli/json_line.h"

#include "app/cli/result.h"

#include <QDateTime>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace tidemark::cli {

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

bool write(std::FILE* stream, const QByteArray& line)
{
    return std::fwrite(line.constData(), 1, std::size_t(line.size()), stream) == std::size_t(line.size())
           && std::fputc('\n', stream) != EOF && std::fflush(stream) == 0;
}

/// Nobody can read the results any more. The profile is safe at any moment (I11), so this is the end.
[[noreturn]] void endWithoutOutput(int reason)
{
    if (reason != EPIPE) {
        write(stderr, "tidemark-cli: cannot write the results: " + qt_error_string(reason).toUtf8());
    }
    std::_Exit(int(ExitStatus::Refused));
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
    return QDateTime::fromMSecsSinceEpoch(at.value, Qt::UTC).toString(Qt::ISODateWithMs);
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

void print(const JsonLine& line)
{
    if (!write(stdout, line.toJson())) {
        endWithoutOutput(errno);
    }
}

void tell(const QString& message)
{
    write(stderr, message.toUtf8());
}

} // namespace tidemark::cli
