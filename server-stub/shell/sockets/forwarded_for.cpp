#include "server-stub/shell/sockets/forwarded_for.h"

#include <algorithm>

namespace tidemark::server {
namespace {

/// Reads "192.0.2.1", "192.0.2.1:4711", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711". Returns a null
/// address for anything else.
QHostAddress addressIn(QByteArray text)
{
    text = text.trimmed();
    if (text.startsWith('[')) {
        text = text.mid(1, std::max<qsizetype>(text.indexOf(']') - 1, 0));
    } else if (text.count(':') == 1) {
        text.truncate(text.indexOf(':'));
    }
    return QHostAddress(QString::fromLatin1(text));
}

/// The values of all X-Forwarded-For lines, in their order.
QList<QByteArray> forwardedIn(const QByteArray& head)
{
    QList<QByteArray> values;
    const QList<QByteArray> lines = head.split('\n');
    for (const QByteArray& line : lines) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.left(colon).trimmed().compare("x-forwarded-for", Qt::CaseInsensitive) == 0) {
            values += line.mid(colon + 1).split(',');
        }
    }
    return values;
}

} // namespace

std::optional<QHostAddress> forwardedFor(const QByteArray& head, const QList<QHostAddress>& proxies)
{
    const QList<QByteArray> values = forwardedIn(head);
    for (auto value = values.crbegin(); value != values.crend(); ++value) {
        const QHostAddress address = addressIn(*value);
        if (address.isNull()) {
            return std::nullopt;
        }
        if (!isAmong(proxies, address)) {
            return address;
        }
    }
    return std::nullopt;
}

bool isAmong(const QList<QHostAddress>& proxies, const QHostAddress& address)
{
    return std::any_of(proxies.cbegin(), proxies.cend(), [&](const QHostAddress& proxy) {
        return proxy.isEqual(address, QHostAddress::ConvertV4MappedToIPv4);
    });
}

} // namespace tidemark::server
