#pragma once

#include "core/client/client_values.h"

#include <QObject>

namespace tidemark {

class Commands;

/// The state of the client's connection to the server, as the window shows it. Lives on the GUI thread.
class ServerConnection : public QObject {
    Q_OBJECT
public:
    explicit ServerConnection(Commands& commands, QObject* parent = nullptr);

    [[nodiscard]] const ConnectionStatus& status() const { return m_status; }
    [[nodiscard]] bool isOnline() const { return m_status.phase == ConnectionPhase::Online; }
    /// Returns whether there is no connection. False while the client connects, for example to another
    /// server.
    [[nodiscard]] bool isCutOff() const;
    /// Returns whether this connection has received the state of every conversation.
    [[nodiscard]] bool hasCaughtUp() const { return m_hasCaughtUp; }

    void retry();

    // ---- from the client
    void take(const ConnectionStatus& status, int retryInMs);
    /// Call when the state of every conversation has arrived. Until the connection is lost, only changes
    /// follow.
    void takeCaughtUp();

Q_SIGNALS:
    /// The connection has just come online. Emitted before `changed`.
    void cameOnline();
    void changed(int retryInMs);
    void caughtUp();

private:
    Commands& m_commands;
    ConnectionStatus m_status;
    bool m_hasCaughtUp = false;
};

} // namespace tidemark
