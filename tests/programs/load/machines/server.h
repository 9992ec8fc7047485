#pragma once

#include "tests/programs/load/base/arguments.h"
#include "tests/programs/load/people/connection.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace tidemark::load {

class TlsProxy;

/// A folder of this run. The destructor removes it with its contents.
class Scratch {
public:
    explicit Scratch(const std::string& parent);
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    [[nodiscard]] std::string file(const std::string& name) const { return m_path / name; }

private:
    std::filesystem::path m_path;
};

/// A real tidemark-server on a loopback port, with a database of this run. It dies with this object, and
/// with this program in any case.
class Server {
public:
    /// The limits of its users: so generous that only the load limits, or those of a public server.
    enum class Allows : std::uint8_t { Load, Public };

    /// `database`: the address of an existing one; empty for a file of its own.
    Server(const Arguments& arguments, const Scratch& scratch, std::string database = {},
           Allows allows = Allows::Load);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Fails if the server does not report within a minute that it listens. Later starts use the same port.
    void start();
    /// Starts the server and returns its address.
    [[nodiscard]] const Place& started()
    {
        start();
        return m_place;
    }
    /// Sends SIGTERM. Fails unless the server ends with status 0.
    void stop();
    void kill();
    /// Runs `tidemark-server check` while no server runs. Fails if it finds a difference.
    void checkDatabase() const;

    /// The address for clients.
    [[nodiscard]] const Place& place() const { return m_place; }
    /// The memory in bytes that it does not share, with that of a proxy.
    [[nodiscard]] std::size_t memory() const;
    /// The greatest memory of the server itself in bytes, since its start or resetPeakMemory().
    [[nodiscard]] std::size_t peakMemory() const;
    void resetPeakMemory() const;
    /// The processor time in seconds that it has used, with that of a proxy.
    [[nodiscard]] double processorSeconds() const;
    [[nodiscard]] const std::string& database() const { return m_database; }

private:
    [[nodiscard]] std::vector<std::string> command() const;
    void makeCertificate();
    /// The status of its end, as from waitpid().
    int waitForEnd();

    const Arguments& m_arguments;
    const Scratch& m_scratch;
    std::string m_database;
    Allows m_allows;
    std::string m_certificate;
    std::string m_key;
    SslContext m_tls;
    int m_port = 0;
    Place m_place;
    std::unique_ptr<TlsProxy> m_proxy;
    pid_t m_process = -1;
};

} // namespace tidemark::load
