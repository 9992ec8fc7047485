#pragma once

#include "core/hosting/local_server_place.h"
#include "core/hosting/running_server.h"
#include "core/hosting/server_child.h"

#include <QObject>
#include <QTimer>
#include <QUrl>

#include <memory>

namespace tidemark {

/// Why the server of a profile does not run.
struct LocalServerProblem {
    enum class Kind : quint8 {
        NoProgram, ///< tidemark-server is not installed
        Folder,    ///< its folder cannot be written
        PortTaken, ///< another program listens on the port of the profile
        Ended,     ///< the process ended at once, or by itself
    };
    Kind kind = Kind::Ended;
    QString detail; ///< of Folder its path, of Ended the last line of the process
    quint16 port = 0;

    friend bool operator==(const LocalServerProblem&, const LocalServerProblem&) = default;
};

/// Runs the server of a profile: starts it, or finds it running, and ends it. Never waits for it.
class LocalServer : public QObject {
    Q_OBJECT
public:
    /// An empty `program` means that tidemark-server is not installed.
    LocalServer(const LocalServerPlace& place, const QString& program);

    /// Returns the tidemark-server beside this program, or else the one in PATH; empty if there is none.
    [[nodiscard]] static QString installedProgram();

    [[nodiscard]] LocalServerPlace& place() { return m_place; }
    [[nodiscard]] bool isReady() const { return m_isReady; }
    /// The process; 0 if there is none.
    [[nodiscard]] qint64 processId() const;

    /// Starts the server unless it runs. Emits `ready`, also if it runs already, or `failed`.
    void start();
    /// Does the same, and starts the server again whenever it has ended. Reports only a failure that lasts.
    void keepRunning();
    /// The profile has its account: from now on the server registers nobody.
    void closeRegistration();
    /// Ends the server, or leaves it to run on if the user has chosen that. `stopped` follows.
    void stop();

Q_SIGNALS:
    void ready(const QUrl& url);
    void failed(const tidemark::LocalServerProblem& problem);
    void stopped();

private:
    void adopt(std::unique_ptr<RunningServer> running);
    void announce();
    void takeEnd();
    void fail(const LocalServerProblem& problem);
    [[nodiscard]] LocalServerProblem problemOfEnd() const;
    void finishStop();

    LocalServerPlace m_place;
    QString m_program;
    ServerChild m_child;
    std::unique_ptr<RunningServer> m_running; ///< null unless an earlier run has started the server
    QTimer m_retryTimer;
    QTimer m_stopTimer;
    int m_failures = 0; ///< in a row
    bool m_keepsRunning = false;
    bool m_isReady = false;
    bool m_isStopping = false;
    bool m_startsAgain = false; ///< start() was called while the server was ending
};

} // namespace tidemark
