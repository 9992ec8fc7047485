#pragma once

#include "core/base/expected.h"
#include "core/domain/conversation.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tidemark::server {

/// The size and contents of a database.
struct Statistics {
    struct Conversation {
        ConversationId id;
        ConversationKind kind = ConversationKind::Group;
        std::string title;
        std::uint64_t entries = 0;
        std::uint64_t members = 0;
    };
    std::uint64_t users = 0;
    std::uint64_t disabledUsers = 0;
    std::uint64_t devices = 0; ///< number of devices that are signed in
    std::uint64_t directs = 0;
    std::uint64_t groups = 0;
    std::uint64_t channels = 0;
    std::uint64_t entries = 0;         ///< number of entries of all logs
    std::uint64_t files = 0;           ///< number of files of messages and of complete uploads
    std::uint64_t fileBytes = 0;       ///< size of these files
    std::uint64_t bytes = 0;           ///< size of the database without its journal
    std::vector<Conversation> largest; ///< by entries, the largest first
};

/// A server's database as it is at one moment, read-only. A server can write to the database meanwhile
/// without waiting. The errors are human-readable.
class Snapshot {
public:
    /// Refuses a file that is not a server's database or that a later version wrote.
    [[nodiscard]] static Expected<Snapshot, QString> open(const QString& path);
    Snapshot(Snapshot&& other) noexcept = default;
    Snapshot& operator=(Snapshot&& other) = delete;
    ~Snapshot();

    /// Writes everything to `file`, which must exist and be empty. Does not wait for the disk. Returns the
    /// error; empty if it succeeds.
    [[nodiscard]] QString copyTo(const QString& file);
    /// Includes the `largest` largest conversations.
    [[nodiscard]] Expected<Statistics, QString> statistics(std::uint32_t largest);

private:
    class Handle;
    explicit Snapshot(std::unique_ptr<Handle> handle);

    std::unique_ptr<Handle> m_handle;
};

} // namespace tidemark::server
