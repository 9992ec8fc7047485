#pragma once

#include "core/transfer/file_transfer.h"

#include <cstdint>
#include <map>
#include <optional>

namespace tidemark::transfer {

/// The states of files as they were last reported. Reports only changes, and the progress of a file not more
/// often than necessary.
class ReportLog {
public:
    explicit ReportLog(Context& context) : m_context(context) {}

    /// The connection for files: not open, open, or without an answer for too long.
    enum class Connection : std::uint8_t { Absent, Ready, Silent };
    void setConnection(Connection connection) { m_connection = connection; }
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
    Connection m_connection = Connection::Absent;
    std::map<FileKey, Reported> m_last;
};

} // namespace tidemark::transfer
