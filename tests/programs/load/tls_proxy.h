#pragma once

#include "tests/programs/load/listener.h"
#include "tests/programs/load/server.h"

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace tidemark::load {

/// HAProxy, which takes TLS off what is for a server on this machine. A connection costs it two descriptors,
/// so there are as many processes of it as the limit of descriptors asks for. It dies with this object.
class TlsProxy {
public:
    /// The server may come and go.
    TlsProxy(const Scratch& scratch, const std::string& certificate, const std::string& key, int serverPort);
    ~TlsProxy();
    TlsProxy(const TlsProxy&) = delete;
    TlsProxy& operator=(const TlsProxy&) = delete;

    [[nodiscard]] int port() const { return m_listener.port(); }
    /// Memory that it alone has, in bytes.
    [[nodiscard]] std::size_t memory() const;
    /// Processor time it has used, in seconds.
    [[nodiscard]] double processorSeconds() const;

private:
    Listener m_listener{true};
    std::vector<pid_t> m_processes;
};

} // namespace tidemark::load
