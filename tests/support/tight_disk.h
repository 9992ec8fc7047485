#pragma once

#include <sys/resource.h>

#include <csignal>

namespace tidemark::test {

/// While this object lives, no file of this process can grow beyond `bytes`, as on a full disk.
class TightDisk {
public:
    explicit TightDisk(rlim_t bytes) : m_restoreSignal(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_old);
        rlimit tight = m_old;
        tight.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &tight);
    }
    ~TightDisk()
    {
        setrlimit(RLIMIT_FSIZE, &m_old);
        std::signal(SIGXFSZ, m_restoreSignal);
    }
    TightDisk(const TightDisk&) = delete;
    TightDisk& operator=(const TightDisk&) = delete;

private:
    rlimit m_old{};
    void (*m_restoreSignal)(int);
};

} // namespace tidemark::test
