#include "tests/programs/bench/servers/raw_sqlite.h"

#include "tests/programs/bench/harness/require.h"
#include "tests/programs/bench/harness/statistics.h"

#include <array>

namespace tidemark::bench {

RawDatabase::RawDatabase(const std::string& path, const std::string& synchronous)
{
    require(sqlite3_open(path.c_str(), &m_handle) == SQLITE_OK, "opening a raw database");
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = " + synchronous);
}

RawDatabase::~RawDatabase()
{
    sqlite3_close(m_handle);
}

void RawDatabase::run(const std::string& sql)
{
    require(sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK, sql.c_str());
}

RawStatement::RawStatement(RawDatabase& database, std::string_view sql)
{
    require(
        sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &m_statement, nullptr)
            == SQLITE_OK,
        sqlite3_errmsg(database.handle()));
}

RawStatement::~RawStatement()
{
    sqlite3_finalize(m_statement);
}

void RawStatement::bind(int place, std::int64_t value)
{
    sqlite3_bind_int64(m_statement, place, value);
}

void RawStatement::bindBlob(int place, std::string_view bytes)
{
    sqlite3_bind_blob(m_statement, place, bytes.data(), static_cast<int>(bytes.size()), nullptr);
}

void RawStatement::bindNull(int place)
{
    sqlite3_bind_null(m_statement, place);
}

bool RawStatement::step()
{
    const int result = sqlite3_step(m_statement);
    require(result == SQLITE_ROW || result == SQLITE_DONE, "a raw statement");
    return result == SQLITE_ROW;
}

void RawStatement::run()
{
    static_cast<void>(step());
    reset();
}

void RawStatement::reset()
{
    sqlite3_reset(m_statement);
}

std::int64_t RawStatement::number(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

std::string_view RawStatement::bytes(int column) const
{
    const auto* data = static_cast<const char*>(sqlite3_column_blob(m_statement, column));
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

double timeRawCommits(const std::string& path, int commits, int rowsEach)
{
    RawDatabase database(path, "FULL");
    database.run("CREATE TABLE message (conversation INTEGER, seq INTEGER, sender INTEGER, at INTEGER,"
                 " kind INTEGER, text BLOB, uuid BLOB, PRIMARY KEY (conversation, seq)) WITHOUT ROWID");
    RawStatement insert(database, "INSERT INTO message VALUES (1, ?, 7, 1700000000000, 0, ?, ?)");
    const std::string text(126, 'x');
    std::array<char, 16> uuid{};
    std::int64_t seq = 0;
    const Stopwatch watch;
    for (int commit = 0; commit < commits; ++commit) {
        database.run("BEGIN IMMEDIATE");
        for (int row = 0; row < rowsEach; ++row) {
            insert.bind(1, ++seq);
            insert.bindBlob(2, text);
            insert.bindBlob(3, {uuid.data(), uuid.size()});
            insert.run();
        }
        database.run("COMMIT");
    }
    return watch.seconds();
}

} // namespace tidemark::bench
