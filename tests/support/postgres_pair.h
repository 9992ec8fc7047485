#pragma once

#include "core/base/expected.h"
#include "tests/support/postgres_server.h"

#include <QString>
#include <QTemporaryDir>

#include <memory>

namespace tidemark::test {

/// A PostgreSQL server with a standby that follows it, on loopback ports. The destructor ends both.
class PostgresPair {
public:
    /// The event for which a commit waits.
    enum class Commits {
        WithStandby, ///< the commit waits until the standby has it
        Alone
    };
    /// The error says why there is none.
    [[nodiscard]] static Expected<std::unique_ptr<PostgresPair>, QString> start(Commits commits);

    /// The address of both servers. Clients use the server that takes changes. `parameters` have the
    /// form "?name=value".
    [[nodiscard]] QString url(const QString& parameters = {}) const;
    [[nodiscard]] PostgresServer& primary() { return *m_primary; }
    [[nodiscard]] PostgresServer& standby() { return *m_standby; }

    /// Each of these functions waits for its condition, and returns whether it holds.
    [[nodiscard]] bool standbyHasAll();
    /// From now on the standby receives nothing from the primary.
    [[nodiscard]] bool cutStandbyOff();
    [[nodiscard]] bool bringStandbyBack();
    /// From now on the standby takes changes.
    [[nodiscard]] bool promote();

private:
    PostgresPair() = default;
    [[nodiscard]] QString run(Commits commits);
    [[nodiscard]] bool follow(const QString& connection, const QString& standbys);
    [[nodiscard]] bool returns(const QString& statement, const QString& expected);

    QTemporaryDir m_folder;
    std::unique_ptr<PostgresServer> m_primary;
    std::unique_ptr<PostgresServer> m_standby;
};

} // namespace tidemark::test
