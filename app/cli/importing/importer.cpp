#include "app/cli/importing/importer.h"

#include "core/wire/codec.h"

#include <QEventLoop>

#include <algorithm>
#include <utility>

namespace tidemark::cli {

namespace {

constexpr std::chrono::milliseconds heartbeatInterval{10000};
constexpr std::chrono::milliseconds markInterval{1000};
/// A connection is dead after this time without an answer, because the server answers heartbeats too.
constexpr Milliseconds maxSilence{35000};
/// No plan uses this request number, so a plan ignores the answers to heartbeats.
constexpr RequestId heartbeatRequest{~std::uint64_t{0}};

} // namespace

Importer::Importer(std::unique_ptr<Transport> transport, std::vector<Endpoint> servers,
                   ImportSettings settings, ImportLog& log, ImportProgress& progress,
                   std::function<void(const ImportMark&)> keepMark)
    : m_transport(std::move(transport)), m_servers(std::move(servers)), m_settings(std::move(settings)),
      m_log(log), m_progress(progress), m_keepMark(std::move(keepMark)), m_jitter(m_settings.jitterSeed),
      m_round(m_servers.size(), m_jitter), m_reconnectTimer(this), m_wakeUpTimer(this),
      m_heartbeatTimer(this), m_markTimer(this)
{
    m_reconnectTimer.setSingleShot(true);
    connect(&m_reconnectTimer, &QTimer::timeout, this, &Importer::open);
    m_wakeUpTimer.setSingleShot(true);
    m_wakeUpTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_wakeUpTimer, &QTimer::timeout, this, &Importer::pump);
    connect(&m_heartbeatTimer, &QTimer::timeout, this, &Importer::sendHeartbeat);
    connect(&m_markTimer, &QTimer::timeout, this, &Importer::keepMark);
    connectTransport();
}

void Importer::connectTransport()
{
    connect(m_transport.get(), &Transport::opened, this, [this] {
        if (std::exchange(m_isAway, false)) {
            m_progress.printMessage(QStringLiteral("The server is back."));
        }
        m_isConnected = true;
        m_lastArrival = m_clock.now();
        m_plan->connected();
        pump();
    });
    connect(m_transport.get(), &Transport::closed, this, [this](const QString& reason) { onClosed(reason); });
    connect(m_transport.get(), &Transport::frameArrived, this, &Importer::onFrame);
}

Result<Importer::Outcome> Importer::run(const ImportMark& mark)
{
    begin(mark);
    m_heartbeatTimer.start(heartbeatInterval);
    m_markTimer.start(markInterval);
    open();
    QEventLoop loop;
    m_loop = &loop;
    loop.exec();
    m_loop = nullptr;
    m_transport->close();
    keepMark();
    m_progress.finish(m_plan->acknowledged());
    if (m_plan->state() == ImportPlan::State::Failed) {
        return refused(QString::fromStdString(m_plan->failure()));
    }
    return Outcome{m_sentBefore + m_plan->sent(), m_plan->mark()};
}

void Importer::begin(const ImportMark& mark)
{
    m_log.rewind();
    m_plan = std::make_unique<ImportPlan>(m_settings, mark, [this] { return m_log.next(); });
}

/// Opens a new connection, so that no answer to the old plan reaches the new plan.
void Importer::startOver()
{
    m_progress.printMessage(
        QStringLiteral("The server has lost messages of an earlier run: sending everything again."));
    m_sentBefore += m_plan->sent();
    begin({});
    m_isConnected = false;
    open();
}

void Importer::open()
{
    m_servers[m_round.current()].open(*m_transport);
}

void Importer::onClosed(const QString& reason)
{
    m_isConnected = false;
    m_plan->disconnected();
    if (!std::exchange(m_isAway, true)) {
        m_progress.printMessage(QStringLiteral("No connection (%1): waiting for the server.").arg(reason));
    }
    m_reconnectTimer.start(m_round.moveOn() ? Milliseconds(0) : m_backoff.next(m_jitter));
}

void Importer::onFrame(const QByteArray& bytes)
{
    const Instant now = m_clock.now();
    m_lastArrival = now;
    const auto envelope = wire::decodeServer({bytes.constData(), std::size_t(bytes.size())});
    if (envelope) {
        const std::uint64_t before = m_plan->acknowledged();
        m_plan->receive(*envelope, now);
        if (m_plan->acknowledged() > before) {
            m_backoff.reset();
            m_round.settle();
        }
    }
    planPump();
}

/// Schedules one pump for all frames that arrive in one turn of the event loop.
void Importer::planPump()
{
    if (!std::exchange(m_pumpIsPlanned, true)) {
        QMetaObject::invokeMethod(this, &Importer::pump, Qt::QueuedConnection);
    }
}

void Importer::pump()
{
    m_pumpIsPlanned = false;
    const Instant now = m_clock.now();
    for (const protocol::ClientEnvelope& envelope : m_plan->takeSends(now)) {
        send(envelope);
    }
    m_transport->flush();
    m_progress.show(m_plan->acknowledged());
    if (m_plan->wakeUp()) {
        m_wakeUpTimer.start(std::max(*m_plan->wakeUp() - now, Milliseconds(1)));
    }
    if (m_plan->state() == ImportPlan::State::StartOver) {
        startOver();
    } else if (m_plan->state() != ImportPlan::State::Running) {
        m_loop->quit();
    } else if (m_plan->wantsNewConnection()) {
        m_plan->disconnected();
        m_isConnected = false;
        open();
    }
}

void Importer::send(const protocol::ClientEnvelope& envelope)
{
    const std::string bytes = wire::encode(envelope);
    m_transport->send(QByteArray(bytes.data(), qsizetype(bytes.size())));
}

/// Sends a heartbeat: keeps the connection of a slow replay alive, and detects a dead one.
void Importer::sendHeartbeat()
{
    if (!m_isConnected) {
        return;
    }
    if (m_clock.now() - m_lastArrival > maxSilence) {
        m_transport->close();
        onClosed(QStringLiteral("the server does not answer"));
        return;
    }
    send({heartbeatRequest, 0, protocol::Heartbeat{}});
    m_transport->flush();
}

void Importer::keepMark()
{
    const ImportMark mark = m_plan->mark();
    if (mark != m_keptMark) {
        m_keptMark = mark;
        m_keepMark(mark);
    }
    m_progress.show(m_plan->acknowledged());
}

} // namespace tidemark::cli
