#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tidemark::server::postgres {

/// A table, and the SQLite expressions that its rows are copied from.
struct CopiedTable {
    struct Column {
        std::string name;
        std::string source; ///< the SQLite expression for its value
    };
    std::string name;
    std::vector<Column> columns; ///< the key columns come first, in the order of the key
    std::size_t keyColumns = 1;
    std::string source; ///< the SQLite table
};

/// The tables in the order in which they are copied.
[[nodiscard]] const std::vector<CopiedTable>& copiedTables();

/// Selects the SQLite rows after a key (bound in order), at most a given number (bound last), in the order of
/// the key.
[[nodiscard]] std::string sourceStatement(const CopiedTable& table);
/// Selects the last key that was copied.
[[nodiscard]] std::string lastKeyStatement(const CopiedTable& table);
/// Inserts a row; binds all columns in order.
[[nodiscard]] std::string insertStatement(const CopiedTable& table);

/// Statements that derive the rest from the copied tables. Run them once, after all tables have been copied.
[[nodiscard]] const std::vector<const char*>& finishingStatements();

} // namespace tidemark::server::postgres
