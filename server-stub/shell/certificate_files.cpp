#include "server-stub/shell/certificate_files.h"

#include "server-stub/shell/base/log.h"
#include "server-stub/shell/server.h"
#include "server-stub/shell/tls/tls.h"

#include <QDateTime>

namespace tidemark::server {

namespace {

void logCertificate(const QSslCertificate& certificate)
{
    const QDateTime end = certificate.expiryDate();
    qCInfo(serverLog).noquote() << "loaded certificate with SHA-256 fingerprint" << fingerprintOf(certificate)
                                << "valid until" << end.toUTC().toString(Qt::ISODate);
    if (end < QDateTime::currentDateTimeUtc()) {
        qCWarning(serverLog)
            << "the certificate has expired and clients refuse it: replace it and send SIGHUP";
    }
}

} // namespace

Expected<QSslConfiguration, QString> CertificateFiles::load() const
{
    auto tls = loadTls(m_certificate, m_key);
    if (tls) {
        logCertificate(tls->localCertificate());
    }
    return tls;
}

bool CertificateFiles::reload(Server& server) const
{
    const auto tls = load();
    if (!tls) {
        qCWarning(serverLog).noquote()
            << "keeping the old certificate, cannot load the new one:" << tls.error();
        return false;
    }
    server.setTls(*tls);
    return true;
}

} // namespace tidemark::server
