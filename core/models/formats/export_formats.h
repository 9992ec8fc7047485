#pragma once

#include "core/domain/export_format.h"

#include <QString>

#include <cstdint>
#include <memory>

namespace tidemark {

/// The formats for exporting a conversation.
enum class ExportKind : std::uint8_t {
    JsonLines, ///< one object per line, for programs
    Text,      ///< as shown, in the program's language and time zone
};

[[nodiscard]] std::shared_ptr<ExportFormat> makeExportFormat(ExportKind kind);

/// "jsonl" or "txt".
[[nodiscard]] QString fileSuffixOf(ExportKind kind);

} // namespace tidemark
