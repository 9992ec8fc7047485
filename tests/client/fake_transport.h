#pragma once

#include "core/transport/transport.h"

namespace tidemark::test {

/// A connection without a network: the client's calls come out as signals, and the network's events go in
/// by calls. Lives on the client's thread.
class FakeTransport : public Transport {
    Q_OBJECT
public:
    using Transport::Transport;

    void open(const QUrl& url) override
    {
        ++m_generation;
        Q_EMIT openAsked(url, m_generation);
    }
    void close() override
    {
        if (m_generation > 0) {
            Q_EMIT closeAsked(m_generation);
        }
        ++m_generation;
    }
    void send(const QByteArray& frame) override { Q_EMIT frameSent(frame, m_generation); }
    void flush() override {}
    [[nodiscard]] qint64 bytesQueued() const override { return 0; }

    // Events of the network. They do nothing if the connection is not the present one.
    void accept(int generation)
    {
        if (generation == m_generation) {
            Q_EMIT opened();
        }
    }
    void deliver(const QByteArray& frame, int generation)
    {
        if (generation == m_generation) {
            Q_EMIT frameArrived(frame);
        }
    }
    void deliverGarbage(int generation)
    {
        if (generation == m_generation) {
            Q_EMIT garbageArrived();
        }
    }
    void lose(int generation)
    {
        if (generation == m_generation) {
            ++m_generation;
            Q_EMIT closed(QStringLiteral("lost"), false);
        }
    }

Q_SIGNALS:
    void openAsked(const QUrl& url, int generation);
    void closeAsked(int generation);
    void frameSent(const QByteArray& frame, int generation);

private:
    int m_generation = 0; ///< number of the present connection
};

} // namespace tidemark::test
