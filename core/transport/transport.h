#pragma once

#include "core/servers/certificate.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUrl>

namespace tidemark {

/// A connection to a server that carries binary frames: the part of a socket that the client needs. One
/// thread. At most one connection at a time; signals come only between open() and the first of closed() or
/// close().
class Transport : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Starts to connect; ends in `opened` or `closed`. Closes an earlier connection without a signal.
    virtual void open(const QUrl& url) = 0;
    /// From the next open() on, trusts only the certificate with this fingerprint (see RefusedCertificate),
    /// whether or not an authority vouches for it. Empty: trusts the certificates that an authority vouches
    /// for.
    void acceptCertificate(const QString& fingerprint) { m_acceptedCertificate = fingerprint; }
    /// Closes without a signal. Frames not yet handed to the operating system are lost.
    virtual void close() = 0;
    /// Queues one frame; ignored without a connection.
    virtual void send(const QByteArray& frame) = 0;
    /// Hands queued frames to the operating system now. Call it after a batch of sends.
    virtual void flush() = 0;
    /// Bytes that were sent and are still queued in this process.
    [[nodiscard]] virtual qint64 bytesQueued() const = 0;

Q_SIGNALS:
    void opened();
    /// Emitted before `closed`, which then reports a certificate problem.
    void certificateRefused(const tidemark::RefusedCertificate& certificate);
    /// The connection was lost or could not be made. `reason` is for logs and the user.
    void closed(const QString& reason, bool certificateProblem);
    void frameArrived(const QByteArray& frame);
    /// Something other than a binary frame arrived; the connection stays open.
    void garbageArrived();
    /// The operating system has taken everything that was sent.
    void drained();

protected:
    [[nodiscard]] const QString& acceptedCertificate() const { return m_acceptedCertificate; }

private:
    QString m_acceptedCertificate;
};

} // namespace tidemark
