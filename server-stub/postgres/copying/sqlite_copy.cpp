#include "server-stub/postgres/copying/sqlite_copy.h"

#include "server-stub/postgres/copying/copied_tables.h"
#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/session/migrations.h"
#include "server-stub/store/connection.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QDataStream>
#include <QIODevice>

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::server {

namespace {

constexpr std::uint32_t rowsPerStep = 2000;
/// Comes before every key: SQLite orders numbers before bytes.
constexpr std::int64_t beforeAll = std::numeric_limits<std::int64_t>::min();

/// Calls `read` with each of the next rows of a table after `key`, and sets `key` to that of the last row.
/// Returns the number of rows.
template <typename Read>
std::uint64_t readRows(Statement& select, std::vector<QVariant>& key, const Read& read)
{
    std::vector<QVariant> values = key;
    values.push_back(bound(rowsPerStep));
    std::uint64_t count = 0;
    Statement::Run rows = select.runWith(values);
    while (rows.next()) {
        for (std::size_t i = 0; i < key.size(); ++i) {
            key[i] = rows.value(static_cast<int>(i));
        }
        read(rows);
        ++count;
    }
    return count;
}

std::vector<QVariant> keyBeforeAll(const postgres::CopiedTable& table)
{
    return std::vector<QVariant>(table.keyColumns, bound(beforeAll));
}

std::vector<QVariant> valuesOf(const Statement::Run& row, const postgres::CopiedTable& table)
{
    std::vector<QVariant> values;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        values.push_back(row.value(static_cast<int>(i)));
    }
    return values;
}

postgres::Value valueFor(const QVariant& value)
{
    if (value.isNull()) {
        return {};
    }
    if (value.typeId() != QMetaType::QByteArray) {
        return postgres::bound(value.toLongLong());
    }
    const QByteArray bytes = value.toByteArray();
    return postgres::bound(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

/// A hash of the file's content.
std::string fingerprintOf(Connection& from)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const postgres::CopiedTable& table : postgres::copiedTables()) {
        Statement select = from.statement(postgres::sourceStatement(table).c_str());
        std::vector<QVariant> key = keyBeforeAll(table);
        const auto add = [&](const Statement::Run& row) {
            QByteArray bytes;
            QDataStream stream(&bytes, QIODevice::WriteOnly);
            for (const QVariant& value : valuesOf(row, table)) {
                stream << value;
            }
            hash.addData(bytes);
        };
        while (readRows(select, key, add) > 0) {
        }
    }
    return hash.result().toStdString();
}

/// Marks the database as a copy of the file with this fingerprint. Returns the problem; empty if there is
/// none.
QString begin(postgres::Connection& to, const std::string& fingerprint)
{
    const bool isBegun = to.numberOf("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
                                     " AND tablename = 'unfinished_copy'")
                         != 0;
    if (!isBegun && to.numberOf("SELECT count(*) FROM (SELECT 1 FROM account LIMIT 1) AS used") != 0) {
        return QStringLiteral("the database is already in use; give the copy a database of its own");
    }
    if (!isBegun) {
        to.writeOnce("CREATE TABLE unfinished_copy (source bytea)");
    }
    if (to.health().failed) {
        return to.health().reason;
    }
    postgres::Statement mark = to.statement("INSERT INTO unfinished_copy SELECT $1"
                                            " WHERE NOT EXISTS (SELECT 1 FROM unfinished_copy)");
    to.change(mark, std::string_view(fingerprint));
    auto marked = to.ask("SELECT source FROM unfinished_copy");
    if (marked.next() && marked.bytes(0) != fingerprint) {
        return QStringLiteral("the file has changed since its copy was interrupted; give the copy an empty "
                              "database");
    }
    // The finishing statements scan all rows, which takes time.
    to.writeOnce("SET statement_timeout = 0");
    to.writeOnce("SET enable_seqscan = on");
    return to.health().failed ? to.health().reason : QString();
}

} // namespace

