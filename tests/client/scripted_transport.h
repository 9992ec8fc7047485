#pragma once

#include "core/transport/transport.h"

#include <QHash>
#include <QList>
#include <QMutex>
#include <QString>
#include <QUrl>

#include <memory>
#include <utility>

namespace tidemark::test {

/// The behaviour of several servers at which no user signs in, and the connections that a client has tried.
/// Client and test use it on two threads.
class ServerScript {
public:
    /// The server shows a certificate with this fingerprint, which no authority vouches for. All other
    /// servers are absent.
    void showCertificate(const QUrl& server, const QString& fingerprint);
    /// The server accepts connections and sends nothing.
    void accept(const QUrl& server);

    struct Attempt {
        QUrl server;
        QString accepted; ///< the certificate that the client would accept
        friend bool operator==(const Attempt&, const Attempt&) = default;
    };
    [[nodiscard]] QList<Attempt> attempts() const;
    [[nodiscard]] QList<QUrl> tried() const;

private:
    friend class ScriptedTransport;

    mutable QMutex m_mutex;
    QList<Attempt> m_attempts;
    QList<QUrl> m_accepting;
    QHash<QUrl, QString> m_certificates;
};

class ScriptedTransport : public Transport {
    Q_OBJECT
public:
    explicit ScriptedTransport(std::shared_ptr<ServerScript> script) : m_script(std::move(script)) {}

    void open(const QUrl& url) override;
    void close() override { ++m_generation; }
    void send(const QByteArray& /*frame*/) override {}
    void flush() override {}
    [[nodiscard]] qint64 bytesQueued() const override { return 0; }

private:
    void answer(const QUrl& url);

    std::shared_ptr<ServerScript> m_script;
    int m_generation = 0;
};

} // namespace tidemark::test
