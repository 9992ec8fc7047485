#pragma once

#include "core/domain/range_set.h"
#include "core/domain/view.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <memory>

namespace tidemark {

/// The context of an export.
struct ExportSubject {
    ConversationSummary conversation;
    QString userName; ///< the owner of the profile
    UnixMs at;        ///< time of the export
};

/// Formats a conversation for a file: UTF-8, each part with its line ends. One export uses it, on the core
/// thread.
class ExportFormat {
public:
    virtual ~ExportFormat() = default;
    [[nodiscard]] virtual QByteArray begin(const ExportSubject& subject) = 0;
    /// Items arrive ascending by seq, with edits and recalls folded in; unsent messages come last, without a
    /// seq.
    [[nodiscard]] virtual QByteArray item(const TimelineItem& item) = 0;
    /// Entries that this device does not hold. `isTrimmed`: the server does not have them either.
    [[nodiscard]] virtual QByteArray gap(const SeqRange& missing, bool isTrimmed) = 0;
};

struct ExportRequest {
    quint64 tag = 0; ///< returned with the result
    ConversationId conversation;
    QString path; ///< replaced as a whole when the export succeeds
    std::shared_ptr<ExportFormat> format;
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
    QString problem;           ///< for the user: why the export failed
    QString path;              ///< the file is unchanged unless `end` is Written
    std::uint64_t items = 0;   ///< messages and notices
    std::uint64_t missing = 0; ///< entries that this device does not hold

    friend bool operator==(const ExportResult&, const ExportResult&) = default;
};

} // namespace tidemark
