#pragma once

#include "server-stub/hub/contract/operator_request.h"

#include <QLocalServer>
#include <QObject>
#include <QPointer>

#include <map>

class QLocalSocket;

namespace tidemark::server {

/// Accepts the operator's requests while the server serves, on a socket that only this system user may open.
/// Each connection carries one request and is closed with its answer. Few connections at a time, short lines
/// and a time limit bound the cost.
class ControlServer : public QObject {
    Q_OBJECT

public:
    explicit ControlServer(QObject* parent = nullptr);
    ~ControlServer() override;

    /// Listens at `path`, and removes a socket that an earlier server left there. No server may be listening
    /// there.
    [[nodiscard]] bool listen(const QString& path);
    [[nodiscard]] QString errorString() const { return m_server.errorString(); }
    /// Stops accepting requests; waiting ones get no answer.
    void close();

    /// The client that asked may have disconnected.
    void answer(const OperatorAnswer& answer);

Q_SIGNALS:
    void asked(tidemark::server::OperatorTicket ticket, const tidemark::server::OperatorRequest& request);

private:
    void open(QLocalSocket* socket);
    void read(QLocalSocket* socket);
    static void finish(QLocalSocket* socket, const OperatorResult& result);

    QLocalServer m_server;
    std::map<OperatorTicket, QPointer<QLocalSocket>> m_asking;
    OperatorTicket m_lastTicket;
};

} // namespace tidemark::server