/// Both databases, and the statements for the table that is being copied. The statements are destroyed first.
class SqliteCopy::Databases {
public:
    Databases(std::unique_ptr<Connection> source, std::unique_ptr<postgres::Connection> target)
        : from(std::move(source)), to(std::move(target))
    {
    }

    void take(const postgres::CopiedTable& table)
    {
        select = std::make_unique<Statement>(from->statement(postgres::sourceStatement(table).c_str()));
        insert = std::make_unique<postgres::Statement>(to->statement(postgres::insertStatement(table)));
    }

    /// The reason of a statement's failure; empty if no statement has failed.
    [[nodiscard]] QString failure() const
    {
        return from->health().failed ? from->health().reason : to->health().reason;
    }

    std::unique_ptr<Connection> from;
    std::unique_ptr<postgres::Connection> to;
    std::unique_ptr<Statement> select;
    std::unique_ptr<postgres::Statement> insert;
};

Expected<SqliteCopy, QString> SqliteCopy::open(const QString& file, const DatabaseUrl& url)
{
    auto from = Connection::open(file);
    if (!from) {
        return Unexpected(from.error());
    }
    auto to = postgres::Connection::open(url, postgres::Connection::Purpose::CopyInto);
    if (!to) {
        return Unexpected(to.error());
    }
    const std::string fingerprint = fingerprintOf(**from);
    if ((*from)->health().failed) {
        return Unexpected((*from)->health().reason);
    }
    if (const QString error = begin(**to, fingerprint); !error.isEmpty()) {
        return Unexpected(QStringLiteral("%1: %2").arg(url.shown(), error));
    }
    return SqliteCopy(std::make_unique<Databases>(std::move(from).value(), std::move(to).value()));
}

SqliteCopy::SqliteCopy(std::unique_ptr<Databases> databases) : m_databases(std::move(databases))
{
    m_databases->take(postgres::copiedTables().front());
}

SqliteCopy::SqliteCopy(SqliteCopy&& other) noexcept = default;

SqliteCopy::~SqliteCopy() = default;

bool SqliteCopy::step()
{
    const std::vector<postgres::CopiedTable>& tables = postgres::copiedTables();
    if (m_table > tables.size() || !m_error.isEmpty()) {
        return false;
    }
    postgres::Connection& to = *m_databases->to;
    to.begin();
    const bool isLast = m_table == tables.size();
    const std::uint64_t copied = isLast ? 0 : copyRows();
    if (isLast) {
        for (const char* statement : postgres::finishingStatements()) {
            to.writeOnce(statement);
        }
    }
    m_error = m_databases->failure();
    if (m_error.isEmpty() && !to.commit()) {
        m_error = to.health().reason;
    }
    if (!m_error.isEmpty()) {
        to.rollback();
        return false;
    }
    m_rows += copied;
    if (copied < rowsPerStep && ++m_table < tables.size()) {
        m_databases->take(tables[m_table]);
    }
    return !isLast;
}

std::uint64_t SqliteCopy::copyRows()
{
    const postgres::CopiedTable& table = postgres::copiedTables()[m_table];
    std::vector<QVariant> key = keyBeforeAll(table);
    if (auto last = m_databases->to->ask(postgres::lastKeyStatement(table)); last.next()) {
        for (std::size_t i = 0; i < key.size(); ++i) {
            const int column = static_cast<int>(i);
            key[i] = last.isOfBytes(column) ? bound(last.bytes(column)) : bound(last.number(column));
        }
    }
    return readRows(*m_databases->select, key, [&](const Statement::Run& row) {
        std::vector<postgres::Value> values;
        for (const QVariant& value : valuesOf(row, table)) {
            values.push_back(valueFor(value));
        }
        static_cast<void>(m_databases->to->writeWith(*m_databases->insert, values));
    });
}

} // namespace tidemark::server
