#include "tests/programs/load/machines/bare_server.h"

#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/machines/listener.h"
#include "tests/programs/load/machines/process.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tidemark::load {
namespace {

/// Payloads of at least this many bytes have a longer header.
constexpr std::size_t shortLength = 126;
constexpr std::size_t longLength = 0x10000;

void watch(int epoll, int descriptor)
{
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = descriptor;
    ::epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int acceptOne(int epoll, int listener)
{
    const int on = 1;
    const int descriptor = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    watch(epoll, descriptor);
    return descriptor;
}

/// Waits for a slow reader.
void write(int descriptor, std::string_view frame)
{
    while (!frame.empty()) {
        const ssize_t written = ::send(descriptor, frame.data(), frame.size(), MSG_NOSIGNAL);
        if (written > 0) {
            frame.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EAGAIN) {
            return; // the reader is gone
        } else {
            pollfd waiting{descriptor, POLLOUT, 0};
            ::poll(&waiting, 1, -1);
        }
    }
}

/// The bytes before the payload of a frame.
std::size_t headerBytes(std::size_t payloadBytes)
{
    return payloadBytes < shortLength ? 2 : payloadBytes < longLength ? 4 : 10;
}

std::string frameWith(std::size_t payloadBytes)
{
    constexpr char finalBinary = '\x82';
    const std::size_t header = headerBytes(payloadBytes);
    std::string frame{finalBinary, static_cast<char>(header == 2   ? payloadBytes
                                                     : header == 4 ? std::size_t{126}
                                                                   : std::size_t{127})};
    for (std::size_t left = header - 2; left > 0; --left) {
        frame.push_back(static_cast<char>((payloadBytes >> (8 * (left - 1))) & 0xffU));
    }
    frame.append(payloadBytes, 'n');
    return frame;
}

/// `requestBytes`: the size of each frame from a client, with its header; 0: each read is one frame.
[[noreturn]] void serve(int listener, BareServer::Duty duty, const std::string& frame,
                        std::size_t requestBytes)
{
    const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
    watch(epoll, listener);
    std::vector<int> connections;
    std::array<epoll_event, 512> events{};
    std::vector<char> buffer(std::size_t{256} * 1024);
    std::unordered_map<int, std::size_t> received;
    for (;;) {
        const int count = ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()), -1);
        for (int i = 0; i < count; ++i) {
            const int descriptor = events.at(static_cast<std::size_t>(i)).data.fd;
            if (descriptor == listener) {
                connections.push_back(acceptOne(epoll, listener));
                if (duty == BareServer::Duty::Notify) {
                    write(connections.back(), frame); // from now on it gets frames
                }
                continue;
            }
            const ssize_t length = ::read(descriptor, buffer.data(), buffer.size());
            if (length <= 0) {
                received.erase(descriptor);
                ::close(descriptor);
            } else if (duty == BareServer::Duty::Answer && requestBytes > 0) {
                std::size_t& open = received[descriptor];
                for (open += static_cast<std::size_t>(length); open >= requestBytes; open -= requestBytes) {
                    write(descriptor, frame);
                }
            } else if (duty == BareServer::Duty::Answer) {
                write(descriptor, frame);
            } else {
                for (std::size_t other = 1; other < connections.size(); ++other) {
                    write(connections[other], frame);
                }
            }
        }
    }
}

} // namespace

BareServer::BareServer(Duty duty, std::size_t payloadBytes, std::size_t requestBytes)
{
    constexpr std::size_t maskBytes = 4;
    const std::string frame = frameWith(payloadBytes);
    const std::size_t request = requestBytes == 0 ? 0 : headerBytes(requestBytes) + maskBytes + requestBytes;
    const Listener listener(false);
    m_place = {listener.port(), nullptr, false};
    const pid_t parent = ::getpid();
    m_process = ::fork();
    require(m_process >= 0, "a process for the bare server");
    if (m_process == 0) {
        endWith(parent);
        serve(listener.descriptor(), duty, frame, request);
    }
}

BareServer::~BareServer()
{
    ::kill(m_process, SIGKILL);
    ::waitpid(m_process, nullptr, 0);
}

} // namespace tidemark::load
