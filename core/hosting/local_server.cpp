#include "core/hosting/local_server.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// The server of a run that was killed needs up to two seconds to end, and holds port and database meanwhile.
constexpr int quickTries = 6;
constexpr std::chrono::milliseconds quickPause(500);
constexpr std::chrono::seconds longPause(15);
constexpr std::chrono::seconds stopTimeout(5);

bool isTaken(quint16 port)
{
    const FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int reuse = 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = ::htons(port);
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
    return ::bind(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0
           && errno == EADDRINUSE;
}

} // namespace

LocalServer::LocalServer(const LocalServerPlace& place, const QString& program)
    : m_place(place), m_program(program), m_child(program, place.settingsFile())
{
    connect(&m_child, &ServerChild::listening, this, [this](quint16 port) {
        if (m_place.port() != port) {
            m_place.setPort(port);
        }
        announce();
    });
    connect(&m_child, &ServerChild::ended, this, &LocalServer::takeEnd);
    m_retryTimer.setSingleShot(true);
    connect(&m_retryTimer, &QTimer::timeout, this, &LocalServer::start);
    m_stopTimer.setSingleShot(true);
    m_stopTimer.setInterval(stopTimeout);
    connect(&m_stopTimer, &QTimer::timeout, this, &LocalServer::finishStop);
}

QString LocalServer::installedProgram()
{
    const QString name = u"tidemark-server"_s;
    const QString beside = QCoreApplication::applicationDirPath() + u'/' + name;
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(name);
}

qint64 LocalServer::processId() const
{
    return m_running ? m_running->processId() : m_child.processId();
}

void LocalServer::start()
{
    m_retryTimer.stop();
    if (m_isStopping) {
        m_startsAgain = true;
        return;
    }
    if (m_isReady) {
        announce();
        return;
    }
    if (m_child.isRunning()) {
        return;
    }
    if (auto running = RunningServer::find(m_place.database()); running && m_place.port() != 0) {
        adopt(std::move(running));
        return;
    }
    if (m_program.isEmpty()) {
        fail({LocalServerProblem::Kind::NoProgram, {}, 0});
        return;
    }
    if (!m_place.writeSettings()) {
        fail({LocalServerProblem::Kind::Folder, m_place.folder(), 0});
        return;
    }
    m_child.start();
}

void LocalServer::keepRunning()
{
    m_keepsRunning = true;
    start();
}

void LocalServer::adopt(std::unique_ptr<RunningServer> running)
{
    m_running = std::move(running);
    connect(m_running.get(), &RunningServer::ended, this, &LocalServer::takeEnd);
    announce();
}

void LocalServer::announce()
{
    m_isReady = true;
    m_failures = 0;
    Q_EMIT ready(m_place.url());
}

void LocalServer::closeRegistration()
{
    if (!m_place.writeSettings()) {
        return; // the next start tries again
    }
    if (m_running) {
        m_running->send(SIGHUP);
    } else {
        m_child.send(SIGHUP);
    }
}

void LocalServer::takeEnd()
{
    const bool wasReady = std::exchange(m_isReady, false);
    if (m_running) {
        m_running.release()->deleteLater(); // it is emitting
    }
    if (m_isStopping) {
        finishStop();
    } else if (wasReady && m_keepsRunning) {
        m_retryTimer.start(quickPause);
    } else {
        fail(problemOfEnd());
    }
}

LocalServerProblem LocalServer::problemOfEnd() const
{
    if (const quint16 port = m_place.port(); port != 0 && isTaken(port)) {
        return {LocalServerProblem::Kind::PortTaken, {}, port};
    }
    return {LocalServerProblem::Kind::Ended, m_child.lastLine(), 0};
}

void LocalServer::fail(const LocalServerProblem& problem)
{
    ++m_failures;
    if (!m_keepsRunning || m_failures == quickTries) {
        Q_EMIT failed(problem);
    }
    if (m_keepsRunning) {
        m_retryTimer.start(m_failures < quickTries ? std::chrono::milliseconds(quickPause)
                                                   : std::chrono::milliseconds(longPause));
    }
}

void LocalServer::stop()
{
    m_keepsRunning = false;
    m_startsAgain = false;
    m_retryTimer.stop();
    if (m_isStopping) {
        return;
    }
    const bool outlives = m_place.isChosen() && m_place.outlivesProgram();
    m_isStopping = true;
    if (m_running && !outlives) {
        m_running->send(SIGTERM);
        m_stopTimer.start();
    } else if (m_child.isRunning()) {
        m_child.terminate();
    } else {
        finishStop();
    }
}

void LocalServer::finishStop()
{
    m_stopTimer.stop();
    m_isStopping = false;
    const bool outlives = m_place.isChosen() && m_place.outlivesProgram();
    if (outlives && !m_running && !m_program.isEmpty()) {
        static_cast<void>(m_child.startDetached());
    }
    m_running.reset();
    m_isReady = false;
    if (std::exchange(m_startsAgain, false)) {
        start();
    } else {
        Q_EMIT stopped();
    }
}

} // namespace tidemark
