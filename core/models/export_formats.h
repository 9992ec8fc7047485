#pragma once

#include "core/client/export_values.h"

#include <QString>

#include <cstdint>
#include <memory>

namespace tidemark {

/// What a conversation can be exported as.
enum class ExportKind : std::uint8_t {
    JsonLines, ///< an object a line, for programs
    Text,      ///< as it is read, in the language and the time zone of the program
};

[[nodiscard]] std::shared_ptr<ExportFormat> makeExportFormat(ExportKind kind);

/// "jsonl" or "txt".
[[nodiscard]] QString fileSuffixOf(ExportKind kind);

} // namespace tidemark
