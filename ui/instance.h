#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>

class QLocalServer;
class QLocalSocket;

namespace tidemark {

/// What lets a window come to the front by the wish of another program, as that program was given it.
struct ActivationToken {
    QByteArray wayland = {};   ///< $XDG_ACTIVATION_TOKEN
    QByteArray startupId = {}; ///< $DESKTOP_STARTUP_ID

    friend bool operator==(const ActivationToken&, const ActivationToken&) = default;
};

/// What a second start of a profile wants of the first one.
struct InstanceRequest {
    enum class Wish : quint8 {
        Raise, ///< show the window
        Open,  ///< and in it what `link` names
        Quit,
        Stay, ///< nothing: that one is running is enough
    };
    Wish wish = Wish::Raise;
    QString link = {}; ///< unchecked
    ActivationToken token = {};

    friend bool operator==(const InstanceRequest&, const InstanceRequest&) = default;
};

/// A line, with its end.
[[nodiscard]] QByteArray encoded(const InstanceRequest& request);
/// None: not a request.
[[nodiscard]] std::optional<InstanceRequest> requestIn(const QByteArray& line);

/// Where the holder of a profile listens: in the session's runtime folder, else in the profile. Both are the
/// user's alone.
[[nodiscard]] QString instanceSocketOf(const QString& profileDirectory);

enum class HandOver : quint8 {
    Done,
    Nobody,   ///< none is running, or it is just beginning or ending
    NoAnswer, ///< one is running, and does not react
};

/// Hands the request to the program that listens at `socketFile`; blocks for at most two seconds, or to quit
/// until the other one has ended, at most ten.
[[nodiscard]] HandOver handOver(const QString& socketFile, const InstanceRequest& request);

/// Takes the requests of later starts. Only the holder of the profile may make one: what stands in the place
/// of the socket is removed. Whoever asked to quit is held until this object goes.
class InstanceServer : public QObject {
    Q_OBJECT
public:
    explicit InstanceServer(const QString& socketFile, QObject* parent = nullptr);
    ~InstanceServer() override;

    /// Later starts find nobody from here on.
    void stopListening();

Q_SIGNALS:
    void requested(const tidemark::InstanceRequest& request);

private:
    void greet();
    void listenTo(QLocalSocket* socket);

    std::unique_ptr<QLocalServer> m_server;
};

} // namespace tidemark
