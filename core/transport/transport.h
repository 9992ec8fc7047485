#pragma once

#include "core/transport/certificate.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUrl>

namespace tidemark {

/// A connection to a server that carries binary frames: what the client needs of a socket. One thread. At
/// most one connection at a time; its signals come only between open() and the first of closed() or close().
class Transport : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Begins to connect; ends in `opened` or `closed`. An earlier connection is closed without a signal.
    virtual void open(const QUrl& url) = 0;
    /// Takes the certificate with this fingerprint (see RefusedCertificate) although nobody may vouch for it,
    /// and no other one, whoever does, from the next open() on; empty: those that an authority vouches for.
    void acceptCertificate(const QString& fingerprint) { m_acceptedCertificate = fingerprint; }
    /// Closes without a signal. What was sent and is not yet in the system's hands is lost.
    virtual void close() = 0;
    /// Queues one frame; ignored when there is no connection.
    virtual void send(const QByteArray& frame) = 0;
    /// Hands queued frames to the system now: call it after a batch of sends.
    virtual void flush() = 0;
    /// Bytes that were sent and are still queued in this process.
    [[nodiscard]] virtual qint64 bytesQueued() const = 0;

Q_SIGNALS:
    void opened();
    /// Before `closed`, which says that there was a problem with the certificate.
    void certificateRefused(const tidemark::RefusedCertificate& certificate);
    /// The connection was lost or could not be made. `reason` is for logs and people.
    void closed(const QString& reason, bool certificateProblem);
    void frameArrived(const QByteArray& frame);
    /// Something that is no binary frame; the connection stays as it is.
    void garbageArrived();
    /// Everything sent is in the system's hands.
    void drained();

protected:
    [[nodiscard]] const QString& acceptedCertificate() const { return m_acceptedCertificate; }

private:
    QString m_acceptedCertificate;
};

} // namespace tidemark
