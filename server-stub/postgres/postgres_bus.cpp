#include "server-stub/postgres/postgres_bus.h"

#include "server-stub/postgres/hint_connection.h"
#include "server-stub/postgres/hint_courier.h"

#include <QDeadlineTimer>
#include <QMetaObject>

#include <chrono>
#include <utility>

namespace tidemark::server {

namespace {

/// How long the last hints may take to send.
constexpr std::chrono::seconds patience{1};

} // namespace

PostgresBus::PostgresBus(NodeId self, const DatabaseUrl& url, BusListener& listener) : m_listener(listener)
{
    const auto post = [this](auto call) {
        QMetaObject::invokeMethod(&m_place, std::move(call), Qt::QueuedConnection);
    };
    m_courier = std::make_unique<postgres::HintCourier>(
        self, url,
        postgres::HintCourier::Reports{
            [this, post](HintBatch batch) {
                post([this, batch = std::move(batch)]() mutable {
                    m_listener.heard(batch.from, std::move(batch.hints));
                });
            },
            [this, post] { post([this] { m_listener.missed(); }); },
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
    if (!m_thread.wait(QDeadlineTimer(patience))) {
        m_courier->cut();
        m_thread.wait();
    }
}

void PostgresBus::tell(std::span<const Hint> hints)
{
    m_courier->tell(hints);
}

BusStatus PostgresBus::status() const
{
    return m_courier->status();
}

QString tellServersOf(const DatabaseUrl& url, NodeId from, std::span<const Hint> hints)
{
    const auto connection = postgres::HintConnection::open(url);
    if (!connection) {
        return connection.error();
    }
    return (*connection)->tell(from, hints) ? QString() : (*connection)->error();
}

} // namespace tidemark::server
