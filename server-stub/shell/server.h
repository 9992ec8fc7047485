#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/contract/fair_queue.h"
#include "server-stub/hub/hub.h"
#include "server-stub/shell/base/metrics.h"
#include "server-stub/shell/base/system_secrets.h"
#include "server-stub/shell/blobs/blob_worker.h"
#include "server-stub/shell/control/control_server.h"
#include "server-stub/shell/delivery/delivery.h"
#include "server-stub/shell/delivery/drain.h"
#include "server-stub/shell/delivery/hint_relay.h"
#include "server-stub/shell/passwords/password_worker.h"
#include "server-stub/shell/sockets/address_limiter.h"
#include "server-stub/shell/sockets/buffer_budget.h"
#include "server-stub/shell/sockets/connection_origin.h"
#include "server-stub/shell/sockets/connection_table.h"
#include "server-stub/shell/sockets/server_options.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace tidemark::server {

class Acceptor;

/// Runs the hub on real sockets. All inputs of one turn of the event loop are one step of the hub, and so one
/// transaction; the effects follow after the commit. Runs in one thread, that of the event loop; only
/// passwords are hashed elsewhere.
class Server : public QObject {
    Q_OBJECT

public:
    /// `store` must outlive this object.
    /// Without `blobs` the server takes no files.
    Server(ServerOptions options, Store& store, std::unique_ptr<BlobStore> blobs = nullptr,
           QObject* parent = nullptr);
    ~Server() override;

    /// Starts to listen. Call it once. The error is one human-readable line.
    [[nodiscard]] Expected<quint16, QString> listen();
    /// Sets the TLS configuration of new connections; present connections stay as they are. Only for a server
    /// that has TLS.
    void setTls(const QSslConfiguration& tls);
    /// The port in use; 0 before listen().
    [[nodiscard]] quint16 port() const;
    /// `ws://ADDRESS:PORT` or `wss://ADDRESS:PORT`.
    [[nodiscard]] QString url() const;

    /// Uses the limits and policies of `options` from now on; connected clients are not sent new limits.
    /// Address, port, TLS and paths stay as they are.
    void reconfigure(const ServerOptions& options);

    /// If ShellLimits::drain is set: accepts no new connections and tells clients, one after another, to
    /// connect to another server, while the others are still served; then calls shutDown(). Otherwise calls
    /// shutDown() at once. A second call does not wait.
    void drain();

    /// Tells all clients to come back later, sends the queued frames and closes. `stopped` follows, at the
    /// latest after the shutdown timeout.
    void shutDown();

    /// The longest time that drain() takes before it calls shutDown().
    [[nodiscard]] Milliseconds drainWindow() const { return m_options.shell.drain; }
    /// The listener of a bus. If other servers share the store, give it their bus.
    [[nodiscard]] HintRelay& hints() { return m_hints; }

    [[nodiscard]] const Counters& counters() const { return m_counters; }
    [[nodiscard]] std::size_t connectionCount() const { return m_connections.size(); }
    [[nodiscard]] std::size_t maxConnections() const { return m_options.shell.maxConnections; }
    /// Number of heads that wait for slow clients, over all connections.
    [[nodiscard]] std::size_t waitingHeads() const;
    /// Counts the files at most once a minute, because that takes longer the more there are.
    [[nodiscard]] Metrics metrics();
    /// The reason why the server cannot work now, as a human-readable message; empty if it can. Writes to the
    /// store to find out.
    [[nodiscard]] QString healthProblem();

Q_SIGNALS:
    void stopped();

private:
    void open(QWebSocket* webSocket, QTcpSocket* socket, const ConnectionOrigin& origin);
    void forget(ConnectionId id);
    /// The connection waits until it is its turn.
    void await(ConnectionId connection);
    void receive(ClientConnection& connection, const QByteArray& bytes);
    /// Returns false if the address must wait with sign-in attempts; then the client has got an error.
    /// `bytes`: the size of the frame.
    [[nodiscard]] bool mayGreet(ClientConnection& connection, const protocol::ClientEnvelope& envelope,
                                std::size_t bytes);
    void refuseText(ClientConnection& connection);

    /// Adds an input to those that are handled together in this turn of the loop.
    void enqueue(Input input);
    void scheduleTurn();
    void runTurn();
    /// Adds the messages and unfinished answers that this turn handles to m_inputs. Returns the connections
    /// of which nothing more may be handled before that.
    [[nodiscard]] std::vector<ConnectionId> takeWaiting();
    /// Reads one message of a connection that waits. Returns whether the turn may handle further ones of it.
    [[nodiscard]] bool takeMessage(ConnectionId id);
    /// Moves requests that need more than a share, and later ones of the same connections, into a step of
    /// their own, so that the answers to others do not wait for them.
    [[nodiscard]] std::vector<Input> takeLong(std::vector<Input>& inputs) const;
    [[nodiscard]] bool isLong(const Input& input) const;
    /// The number of `inputs` that make up the next step; at least one.
    [[nodiscard]] std::size_t sizeOfStep(std::span<const Input> inputs) const;
    void step(std::span<const Input> inputs);
    void logFailure();
    void logViolations(const std::vector<std::string>& violations);
    void logHeldBack();
    void checkTimes();
    void closeDueConnections();
    /// Closes the connections of m_leaving whose requests have been answered.
    void dismissLeaving();
    void stopWhenEmpty();
    /// The longest delay that shutDown() gives to clients.
    [[nodiscard]] Milliseconds maxGoAwayDelay() const;
    /// A copy, because acting on a connection may end it and change the table. The objects live until the
    /// next turn.
    [[nodiscard]] std::vector<ClientConnection*> allConnections() const;

    ServerOptions m_options;
    Store& m_store;
    std::optional<Instant> m_filesCountedAt;
    BlobCounts m_fileCounts;
    std::uint64_t m_fileBytes = 0;
    AddressLimiter m_addresses;
    std::shared_ptr<BufferBudget> m_budget;
    SystemSecrets m_secrets;
    const bool m_takesFiles;
    Hub m_hub;
    ConnectionTable m_connections;
    Counters m_counters;
    StepTimes m_stepTimes;
    PasswordWorker m_passwords;
    BlobWorker m_blobs;
    Delivery m_delivery;
    std::unique_ptr<Acceptor> m_acceptor;
    ControlServer m_control;
    HintRelay m_hints;

    ConnectionId m_lastConnection;
    FairQueue m_queue;
    std::set<ConnectionId> m_unfinished; ///< see Effects::unfinished
    std::vector<Input> m_inputs;         ///< for the next turn, besides the messages that wait in m_queue
    bool m_isTurnScheduled = false;
    std::optional<Instant> m_failureLogged; ///< when the log last reported a failed commit
    std::size_t m_heldBackLogged = 0;       ///< HubStats::trimsHeldBack as last logged
    enum class Phase { Serving, Draining, Closing, Stopped } m_phase = Phase::Serving;
    std::optional<Drain> m_drain;        ///< set while draining
    std::vector<ConnectionId> m_leaving; ///< to be closed when their requests are answered
    QTimer m_wakeUp;
    QTimer m_drainTimer;
    QTimer m_timeCheck;
};

} // namespace tidemark::server
