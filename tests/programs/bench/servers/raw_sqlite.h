#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>
#include <string_view>

/// SQLite's C API without a layer on top shows the best that the machine can do.
namespace tidemark::bench {

class RawDatabase {
public:
    /// Makes the file if it is missing. WAL; `synchronous` is "FULL" or "NORMAL".
    RawDatabase(const std::string& path, const std::string& synchronous);
    ~RawDatabase();
    RawDatabase(const RawDatabase&) = delete;
    RawDatabase& operator=(const RawDatabase&) = delete;

    void run(const std::string& sql);
    [[nodiscard]] sqlite3* handle() const { return m_handle; }

private:
    sqlite3* m_handle = nullptr;
};

class RawStatement {
public:
    RawStatement(RawDatabase& database, std::string_view sql);
    ~RawStatement();
    RawStatement(const RawStatement&) = delete;
    RawStatement& operator=(const RawStatement&) = delete;

    /// Places count from 1. The bytes must live until the next step.
    void bind(int place, std::int64_t value);
    void bindBlob(int place, std::string_view bytes);
    void bindNull(int place);
    /// Returns whether there is a row.
    [[nodiscard]] bool step();
    /// Runs a statement without rows, and makes it ready for the next use.
    void run();
    void reset();
    [[nodiscard]] std::int64_t number(int column) const;
    [[nodiscard]] std::string_view bytes(int column) const;

private:
    sqlite3_stmt* m_statement = nullptr;
};

/// The seconds for `commits` transactions of `rowsEach` rows, like those of a message log, into a new file
/// at `path` with synchronous=FULL.
[[nodiscard]] double timeRawCommits(const std::string& path, int commits, int rowsEach);

} // namespace tidemark::bench
