#include "app/cli/importing/import_identity.h"

#include "core/domain/limits.h"
#include "core/names/label.h"

#include <QCryptographicHash>
#include <QString>

#include <cstring>
#include <initializer_list>
#include <string_view>

namespace tidemark::cli {

namespace {

/// SHA-256 over the parts, each with its length in front so that no two lists are the same bytes.
QByteArray digest(std::initializer_list<std::string_view> parts)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const std::string_view part : parts) {
        hash.addData(QByteArray::number(quint64(part.size())));
        hash.addData(QByteArrayLiteral(":"));
        hash.addData(QByteArray(part.data(), qsizetype(part.size())));
    }
    return hash.result();
}

MessageUuid uuidFrom(const QByteArray& bytes)
{
    MessageUuid uuid;
    std::memcpy(uuid.bytes.data(), bytes.constData(), uuid.bytes.size());
    return uuid;
}

} // namespace

AuthorIdentity authorIdentity(const std::string& secret, const std::string& author)
{
    const QByteArray device = digest({"tidemark import device", secret, author});
    AuthorIdentity identity;
    identity.token = digest({"tidemark import token", secret, author}).toStdString();
    std::memcpy(&identity.device.value, device.constData(), sizeof identity.device.value);
    identity.device.value |= 1U; // 0 would mean: no device
    return identity;
}

MessageUuid groupUuidOf(const std::string& room)
{
    return uuidFrom(digest({"tidemark import group", room}));
}

MessageUuid messageUuidOf(const ImportLine& line)
{
    return uuidFrom(digest({"tidemark import message", line.room, std::to_string(line.number), line.from,
                            std::to_string(line.atMs), line.text, line.isAction ? "action" : "text"}));
}

std::string accountName(const std::string& author, const std::string& room, int attempt)
{
    if (attempt == 0) {
        return author;
    }
    const std::string name = author + "@" + room;
    return attempt == 1 ? name : name + "-" + std::to_string(attempt);
}

std::string roomTitle(const std::string& room)
{
    QString title = QString::fromStdString(room);
    for (QChar& character : title) {
        if (character.category() == QChar::Other_Control) {
            character = QLatin1Char(' ');
        }
    }
    title = title.trimmed();
    while (title.toUtf8().size() > qsizetype(Limits().maxTitleBytes)) {
        title.chop(title.size() > 1 && title.back().isLowSurrogate() ? 2 : 1);
        title = title.trimmed();
    }
    if (title.isEmpty()) {
        return "room";
    }
    return titleOf(title.toStdString(), Limits().maxTitleBytes).value_or(plainName(room));
}

std::string plainName(const std::string& author)
{
    QString kept;
    for (const QChar character : QString::fromStdString(author).left(40)) {
        const bool isPlain = character.unicode() < 0x80 && character.isLetterOrNumber();
        kept += isPlain || character == QLatin1Char('-') ? character : QLatin1Char('_');
    }
    const QByteArray mark = digest({"tidemark import name", author}).left(4).toHex();
    return kept.toStdString() + "-" + mark.toStdString();
}

} // namespace tidemark::cli
