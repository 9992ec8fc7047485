#pragma once

#include "core/transport/transport.h"

#include <QString>
#include <QUrl>

namespace tidemark::cli {

/// One server of the list, and the certificate that the profile accepts of it; see
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
