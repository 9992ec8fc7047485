#pragma once

#include "core/base/backoff.h"
#include "core/base/random.h"
#include "server-stub/bus/hint_codec.h"
#include "server-stub/bus/hint_merger.h"
#include "server-stub/bus/watched_bus.h"
#include "server-stub/postgres/hints/hint_connection.h"
#include "server-stub/postgres/session/database_url.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>

namespace tidemark::server::postgres {

/// Carries hints between one server and a database, in its own thread, which may wait for the database as
/// long as necessary. Hints are sent at once if none were sent within the last milliseconds; otherwise they
/// wait until that time is over, and are merged.
///
/// After a connection has ended, the courier reconnects, with pauses, to the host that accepts changes then,
/// and sends the hints collected meanwhile.
class HintCourier : public QObject {
public:
    /// Callbacks, called in the courier's thread.
    struct Reports {
        /// `bytes`: the encoded size of the batch.
        std::function<void(HintBatch, std::size_t bytes)> received;
        std::function<void()> missed; ///< the connection is back after an interruption
    };

    HintCourier(NodeId self, DatabaseUrl url, Reports reports);
    ~HintCourier() override;

    // Call these from any thread; they return at once.

    void publish(std::span<const Hint> hints);
    [[nodiscard]] BusStatus status() const;
    /// Stops any wait for the database, now and later.
    void cut() { m_stop.request_stop(); }

    // Call these in the courier's thread.

    /// Connects for the first time.
    void start();
    /// Sends the waiting hints, and ends the thread.
    void finish();

private:
    void connectToDatabase();
    [[nodiscard]] Expected<std::unique_ptr<HintConnection>, QString> openAndListen();
    void lose(const QString& reason);
    void takePayload(const QByteArray& payload);
    void look();
    void flush();
    void send();

    const NodeId m_self;
    const DatabaseUrl m_url;
    const Reports m_reports;

    mutable std::mutex m_mutex;
    HintMerger m_queued;              ///< guarded by m_mutex
    bool m_isFlushPosted = false;     ///< guarded by m_mutex
    std::uint64_t m_droppedLater = 0; ///< guarded by m_mutex: number of hints that m_unsent has dropped
    std::atomic<bool> m_isConnected = false;
    std::atomic<std::uint64_t> m_undecodable = 0;
    std::stop_source m_stop;

    // Used only in the courier's thread.
    std::unique_ptr<HintConnection> m_connection;
    HintMerger m_unsent; ///< hints taken from m_queued that may not have been sent
    bool m_isAway = false;
    Backoff m_backoff;
    SplitMix64 m_random;
    QTimer m_pause;
    QTimer m_retry;
    QTimer m_look;
};

} // namespace tidemark::server::postgres
