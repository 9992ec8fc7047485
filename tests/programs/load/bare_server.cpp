#include "tests/programs/load/bare_server.h"

#include "tests/programs/load/failure.h"
#include "tests/programs/load/listener.h"
#include "tests/programs/load/process.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

namespace tidemark::load {
namespace {

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

void write(int descriptor, const std::string& frame)
{
    // If this fails for a slow reader, the scenario waits for it in vain.
    [[maybe_unused]] const ssize_t written = ::send(descriptor, frame.data(), frame.size(), MSG_NOSIGNAL);
}

[[noreturn]] void serve(int listener, BareServer::Duty duty, const std::string& frame)
{
    const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
    watch(epoll, listener);
    std::vector<int> connections;
    std::array<epoll_event, 512> events{};
    std::array<char, 4096> buffer{};
    for (;;) {
        const int count = ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()), -1);
        for (int i = 0; i < count; ++i) {
            const int descriptor = events.at(static_cast<std::size_t>(i)).data.fd;
            if (descriptor == listener) {
                connections.push_back(acceptOne(epoll, listener));
                if (duty == BareServer::Duty::Notify) {
                    write(connections.back(), frame); // from now on it gets frames
                }
            } else if (::read(descriptor, buffer.data(), buffer.size()) <= 0) {
                ::close(descriptor);
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

BareServer::BareServer(Duty duty, std::size_t payloadBytes)
{
    constexpr char finalBinary = '\x82';
    std::string frame{finalBinary, static_cast<char>(payloadBytes)};
    frame.append(payloadBytes, 'n');
    const Listener listener(false);
    m_place = {listener.port(), nullptr, false};
    const pid_t parent = ::getpid();
    m_process = ::fork();
    require(m_process >= 0, "a process for the bare server");
    if (m_process == 0) {
        endWith(parent);
        serve(listener.descriptor(), duty, frame);
    }
}

BareServer::~BareServer()
{
    ::kill(m_process, SIGKILL);
    ::waitpid(m_process, nullptr, 0);
}

} // namespace tidemark::load
