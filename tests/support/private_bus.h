#pragma once

#include <QDBusConnection>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace tidemark::test {

/// A bus of the test's own, separate from the user's bus and the machine's configuration.
class PrivateBus {
public:
    PrivateBus()
    {
        QFile configuration(m_folder.filePath(QStringLiteral("bus.conf")));
        if (!configuration.open(QIODevice::WriteOnly)) {
            return;
        }
        configuration.write("<busconfig><type>session</type><listen>unix:dir=" + m_folder.path().toUtf8()
                            + "</listen><policy context='default'><allow send_destination='*'/>"
                              "<allow receive_sender='*'/><allow own='*'/></policy></busconfig>");
        configuration.close();
        m_daemon.start(QStringLiteral("dbus-daemon"),
                       {QStringLiteral("--nofork"), QStringLiteral("--print-address"),
                        QStringLiteral("--config-file=") + configuration.fileName()});
        while (m_address.isEmpty() && m_daemon.waitForReadyRead()) {
            m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
        }
    }
    PrivateBus(const PrivateBus&) = delete;
    PrivateBus& operator=(const PrivateBus&) = delete;
    ~PrivateBus()
    {
        for (const QString& name : m_names) {
            QDBusConnection::disconnectFromBus(name);
        }
        m_daemon.terminate();
        m_daemon.waitForFinished();
    }

    [[nodiscard]] bool isRunning() const { return !m_address.isEmpty(); }
    /// The address for other processes, as DBUS_SESSION_BUS_ADDRESS.
    [[nodiscard]] const QString& address() const { return m_address; }
    /// The connection of another program.
    [[nodiscard]] QDBusConnection connection(const QString& name)
    {
        m_names += name;
        return QDBusConnection::connectToBus(m_address, name);
    }

private:
    QTemporaryDir m_folder;
    QProcess m_daemon;
    QString m_address;
    QStringList m_names;
};

} // namespace tidemark::test
