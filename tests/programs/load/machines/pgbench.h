#pragma once

#include <cstdint>

namespace tidemark::load {

struct PgbenchRun {
    int port = 0;             ///< the port of a PostgreSQL on this computer with the tables of a server
    std::uint64_t groups = 0; ///< the groups in the tables, with ids from 1
    std::uint64_t users = 0;  ///< the users in the tables, with ids from 1; each is in some groups
    std::uint64_t clients = 1;
    double seconds = 1;
};

/// The rate at which pgbench reads the parts of one user's total, by the statements of the server's store.
[[nodiscard]] double pgbenchTotals(const PgbenchRun& run);

/// The rate of transactions in which pgbench appends one message to a group, by the statements of the
/// server's store. Its rows are not consistent, so the database is worthless afterwards.
[[nodiscard]] double pgbenchSends(const PgbenchRun& run);

} // namespace tidemark::load
