#include "server-stub/postgres/hints/postgres_bus.h"

#include "server-stub/postgres/hints/hint_connection.h"
#include "server-stub/postgres/hints/hint_courier.h"

#include <QDeadlineTimer>
#include <QMetaObject>

#include <chrono>
#include <utility>

namespace tidemark::server {

namespace {

/// Time limit for sending the last hints.
constexpr std::chrono::seconds stopTimeout{1};
/// Bound of the received hints that wait for the listener.
constexpr std::size_t maxReceivedBytes = std::size_t{16} * 1024 * 1024;

} // namespace

PostgresBus::PostgresBus(NodeId self, const DatabaseUrl& url, BusListener& listener)
    : m_listener(listener), m_received(maxReceivedBytes)
{
    const auto wakeUp = [this](bool isWanted) {
        if (isWanted) {
            QMetaObject::invokeMethod(
                &m_place, [this] { tellListener(); }, Qt::QueuedConnection);
        }
    };
    m_courier =
        std::make_unique<postgres::HintCourier>(self, url,
                                                postgres::HintCourier::Reports{
                                                    [this, wakeUp](HintBatch batch, std::size_t bytes) {
                                                        wakeUp(m_received.put(std::move(batch), bytes));
                                                    },
                                                    [this, wakeUp] { wakeUp(m_received.putMissed()); },
                                                });
    m_courier->moveToThread(&m_thread);
    m_thread.setObjectName(QStringLiteral("bus"));
    m_thread.start();
    QMetaObject::invokeMethod(
        m_courier.get(), [this] { m_courier->start(); }, Qt::BlockingQueuedConnection);
}

PostgresBus::~PostgresBus()
{
    QMetaObject::invokeMethod(
        m_courier.get(), [this] { m_courier->finish(); }, Qt::QueuedConnection);
    if (!m_thread.wait(QDeadlineTimer(stopTimeout))) {
        m_courier->cut();
        m_thread.wait();
    }
}

void PostgresBus::publish(std::span<const Hint> hints)
{
    m_courier->publish(hints);
}

BusStatus PostgresBus::status() const
{
    BusStatus status = m_courier->status();
    status.dropped += m_received.dropped();
    return status;
}

void PostgresBus::tellListener()
{
    HintInbox::Content content = m_received.take();
    for (HintBatch& batch : content.batches) {
        m_listener.received(batch.from, std::move(batch.hints));
    }
    if (content.missed) {
        m_listener.missed();
    }
}

QString notifyServersOf(const DatabaseUrl& url, NodeId from, std::span<const Hint> hints)
{
    const auto connection = postgres::HintConnection::open(url);
    if (!connection) {
        return connection.error();
    }
    return (*connection)->publish(from, hints) ? QString() : (*connection)->error();
}

} // namespace tidemark::server
