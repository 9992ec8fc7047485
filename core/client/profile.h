#pragma once

#include "core/base/expected.h"

#include <QString>

namespace tidemark {

/// Creates a missing profile directory (mode 0700). Returns the path of the database in it, or an error for
/// the user.
[[nodiscard]] Expected<QString, QString> prepareProfile(const QString& directory);

} // namespace tidemark
