#pragma once

#include "app/cli/endpoint.h"
#include "app/cli/import_plan.h"
#include "app/cli/import_progress.h"
#include "app/cli/result.h"
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

/// Carries out an ImportPlan over one connection: makes it, makes it anew for as long as it takes when the
/// server goes away, to another one where there are several, and keeps the mark.
class Importer : public QObject {
    Q_OBJECT
public:
    struct Outcome {
        std::uint64_t sent = 0; ///< messages that the server did not have before
        ImportMark mark;
    };
    /// The log has been checked. `keepMark` is called now and then with how far the import is.
    /// `servers`: one at least, of one service.
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
    void beat();
    void keepMark();

    std::unique_ptr<Transport> m_transport;
    std::vector<Endpoint> m_servers;
    ImportSettings m_settings;
    ImportLog& m_log;
    ImportProgress& m_progress;
    std::function<void(const ImportMark&)> m_keepMark;
    Clock m_clock;

    std::unique_ptr<ImportPlan> m_plan;
    std::uint64_t m_sentBefore = 0; ///< by plans that had to start over
    ImportMark m_keptMark;
    SplitMix64 m_jitter;
    ServerRound m_round;
    Backoff m_backoff{Milliseconds(250), Milliseconds(10000)};
    bool m_isConnected = false;
    bool m_isAway = false; ///< people have been told that the server is
    bool m_pumpIsPlanned = false;
    Instant m_lastArrival{};
    QTimer m_reconnectTimer;
    QTimer m_wakeUpTimer;
    QTimer m_beatTimer;
    QTimer m_markTimer;
    QEventLoop* m_loop = nullptr;
};

} // namespace tidemark::cli
