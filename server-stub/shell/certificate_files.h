#pragma once

#include "core/base/expected.h"

#include <QSslConfiguration>
#include <QString>

#include <utility>

namespace tidemark::server {

class Server;

/// Where a server's certificate and key are, to be read again while it runs. Same thread as the server.
class CertificateFiles {
public:
    CertificateFiles(QString certificate, QString key)
        : m_certificate(std::move(certificate)), m_key(std::move(key))
    {
    }

    [[nodiscard]] Expected<QSslConfiguration, QString> load() const;
    /// Whoever connects to `server` from now on gets what the files hold now. A pair that cannot be used is
    /// refused, and the one in use stays; false then. The log says which.
    bool reload(Server& server) const;

private:
    QString m_certificate;
    QString m_key;
};

} // namespace tidemark::server
