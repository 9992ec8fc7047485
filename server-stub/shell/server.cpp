#include "server-stub/shell/server.h"

#include "core/base/one_of.h"
#include "core/wire/codec.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/state/connection_guard.h"
#include "server-stub/shell/base/clock.h"
#include "server-stub/shell/base/log.h"
#include "server-stub/shell/base/step_failpoints.h"
#include "server-stub/shell/sockets/acceptor.h"
#include "server-stub/shell/sockets/listen_address.h"

#include <QTcpSocket>
#include <QWebSocket>

#include <algorithm>
#include <utility>

namespace tidemark::server {
namespace {

/// Frequent enough to notice even the shortest timeout at most a quarter late.
Milliseconds timeCheckInterval(const ServerOptions& options)
{
    const Milliseconds shortest = std::min({options.shell.signInTimeout, options.shell.closeTimeout,
                                            Milliseconds(options.hub.limits.heartbeatMs)});
    return std::clamp(shortest / 4, Milliseconds(10), Milliseconds(1000));
}

/// Whether the answer may take several steps.
bool mayGoOn(const protocol::ClientFrame& frame)
{
    return holdsOneOf<protocol::Hello, protocol::Sync, protocol::GetStates, protocol::OpenFeed>(frame);
}

std::optional<ConnectionId> connectionOf(const Input& input)
{
    return std::visit(
        [](const auto& one) -> std::optional<ConnectionId> {
            if constexpr (requires { one.connection; }) {
                return one.connection;
            } else {
                return std::nullopt;
            }
        },
        input);
}

/// The hub's work on an answer that goes on.
constexpr FairQueue::Cost workOfStates = 4 * workPerToken;

HubConfig hubConfig(const ServerOptions& options, const Store& store, bool takesFiles)
{
    HubConfig config = options.hub;
    if (!takesFiles) {
        config.limits.maxFileBytes = 0;
    }
    if (!store.isShared()) {
        config.statesPerStep = options.shell.statesPerStep;
    }
    return config;
}

} // namespace

Server::Server(ServerOptions options, Store& store, std::unique_ptr<BlobStore> blobs, QObject* parent)
    : QObject(parent), m_options(std::move(options)), m_store(store), m_addresses(m_options.shell),
      m_budget(std::make_shared<BufferBudget>(m_options.shell.maxBytesBeforeSignIn)),
      m_takesFiles(blobs != nullptr), m_hub(hubConfig(m_options, store, m_takesFiles), store, m_secrets),
      m_passwords(m_options.shell.passwordThreads, m_options.shell.maxPasswordJobs,
                  m_options.shell.passwordCost),
      m_blobs(std::move(blobs)), m_delivery(m_connections, m_passwords, m_blobs, m_counters),
      m_acceptor(std::make_unique<Acceptor>(m_options, m_addresses, m_budget)),
      m_hints([this](Input input) { enqueue(std::move(input)); }), m_queue(m_options.shell.turn)
{
    connect(m_acceptor.get(), &Acceptor::accepted, this, &Server::open);
    connect(&m_passwords, &PasswordWorker::finished, this, &Server::enqueue);
    connect(&m_blobs, &BlobWorker::finished, this, &Server::enqueue);
    connect(&m_control, &ControlServer::asked, this,
            [this](OperatorTicket ticket, const OperatorRequest& request) {
                enqueue(OperatorAsked{ticket, request});
            });
    m_wakeUp.setSingleShot(true);
    m_wakeUp.setTimerType(Qt::PreciseTimer);
    connect(&m_wakeUp, &QTimer::timeout, this, [this] { enqueue(Tick{}); });
    connect(&m_timeCheck, &QTimer::timeout, this, &Server::checkTimes);
    m_drainTimer.setSingleShot(true);
    m_drainTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_drainTimer, &QTimer::timeout, this, &Server::closeDueConnections);
}

Server::~Server() = default;

Expected<quint16, QString> Server::listen()
{
    if (const auto reason = refusal(m_options)) {
        return Unexpected(*reason);
    }
    if (!m_acceptor->start(m_options.address, m_options.port)) {
        return Unexpected(
            QStringLiteral("cannot listen on %1: %2")
                .arg(hostAndPort(m_options.address, m_options.port), m_acceptor->errorString()));
    }
    if (!m_options.controlPath.isEmpty() && !m_control.listen(m_options.controlPath)) {
        qCWarning(serverLog).noquote()
            << "cannot open the control socket, commands will fail:" << m_options.controlPath
            << m_control.errorString();
    }
    m_timeCheck.start(timeCheckInterval(m_options));
    if (m_options.hub.retention.trims()) {
        enqueue(Tick{}); // trim due entries even if no client connects
    }
    return port();
}

