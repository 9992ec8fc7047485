#include "core/store/file/statement.h"

#include "core/store/file/database.h"

#include <QSqlError>

#include <array>
#include <cstddef>

namespace tidemark {

namespace {

constexpr std::size_t maxParameters = 64;

/// QSqlQuery builds a name for each position at every bind, which takes a tenth of the time of an insert. If
/// parameters have names, it only looks them up.
const QString& parameterName(std::size_t position)
{
    static const auto names = [] {
        std::array<QString, maxParameters> made;
        for (std::size_t index = 0; index < made.size(); ++index) {
            made.at(index) = QStringLiteral(":p%1_").arg(index);
        }
        return made;
    }();
    return names.at(position);
}

/// Replaces the question marks in `sql` by names.
QString withNames(const char* sql)
{
    const QString text = QString::fromLatin1(sql);
    QString named;
    std::size_t position = 0;
    for (const QChar character : text) {
        if (character == QLatin1Char('?')) {
            named += parameterName(position++);
        } else {
            named += character;
        }
    }
    return named;
}

} // namespace

Statement::Statement(Database& database, const char* sql)
    : m_database(database), m_sql(sql), m_query(database.connection())
{
    m_query.setForwardOnly(true);
}

bool Statement::prepare()
{
    if (!m_isPrepared) {
        m_isPrepared = m_query.prepare(withNames(m_sql));
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

void Run::bind(const QVariant& value)
{
    m_statement.m_query.bindValue(parameterName(m_bound++), value);
}

void Run::execute()
{
    if (!m_isReady || m_statement.m_database.isTransactionLost()) {
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
