#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>
#include <string_view>

/// SQLite's C API with nothing between: what the machine can do at best.
namespace tidemark::bench {

class RawDatabase {
public:
    /// Makes the file where it is missing. WAL; `synchronous`: "FULL" or "NORMAL".
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

    /// Places count from 1. The bytes must outlive the next step.
    void bind(int place, std::int64_t value);
    void bindBlob(int place, std::string_view bytes);
    void bindNull(int place);
    /// Whether there is a row.
    [[nodiscard]] bool step();
    /// A statement without rows: runs it and makes it ready for the next use.
    void run();
    void reset();
    [[nodiscard]] std::int64_t number(int column) const;
    [[nodiscard]] std::string_view bytes(int column) const;

private:
    sqlite3_stmt* m_statement = nullptr;
};

/// Seconds that `commits` transactions of `rowsEach` rows take, rows as a message log has them, into a new
/// file at `path`, synchronous=FULL.
[[nodiscard]] double timeRawCommits(const std::string& path, int commits, int rowsEach);

} // namespace tidemark::bench
