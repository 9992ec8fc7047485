#pragma once

#include "app/cli/importing/import_plan.h"
#include "app/cli/importing/import_progress.h"
#include "app/cli/parsing/result.h"
#include "app/cli/running/endpoint.h"
#include "core/base/backoff.h"
#include "core/base/random.h"
#include "core/base/server_round.h"
#include "core/client/clock.h"
#include "core/transport/transport.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

class QEventLoop;

namespace tidemark::cli {

/// Runs an ImportPlan over one connection. If the server becomes unreachable, it reconnects for as long as it
/// takes, to another server if there are several. It also stores the mark.
class Importer : public QObject {
    Q_OBJECT
public:
    struct Outcome {
        std::uint64_t sent = 0; ///< messages that the server did not have before
        ImportMark mark;
    };
    /// The caller must have checked the log. `keepMark` is called from time to time with the progress.
    /// `servers` are servers of one service; at least one is required.
    Importer(std::unique_ptr<Transport> transport, std::vector<Endpoint> servers, ImportSettings settings,
             ImportLog& log, ImportProgress& progress, std::function<void(const ImportMark&)> keepMark);

    /// Runs the event loop until everything is acknowledged or refused.
    [[nodiscard]] Result<Outcome> run(const ImportMark& mark);

private:
    void begin(const ImportMark& mark);
    void startOver();
    void connectTransport();
    void open();
    void onClosed(const QString& reason);
    void onFrame(const QByteArray& bytes);
    void planPump();
    void pump();
    void send(const protocol::ClientEnvelope& envelope);
    void sendHeartbeat();
    void keepMark();

    std::unique_ptr<Transport> m_transport;
    std::vector<Endpoint> m_servers;
    ImportSettings m_settings;
    ImportLog& m_log;
    ImportProgress& m_progress;
    std::function<void(const ImportMark&)> m_keepMark;
    Clock m_clock;

    std::unique_ptr<ImportPlan> m_plan;
    std::uint64_t m_sentBefore = 0; ///< messages sent by earlier plans that had to start over
    ImportMark m_keptMark;
    SplitMix64 m_jitter;
    ServerRound m_round;
    Backoff m_backoff{Milliseconds(250), Milliseconds(10000)};
    bool m_isConnected = false;
    bool m_isAway = false; ///< the user has been told that the server is unreachable
    bool m_pumpIsPlanned = false;
    Instant m_lastArrival{};
    QTimer m_reconnectTimer;
    QTimer m_wakeUpTimer;
    QTimer m_heartbeatTimer;
    QTimer m_markTimer;
    QEventLoop* m_loop = nullptr;
};

} // namespace tidemark::cli
