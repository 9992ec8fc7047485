#include "app/tidemark/unix_signals.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace tidemark {

namespace {

constexpr std::array watched{SIGTERM, SIGINT, SIGHUP, SIGUSR1};

/// Written by the handler, in which nothing but a write is safe; hence the one global.
int writeEnd = -1;

void onSignal(int number)
{
    const auto byte = static_cast<char>(number);
    [[maybe_unused]] const ssize_t written = ::write(writeEnd, &byte, 1);
}

} // namespace

UnixSignals::UnixSignals(QObject* parent) : QObject(parent)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &UnixSignals::take);
    for (const int number : watched) {
        struct sigaction action {};
        ::sigaction(number, nullptr, &action);
        // Whoever starts a program with a signal switched off (nohup) wants it to stay so.
        if (action.sa_handler == SIG_IGN)
            continue;
        action = {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART;
        ::sigaction(number, &action, nullptr);
    }
}

UnixSignals::~UnixSignals()
{
    for (const int number : watched)
        std::signal(number, SIG_DFL);
    m_notifier.reset();
    if (m_readEnd < 0)
        return;
    ::close(m_readEnd);
    ::close(writeEnd);
    writeEnd = -1;
}

void UnixSignals::take()
{
    char byte = 0;
    while (::read(m_readEnd, &byte, 1) == 1) {
        if (byte == static_cast<char>(SIGUSR1))
            Q_EMIT reportWanted();
        else
            Q_EMIT endWanted();
    }
}

} // namespace tidemark
