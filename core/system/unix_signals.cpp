#include "core/system/unix_signals.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace tidemark {

namespace {

/// Global, because a signal handler can safely do nothing but write to it.
int writeEnd = -1;

void onSignal(int number)
{
    const int error = errno;
    const auto byte = static_cast<char>(number);
    [[maybe_unused]] const ssize_t written = ::write(writeEnd, &byte, 1);
    errno = error;
}

} // namespace

UnixSignals::UnixSignals(std::vector<int> numbers, QObject* parent)
    : QObject(parent), m_numbers(std::move(numbers))
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return;
    }
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &UnixSignals::take);
    for (const int number : m_numbers) {
        struct sigaction action {};
        ::sigaction(number, nullptr, &action);
        if (action.sa_handler == SIG_IGN) {
            continue;
        }
        action = {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART;
        ::sigaction(number, &action, nullptr);
    }
}

UnixSignals::~UnixSignals()
{
    for (const int number : m_numbers) {
        std::signal(number, SIG_DFL);
    }
    m_notifier.reset();
    if (m_readEnd < 0) {
        return;
    }
    ::close(m_readEnd);
    ::close(writeEnd);
    writeEnd = -1;
}

void UnixSignals::take()
{
    char byte = 0;
    while (::read(m_readEnd, &byte, 1) == 1) {
        Q_EMIT received(byte);
    }
}

} // namespace tidemark
