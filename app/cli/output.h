#pragma once

#include "core/models/json_line.h"

#include <QString>

namespace tidemark::cli {

/// Writes one line to standard output at once.
void print(const JsonLine& line);
/// Writes one line for people to standard error.
void tell(const QString& message);

} // namespace tidemark::cli
