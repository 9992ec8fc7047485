#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include <string>

namespace tidemark::counters {

enum class Persistence {
    None,  ///< all is lost when Redis or the machine ends
    Always ///< appendonly, fsync before each answer: what is answered is durable
};

/// A Redis of its own: a Unix socket in a temporary folder, no port, an empty data folder. It ends with this
/// object, and with the process should that die.
class RedisServer {
public:
    /// Whether redis-server is installed.
    [[nodiscard]] static bool isInstalled();

    /// `folder` is where the data folder is made: on the disk that is to be measured. Ends the process with a
    /// message when Redis does not start.
    RedisServer(const QString& folder, Persistence persistence);
    ~RedisServer();
    RedisServer(const RedisServer&) = delete;
    RedisServer& operator=(const RedisServer&) = delete;

    [[nodiscard]] const std::string& socketPath() const { return m_socketPath; }

private:
    QTemporaryDir m_data;
    QTemporaryDir m_socketFolder; ///< where paths are short, as those of sockets have to be
    std::string m_socketPath;
    QProcess m_process;
};

} // namespace tidemark::counters
