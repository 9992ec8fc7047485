#include "tests/programs/bench/servers/web_socket.h"

#include "core/wire/codec.h"
#include "tests/programs/bench/harness/workbench.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace tidemark::bench {
namespace {

constexpr int timeoutMs = 30000;
constexpr DeviceId benchDevice(1);
constexpr std::uint8_t finalBinary = 0x82;
constexpr std::uint8_t finalPing = 0x89;
constexpr std::uint8_t finalPong = 0x8a;

int connectTo(int port)
{
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    require(::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0,
            "connecting to the server");
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
    return descriptor;
}

void writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        require(errno == EAGAIN, "writing to the server");
        pollfd one{descriptor, POLLOUT, 0};
        require(::poll(&one, 1, timeoutMs) > 0, "the server reads no more");
    }
}

} // namespace

WebSocket::WebSocket(int port) : m_socket(connectTo(port))
{
    writeAll(m_socket, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    const std::string_view end = "\r\n\r\n";
    std::string answer;
    while (answer.find(end) == std::string::npos) {
        waitReadable();
        char byte = 0;
        require(::read(m_socket, &byte, 1) == 1, "the server's handshake");
        answer.push_back(byte);
    }
    require(answer.rfind("HTTP/1.1 101", 0) == 0, "the server refuses the handshake");
}

WebSocket::~WebSocket()
{
    ::close(m_socket);
}

void WebSocket::waitReadable() const
{
    pollfd one{m_socket, POLLIN, 0};
    require(::poll(&one, 1, timeoutMs) > 0, "the server does not answer");
}

void WebSocket::sendFrame(std::uint8_t firstByte, std::string_view payload)
{
    constexpr std::size_t shortLength = 126;
    m_sendBuffer.clear();
    m_sendBuffer.push_back(static_cast<char>(firstByte));
    // Clients must mask. A mask of zeros costs nothing.
    const auto push = [&](std::size_t byte) { m_sendBuffer.push_back(static_cast<char>(byte)); };
    if (payload.size() < shortLength) {
        push(0x80U | payload.size());
    } else {
        const bool isMedium = payload.size() < 0x10000;
        push(0x80U | (isMedium ? 126U : 127U));
        for (unsigned shift = isMedium ? 16 : 64; shift > 0; shift -= 8) {
            push((payload.size() >> (shift - 8)) & 0xffU);
        }
    }
    m_sendBuffer.append(4, '\0');
    m_sendBuffer.append(payload);
    writeAll(m_socket, m_sendBuffer);
}

void WebSocket::send(std::string_view payload)
{
    sendFrame(finalBinary, payload);
}

bool WebSocket::takeFrame(std::string_view& rest, std::uint8_t& firstByte, std::string_view& payload) const
{
    const auto byteAt = [&](std::size_t place) { return static_cast<std::uint8_t>(rest[place]); };
    if (rest.size() < 2) {
        return false;
    }
    std::size_t length = byteAt(1) & 0x7fU;
    const std::size_t extra = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (rest.size() < 2 + extra) {
        return false;
    }
    if (extra > 0) {
        length = 0;
        for (std::size_t i = 0; i < extra; ++i) {
            length = (length << 8U) | byteAt(2 + i);
        }
    }
    if (rest.size() < 2 + extra + length) {
        return false;
    }
    firstByte = byteAt(0);
    payload = rest.substr(2 + extra, length);
    rest.remove_prefix(2 + extra + length);
    return true;
}

void WebSocket::receive(const std::function<void(std::string_view)>& take)
{
    std::array<char, 65536> buffer{};
    const ssize_t size = ::read(m_socket, buffer.data(), buffer.size());
    if (size < 0 && errno == EAGAIN) {
        return;
    }
    require(size > 0, "the server has closed a connection");
    m_received.append(buffer.data(), static_cast<std::size_t>(size));
    std::string_view rest = m_received;
    std::uint8_t firstByte = 0;
    std::string_view payload;
    while (takeFrame(rest, firstByte, payload)) {
        require(firstByte == finalBinary || firstByte == finalPing, "a frame of another kind");
        if (firstByte == finalPing) {
            sendFrame(finalPong, payload);
        } else {
            take(payload);
        }
    }
    m_received.erase(0, m_received.size() - rest.size());
}

protocol::ServerFrame WebSocket::ask(protocol::ClientFrame frame)
{
    const RequestId request(++m_lastRequest);
    send(wire::encode(protocol::ClientEnvelope{request, 0, std::move(frame)}));
    std::optional<protocol::ServerFrame> answer;
    while (!answer) {
        waitReadable();
        receive([&](std::string_view payload) {
            auto envelope = wire::decodeServer(payload);
            require(envelope.has_value(), "decoding a frame from the server");
            if (envelope->request == request && !answer) {
                answer = std::move(envelope->frame);
            }
        });
    }
    return *std::move(answer);
}

User WebSocket::signUp(const std::string& name, bool silent)
{
    protocol::Register request;
    request.name = name;
    request.token = name;
    request.token.resize(32, '.');
    request.device = benchDevice;
    request.deviceName = "bench";
    const std::string token = request.token;
    require(std::holds_alternative<protocol::Authenticated>(ask(std::move(request))), "registering");
    return signIn(token, silent);
}

User WebSocket::signIn(const std::string& token, bool silent)
{
    protocol::Hello hello;
    hello.token = token;
    hello.device = benchDevice;
    hello.deviceName = "bench";
    hello.silent = silent;
    const protocol::ServerFrame answer = ask(std::move(hello));
    require(std::holds_alternative<protocol::Welcome>(answer), "signing in");
    return std::get<protocol::Welcome>(answer).user;
}

Poller::Poller() : m_epoll(::epoll_create1(EPOLL_CLOEXEC)) {}

Poller::~Poller()
{
    ::close(m_epoll);
}

void Poller::add(int descriptor, std::size_t index)
{
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = index;
    require(::epoll_ctl(m_epoll, EPOLL_CTL_ADD, descriptor, &event) == 0, "epoll");
}

const std::vector<std::size_t>& Poller::wait(int ms)
{
    std::array<epoll_event, 256> events{};
    const int count = ::epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), ms);
    m_ready.clear();
    for (int i = 0; i < count; ++i) {
        m_ready.push_back(events[static_cast<std::size_t>(i)].data.u64);
    }
    return m_ready;
}

void allowManyFiles()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
}

} // namespace tidemark::bench
