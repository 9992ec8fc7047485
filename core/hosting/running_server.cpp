#include "core/hosting/running_server.h"

#include <QFile>

#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>
#include <optional>
#include <utility>

extern "C" { // glibc 2.36 does not say so itself
#include <sys/pidfd.h>
}

namespace tidemark {

namespace {

/// Returns the process that listens on a socket of the file system.
std::optional<pid_t> listenerOf(const QString& socketFile)
{
    const QByteArray path = QFile::encodeName(socketFile);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= qsizetype(sizeof address.sun_path)) {
        return std::nullopt;
    }
    std::memcpy(static_cast<char*>(address.sun_path), path.constData(), std::size_t(path.size()));
    const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    ucred peer{};
    socklen_t size = sizeof peer;
    if (!socket.isOpen()
        || ::connect(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0
        || ::getsockopt(socket.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0
        || peer.uid != ::getuid()) {
        return std::nullopt;
    }
    return peer.pid;
}

} // namespace

std::unique_ptr<RunningServer> RunningServer::find(const QString& database)
{
    const auto process = listenerOf(database + QStringLiteral(".control"));
    if (!process) {
        return nullptr;
    }
    FileDescriptor handle(::pidfd_open(*process, 0));
    if (!handle.isOpen()) {
        return nullptr;
    }
    return std::unique_ptr<RunningServer>(new RunningServer(*process, std::move(handle)));
}

RunningServer::RunningServer(pid_t process, FileDescriptor handle)
    : m_process(process), m_handle(std::move(handle)), m_notifier(m_handle.number(), QSocketNotifier::Read)
{
    connect(&m_notifier, &QSocketNotifier::activated, this, [this] {
        m_notifier.setEnabled(false);
        Q_EMIT ended();
    });
}

void RunningServer::send(int signal) const
{
    // If the process has just ended, `ended` follows anyway.
    static_cast<void>(::pidfd_send_signal(m_handle.number(), signal, nullptr, 0));
}

} // namespace tidemark