void Server::setTls(const QSslConfiguration& tls)
{
    m_options.tls = tls;
    m_acceptor->setTls(tls);
}

quint16 Server::port() const
{
    return m_acceptor->serverPort();
}

namespace {

/// All answers of a step are in memory at once, before any backlog is checked. So a request with a large
/// answer counts as several inputs.
std::size_t weightOf(const Input& input)
{
    constexpr std::size_t large = 250;
    if (const auto* hints = std::get_if<HintsReceived>(&input)) {
        return std::max<std::size_t>(hints->hints.size(), 1);
    }
    const auto* received = std::get_if<Received>(&input);
    if (received == nullptr) {
        return 1;
    }
    const protocol::ClientFrame& frame = received->envelope.frame;
    const bool isLarge =
        holdsOneOf<protocol::Pull, protocol::Sync, protocol::Hello, protocol::GetStates>(frame);
    return isLarge ? large : 1;
}

} // namespace

QString Server::url() const
{
    const QString scheme = m_options.tls.has_value() ? QStringLiteral("wss://") : QStringLiteral("ws://");
    return scheme + hostAndPort(m_options.address, port());
}

std::size_t Server::waitingHeads() const
{
    std::size_t total = 0;
    for (const auto& [id, connection] : m_connections) {
        total += connection->waitingHeads();
    }
    return total;
}

Metrics Server::metrics()
{
    constexpr std::chrono::minutes countAgain{1};
    const Instant at = SystemClock::now();
    if (!m_filesCountedAt || at - *m_filesCountedAt >= countAgain) {
        m_filesCountedAt = at;
        m_fileCounts = m_store.blobs().counts();
        m_fileBytes = m_store.blobs().allBytes();
    }
    Metrics now;
    now.files = m_fileCounts;
    now.fileBytes = m_fileBytes;
    now.hub = m_hub.stats();
    now.counters = m_counters;
    now.stepTimes = m_stepTimes;
    now.connections = m_connections.size();
    now.handshakes = m_acceptor->handshakes();
    now.bytesBeforeSignIn = m_budget->bytes();
    now.limited = m_addresses.connections();
    now.waitingHeads = waitingHeads();
    for (const auto& [id, connection] : m_connections) {
        now.backlogBytes += connection->backlog();
    }
    now.queuedInputs = m_inputs.size() + m_queue.size();
    now.passwordJobs = m_passwords.jobs();
    now.bus = m_hints.status();
    now.hintsMissed = m_hints.timesMissed();
    return now;
}

QString Server::healthProblem()
{
    if (m_phase == Phase::Draining) {
        return QStringLiteral("draining");
    }
    if (m_phase != Phase::Serving) {
        return QStringLiteral("shutting down");
    }
    if (m_store.probe()) {
        return {};
    }
    const QString reason = QString::fromStdString(m_store.lastFailure()).simplified();
    return m_store.isDamaged() ? QStringLiteral("the database is damaged: ") + reason
                               : QStringLiteral("the database accepts no changes: ") + reason;
}

void Server::open(QWebSocket* webSocket, QTcpSocket* socket, const ConnectionOrigin& origin)
{
    m_lastConnection = ConnectionId(m_lastConnection.value + 1);
    auto owned =
        std::make_unique<ClientConnection>(m_lastConnection, webSocket, socket, m_options, origin, m_budget);
    ClientConnection* connection = owned.get();
    connect(connection, &ClientConnection::readable, this, [this, connection] { await(connection->id()); });
    connect(connection, &ClientConnection::frameReceived, this,
            [this, connection](const QByteArray& bytes) { receive(*connection, bytes); });
    connect(connection, &ClientConnection::textReceived, this,
            [this, connection] { refuseText(*connection); });
    connect(connection, &ClientConnection::closed, this, [this, id = connection->id()] { forget(id); });
    m_connections.emplace(connection->id(), std::move(owned));
    m_acceptor->setOpenConnections(m_connections.size());
    enqueue(Connected{connection->id(), m_addresses.nameOf(connection->address())});
}

void Server::forget(ConnectionId id)
{
    const auto found = m_connections.find(id);
    found->second.release()->deleteLater();
    m_connections.erase(found);
    m_queue.remove(id);
    m_unfinished.erase(id);
    m_acceptor->setOpenConnections(m_connections.size());
    enqueue(Closed{id});
    if (m_phase == Phase::Draining && m_connections.empty()) {
        m_drainTimer.start(0);
    }
    stopWhenEmpty();
}

