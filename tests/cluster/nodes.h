#pragma once

#include "tests/programs/load/people/connection.h"
#include "tests/support/server_process.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace tidemark::cluster {

using Places = std::vector<load::Place>;

/// Servers that share a database, as processes.
class Nodes {
public:
    /// Starts a server for each address in `databases`. Fails if one does not start. Logs go to `folder`.
    Nodes(const QString& folder, const QStringList& databases);

    [[nodiscard]] test::ServerProcess& operator[](std::size_t node) { return *m_nodes[node]; }
    /// The addresses for clients.
    [[nodiscard]] const Places& places() const { return m_places; }
    [[nodiscard]] QString log(std::size_t node) const;
    /// The answer of `/health`: "200 ok", or "503" with the reason; empty if there is none.
    [[nodiscard]] QString health(std::size_t node) const;
    /// Whether all servers answer "200 ok" within a minute.
    [[nodiscard]] bool areWell() const;
    /// Ends all servers, fails unless they end well, and recounts the database.
    void stopAndCheck();

private:
    [[nodiscard]] QString logFile(std::size_t node) const;

    QString m_folder;
    std::vector<std::unique_ptr<test::ServerProcess>> m_nodes;
    Places m_places;
};

} // namespace tidemark::cluster
