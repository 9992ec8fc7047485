#pragma once

#include "app/lab/world/plan.h"
#include "app/lab/world/servers/send_rates.h"
#include "server-stub/hub/memory/memory_blob_store.h"
#include "server-stub/store/sqlite_store.h"

#include <QTemporaryDir>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tidemark::sim {

/// The data of all simulated servers in one place. It survives the servers, as a file would.
class SimDatabase {
public:
    /// The history of dots for the checks.
    struct DotHistory {
        std::map<UserId, std::uint64_t>
            newestBefore; ///< the newest version of any dot at the account's creation
        std::map<std::pair<UserId, std::string>, std::uint64_t> seen;
    };

    explicit SimDatabase(const Plan& plan);

    [[nodiscard]] server::SqliteStore& store() { return *m_store; }
    /// The files survive the servers, too.
    [[nodiscard]] server::MemoryBlobStore& files() { return m_files; }
    [[nodiscard]] DotHistory& dots() { return m_dots; }
    /// The files that stay by a defect although their last message is gone.
    [[nodiscard]] std::set<BlobHash>& keptFiles() { return m_keptFiles; }
    /// The rates of all servers together.
    [[nodiscard]] SendRates& rates() { return m_rates; }

    // Call this while no server runs.
    void keepBackup();
    /// Restores the backup with new epochs.
    void restoreBackup();

private:
    void open();
    void close();

    const Plan& m_plan;
    std::optional<QTemporaryDir> m_directory; ///< empty if the database is in memory
    std::unique_ptr<server::SqliteStore> m_store;
    server::MemoryBlobStore m_files;
    std::set<BlobHash> m_keptFiles;
    DotHistory m_dots;
    SendRates m_rates;
};

} // namespace tidemark::sim
