#pragma once

#include "app/lab/world/defects.h"
#include "core/domain/attachment.h"
#include "core/domain/ids.h"
#include "core/domain/limits.h"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace tidemark::sim {

/// Chances of a thousand.
struct Faults {
    std::uint32_t dropFrame = 0;
    std::uint32_t doubleFrame = 0;
    std::uint32_t reorderFrame = 0;
    std::uint32_t cutConnection = 0; ///< for each frame
    std::uint32_t clientCrashBeforeCommit = 0;
    std::uint32_t clientCrashAfterCommit = 0;
    std::uint32_t clientCommitFails = 0;
    std::uint32_t serverCrashBeforeCommit = 0;
    std::uint32_t serverCrashAfterCommit = 0;
    std::uint32_t serverCommitFails = 0;
    std::uint32_t serverCrashBeforeHints = 0; ///< after its answers
    std::uint32_t loseHint = 0;               ///< between servers
};

/// The conditions of a world: everything that happens there beside the actions of users.
struct Plan {
    std::uint64_t seed = 1;
    Defect defect = Defect::None;
    int servers = 1; ///< on one store
    Faults faults;
    /// The servers' database is a file, so that a backup of it can be kept and put back.
    bool restoresBackup = false;
    /// The database of each device is a file, so that a backup of it can be kept and put back.
    bool keepsDeviceFiles = false;
    /// The users' devices send files and fetch them.
    bool movesFiles = false;
    /// The hash of files. Worlds without files need none.
    BlobHash (*hashOf)(std::string_view bytes) = nullptr;
    /// Nothing fails in this run.
    bool hasNoFaults = false;
    /// Each action ends before the next one, and no chance depends on the number of frames. Two such runs
    /// differ only where their actions do.
    bool isStill = false;
    /// At times no push arrives for minutes, only answers.
    bool losesPushes = false;
    /// The server keeps only this many entries of each conversation, the newest ones.
    std::optional<std::uint64_t> keepEntries;
    /// The server keeps entries up to this age.
    std::optional<Milliseconds> keepFor;
    /// Unread messages above this age do not count.
    std::optional<Milliseconds> unreadExpiresAfter;
    /// The server's wall clock goes back, forward, and to 1970.
    bool clockJumps = false;
    /// A user who was away for longer has no unread announcements.
    std::optional<Milliseconds> noticesForgetAfter;
    /// The limits of a user's sends. Some runs reach them all the time.
    Limits limits;
    bool trace = false;

    /// Whether frames arrive once and in order until the connection is cut, as a WebSocket promises.
    [[nodiscard]] bool keepsFrameOrder() const
    {
        return faults.dropFrame == 0 && faults.doubleFrame == 0 && faults.reorderFrame == 0 && !losesPushes
               && faults.loseHint == 0 && !restoresBackup;
    }
};

/// The run has broken a condition.
class Violation : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Thrown through the hub when the simulated server dies during a commit.
struct ServerDied {};

} // namespace tidemark::sim
