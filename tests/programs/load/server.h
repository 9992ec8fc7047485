#pragma once

#include "tests/programs/load/arguments.h"
#include "tests/programs/load/connection.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace tidemark::load {

class TlsProxy;

/// A folder of this run, removed with all that is in it.
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

/// A real tidemark-server on a loopback port, with a database of this run. It dies with this object, and with
/// this program however that ends.
class Server {
public:
    /// What it allows its users: so much that the load is what limits, or what a public server does.
    enum class Allows : std::uint8_t { Load, Public };

    /// `database`: the address of one that is there; empty: a file of its own.
    Server(const Arguments& arguments, const Scratch& scratch, std::string database = {},
           Allows allows = Allows::Load);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Fails when it does not say within a minute that it listens. Later starts take the same port again.
    void start();
    /// SIGTERM; fails when it ends otherwise than well.
    void stop();
    void kill();
    /// `tidemark-server check`; fails when it finds a difference. Not while it runs.
    void checkDatabase() const;

    /// Where clients connect to.
    [[nodiscard]] const Place& place() const { return m_place; }
    /// Memory that it alone has, in bytes; with that of a proxy.
    [[nodiscard]] std::size_t memory() const;
    /// Processor time it has used, in seconds; with that of a proxy.
    [[nodiscard]] double processorSeconds() const;
    [[nodiscard]] const std::string& database() const { return m_database; }

private:
    [[nodiscard]] std::vector<std::string> command() const;
    void makeCertificate();
    /// What its end says, as of waitpid().
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
