#include "tests/programs/load/machines/server.h"

#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/machines/process.h"
#include "tests/programs/load/machines/tls_proxy.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <system_error>
#include <utility>

namespace tidemark::load {
namespace {

constexpr int timeoutMs = 60000;

/// The first line that comes out of `pipe`.
std::string lineFrom(int pipe)
{
    std::string line;
    char byte = 0;
    pollfd waiting{pipe, POLLIN, 0};
    while (::poll(&waiting, 1, timeoutMs) > 0 && ::read(pipe, &byte, 1) == 1 && byte != '\n') {
        line.push_back(byte);
    }
    return line;
}

/// Fails unless the program ends with status 0.
void runProgram(const std::vector<std::string>& command)
{
    const pid_t process = startProgram(command, STDERR_FILENO);
    int status = 0;
    ::waitpid(process, &status, 0);
    check(WIFEXITED(status) && WEXITSTATUS(status) == 0,
          [&] { return command.front() + " " + command[1] + " did not end well"; });
}

} // namespace

Scratch::Scratch(const std::string& parent)
{
    std::string name = parent + "/tidemark-load-XXXXXX";
    require(::mkdtemp(name.data()) != nullptr, "making a folder for the database");
    m_path = name;
}

Scratch::~Scratch()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

Server::Server(const Arguments& arguments, const Scratch& scratch, std::string database, Allows allows)
    : m_arguments(arguments), m_scratch(scratch),
      m_database(database.empty() ? scratch.file("server.db") : std::move(database)), m_allows(allows)
{
    if (m_arguments.tls() != Arguments::Tls::None) {
        makeCertificate();
        m_tls = clientTls();
        m_place.tls = m_tls.get();
    }
}

Server::~Server()
{
    kill();
}

std::vector<std::string> Server::command() const
{
    std::vector<std::string> command{
        m_arguments.server(), "serve",    "--listen",          "127.0.0.1:" + std::to_string(m_port),
        "--database",         m_database, "--max-connections", "20000",
        "--log-level",        "warning",  "--drain",           "0",
        "--adding",           "everybody"};
    if (m_allows == Allows::Load) {
        command.insert(command.end(), {"--sends-per-second", "1000000", "--send-burst", "1000000",
                                       "--requests-per-second", "1000000", "--request-burst", "1000000",
                                       "--transfer-rate", "0", "--files-per-user", "1000000"});
    } else {
        // With a configured proxy, from which no client comes, the limits are those of a public server.
        command.insert(command.end(), {"--proxies", "127.99.99.99", "--registration", "open"});
    }
    if (m_arguments.tls() == Arguments::Tls::Server) {
        command.insert(command.end(), {"--tls-certificate", m_certificate, "--tls-key", m_key});
    }
    return command;
}

void Server::makeCertificate()
{
    m_certificate = m_scratch.file("certificate.pem");
    m_key = m_scratch.file("key.pem");
    runProgram({m_arguments.server(), "certificate", "--certificate", m_certificate, "--key", m_key});
}

void Server::start()
{
    std::array<int, 2> pipe{};
    require(::pipe2(pipe.data(), O_CLOEXEC) == 0, "a pipe");
    m_process = startProgram(command(), pipe[1]);
    ::close(pipe[1]);
    const std::string line = lineFrom(pipe[0]);
    ::close(pipe[0]);
    const std::size_t colon = line.rfind(':');
    check(line.starts_with("listening on ") && colon != std::string::npos,
          [&] { return "the server does not listen, but says: " + line; });
    std::from_chars(line.data() + colon + 1, line.data() + line.size(), m_port);
    if (!m_proxy && m_arguments.tls() == Arguments::Tls::Proxy) {
        m_proxy = std::make_unique<TlsProxy>(m_scratch, m_certificate, m_key, m_port);
    }
    m_place.port = m_proxy ? m_proxy->port() : m_port;
}

void Server::stop()
{
    ::kill(m_process, SIGTERM);
    const int status = waitForEnd();
    require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the server did not end well");
}

void Server::kill()
{
    if (m_process > 0) {
        ::kill(m_process, SIGKILL);
        waitForEnd();
    }
}

int Server::waitForEnd()
{
    int status = 0;
    ::waitpid(m_process, &status, 0);
    m_process = -1;
    return status;
}

void Server::checkDatabase() const
{
    runProgram({m_arguments.server(), "check", "--deep", "--database", m_database});
}

std::size_t Server::memory() const
{
    return memoryOf(m_process) + (m_proxy ? m_proxy->memory() : 0);
}

std::size_t Server::peakMemory() const
{
    return peakMemoryOf(m_process);
}

void Server::resetPeakMemory() const
{
    resetPeakMemoryOf(m_process);
}

double Server::processorSeconds() const
{
    return processorSecondsOf(m_process) + (m_proxy ? m_proxy->processorSeconds() : 0);
}

} // namespace tidemark::load
