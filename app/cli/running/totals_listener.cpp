#include "app/cli/running/totals_listener.h"

#include "app/cli/running/error_text.h"
#include "app/cli/running/output.h"
#include "core/wire/codec.h"

#include <utility>

namespace tidemark::cli {

namespace {

constexpr std::chrono::milliseconds heartbeatPause{10000};

} // namespace

TotalsListener::TotalsListener(std::unique_ptr<Transport> transport, Endpoint server, protocol::Hello hello)
    : m_transport(std::move(transport)), m_server(std::move(server)), m_hello(std::move(hello)),
      m_heartbeatTimer(this), m_end(this)
{
    m_end.setSingleShot(true);
    connect(m_transport.get(), &Transport::opened, this, [this] { send(m_hello); });
    connect(m_transport.get(), &Transport::closed, this,
            [this](const QString& reason) { end(noConnection(reason)); });
    connect(m_transport.get(), &Transport::frameArrived, this, &TotalsListener::onFrame);
    connect(&m_heartbeatTimer, &QTimer::timeout, this, [this] { send(protocol::Heartbeat{}); });
}

Result<Nothing> TotalsListener::run(std::chrono::milliseconds timeout,
                                    std::optional<std::chrono::milliseconds> time)
{
    m_time = time;
    connect(&m_end, &QTimer::timeout, this, [this] {
        end(m_totals ? Result<Nothing>(Nothing{})
                     : noConnection(QStringLiteral("The server does not answer.")));
    });
    m_end.start(timeout);
    m_heartbeatTimer.start(heartbeatPause);
    m_server.open(*m_transport);
    m_loop.exec();
    m_transport->close();
    return m_result;
}

void TotalsListener::onFrame(const QByteArray& bytes)
{
    const auto envelope = wire::decodeServer({bytes.constData(), std::size_t(bytes.size())});
    if (!envelope) {
        return;
    }
    if (const auto* error = std::get_if<protocol::Error>(&envelope->frame)) {
        end(refused(errorText(error->code)));
    } else if (const auto* notify = std::get_if<protocol::Notify>(&envelope->frame)) {
        if (notify->totals) {
            take(*notify->totals);
        }
    } else if (const auto* ack = std::get_if<protocol::HeartbeatAck>(&envelope->frame)) {
        if (ack->totals) {
            take(*ack->totals);
        }
    }
}

void TotalsListener::take(const protocol::TotalsNow& totals)
{
    if (m_totals && totals.version <= m_totals->version) {
        return;
    }
    if (!m_totals && m_time) {
        m_end.start(*m_time);
    }
    m_totals = totals;
    print(JsonLine()
              .add("total", totals.unread)
              .add("conversations", totals.conversations)
              .add("mentions", totals.mentions)
              .add("muted", totals.mutedUnread)
              .add("muted_conversations", totals.mutedConversations)
              .add("version", totals.version));
    if (!m_time) {
        end(Nothing{});
    }
}

void TotalsListener::send(protocol::ClientFrame frame)
{
    const std::string bytes =
        wire::encode(protocol::ClientEnvelope{RequestId(++m_lastRequest), 0, std::move(frame)});
    m_transport->send(QByteArray(bytes.data(), qsizetype(bytes.size())));
    m_transport->flush();
}

void TotalsListener::end(Result<Nothing> result)
{
    if (m_loop.isRunning()) {
        m_result = std::move(result);
        m_loop.quit();
    }
}

} // namespace tidemark::cli
