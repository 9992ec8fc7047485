#include "core/store/statement.h"

#include "core/store/database.h"

#include <QSqlError>

namespace tidemark {

Statement::Statement(Database& database, const char* sql)
    : m_database(database), m_sql(sql), m_query(database.connection())
{
    m_query.setForwardOnly(true);
}

bool Statement::prepare()
{
    if (!m_isPrepared) {
        m_isPrepared = m_query.prepare(QString::fromLatin1(m_sql));
        if (!m_isPrepared) {
            m_database.noteError(m_query.lastError());
        }
    }
    return m_isPrepared;
}

Run::~Run()
{
    m_statement.m_query.finish();
}

void Run::execute()
{
    if (!m_isReady) {
        return;
    }
    m_succeeded = m_statement.m_query.exec();
    if (!m_succeeded) {
        m_statement.m_database.noteError(m_statement.m_query.lastError());
    }
}

bool Run::next()
{
    if (!m_succeeded) {
        return false;
    }
    if (m_statement.m_query.next()) {
        return true;
    }
    if (m_statement.m_query.lastError().isValid()) {
        m_statement.m_database.noteError(m_statement.m_query.lastError());
        m_succeeded = false;
    }
    return false;
}

int Run::affectedRows() const
{
    return m_statement.m_query.numRowsAffected();
}

} // namespace tidemark
