#pragma once

#include "core/base/backoff.h"
#include "core/base/random.h"
#include "server-stub/bus/hint_codec.h"
#include "server-stub/bus/hint_merger.h"
#include "server-stub/bus/watched_bus.h"
#include "server-stub/postgres/database_url.h"
#include "server-stub/postgres/hint_connection.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>

namespace tidemark::server::postgres {

/// Carries hints between one server and a database, in a thread of its own, which may wait for the database
/// as long as that takes. What is told while nothing has been told for some milliseconds goes at once; what
/// comes after that waits until they are over, and is merged.
///
/// A connection that has ended is made anew, with pauses, to whichever host takes changes by then; what was
/// told meanwhile goes when it is there.
class HintCourier : public QObject {
public:
    /// What is called, in the courier's thread.
    struct Reports {
        std::function<void(HintBatch)> heard;
        std::function<void()> missed; ///< there is a connection after there was none for a while
    };

    HintCourier(NodeId self, DatabaseUrl url, Reports reports);
    ~HintCourier() override;

    // From any thread; at once.

    void tell(std::span<const Hint> hints);
    [[nodiscard]] BusStatus status() const;
    /// Makes what waits for the database wait no longer.
    void cut();

    // In the courier's thread.

    /// Tries to connect for the first time.
    void start();
    /// Tells what is to be told, and ends the thread.
    void finish();

private:
    /// A second descriptor of the connection's socket: it stays what it is when libpq closes the first one.
    class Socket {
    public:
        Socket() = default;
        ~Socket() { set(-1); }
        Socket(const Socket&) = delete;
        Socket& operator=(const Socket&) = delete;

        /// -1: there is none.
        void set(int descriptor);
        void shutDown();

    private:
        std::mutex m_mutex;
        int m_descriptor = -1;
    };

    void connectToDatabase();
    [[nodiscard]] Expected<std::unique_ptr<HintConnection>, QString> openAndListen();
    void lose(const QString& reason);
    void hear(const QByteArray& payload);
    void look();
    void flush();
    void send();

    const NodeId m_self;
    const DatabaseUrl m_url;
    const Reports m_reports;

    mutable std::mutex m_mutex;
    HintMerger m_told;                ///< under the mutex
    bool m_isFlushPosted = false;     ///< under the mutex
    std::uint64_t m_droppedLater = 0; ///< under the mutex: by m_unsent
    std::atomic<bool> m_isConnected = false;
    std::atomic<std::uint64_t> m_undecodable = 0;
    Socket m_socket;

    // Of the courier's thread.
    std::unique_ptr<HintConnection> m_connection;
    HintMerger m_unsent; ///< taken from m_told, and not known to have gone
    bool m_isAway = false;
    Backoff m_backoff;
    SplitMix64 m_random;
    QTimer m_pause;
    QTimer m_retry;
    QTimer m_look;
};

} // namespace tidemark::server::postgres
