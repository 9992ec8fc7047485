#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/hub.h"
#include "server-stub/shell/address_limiter.h"
#include "server-stub/shell/arrival.h"
#include "server-stub/shell/connection_table.h"
#include "server-stub/shell/control_server.h"
#include "server-stub/shell/delivery.h"
#include "server-stub/shell/drain.h"
#include "server-stub/shell/hint_relay.h"
#include "server-stub/shell/metrics.h"
#include "server-stub/shell/password_worker.h"
#include "server-stub/shell/server_options.h"
#include "server-stub/shell/system_secrets.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace tidemark::server {

class Acceptor;

/// The hub on real sockets. Everything that arrived in one turn of the event loop is one step of the hub, so
/// one transaction; effects follow after it. One thread, that of the event loop; only passwords are hashed
/// elsewhere.
class Server : public QObject {
    Q_OBJECT

public:
    /// `store` must live longer.
    Server(ServerOptions options, Store& store, QObject* parent = nullptr);
    ~Server() override;

    /// Starts to listen; once. The error is one line for a person.
    [[nodiscard]] Expected<quint16, QString> listen();
    /// For connections that come from now on; those that are there go on. Only for a server that has TLS.
    void setTls(const QSslConfiguration& tls);
    /// The port in use; 0 before listen().
    [[nodiscard]] quint16 port() const;
    /// `ws://ADDRESS:PORT` or `wss://ADDRESS:PORT`.
    [[nodiscard]] QString url() const;

    /// Goes on with the limits and policies of `options`, for what comes from now on; clients that are
    /// connected are told no new limits. Address, port, TLS and paths stay as they are.
    void reconfigure(const ServerOptions& options);

    /// Where ShellLimits::drain says so: takes no new connections, and tells clients one after another to go
    /// to another server of theirs, while the others are served on; then, as otherwise at once, shutDown(). A
    /// second call does not wait.
    void drain();

    /// Tells all clients to come back later, sends what is queued and closes; `stopped` follows, at the
    /// latest after the shutdown timeout.
    void shutDown();

    /// How long drain() takes at most before shutDown().
    [[nodiscard]] Milliseconds drainWindow() const { return m_options.shell.drain; }
    /// To be given a bus where other servers share the store; its listener.
    [[nodiscard]] HintRelay& hints() { return m_hints; }

    [[nodiscard]] const Counters& counters() const { return m_counters; }
    [[nodiscard]] std::size_t connectionCount() const { return m_connections.size(); }
    [[nodiscard]] std::size_t maxConnections() const { return m_options.shell.maxConnections; }
    /// Heads that wait for slow clients, of all connections together.
    [[nodiscard]] std::size_t waitingHeads() const;
    [[nodiscard]] Metrics metrics() const;
    /// Why the server cannot do its work now, for people; empty: it can. Writes to the store to find out.
    [[nodiscard]] QString ailment();

Q_SIGNALS:
    void stopped();

private:
    void open(QWebSocket* webSocket, QTcpSocket* socket, const Arrival& arrival);
    void forget(ConnectionId id);
    void receive(ClientConnection& connection, const QByteArray& bytes);
    /// False: the address is to wait with its attempts to sign in, and was told so.
    [[nodiscard]] bool mayGreet(ClientConnection& connection, const protocol::ClientEnvelope& envelope);
    void refuseText(ClientConnection& connection);

    /// Handled together with everything else that arrives in this turn of the loop.
    void enqueue(Input input);
    void runTurn();
    /// How many of `inputs`, at least one, make the next step.
    [[nodiscard]] std::size_t sizeOfStep(std::span<const Input> inputs) const;
    void step(std::span<const Input> inputs);
    void tellFailure();
    void checkTimes();
    void leadAway();
    void stopWhenEmpty();
    /// When the last client is to come back, from shutDown() on.
    [[nodiscard]] Milliseconds lastComeBack() const;
    /// To act on each: that may end a connection, which changes the table; the object lives until the next
    /// turn.
    [[nodiscard]] std::vector<ClientConnection*> allConnections() const;

    ServerOptions m_options;
    Store& m_store;
    AddressLimiter m_addresses;
    SystemSecrets m_secrets;
    Hub m_hub;
    ConnectionTable m_connections;
    Counters m_counters;
    StepTimes m_stepTimes;
    PasswordWorker m_passwords;
    Delivery m_delivery;
    std::unique_ptr<Acceptor> m_acceptor;
    ControlServer m_control;
    HintRelay m_hints;

    ConnectionId m_lastConnection;
    std::vector<Input> m_inputs;
    bool m_isTurnScheduled = false;
    std::optional<Instant> m_failureTold; ///< when the log last said that a commit had failed
    enum class Phase { Serving, Draining, Closing, Stopped } m_phase = Phase::Serving;
    std::optional<Drain> m_drain; ///< while draining
    QTimer m_wakeUp;
    QTimer m_drainTimer;
    QTimer m_timeCheck;
};

} // namespace tidemark::server
