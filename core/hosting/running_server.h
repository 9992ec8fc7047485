#pragma once

#include "core/base/file_descriptor.h"

#include <QObject>
#include <QSocketNotifier>
#include <QString>

#include <sys/types.h>

#include <memory>

namespace tidemark {

/// A server that already serves the database, because an earlier run of the program has left it running, or
/// because it is about to end with that run.
class RunningServer : public QObject {
    Q_OBJECT
public:
    /// Returns null if no server of this user serves the database.
    [[nodiscard]] static std::unique_ptr<RunningServer> find(const QString& database);

    [[nodiscard]] qint64 processId() const { return m_process; }
    /// Sends a signal, such as SIGTERM.
    void send(int signal) const;

Q_SIGNALS:
    void ended();

private:
    RunningServer(pid_t process, FileDescriptor handle);

    pid_t m_process;
    FileDescriptor m_handle; ///< of the process, so that its number cannot mean another one
    QSocketNotifier m_notifier;
};

} // namespace tidemark
