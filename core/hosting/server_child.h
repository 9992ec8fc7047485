#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QTimer>

namespace tidemark {

/// One process of tidemark-server that ends with this program, however the program ends.
class ServerChild : public QObject {
    Q_OBJECT
public:
    ServerChild(QString program, QString settingsFile);
    ~ServerChild() override;

    /// Starts the process; `listening` or `ended` follows.
    void start();
    /// Starts a process that goes on after this program. Returns whether it has started.
    [[nodiscard]] bool startDetached();
    /// Asks the process to end, and kills it if it does not; `ended` follows.
    void terminate();
    /// Sends a signal, such as SIGHUP.
    void send(int signal) const;

    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    /// The last line that the process has written to standard error, or else why it has not started.
    [[nodiscard]] QString lastLine() const { return m_lastLine; }

Q_SIGNALS:
    void listening(quint16 port);
    void ended();

private:
    void prepare(QProcess& process) const;
    void readOutput();
    void readErrors();

    QString m_program;
    QString m_settingsFile;
    QString m_lastLine;
    QTimer m_killTimer;
    QProcess m_process;
};

/// Returns the port in the line by which tidemark-server says that it listens; 0 in any other line.
[[nodiscard]] quint16 portInLine(const QByteArray& line);

} // namespace tidemark
