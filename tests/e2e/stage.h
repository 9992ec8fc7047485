#pragma once

#include "tests/e2e/device.h"
#include "tests/support/server_process.h"

#include <QTemporaryDir>

namespace tidemark::test {

/// A running server with an empty database of its own, and a folder for the profiles of a test.
class Stage {
public:
    /// ready() returns whether the server has started. `database`: the URL of a database; empty for a file.
    explicit Stage(QStringList serverArguments = {}, const QString& database = {});

    [[nodiscard]] bool ready() const { return m_ready; }
    [[nodiscard]] ServerProcess& server() { return m_server; }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QString database() const { return m_server.database(); }
    /// A device that signs in at its first command.
    [[nodiscard]] Device device(const QString& user, const QString& name) const;
    /// The first device of a new account.
    [[nodiscard]] Device newAccount(const QString& user, const QString& name) const;

private:
    QTemporaryDir m_folder;
    ServerProcess m_server;
    bool m_ready = false;
};

} // namespace tidemark::test
