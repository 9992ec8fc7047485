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

/// Whether a statement has failed since the transaction began, and why the first one failed.
struct StatementHealth {
    bool failed = false;
    QString reason;
    bool isDamage = false; ///< the database file is damaged
};

[[nodiscard]] bool isDamage(const QSqlError& error);

// Values as they are bound to a statement. Numbers keep all 64 bits. Text is bound as bytes, and statements
// cast it with CAST(? AS TEXT), which avoids a conversion to UTF-16.
[[nodiscard]] QVariant bound(std::uint64_t number);
[[nodiscard]] QVariant bound(std::int64_t number);
[[nodiscard]] QVariant bound(std::uint32_t number);
[[nodiscard]] QVariant bound(bool flag);
[[nodiscard]] QVariant bound(std::string_view bytes);
/// An empty optional is bound as NULL.
template <typename T>
[[nodiscard]] QVariant bound(const std::optional<T>& value)
{
    return value ? bound(*value) : QVariant();
}

/// A statement that is prepared once and used many times.
class Statement {
public:
    /// One use of a statement. Its destructor finishes the statement, so that no cursor stays open.
    class Run {
    public:
        explicit Run(Statement& statement) : m_statement(statement) {}
        ~Run() { m_statement.m_query.finish(); }
        Run(const Run&) = delete;
        Run& operator=(const Run&) = delete;

        /// Steps to the next row. Returns false at the end, or if a statement has failed.
        [[nodiscard]] bool next();
        [[nodiscard]] std::uint64_t number(int column) const;
        [[nodiscard]] std::string bytes(int column) const;
        /// The value of a column of numbers or bytes, in the form that bound() makes.
        [[nodiscard]] QVariant value(int column) const;
        /// The rowid of the row that this run inserted.
        [[nodiscard]] std::uint64_t insertedId() const;

    private:
        Statement& m_statement;
    };

    /// Prepares `text`. Failures, now and later, are noted in `health`, which must outlive the statement.
    Statement(const QSqlDatabase& database, const char* text, StatementHealth& health);

    /// Binds the arguments in order and runs. Does nothing if the health is bad.
    template <typename... Args>
    [[nodiscard]] Run run(const Args&... args)
    {
        int place = 0;
        (m_query.bindValue(place++, bound(args)), ...);
        execute();
        return Run(*this);
    }
    /// Like run(), for statements without rows.
    template <typename... Args>
    void change(const Args&... args)
    {
        const Run done = run(args...);
    }
    /// Binds values made by bound(), in order, and runs.
    [[nodiscard]] Run runWith(const std::vector<QVariant>& values);

private:
    void execute();
    void noteFailure();

    QSqlQuery m_query;
    StatementHealth& m_health;
};

} // namespace tidemark::server
