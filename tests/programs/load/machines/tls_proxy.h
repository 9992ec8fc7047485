#pragma once

#include "tests/programs/load/machines/listener.h"
#include "tests/programs/load/machines/server.h"

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace tidemark::load {

/// HAProxy ends TLS in front of a server on this machine. A connection takes two of its descriptors, so the
/// limit of descriptors decides how many of its processes run. They die with this object.
class TlsProxy {
public:
    /// The server may end and start again meanwhile.
    TlsProxy(const Scratch& scratch, const std::string& certificate, const std::string& key, int serverPort);
    ~TlsProxy();
    TlsProxy(const TlsProxy&) = delete;
    TlsProxy& operator=(const TlsProxy&) = delete;

    [[nodiscard]] int port() const { return m_listener.port(); }
    /// The memory in bytes that it does not share.
    [[nodiscard]] std::size_t memory() const;
    /// The processor time in seconds that it has used.
    [[nodiscard]] double processorSeconds() const;

private:
    Listener m_listener{true};
    std::vector<pid_t> m_processes;
};

} // namespace tidemark::load
