#include "tests/programs/bench/servers/bare_fan_out.h"

#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/web_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

namespace tidemark::bench {
namespace {

/// Connected pairs over loopback TCP.
class Pairs {
public:
    explicit Pairs(std::size_t count)
    {
        const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        require(::bind(listener, generic, length) == 0 && ::listen(listener, 64) == 0, "listening");
        ::getsockname(listener, generic, &length);
        for (std::size_t i = 0; i < count; ++i) {
            const int near = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            require(::connect(near, generic, length) == 0, "connecting a pair");
            const int far = ::accept(listener, nullptr, nullptr);
            const int on = 1;
            ::setsockopt(near, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            ::setsockopt(far, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            m_near.push_back(near);
            m_far.push_back(far);
        }
        ::close(listener);
    }
    ~Pairs()
    {
        for (std::size_t i = 0; i < m_near.size(); ++i) {
            ::close(m_near[i]);
            ::close(m_far[i]);
        }
    }
    Pairs(const Pairs&) = delete;
    Pairs& operator=(const Pairs&) = delete;

    [[nodiscard]] int near(std::size_t i) const { return m_near[i]; }
    [[nodiscard]] int far(std::size_t i) const { return m_far[i]; }
    [[nodiscard]] std::size_t size() const { return m_near.size(); }

private:
    std::vector<int> m_near;
    std::vector<int> m_far;
};

/// For each byte on the first pair, writes to all others.
void serve(const Pairs& pairs, std::size_t bytesEach, int rounds)
{
    const std::string payload(bytesEach, 'n');
    Poller poller;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        poller.add(pairs.far(i), i);
    }
    for (int round = 0; round < rounds; ++round) {
        require(!poller.wait(30000).empty(), "a byte of the bare fan-out");
        char byte = 0;
        require(::read(pairs.far(0), &byte, 1) == 1, "reading it");
        for (std::size_t i = 1; i < pairs.size(); ++i) {
            require(::write(pairs.far(i), payload.data(), payload.size()) > 0, "the bare fan-out");
        }
    }
}

} // namespace

std::vector<double> timeBareFanOut(std::size_t connections, std::size_t bytesEach, int rounds)
{
    const Pairs pairs(connections + 1);
    Poller poller;
    for (std::size_t i = 1; i < pairs.size(); ++i) {
        poller.add(pairs.near(i), i);
    }
    std::thread server(serve, std::cref(pairs), bytesEach, rounds);
    std::vector<double> times;
    std::array<char, 4096> buffer{};
    for (int round = 0; round < rounds; ++round) {
        const std::size_t expected = connections * bytesEach;
        std::size_t received = 0;
        const Stopwatch watch;
        require(::write(pairs.near(0), "!", 1) == 1, "starting a round");
        while (received < expected) {
            for (const std::size_t i : poller.wait(30000)) {
                received += static_cast<std::size_t>(::read(pairs.near(i), buffer.data(), buffer.size()));
            }
        }
        times.push_back(watch.milliseconds());
    }
    server.join();
    return times;
}

} // namespace tidemark::bench
