#include "server-stub/shell/sockets/listen_address.h"

namespace tidemark::server {
namespace {

Unexpected<QString> notAnAddress(const QString& text)
{
    return Unexpected(
        QStringLiteral("'%1' is not ADDRESS:PORT, for example 127.0.0.1:8080 or [::1]:0").arg(text));
}

QHostAddress addressOf(const QString& host)
{
    if (host == QLatin1String("localhost")) {
        return QHostAddress(QHostAddress::LocalHost);
    }
    const bool hasBrackets = host.startsWith(QLatin1Char('[')) && host.endsWith(QLatin1Char(']'));
    const QHostAddress address(hasBrackets ? host.mid(1, host.size() - 2) : host);
    const bool isIpv6 = address.protocol() == QAbstractSocket::IPv6Protocol;
    return isIpv6 == hasBrackets ? address : QHostAddress();
}

} // namespace

Expected<ListenAddress, QString> parseListenAddress(const QString& text)
{
    const qsizetype colon = text.lastIndexOf(QLatin1Char(':'));
    if (colon <= 0) {
        return notAnAddress(text);
    }
    bool isNumber = false;
    const quint16 port = text.mid(colon + 1).toUShort(&isNumber);
    const QHostAddress address = addressOf(text.left(colon));
    if (!isNumber || address.isNull()) {
        return notAnAddress(text);
    }
    return ListenAddress{address, port};
}

QString hostAndPort(const QHostAddress& address, quint16 port)
{
    const bool isIpv6 = address.protocol() == QAbstractSocket::IPv6Protocol;
    return (isIpv6 ? QStringLiteral("[%1]:%2") : QStringLiteral("%1:%2")).arg(address.toString()).arg(port);
}

} // namespace tidemark::server
