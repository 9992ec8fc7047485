#pragma once

#include <cstdint>

namespace tidemark::load {

struct PgbenchRun {
    int port = 0;             ///< of a PostgreSQL on this computer with the tables of a server
    std::uint64_t groups = 0; ///< that are in them, with ids from 1
    std::uint64_t users = 0;  ///< the same; each in some of them
    std::uint64_t clients = 1;
    double seconds = 1;
};

/// Times a second that pgbench reads what the total of one user is made of, by the statements of the
/// server's store.
[[nodiscard]] double pgbenchTotals(const PgbenchRun& run);

/// Transactions a second in which pgbench appends one message to a group, by the statements of the server's
/// store. What it writes follows from nothing: the database is worth nothing afterwards.
[[nodiscard]] double pgbenchSends(const PgbenchRun& run);

} // namespace tidemark::load
