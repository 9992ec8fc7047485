#pragma once

#include <QByteArray>
#include <QSqlQuery>
#include <QString>
#include <QVariant>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

class QSqlDatabase;
class QSqlError;

namespace tidemark::server {

/// Whether a statement has failed since the transaction began, and the first reason.
struct StatementHealth {
    bool failed = false;
    QString reason;
    bool isDamage = false; ///< the file itself is wrong
    QString code = {};     ///< of the reason, as the database gives it
};

[[nodiscard]] bool isDamage(const QSqlError& error);

// What is bound to a statement. Numbers keep their 64 bits; text travels as bytes, and statements cast it
// with CAST(? AS TEXT), which spares the way through UTF-16.
[[nodiscard]] QVariant bound(std::uint64_t number);
[[nodiscard]] QVariant bound(std::int64_t number);
[[nodiscard]] QVariant bound(std::uint32_t number);
[[nodiscard]] QVariant bound(bool flag);
[[nodiscard]] QVariant bound(std::string_view bytes);
/// None is NULL.
template <typename T>
[[nodiscard]] QVariant bound(const std::optional<T>& value)
{
    return value ? bound(*value) : QVariant();
}

/// A statement that is prepared once and used many times.
class Statement {
public:
    /// One use of a statement, which is finished with it, so that no cursor stays open.
    class Run {
    public:
        explicit Run(Statement& statement) : m_statement(statement) {}
        ~Run() { m_statement.m_query.finish(); }
        Run(const Run&) = delete;
        Run& operator=(const Run&) = delete;

        /// Steps to the next row; false at the end, or when a statement has failed.
        [[nodiscard]] bool next();
        [[nodiscard]] std::uint64_t number(int column) const;
        [[nodiscard]] std::string bytes(int column) const;
        /// Of a column of numbers or bytes, as bound() would have made it.
        [[nodiscard]] QVariant value(int column) const;
        /// Rowid of the row that this run inserted.
        [[nodiscard]] std::uint64_t insertedId() const;

    private:
        Statement& m_statement;
    };

    /// How rows come from the database: one when it is asked for, or all before the first. Of the latter, any
    /// number of statements may be read at a time over a connection to a database server.
    enum class Rows : std::uint8_t { OneByOne, Together };

    /// Prepares `text`. Failures, then and later, go to `health`, which must outlive the statement.
    Statement(const QSqlDatabase& database, const char* text, StatementHealth& health,
              Rows rows = Rows::OneByOne);

    /// Binds the arguments in order and runs. Does nothing while the health is bad.
    template <typename... Args>
    [[nodiscard]] Run run(const Args&... args)
    {
        int place = 0;
        (m_query.bindValue(place++, bound(args)), ...);
        execute();
        return Run(*this);
    }
    /// The same for statements without rows.
    template <typename... Args>
    void change(const Args&... args)
    {
        const Run done = run(args...);
    }
    /// Binds what bound() has made, in order, and runs.
    [[nodiscard]] Run runWith(const std::vector<QVariant>& values);

private:
    void execute();
    void noteFailure();

    QSqlQuery m_query;
    StatementHealth& m_health;
};

} // namespace tidemark::server
