#pragma once

#include "server-stub/hub/operator_request.h"

#include <QLocalServer>
#include <QObject>
#include <QPointer>

#include <map>

class QLocalSocket;

namespace tidemark::server {

/// Where whoever runs the server asks things of it while it serves: a socket that only this user of the
/// computer may open. A connection asks once and is closed with its answer; few at a time, short lines and a
/// time limit keep it from costing anything.
class ControlServer : public QObject {
    Q_OBJECT

public:
    explicit ControlServer(QObject* parent = nullptr);
    ~ControlServer() override;

    /// `path`: what is left there of an earlier server goes. No server may be listening on it.
    [[nodiscard]] bool listen(const QString& path);
    [[nodiscard]] QString errorString() const { return m_server.errorString(); }
    /// No more requests; those that wait are answered no more.
    void close();

    /// Who asked may be gone.
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
