#pragma once

#include "core/base/expected.h"

#include <QString>

#include <string>

namespace tidemark::server {

/// The hash of the password in the first line of `file`, or of standard input if `file` is empty or "-". At a
/// terminal the user is asked for the password, and the typed text is hidden. The error is human-readable.
[[nodiscard]] Expected<std::string, QString> hashOfPasswordIn(const QString& file);

} // namespace tidemark::server
