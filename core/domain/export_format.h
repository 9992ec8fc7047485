#pragma once

#include "core/domain/range_set.h"
#include "core/domain/view.h"

#include <string>
#include <vector>

namespace tidemark {

/// The context of an export.
struct ExportSubject {
    ConversationSummary conversation;
    std::string userName; ///< the owner of the profile
    UnixMs at;            ///< time of the export
};

/// Formats a conversation for a file: UTF-8, each part with its line ends. One export uses it, on the core
/// thread.
class ExportFormat {
public:
    virtual ~ExportFormat() = default;
    [[nodiscard]] virtual std::string begin(const ExportSubject& subject) = 0;
    /// Items arrive ascending by seq, with edits and recalls folded in; unsent messages come last, without a
    /// seq. `copies`: the path of each attachment relative to the folder of the export, in UTF-8; empty if
    /// the attachment was not copied.
    [[nodiscard]] virtual std::string item(const TimelineItem& item,
                                           const std::vector<std::string>& copies) = 0;
    /// Entries that this device does not hold. `isTrimmed`: the server does not have them either.
    [[nodiscard]] virtual std::string gap(const SeqRange& missing, bool isTrimmed) = 0;
};

} // namespace tidemark
