#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tidemark::server::postgres {

/// Where the rows of a table come from in a server's SQLite database.
struct CopiedTable {
    struct Column {
        std::string name;
        std::string source; ///< what SQLite is to give for it
    };
    std::string name;
    std::vector<Column> columns; ///< the key's first, in its order
    std::size_t keyColumns = 1;
    std::string source; ///< of which table there
};

/// In the order in which they are copied.
[[nodiscard]] const std::vector<CopiedTable>& copiedTables();

/// The rows of SQLite behind a key (bound in order), at most so many (bound last), in the key's order.
[[nodiscard]] std::string sourceStatement(const CopiedTable& table);
/// The last key that is there.
[[nodiscard]] std::string lastKeyStatement(const CopiedTable& table);
/// All columns in order.
[[nodiscard]] std::string insertStatement(const CopiedTable& table);

/// What follows from the tables that were copied: to be run once, when all of them are there.
[[nodiscard]] const std::vector<const char*>& finishingStatements();

} // namespace tidemark::server::postgres