void Server::await(ConnectionId connection)
{
    m_queue.add(connection, m_hub.payerOf(connection),
                m_unfinished.contains(connection) ? FairQueue::Waits::ToGoOn : FairQueue::Waits::ToBegin);
    scheduleTurn();
}

void Server::receive(ClientConnection& connection, const QByteArray& bytes)
{
    if (!connection.isOpen()) {
        return;
    }
    auto envelope = wire::decodeClient({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    const auto size = static_cast<std::size_t>(bytes.size());
    if (envelope && !mayGreet(connection, *envelope, size)) {
        return;
    }
    if (envelope) {
        enqueue(Received{connection.id(), *std::move(envelope), size});
        return;
    }
    connection.setCloseReason(CloseReason::Garbage);
    enqueue(ReceivedGarbage{connection.id(), envelope.error().detail});
}

bool Server::mayGreet(ClientConnection& connection, const protocol::ClientEnvelope& envelope,
                      std::size_t bytes)
{
    const bool isGreeting = holdsOneOf<protocol::Hello, protocol::SignIn, protocol::Register>(envelope.frame);
    const Milliseconds wait =
        isGreeting ? m_addresses.takeHello(connection.address(), SystemClock::now()) : Milliseconds(0);
    if (wait == Milliseconds(0)) {
        return true;
    }
    ++m_counters.greetingsRefused;
    connection.send(wire::encode(protocol::ServerEnvelope{
        envelope.request, envelope.session,
        protocol::Error{protocol::ErrorCode::TooFast, wait, "too many sign-in attempts from this address"}}));
    connection.flush();
    connection.countRefusal(ConnectionGuard::costOf(bytes));
    return false;
}

void Server::refuseText(ClientConnection& connection)
{
    connection.setCloseReason(CloseReason::TextFrame);
    enqueue(ReceivedGarbage{connection.id(), "text frame; frames are binary"});
}

void Server::enqueue(Input input)
{
    if (m_phase != Phase::Serving && m_phase != Phase::Draining) {
        return;
    }
    m_inputs.push_back(std::move(input));
    scheduleTurn();
}

void Server::scheduleTurn()
{
    if (m_isTurnScheduled) {
        return;
    }
    // Posted events run only after all readable sockets have been looked at.
    m_isTurnScheduled = true;
    QMetaObject::invokeMethod(this, &Server::runTurn, Qt::QueuedConnection);
}

void Server::runTurn()
{
    m_isTurnScheduled = false;
    if (m_phase != Phase::Serving && m_phase != Phase::Draining) {
        return;
    }
    const std::vector<ConnectionId> paused = takeWaiting();
    std::vector<Input> inputs = std::exchange(m_inputs, {});
    const std::vector<Input> longInputs = takeLong(inputs);
    for (std::span<const Input> rest : {std::span(std::as_const(inputs)), std::span(longInputs)}) {
        while (!rest.empty()) {
            const std::size_t count = sizeOfStep(rest);
            step(rest.first(count));
            rest = rest.subspan(count);
        }
    }
    for (const ConnectionId id : paused) {
        const auto found = m_connections.find(id);
        if (found != m_connections.end() && (m_unfinished.contains(id) || found->second->hasUnread())) {
            await(id);
        }
    }
    if (!m_leaving.empty()) {
        dismissLeaving();
    }
    if (!m_queue.isEmpty()) {
        scheduleTurn();
    }
}

std::vector<ConnectionId> Server::takeWaiting()
{
    std::vector<ConnectionId> paused;
    m_queue.beginTurn();
    while (const auto id = m_queue.next()) {
        if (m_unfinished.erase(*id) > 0) {
            m_inputs.emplace_back(AnswerGoesOn{*id});
            m_queue.charge(*id, workOfStates);
        } else if (takeMessage(*id)) {
            continue;
        }
        if (m_queue.isWaiting(*id)) {
            m_queue.remove(*id);
            paused.push_back(*id);
        }
    }
    return paused;
}

bool Server::takeMessage(ConnectionId id)
{
    const std::size_t before = m_inputs.size();
    std::size_t bytes = 0;
    const bool hasMore = m_connections.at(id)->readMessage(bytes);
    const auto* received = m_inputs.size() == before ? nullptr : std::get_if<Received>(&m_inputs.back());
    const protocol::ClientFrame* frame = received == nullptr ? nullptr : &received->envelope.frame;
    if (!m_queue.isWaiting(id)) {
        return true; // it has ended
    }
    m_queue.charge(id, workOf(frame, bytes, m_options.hub.limits));
    if (frame != nullptr && mayGoOn(*frame)) {
        return false;
    }
    if (!hasMore) {
        m_queue.remove(id);
    }
    return true;
}

std::vector<Input> Server::takeLong(std::vector<Input>& inputs) const
{
    std::vector<Input> taken;
    std::vector<Input> kept;
    std::set<ConnectionId> connections;
    for (Input& input : inputs) {
        const std::optional<ConnectionId> connection = connectionOf(input);
        const bool isTaken = connection && (isLong(input) || connections.contains(*connection));
        if (isTaken) {
            connections.insert(*connection);
        }
        (isTaken ? taken : kept).push_back(std::move(input));
    }
    inputs = std::move(kept);
    return taken;
}

bool Server::isLong(const Input& input) const
{
    if (const auto* received = std::get_if<Received>(&input)) {
        const FairQueue::Cost work = workOf(&received->envelope.frame, received->bytes, m_options.hub.limits);
        return work > m_options.shell.turn.share;
    }
    return std::holds_alternative<AnswerGoesOn>(input);
}

std::size_t Server::sizeOfStep(std::span<const Input> inputs) const
{
    std::size_t weight = 0;
    std::size_t count = 0;
    while (count < inputs.size() && weight < m_options.shell.maxInputsPerStep) {
        weight += weightOf(inputs[count++]);
    }
    return count;
}

void Server::step(std::span<const Input> inputs)
{
    ++m_counters.steps;
    m_counters.inputs += inputs.size();
    reach(inputs, ServerStep::Received);
    const auto begin = SystemClock::precise();
    const Effects effects = m_hub.step(inputs, SystemClock::now(), SystemClock::wall());
    m_stepTimes.add(SystemClock::precise() - begin);
    reach(inputs, ServerStep::Committed);
    if (effects.wakeUp.has_value()) {
        const Milliseconds delay = *effects.wakeUp - SystemClock::now();
        m_wakeUp.start(std::max(delay, Milliseconds(0)));
    } else {
        m_wakeUp.stop();
    }
    m_unfinished.insert(effects.unfinished.begin(), effects.unfinished.end());
    for (const auto& [user, tokens] : effects.charged) {
        m_queue.chargeLater(user, tokens * workPerToken);
    }
    if (effects.commitFailed) {
        ++m_counters.failedCommits;
        logFailure();
    }
    logViolations(effects.violations);
    const auto deliver = [this](std::span<const Effect> some) { m_delivery.carryOut(some); };
    reachAcked(inputs, effects.effects, deliver);
    reachDue(inputs, effects.effects, Failpoint::ServerDueCommitted, deliver);
    reachDue(inputs, effects.effects, Failpoint::ServerDueAcked, deliver);
    m_delivery.carryOut(effects.effects);
    for (const OperatorAnswer& answer : effects.operatorAnswers) {
        m_control.answer(answer);
    }
    m_hints.publish(effects);
    logHeldBack();
    reach(inputs, ServerStep::Notified);
    reachDue(inputs, effects.effects, Failpoint::ServerDueNotified, deliver);
}

void Server::logFailure()
{
    constexpr Milliseconds pause{10000};
    const Instant now = SystemClock::now();
    if (m_failureLogged && now - *m_failureLogged < pause) {
        return;
    }
    m_failureLogged = now;
    const QString reason = QString::fromStdString(m_store.lastFailure()).simplified();
    if (m_store.isDamaged()) {
        qCCritical(serverLog).noquote()
            << "the database is damaged:" << reason
            << "- the server has stopped reading and writing it and tells clients to try again later. Stop "
               "the server, put a backup in the database's place, run 'tidemark-server restored' and start "
               "the server again";
        return;
    }
    qCWarning(serverLog).noquote()
        << "the database accepts no changes:" << reason
        << "- clients keep retrying; check disk space, permissions and the database";
}

void Server::logViolations(const std::vector<std::string>& violations)
{
    for (const std::string& violation : violations) {
        qCCritical(serverLog).noquote()
            << "a check of the server's own work failed at" << QString::fromStdString(violation)
            << "- nothing of the request was kept, and the server goes on. This is an "
               "error in the program or in the stored data: please report it, and run "
               "'tidemark-server check'";
    }
}

void Server::logHeldBack()
{
    const std::size_t conversations = m_hub.stats().trimsHeldBack;
    if (conversations == std::exchange(m_heldBackLogged, conversations)) {
        return;
    }
    if (conversations == 0) {
        qCInfo(serverLog) << "trimming has resumed in all conversations";
        return;
    }
    qCWarning(serverLog).noquote()
        << "not trimming" << conversations
        << "conversations: too many entries seem older than keep-days. If the clock is wrong, correct it. If "
           "it is right, do nothing: the server trims them when it has run for a week, or for keep-days if "
           "that is less";
}

void Server::checkTimes()
{
    const Instant now = SystemClock::now();
    m_acceptor->closeOverdue(now);
    for (ClientConnection* connection : allConnections()) {
        connection->checkTime(now);
    }
}

std::vector<ClientConnection*> Server::allConnections() const
{
    std::vector<ClientConnection*> all;
    all.reserve(m_connections.size());
    for (const auto& [id, connection] : m_connections) {
        all.push_back(connection.get());
    }
    return all;
}

void Server::drain()
{
    const Milliseconds window = m_options.shell.drain;
    if (m_phase != Phase::Serving || window == Milliseconds(0)) {
        shutDown();
        return;
    }
    qCInfo(serverLog) << "draining" << m_connections.size() << "connections within" << window.count() / 1000
                      << "s";
    m_acceptor->stop();
    m_acceptor->closeAll();
    std::vector<ConnectionId> connections;
    for (const auto& [id, connection] : m_connections) {
        connections.push_back(id);
    }
    m_drain.emplace(std::move(connections), SystemClock::now(), window, m_secrets.random64());
    m_phase = Phase::Draining;
    closeDueConnections();
}

/// Closes the connections that are due, after their earlier requests have been answered.
void Server::closeDueConnections()
{
    if (m_phase != Phase::Draining) {
        return;
    }
    const Instant now = SystemClock::now();
    if (now >= m_drain->end() || m_connections.empty()) {
        shutDown();
        return;
    }
    for (const ConnectionId id : m_drain->take(now)) {
        m_leaving.push_back(id);
    }
    dismissLeaving();
    m_drainTimer.start(m_drain->next() - now);
}

void Server::dismissLeaving()
{
    std::vector<ConnectionId> leaving;
    std::erase_if(m_leaving, [&](ConnectionId id) {
        if (m_queue.isWaiting(id)) {
            return false;
        }
        if (const auto found = m_connections.find(id); found != m_connections.end()) {
            found->second->setCloseReason(CloseReason::GoingAway);
            leaving.push_back(id);
        }
        return true;
    });
    if (!leaving.empty()) {
        enqueue(ShutDown{Milliseconds(0), Milliseconds(0), std::move(leaving)});
    }
}

void Server::shutDown()
{
    if (m_phase != Phase::Serving && m_phase != Phase::Draining) {
        return;
    }
    m_drainTimer.stop();
    qCInfo(serverLog) << "shutting down," << m_connections.size() << "connections";
    m_acceptor->stop();
    m_acceptor->closeAll();
    do {
        runTurn();
    } while (!m_queue.isEmpty());
    m_control.close();
    for (ClientConnection* connection : allConnections()) {
        connection->setCloseReason(CloseReason::GoingAway);
    }
    const Input input = ShutDown{m_options.shell.goAwayMin, maxGoAwayDelay()};
    step(std::span(&input, 1));
    m_phase = Phase::Closing;
    m_wakeUp.stop();
    for (ClientConnection* connection : allConnections()) {
        connection->close();
    }
    QTimer::singleShot(m_options.shell.shutdownTimeout, this, [this] {
        m_connections.clear();
        stopWhenEmpty();
    });
    QMetaObject::invokeMethod(this, &Server::stopWhenEmpty, Qt::QueuedConnection);
}

Milliseconds Server::maxGoAwayDelay() const
{
    const ShellLimits& limits = m_options.shell;
    if (limits.reconnectsPerSecond == 0) {
        return limits.goAwayMax;
    }
    const auto clients = static_cast<std::int64_t>(m_connections.size());
    const Milliseconds needed(clients * 1000 / limits.reconnectsPerSecond);
    return std::max(limits.goAwayMax, limits.goAwayMin + needed);
}

void Server::reconfigure(const ServerOptions& options)
{
    m_options.hub = options.hub;
    m_options.shell = options.shell;
    m_acceptor->setMaxConnections(options.shell.maxConnections);
    m_hub.reconfigure(hubConfig(m_options, m_store, m_takesFiles));
    enqueue(Tick{}); // the hub may have work that is due
}

void Server::stopWhenEmpty()
{
    if (m_phase != Phase::Closing || !m_connections.empty()) {
        return;
    }
    m_phase = Phase::Stopped;
    m_timeCheck.stop();
    Q_EMIT stopped();
}

} // namespace tidemark::server
