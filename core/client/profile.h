#pragma once

#include "core/base/expected.h"

#include <QString>

namespace tidemark {

/// Makes a profile's directory (mode 0700) where it is missing. The path of the database in it; the error is
/// for people.
[[nodiscard]] Expected<QString, QString> prepareProfile(const QString& directory);

} // namespace tidemark
