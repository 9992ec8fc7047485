#pragma once

#include <QSqlDatabase>
#include <QString>

namespace tidemark {

/// QSqlDatabase::addDatabase(), for any thread. Qt fills its list of drivers at the first call without a
/// lock. If two threads do this at once, they register two clean-up routines that call each other, and the
/// program never ends.
[[nodiscard]] QSqlDatabase addSqlConnection(const QString& driver, const QString& name);

} // namespace tidemark
