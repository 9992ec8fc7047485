#pragma once

#include "core/domain/export_format.h"
#include "core/domain/ids.h"

#include <QString>

#include <cstdint>
#include <memory>

namespace tidemark {

struct ExportRequest {
    quint64 tag = 0; ///< returned with the result
    ConversationId conversation;
    QString path; ///< replaced as a whole when the export succeeds
    std::shared_ptr<ExportFormat> format;
    /// Unless empty, views show deleted accounts by these words from now on, as ClientOptions::nameOfDeleted.
    QString nameOfDeleted = {};
};

struct ExportProgress {
    quint64 tag = 0;
    std::uint64_t done = 0; ///< entries of the log processed
    std::uint64_t all = 0;
};

struct ExportResult {
    quint64 tag = 0;
    enum class End : std::uint8_t { Written, Cancelled, Failed };
    End end = End::Written;
    QString problem;                ///< for the user: why the export failed
    QString path;                   ///< the file is unchanged unless `end` is Written
    std::uint64_t items = 0;        ///< messages and notices
    std::uint64_t missing = 0;      ///< entries that this device does not hold
    std::uint64_t files = 0;        ///< files of messages beside the file, in the folder `path`.files
    std::uint64_t missingFiles = 0; ///< files of messages that this device does not hold, or cannot read

    friend bool operator==(const ExportResult&, const ExportResult&) = default;
};

} // namespace tidemark
