#pragma once

#include "core/domain/range_set.h"
#include "core/domain/view.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <memory>

namespace tidemark {

/// What an export is about.
struct ExportSubject {
    ConversationSummary conversation;
    QString userName; ///< whose profile it is
    UnixMs at;        ///< now
};

/// How a conversation is written to a file: UTF-8, each part with the ends of its lines. Used on the core
/// thread by one export.
class ExportFormat {
public:
    virtual ~ExportFormat() = default;
    [[nodiscard]] virtual QByteArray begin(const ExportSubject& subject) = 0;
    /// Ascending by seq, edits and recalls folded in; at the end those that have not been sent, without a
    /// seq.
    [[nodiscard]] virtual QByteArray item(const TimelineItem& item) = 0;
    /// Entries that this device does not hold. `isTrimmed`: neither does the server.
    [[nodiscard]] virtual QByteArray gap(const SeqRange& missing, bool isTrimmed) = 0;
};

struct ExportRequest {
    quint64 tag = 0; ///< comes back
    ConversationId conversation;
    QString path; ///< written as a whole, in place of what is there
    std::shared_ptr<ExportFormat> format;
};

struct ExportProgress {
    quint64 tag = 0;
    std::uint64_t done = 0; ///< of the log's entries
    std::uint64_t all = 0;
};

struct ExportResult {
    quint64 tag = 0;
    enum class End : std::uint8_t { Written, Cancelled, Failed };
    End end = End::Written;
    QString problem;           ///< why it failed, for people
    QString path;              ///< nothing was written there unless it ended so
    std::uint64_t items = 0;   ///< messages and notices
    std::uint64_t missing = 0; ///< entries that are not on this device

    friend bool operator==(const ExportResult&, const ExportResult&) = default;
};

} // namespace tidemark
