#include "core/servers/certificate.h"

#include <QByteArray>

namespace tidemark {

std::optional<QString> fingerprintFrom(const QString& text)
{
    constexpr qsizetype bytes = 32;
    const QByteArray digits = text.trimmed().remove(QLatin1Char(':')).toLatin1();
    const QByteArray sum = QByteArray::fromHex(digits);
    if (sum.size() != bytes || sum.toHex() != digits.toLower()) {
        return std::nullopt;
    }
    return QString::fromLatin1(sum.toHex(':')).toUpper();
}

QString certificateSetting(const QUrl& server)
{
    constexpr int usualPort = 443;
    return QStringLiteral("certificate of %1:%2").arg(server.host().toLower()).arg(server.port(usualPort));
}

} // namespace tidemark
