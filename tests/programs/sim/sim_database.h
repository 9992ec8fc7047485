#pragma once

#include "server-stub/store/sqlite_store.h"
#include "tests/programs/sim/plan.h"
#include "tests/programs/sim/send_rates.h"

#include <QTemporaryDir>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tidemark::sim {

/// What the simulated servers have stored, all of them in one place: it survives them, as a file would.
class SimDatabase {
public:
    /// What was done with dots, as the checks need it.
    struct DotHistory {
        std::map<UserId, std::uint64_t> newestBefore; ///< version of any dot when the account was made
        std::map<std::pair<UserId, std::string>, std::uint64_t> seen;
    };

    explicit SimDatabase(const Plan& plan);

    [[nodiscard]] server::SqliteStore& store() { return *m_store; }
    [[nodiscard]] DotHistory& dots() { return m_dots; }
    /// Of all servers together.
    [[nodiscard]] SendRates& rates() { return m_rates; }

    // No server is up.
    void keepBackup();
    /// Puts back what was kept, under epochs of its own.
    void restoreBackup();

private:
    void open();
    void close();

    const Plan& m_plan;
    std::optional<QTemporaryDir> m_directory; ///< none: the database is in memory
    std::unique_ptr<server::SqliteStore> m_store;
    DotHistory m_dots;
    SendRates m_rates;
};

} // namespace tidemark::sim
