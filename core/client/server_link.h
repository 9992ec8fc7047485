#pragma once

#include "core/servers/certificate.h"
#include "core/sync/effects.h"
#include "core/transport/transport.h"

#include <memory>
#include <optional>
#include <vector>

namespace tidemark {

/// The connection to the server, and what becomes of a certificate that was refused. Core thread.
class ServerLink : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Null: ends the connection.
    void setTransport(std::unique_ptr<Transport> transport);
    [[nodiscard]] Transport& transport() { return *m_transport; }
    /// `fingerprint` is that of Transport::acceptCertificate().
    void open(const QUrl& server, const QString& fingerprint);
    /// Closes without a signal. Does nothing without a transport.
    void close();
    /// Accepts this certificate from any server that shows it, and says so by vouched(); empty: none.
    void vouchFor(const QString& fingerprint) { m_vouchedFor = fingerprint; }
    /// Returns the refused certificate once, when `changes` say that no other server works either.
    [[nodiscard]] std::optional<RefusedCertificate> takeRefused(const std::vector<Change>& changes);

Q_SIGNALS:
    void opened();
    /// The connection was lost or could not be made, and is not being made again.
    void lost(const QString& reason, bool certificateProblem);
    void frameArrived(const QByteArray& frame);
    void garbageArrived();
    /// The server has shown the certificate of vouchFor(), and is connected to again.
    void vouched(const QUrl& server, const QString& fingerprint);

private:
    void onRefused(const RefusedCertificate& certificate);
    void onClosed(const QString& reason, bool certificateProblem);

    std::unique_ptr<Transport> m_transport;
    std::optional<RefusedCertificate> m_refused; ///< kept while the engine tries other servers
    QString m_vouchedFor;
    bool m_opensAgain = false; ///< the server has shown m_vouchedFor; connect to it again
};

} // namespace tidemark
