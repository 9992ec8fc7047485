#pragma once

#include "core/transport/transport.h"

#include <QString>
#include <QUrl>

namespace tidemark::cli {

/// A server from the list, and its certificate that the profile accepts; see
/// Transport::acceptCertificate().
struct Endpoint {
    QUrl server;
    QString certificate;

    void open(Transport& transport) const
    {
        transport.acceptCertificate(certificate);
        transport.open(server);
    }
};

} // namespace tidemark::cli
