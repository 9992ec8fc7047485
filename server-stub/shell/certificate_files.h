#pragma once

#include "core/base/expected.h"

#include <QSslConfiguration>
#include <QString>

#include <utility>

namespace tidemark::server {

class Server;

/// The files of a server's certificate and key, which can be read again while the server runs. Call it in the
/// server's thread.
class CertificateFiles {
public:
    CertificateFiles(QString certificate, QString key)
        : m_certificate(std::move(certificate)), m_key(std::move(key))
    {
    }

    [[nodiscard]] Expected<QSslConfiguration, QString> load() const;
    /// Reads the files again; `server` uses them for new connections. If the pair cannot be used, the present
    /// one stays, and the result is false. The log names the certificate or the error.
    bool reload(Server& server) const;

private:
    QString m_certificate;
    QString m_key;
};

} // namespace tidemark::server
