#pragma once

#include "app/cli/parsing/result.h"
#include "app/cli/running/endpoint.h"
#include "core/domain/protocol.h"
#include "core/transport/transport.h"

#include <QEventLoop>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace tidemark::cli {

/// A thin client: it has no conversations, stores nothing, and prints the totals that the server sends.
class TotalsListener : public QObject {
    Q_OBJECT
public:
    TotalsListener(std::unique_ptr<Transport> transport, Endpoint server, protocol::Hello hello);

    /// Prints the totals. With `time`, prints them again at each change until that time has passed. `timeout`
    /// limits the wait for the server.
    [[nodiscard]] Result<Nothing> run(std::chrono::milliseconds timeout,
                                      std::optional<std::chrono::milliseconds> time);

private:
    void onFrame(const QByteArray& bytes);
    void take(const protocol::TotalsNow& totals);
    void send(protocol::ClientFrame frame);
    void end(Result<Nothing> result);

    std::unique_ptr<Transport> m_transport;
    Endpoint m_server;
    protocol::Hello m_hello;
    std::optional<std::chrono::milliseconds> m_time;
    std::optional<protocol::TotalsNow> m_totals; ///< the last printed totals
    std::uint64_t m_lastRequest = 0;
    QTimer m_heartbeatTimer;
    QTimer m_end;
    QEventLoop m_loop;
    Result<Nothing> m_result = Nothing{};
};

} // namespace tidemark::cli
