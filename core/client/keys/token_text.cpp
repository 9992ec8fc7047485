#include "core/client/keys/token_text.h"

#include <QByteArray>

namespace tidemark {

std::optional<std::string> tokenFromText(const QString& text)
{
    const QByteArray latin = text.trimmed().toLatin1();
    const QByteArray fromHex = QByteArray::fromHex(latin);
    if (latin.size() == qsizetype(2 * tokenBytes) && fromHex.toHex() == latin.toLower()) {
        return fromHex.toStdString();
    }
    const auto decoded = QByteArray::fromBase64Encoding(latin, QByteArray::Base64UrlEncoding
                                                                   | QByteArray::AbortOnBase64DecodingErrors);
    return decoded && decoded.decoded.size() == qsizetype(tokenBytes)
               ? std::optional(decoded.decoded.toStdString())
               : std::nullopt;
}

QString tokenToText(const std::string& token)
{
    return QString::fromLatin1(QByteArray::fromStdString(token).toHex());
}

} // namespace tidemark
