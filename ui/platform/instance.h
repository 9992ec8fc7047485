#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>

class QLocalServer;
class QLocalSocket;

namespace tidemark {

/// The activation token that the desktop gave to another program; with it this program's window may come to
/// the front.
struct ActivationToken {
    QByteArray wayland = {};   ///< $XDG_ACTIVATION_TOKEN
    QByteArray startupId = {}; ///< $DESKTOP_STARTUP_ID

    friend bool operator==(const ActivationToken&, const ActivationToken&) = default;
};

/// The request that a second start of a profile makes to the running instance.
struct InstanceRequest {
    enum class Action : quint8 {
        Raise, ///< show the window
        Open,  ///< show the window and open `link`
        Quit,
        Stay, ///< do nothing: the profile is running already
    };
    Action action = Action::Raise;
    QString link = {}; ///< not validated yet
    ActivationToken token = {};

    friend bool operator==(const InstanceRequest&, const InstanceRequest&) = default;
};

/// Encodes the request as one line, including its line feed.
[[nodiscard]] QByteArray encoded(const InstanceRequest& request);
/// Returns nothing if `line` is not a request.
[[nodiscard]] std::optional<InstanceRequest> requestIn(const QByteArray& line);

/// Returns the path of the socket at which the running instance of a profile listens: in the session's
/// runtime directory, or else in the profile. Only the user has access to either.
[[nodiscard]] QString instanceSocketOf(const QString& profileDirectory);

enum class HandOver : quint8 {
    Done,
    NotRunning, ///< no instance is running, or it is just starting or ending
    NoAnswer,   ///< an instance is running, but does not answer
};

/// Sends the request to the instance that listens at `socketFile`. Blocks for at most two seconds; a request
/// to quit blocks until that instance has ended, for at most ten seconds.
[[nodiscard]] HandOver handOver(const QString& socketFile, const InstanceRequest& request);

/// Receives the requests of later starts. Create it only while this process holds the profile, because it
/// removes any file at the socket's path. A caller that asked to quit waits until this object is destroyed.
class InstanceServer : public QObject {
    Q_OBJECT
public:
    explicit InstanceServer(const QString& socketFile, QObject* parent = nullptr);
    ~InstanceServer() override;

    /// Stops accepting later starts.
    void stopListening();

Q_SIGNALS:
    void requested(const tidemark::InstanceRequest& request);

private:
    void greet();
    void listenTo(QLocalSocket* socket);

    std::unique_ptr<QLocalServer> m_server;
};

} // namespace tidemark
