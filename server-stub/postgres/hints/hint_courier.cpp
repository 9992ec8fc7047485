#include "server-stub/postgres/hints/hint_courier.h"

#include <QLoggingCategory>
#include <QMetaObject>
#include <QThread>

#include <chrono>
#include <utility>
#include <variant>

namespace tidemark::server::postgres {

namespace {

Q_LOGGING_CATEGORY(busLog, "tidemark.server.bus")

/// Pause between two transactions with hints.
constexpr std::chrono::milliseconds mergeFor{3};
constexpr std::size_t maxQueuedHints = 10000;
/// The interval at which the courier checks that the database answers and still accepts changes.
constexpr std::chrono::seconds lookEvery{10};
constexpr std::chrono::milliseconds firstPause{100};
constexpr std::chrono::milliseconds maxPause{2000};

} // namespace

HintCourier::HintCourier(NodeId self, DatabaseUrl url, Reports reports)
    : m_self(self), m_url(std::move(url)), m_reports(std::move(reports)), m_queued(maxQueuedHints),
      m_unsent(maxQueuedHints), m_backoff(firstPause, maxPause), m_random(self.value), m_pause(this),
      m_retry(this), m_look(this)
{
    m_pause.setSingleShot(true);
    m_pause.setTimerType(Qt::PreciseTimer);
    m_retry.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &HintCourier::flush);
    connect(&m_retry, &QTimer::timeout, this, &HintCourier::connectToDatabase);
    connect(&m_look, &QTimer::timeout, this, &HintCourier::look);
}

HintCourier::~HintCourier() = default;

void HintCourier::publish(std::span<const Hint> hints)
{
    const std::scoped_lock lock(m_mutex);
    for (const Hint& hint : hints) {
        // A typing hint would be outdated when the connection is back.
        if (m_isConnected || !std::holds_alternative<hint::Typing>(hint)) {
            m_queued.add(hint);
        }
    }
    if (!m_queued.isEmpty() && !std::exchange(m_isFlushPosted, true)) {
        QMetaObject::invokeMethod(this, &HintCourier::flush, Qt::QueuedConnection);
    }
}

BusStatus HintCourier::status() const
{
    const std::scoped_lock lock(m_mutex);
    return {m_isConnected, m_undecodable, m_queued.dropped() + m_droppedLater};
}

void HintCourier::start()
{
    connectToDatabase();
}

void HintCourier::finish()
{
    if (m_connection) {
        send();
    }
    for (QTimer* timer : {&m_pause, &m_retry, &m_look}) {
        timer->stop();
    }
    m_isConnected = false;
    m_connection.reset();
    thread()->quit();
}

Expected<std::unique_ptr<HintConnection>, QString> HintCourier::openAndListen()
{
    auto opened = HintConnection::open(m_url, m_stop.get_token());
    if (!opened) {
        return opened;
    }
    const bool listens = (*opened)->listen(
        this, [this](const QByteArray& payload) { takePayload(payload); },
        [this] { lose(QStringLiteral("the connection has ended")); });
    if (!listens) {
        return Unexpected((*opened)->error());
    }
    return opened;
}

void HintCourier::connectToDatabase()
{
    auto opened = openAndListen();
    if (!opened) {
        lose(opened.error());
        return;
    }
    m_connection = std::move(opened).value();
    m_isConnected = true;
    m_look.start(lookEvery);
    if (std::exchange(m_isAway, false)) {
        qCInfo(busLog) << "exchanging hints with other servers again";
        m_reports.missed();
    }
    flush();
}

void HintCourier::lose(const QString& reason)
{
    if (!std::exchange(m_isAway, true)) {
        qCWarning(busLog).noquote() << "cannot exchange hints with other servers:" << reason
                                    << "- their changes arrive late";
    }
    m_isConnected = false;
    m_pause.stop();
    m_look.stop();
    m_connection.reset(); // last: the connection may hold the string that `reason` refers to
    m_retry.start(m_backoff.next(m_random));
}

void HintCourier::takePayload(const QByteArray& payload)
{
    auto batch = hintsIn(payload);
    if (!batch) {
        ++m_undecodable;
        return;
    }
    // Skip our own hints from an earlier connection.
    if (batch->from != m_self && !batch->hints.empty()) {
        m_reports.received(*std::move(batch), static_cast<std::size_t>(payload.size()));
    }
}

void HintCourier::look()
{
    if (!m_connection->acceptsChanges()) {
        lose(m_connection->error());
    }
}

void HintCourier::flush()
{
    if (m_connection && !m_pause.isActive()) {
        send();
    }
}

void HintCourier::send()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isFlushPosted = false;
        for (Hint& hint : m_queued.take()) {
            m_unsent.add(std::move(hint));
        }
        m_droppedLater = m_unsent.dropped();
    }
    if (m_unsent.isEmpty()) {
        return;
    }
    if (!m_connection->publish(m_self, m_unsent.waiting())) {
        lose(m_connection->error());
        return;
    }
    static_cast<void>(m_unsent.take());
    m_backoff.reset();
    m_pause.start(mergeFor);
}

} // namespace tidemark::server::postgres
