#include "tests/e2e/faults/loopback_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tidemark::test {

namespace {

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// A socket that is bound or connected to this port; -1 if that failed.
int openSocket(int (*use)(int, const sockaddr*, socklen_t), std::uint16_t port)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    if (socket >= 0 && use(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
        ::close(socket);
        return -1;
    }
    return socket;
}

} // namespace

int connectToLoopback(std::uint16_t port)
{
    return openSocket(::connect, port);
}

int listenOnLoopback()
{
    const int socket = openSocket(::bind, 0);
    if (socket >= 0 && ::listen(socket, SOMAXCONN) != 0) {
        ::close(socket);
        return -1;
    }
    return socket;
}

std::uint16_t loopbackPort(int socket)
{
    sockaddr_in address{};
    socklen_t size = sizeof(address);
    return ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0 ? ntohs(address.sin_port)
                                                                                    : std::uint16_t(0);
}

} // namespace tidemark::test
