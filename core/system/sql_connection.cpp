#include "core/system/sql_connection.h"

#include <QStringList>

namespace tidemark {

QSqlDatabase addSqlConnection(const QString& driver, const QString& name)
{
    // The first thread fills the list while the others wait here.
    [[maybe_unused]] static const QStringList drivers = QSqlDatabase::drivers();
    return QSqlDatabase::addDatabase(driver, name);
}

} // namespace tidemark
