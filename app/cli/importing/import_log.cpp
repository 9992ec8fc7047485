#include "app/cli/importing/import_log.h"

#include "core/domain/limits.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <unordered_set>

namespace tidemark::cli {

namespace {

const QByteArray byteOrderMark = "\xef\xbb\xbf";

Unexpected<QString> badLine(std::uint64_t number, const QString& why)
{
    return Unexpected(QStringLiteral("line %1: %2").arg(number).arg(why));
}

} // namespace

Expected<ImportLine, QString> parseImportLine(const QByteArray& json, std::uint64_t number)
{
    QJsonParseError error;
    // At the beginning of a text, Qt drops U+FEFF as a byte order mark unless it is escaped.
    QByteArray escaped = json.startsWith(byteOrderMark) ? json.mid(byteOrderMark.size()) : json;
    escaped.replace(byteOrderMark, "\\ufeff");
    const QJsonObject object = QJsonDocument::fromJson(escaped, &error).object();
    if (error.error != QJsonParseError::NoError) {
        return badLine(number, error.errorString());
    }
    const QDateTime at = QDateTime::fromString(object[QLatin1String("at")].toString(), Qt::ISODateWithMs);
    if (!at.isValid()) {
        return badLine(number, QStringLiteral("\"at\" is not a time like 2018-05-29T21:20:37Z"));
    }
    const auto text = [&](const char* key) {
        return object[QLatin1String(key)].toString().toUtf8().toStdString();
    };
    ImportLine line{.number = number,
                    .room = object[QLatin1String("room")].toString().trimmed().toUtf8().toStdString(),
                    .from = object[QLatin1String("from")].toString().trimmed().toUtf8().toStdString(),
                    .text = text("text"),
                    .atMs = at.toMSecsSinceEpoch(),
                    .isAction = object[QLatin1String("action")].toBool()};
    for (const auto& [key, value] :
         {std::pair("room", &line.room), {"from", &line.from}, {"text", &line.text}}) {
        if (value->empty()) {
            return badLine(number, QStringLiteral("\"%1\" is missing or empty").arg(QLatin1String(key)));
        }
    }
    if (line.text.size() > Limits{}.maxTextBytes) {
        return badLine(number, QStringLiteral("the text is longer than %1 bytes").arg(Limits{}.maxTextBytes));
    }
    return line;
}

ImportLog::ImportLog(const QString& path) : m_file(path) {}

Expected<ImportSummary, QString> ImportLog::check()
{
    if (!m_file.open(QFile::ReadOnly)) {
        return Unexpected(m_file.errorString());
    }
    // The file is read twice: first to validate all of it, then to send it.
    if (m_file.isSequential()) {
        return Unexpected(QStringLiteral("the log must be a file, not a pipe"));
    }
    ImportSummary summary;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::unordered_set<std::string> known;
    for (std::uint64_t number = 1; !m_file.atEnd(); ++number) {
        const QByteArray bytes = m_file.readLine();
        hash.addData(bytes);
        if (bytes.trimmed().isEmpty()) {
            continue;
        }
        const auto line = parseImportLine(bytes, number);
        if (!line) {
            return Unexpected(line.error());
        }
        ++summary.lines;
        if (known.insert(line->room).second) {
            summary.rooms.push_back(line->room);
        }
    }
    summary.sha256 = hash.result();
    rewind();
    return summary;
}

std::optional<ImportLine> ImportLog::next()
{
    while (!m_file.atEnd()) {
        const QByteArray bytes = m_file.readLine();
        ++m_number;
        if (bytes.trimmed().isEmpty()) {
            continue;
        }
        const auto line = parseImportLine(bytes, m_number);
        return line ? std::optional(line.value()) : std::nullopt;
    }
    return std::nullopt;
}

void ImportLog::rewind()
{
    m_file.seek(0);
    m_number = 0;
}

} // namespace tidemark::cli
