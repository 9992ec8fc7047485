#pragma once

#include "core/transfer/file_transfer.h"

#include <map>
#include <optional>

namespace tidemark::transfer {

/// The states of files as they were last reported. Reports only changes, and the progress of a file not more
/// often than necessary.
class ReportLog {
public:
    explicit ReportLog(Context& context) : m_context(context) {}

    /// Whether bytes move at present, and whether the server has stopped answering.
    void setConnection(bool isReady, bool isSilent);
    /// The state of a transfer that is not paused.
    [[nodiscard]] FileState stateOf(const FileTransfer& transfer) const;
    void put(const FileKey& file, FileState state);
    void forget(const FileKey& file) { m_last.erase(file); }
    [[nodiscard]] std::optional<FileState> last(const FileKey& file) const;

private:
    struct Reported {
        FileState state;
        Instant at;
    };
    Context& m_context;
    bool m_isReady = false;
    bool m_isSilent = false;
    std::map<FileKey, Reported> m_last;
};

} // namespace tidemark::transfer
