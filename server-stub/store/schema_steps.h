#pragma once

#include <QString>

#include <variant>
#include <vector>

class QSqlDatabase;

namespace tidemark::server {

/// One change of a schema: a statement, or a function that returns the error's text; empty if it succeeds.
using SchemaStep = std::variant<const char*, QString (*)(QSqlDatabase&)>;
using SchemaSteps = std::vector<SchemaStep>;

/// Returns the error's text; empty if it succeeds.
QString execute(QSqlDatabase& database, const QString& statement);

/// Takes the steps in order until one fails. Returns the error's text; empty if all succeed.
[[nodiscard]] QString takeSteps(QSqlDatabase& database, const SchemaSteps& steps);

} // namespace tidemark::server
