#pragma once

#include "core/models/formats/json_line.h"

#include <QString>

namespace tidemark::cli {

/// Writes one line to standard output and flushes it.
void print(const JsonLine& line);
/// Writes one line for the user to standard error, in the form of forTerminal().
void printMessage(const QString& message);

/// Escapes the characters of `message` that control a terminal or change the writing direction ("\u001b").
/// Line ends and tabs stay.
[[nodiscard]] QString forTerminal(const QString& message);

} // namespace tidemark::cli
