#pragma once

#include "core/base/expected.h"
#include "core/domain/conversation.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tidemark::server {

/// How much is in a database.
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
    std::uint64_t devices = 0; ///< that are signed in
    std::uint64_t directs = 0;
    std::uint64_t groups = 0;
    std::uint64_t channels = 0;
    std::uint64_t entries = 0;         ///< of all logs
    std::uint64_t bytes = 0;           ///< of the database without its journal
    std::vector<Conversation> largest; ///< by entries, the largest first
};

/// A server's database as it is at one moment, only to be read, also while a server writes to it, whom that
/// does not hold up. The errors are for people.
class Snapshot {
public:
    /// Refuses what is no database of this program, or of a later version of it.
    [[nodiscard]] static Expected<Snapshot, QString> open(const QString& path);
    Snapshot(Snapshot&& other) noexcept = default;
    Snapshot& operator=(Snapshot&& other) = delete;
    ~Snapshot();

    /// Writes all of it to `file`, which is there and empty; nothing waits for the disk. What is wrong;
    /// empty: it was done.
    [[nodiscard]] QString copyTo(const QString& file);
    /// With the `largest` largest conversations.
    [[nodiscard]] Expected<Statistics, QString> statistics(std::uint32_t largest);

private:
    class Handle;
    explicit Snapshot(std::unique_ptr<Handle> handle);

    std::unique_ptr<Handle> m_handle;
};

} // namespace tidemark::server
