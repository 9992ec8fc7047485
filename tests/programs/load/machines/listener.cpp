#include "tests/programs/load/machines/listener.h"

#include "tests/programs/load/base/failure.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tidemark::load {
namespace {

constexpr int backlog = 4096;

} // namespace

Listener::Listener(bool inherited)
    : m_descriptor(::socket(AF_INET, SOCK_STREAM | (inherited ? 0 : SOCK_CLOEXEC), 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    require(::bind(m_descriptor, generic, length) == 0 && ::listen(m_descriptor, backlog) == 0,
            "a socket that listens");
    ::getsockname(m_descriptor, generic, &length);
    m_port = ntohs(address.sin_port);
}

Listener::~Listener()
{
    ::close(m_descriptor);
}

} // namespace tidemark::load
