#include "tests/programs/load/machines/tls_proxy.h"

#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/machines/process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <numeric>

namespace tidemark::load {
namespace {

constexpr int processes = 3;

/// The configuration that docs/load.md recommends, with a socket that listens already.
std::string configuration(const std::string& pair, int listener, int serverPort)
{
    return "global\n"
           "  nbthread 1\n"
           "  maxconn 9900\n"
           "  tune.bufsize 4096\n"
           "  tune.maxrewrite 1024\n"
           "  ssl-default-bind-options ssl-min-ver TLSv1.2 no-tls-tickets\n"
           "defaults\n"
           "  mode http\n"
           "  timeout connect 5s\n"
           "  timeout client 2m\n"
           "  timeout server 2m\n"
           "  timeout tunnel 2m\n"
           "frontend tls\n"
           "  bind fd@"
           + std::to_string(listener) + " ssl crt " + pair
           + "\n"
             "  http-request set-header X-Forwarded-For %[src]\n"
             "  default_backend tidemark\n"
             "backend tidemark\n"
             "  server one 127.0.0.1:"
           + std::to_string(serverPort) + "\n";
}

} // namespace

TlsProxy::TlsProxy(const Scratch& scratch, const std::string& certificate, const std::string& key,
                   int serverPort)
{
    const std::string pair = scratch.file("proxy.pem");
    std::ofstream(pair) << std::ifstream(certificate).rdbuf() << std::ifstream(key).rdbuf();
    const std::string file = scratch.file("haproxy.cfg");
    std::ofstream(file) << configuration(pair, m_listener.descriptor(), serverPort);
    for (int i = 0; i < processes; ++i) {
        m_processes.push_back(startProgram({"haproxy", "-q", "-db", "-f", file}, STDERR_FILENO));
    }
}

TlsProxy::~TlsProxy()
{
    for (const pid_t process : m_processes) {
        ::kill(process, SIGKILL);
        ::waitpid(process, nullptr, 0);
    }
}

std::size_t TlsProxy::memory() const
{
    return std::accumulate(m_processes.begin(), m_processes.end(), std::size_t(0),
                           [](std::size_t sum, pid_t process) { return sum + memoryOf(process); });
}

double TlsProxy::processorSeconds() const
{
    return std::accumulate(m_processes.begin(), m_processes.end(), 0.0,
                           [](double sum, pid_t process) { return sum + processorSecondsOf(process); });
}

} // namespace tidemark::load
