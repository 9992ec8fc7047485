#include "core/servers/server_address.h"

#include <QHostAddress>

namespace tidemark {

bool isThisComputer(const QString& host)
{
    return host.compare(QLatin1String("localhost"), Qt::CaseInsensitive) == 0
           || QHostAddress(host).isLoopback();
}

bool isSafeServer(const QUrl& server)
{
    return server.scheme() == QLatin1String("wss")
           || (server.scheme() == QLatin1String("ws") && isThisComputer(server.host()));
}

} // namespace tidemark
