#pragma once

#include "core/store/file/values.h"

#include <QSqlQuery>
#include <QVariant>

namespace tidemark {

class Database;

/// One SQL statement, prepared at first use and kept. Execute it with a Run.
class Statement {
public:
    Statement(Database& database, const char* sql);

private:
    friend class Run;
    [[nodiscard]] bool prepare();

    Database& m_database;
    const char* m_sql;
    QSqlQuery m_query;
    bool m_isPrepared = false;
};

/// One execution of a statement: binds by position, returns rows, and resets the statement in its destructor,
/// so that no read blocks a checkpoint of the journal. Records failures in the database; after a failure
/// there are no rows.
class Run {
public:
    template <typename... Values>
    explicit Run(Statement& statement, const Values&... values)
        : m_statement(statement), m_isReady(statement.prepare())
    {
        (bind(toColumn(values)), ...);
        execute();
    }
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    [[nodiscard]] bool next();
    [[nodiscard]] bool succeeded() const { return m_succeeded; }
    [[nodiscard]] int affectedRows() const;

    [[nodiscard]] std::int64_t number(int column) const
    {
        return m_statement.m_query.value(column).toLongLong();
    }
    [[nodiscard]] bool flag(int column) const { return number(column) != 0; }
    [[nodiscard]] bool isNull(int column) const { return m_statement.m_query.isNull(column); }
    [[nodiscard]] QByteArray bytes(int column) const
    {
        return m_statement.m_query.value(column).toByteArray();
    }
    /// UTF-8.
    [[nodiscard]] std::string text(int column) const { return bytes(column).toStdString(); }
    [[nodiscard]] MessageUuid uuid(int column) const { return uuidFromColumn(bytes(column)); }
    template <typename Id>
    [[nodiscard]] Id id(int column) const
    {
        return Id(static_cast<decltype(Id::value)>(number(column)));
    }

private:
    void bind(const QVariant& value);
    void execute();

    Statement& m_statement;
    std::size_t m_bound = 0;
    bool m_isReady = false;
    bool m_succeeded = false;
};

} // namespace tidemark
