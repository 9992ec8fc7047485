#pragma once

#include "core/base/expected.h"

#include <QString>

namespace tidemark {

/// Makes a profile's directory (mode 0700) and its database file (mode 0600) where they are missing. The path
/// of the database; the error is for people.
[[nodiscard]] Expected<QString, QString> prepareProfile(const QString& directory);

} // namespace tidemark
