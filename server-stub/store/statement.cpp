#include "server-stub/store/statement.h"

#include <QSqlDatabase>
#include <QSqlError>

namespace tidemark::server {

QVariant bound(std::uint64_t number)
{
    return QVariant::fromValue(static_cast<qlonglong>(number));
}

QVariant bound(std::int64_t number)
{
    return QVariant::fromValue(static_cast<qlonglong>(number));
}

QVariant bound(std::uint32_t number)
{
    return QVariant::fromValue(static_cast<qlonglong>(number));
}

QVariant bound(bool flag)
{
    return QVariant(flag ? 1 : 0);
}

QVariant bound(std::string_view bytes)
{
    // An empty view may be a null pointer, which would be bound as NULL.
    return QVariant(QByteArray(bytes.empty() ? "" : bytes.data(), static_cast<qsizetype>(bytes.size())));
}

bool Statement::Run::next()
{
    if (m_statement.m_health.failed) {
        return false;
    }
    if (m_statement.m_query.next()) {
        return true;
    }
    if (m_statement.m_query.lastError().isValid()) {
        m_statement.noteFailure();
    }
    return false;
}

std::uint64_t Statement::Run::number(int column) const
{
    return static_cast<std::uint64_t>(m_statement.m_query.value(column).toLongLong());
}

std::string Statement::Run::bytes(int column) const
{
    return m_statement.m_query.value(column).toByteArray().toStdString();
}

QVariant Statement::Run::value(int column) const
{
    QVariant value = m_statement.m_query.value(column);
    if (value.isNull()) {
        return {};
    }
    // Empty bytes may be a null pointer, which would be bound as NULL.
    return value.typeId() == QMetaType::QByteArray ? bound(bytes(column)) : bound(number(column));
}

std::uint64_t Statement::Run::insertedId() const
{
    return m_statement.m_health.failed
               ? 0
               : static_cast<std::uint64_t>(m_statement.m_query.lastInsertId().toLongLong());
}

Statement::Statement(const QSqlDatabase& database, const char* text, StatementHealth& health)
    : m_query(database), m_health(health)
{
    m_query.setForwardOnly(true);
    if (!m_query.prepare(QString::fromLatin1(text))) {
        noteFailure();
    }
}

Statement::Run Statement::runWith(const std::vector<QVariant>& values)
{
    int place = 0;
    for (const QVariant& value : values) {
        m_query.bindValue(place++, value);
    }
    execute();
    return Run(*this);
}

void Statement::execute()
{
    if (!m_health.failed && !m_query.exec()) {
        noteFailure();
    }
}

void Statement::noteFailure()
{
    const QSqlError error = m_query.lastError();
    m_health = {true, error.text(), isDamage(error)};
}

bool isDamage(const QSqlError& error)
{
    // https://www.sqlite.org/rescode.html; the low byte is the primary code.
    constexpr int corrupt = 11;
    constexpr int notADatabase = 26;
    constexpr int shortRead = 522; // the file ends before the page
    const int code = error.nativeErrorCode().toInt();
    return (code & 0xff) == corrupt || (code & 0xff) == notADatabase || code == shortRead;
}

} // namespace tidemark::server
