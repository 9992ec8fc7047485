#include "tests/programs/load/people/stream.h"

#include "tests/programs/load/base/failure.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace tidemark::load {

SslContext clientTls()
{
    SslContext context(SSL_CTX_new(TLS_client_method()));
    require(context != nullptr, "TLS");
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_NONE, nullptr);
    SSL_CTX_set_mode(context.get(), SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE
                                        | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    return context;
}

Stream::Stream(int port, SSL_CTX* tls)
    : m_descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
{
    require(m_descriptor >= 0, "a socket: is the limit of open files too low?");
    const int on = 1;
    ::setsockopt(m_descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int status = ::connect(m_descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    require(status == 0 || errno == EINPROGRESS, "connecting");
    if (tls != nullptr) {
        m_ssl.reset(SSL_new(tls));
        require(m_ssl != nullptr && SSL_set_fd(m_ssl.get(), m_descriptor) == 1, "TLS on a socket");
        SSL_set_connect_state(m_ssl.get());
    }
}

Stream::~Stream()
{
    close();
}

Stream::Result Stream::shakeHands()
{
    if (m_ssl == nullptr) {
        return Result::Done;
    }
    ERR_clear_error();
    const int status = SSL_do_handshake(m_ssl.get());
    return status == 1 ? Result::Done : resultOf(status);
}

Stream::Result Stream::read(std::span<char> into, std::size_t& count)
{
    count = 0;
    if (m_ssl != nullptr) {
        ERR_clear_error();
        const int status = SSL_read_ex(m_ssl.get(), into.data(), into.size(), &count);
        return status == 1 ? Result::Done : resultOf(status);
    }
    const ssize_t size = ::read(m_descriptor, into.data(), into.size());
    if (size < 0) {
        return errno == EAGAIN || errno == EINTR ? Result::Blocked : Result::Ended;
    }
    count = static_cast<std::size_t>(size);
    return size == 0 ? Result::Ended : Result::Done;
}

Stream::Result Stream::write(std::string_view bytes, std::size_t& count)
{
    count = 0;
    if (m_ssl != nullptr) {
        ERR_clear_error();
        const int status = SSL_write_ex(m_ssl.get(), bytes.data(), bytes.size(), &count);
        return status == 1 ? Result::Done : resultOf(status);
    }
    const ssize_t size = ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size < 0) {
        return errno == EAGAIN || errno == EINTR ? Result::Blocked : Result::Ended;
    }
    count = static_cast<std::size_t>(size);
    return Result::Done;
}

void Stream::close()
{
    m_ssl.reset();
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
    m_descriptor = -1;
}

Stream::Result Stream::resultOf(int status)
{
    const int error = SSL_get_error(m_ssl.get(), status);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? Result::Blocked : Result::Ended;
}

} // namespace tidemark::load
