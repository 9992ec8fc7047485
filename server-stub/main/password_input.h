#pragma once

#include "core/base/expected.h"

#include <QString>

#include <string>

namespace tidemark::server {

/// The hash of the password in the first line of `file`, or of standard input where that is empty or "-"; a
/// person at a terminal is asked, and sees nothing of what they type. The error is for people.
[[nodiscard]] Expected<std::string, QString> hashOfPasswordIn(const QString& file);

} // namespace tidemark::server
