#pragma once

#include <QString>

class QSqlDatabase;

namespace tidemark::server {

/// Fills account_fold and account_skeleton from the names of accounts. `select` returns id and name of each
/// account, ascending by id. Returns the error's text; empty if it succeeds.
[[nodiscard]] QString insertNameKeys(QSqlDatabase& database, const QString& select);

} // namespace tidemark::server
