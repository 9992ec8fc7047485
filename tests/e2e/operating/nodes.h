#pragma once

#include "tests/e2e/device.h"
#include "tests/support/postgres_cluster.h"
#include "tests/support/server_process.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <array>
#include <cstddef>
#include <memory>

namespace tidemark::test {

/// Two servers on one PostgreSQL database, and a folder for the profiles of a test.
class Nodes {
public:
    explicit Nodes(const QStringList& serverArguments = {});

    /// The reason why the test cannot run: PostgreSQL is not installed. Empty if it can.
    [[nodiscard]] QString absence() const { return m_absence; }
    [[nodiscard]] bool start();
    [[nodiscard]] ServerProcess& at(std::size_t place) { return *m_nodes.at(place); }
    /// The index of the server with this address.
    [[nodiscard]] std::size_t placeOf(const QString& url) const;
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    /// Both addresses, with a comma between.
    [[nodiscard]] QString list() const;
    /// A device that knows both servers.
    [[nodiscard]] Device device(const QString& user, const QString& name) const;
    /// A device that knows this server alone.
    [[nodiscard]] Device deviceAt(std::size_t only, const QString& user, const QString& name) const;

private:
    QTemporaryDir m_folder;
    QString m_absence;
    std::unique_ptr<PostgresCluster> m_cluster;
    std::array<std::unique_ptr<ServerProcess>, 2> m_nodes;
};

} // namespace tidemark::test
