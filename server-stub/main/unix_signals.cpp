#include "server-stub/main/unix_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace tidemark::server {
namespace {

// A signal handler may do almost nothing: it writes a byte here, and the event loop reads it.
std::array<int, 2> pipeEnds{-1, -1};

void onSignal(int /*number*/)
{
    const int error = errno;
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(pipeEnds[1], &byte, 1);
    errno = error;
}

int openPipe()
{
    if (::pipe2(pipeEnds.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("cannot open a pipe");
    return pipeEnds[0];
}

void handle(int number, void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
}

} // namespace

UnixSignals::UnixSignals(QObject* parent) : QObject(parent), m_notifier(openPipe(), QSocketNotifier::Read)
{
    connect(&m_notifier, &QSocketNotifier::activated, this, &UnixSignals::onReadable);
    handle(SIGTERM, onSignal);
    handle(SIGINT, onSignal);
    handle(SIGPIPE, SIG_IGN);
}

UnixSignals::~UnixSignals()
{
    handle(SIGTERM, SIG_DFL);
    handle(SIGINT, SIG_DFL);
    m_notifier.setEnabled(false);
    ::close(pipeEnds[0]);
    ::close(pipeEnds[1]);
}

void UnixSignals::onReadable()
{
    std::array<char, 16> bytes{};
    while (::read(pipeEnds[0], bytes.data(), bytes.size()) > 0) {
    }
    Q_EMIT terminationRequested();
}

} // namespace tidemark::server
