#pragma once

#include "core/base/shared_bytes.h"
#include "core/domain/attachment.h"
#include "core/domain/file_state.h"
#include "core/domain/ids.h"
#include "core/domain/limits.h"
#include "core/domain/protocol.h"
#include "core/domain/request_caps.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark {

struct FileJobTag;
/// Matches a file job to its result.
using FileJobId = StrongId<FileJobTag>;

/// Work on the files of the profile. The jobs are done one after the other, in the order of the effects.
namespace job {

/// Reads bytes of a file that is being sent.
struct ReadOutgoing {
    MessageUuid message;
    BlobHash hash;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};
/// Finds out how many bytes of a file have arrived. A longer file than `size` is emptied.
struct MeasurePartial {
    BlobHash hash;
    std::uint64_t size = 0;
};
/// Writes bytes at the end of a file that arrives, which is at `offset`.
struct AppendPartial {
    BlobHash hash;
    std::uint64_t offset = 0;
    SharedBytes bytes;
};
/// Compares the hash of a file that has arrived, makes it durable and moves it to the held files. Removes it
/// if the hash differs.
struct FinishPartial {
    BlobHash hash;
    std::uint64_t size = 0;
};

} // namespace job

using FileJob = std::variant<job::ReadOutgoing, job::MeasurePartial, job::AppendPartial, job::FinishPartial>;

struct FileJobResult {
    enum class Outcome : std::uint8_t {
        Done,
        Held, ///< only of MeasurePartial: the whole file is held
        WrongHash,
        NoRoom,
        Failed,
    };
    Outcome outcome = Outcome::Failed;
    std::uint64_t length = 0; ///< of the partial file, after MeasurePartial and AppendPartial
    SharedBytes bytes = {};   ///< of ReadOutgoing
};

/// Everything that can happen to a TransferEngine.
namespace transfer {

/// The main connection has caught up, or the account's token has changed.
struct Online {
    std::string token;
    DeviceId device;
    Limits limits;
    friend bool operator==(const Online&, const Online&) = default;
};
struct Offline {};

// The bulk connection.
struct Opened {};
struct Lost {};
struct FrameArrived {
    protocol::ServerEnvelope envelope;
};
struct GarbageArrived {};

/// A pending message with files, new or changed.
struct Send {
    struct File {
        BlobHash hash;
        std::uint64_t size = 0;
        /// With Stop: why this file cannot be sent, if the program knew it when it ran last.
        protocol::ErrorCode error = protocol::ErrorCode::Unknown;
        friend bool operator==(const File&, const File&) = default;
    };
    enum class Mode : std::uint8_t { Run, Pause, Stop };
    MessageUuid message;
    ConversationId conversation;
    std::uint64_t order = 0; ///< ascends in the order of writing
    std::vector<File> files;
    Mode mode = Mode::Run;                                    ///< Stop: the message has failed
    protocol::ErrorCode error = protocol::ErrorCode::Unknown; ///< with Stop
    bool isWaiting = true; ///< `ready` was not received yet, or the server has lost a file since
};
/// The message is in the log, or was deleted.
struct Forget {
    MessageUuid message;
    bool isSent = false;
};
struct Fetch {
    FileKey file;
    BlobHash hash;
    std::uint64_t size = 0;
};
struct CancelFetch {
    FileKey file;
};
struct JobDone {
    FileJobId job;
    FileJobResult result;
};
struct Tick {};

using Input = std::variant<Online, Offline, Opened, Lost, FrameArrived, GarbageArrived, Send, Forget, Fetch,
                           CancelFetch, JobDone, Tick>;

/// A file that was given up. Its message has failed.
struct FailedFile {
    MessageUuid message;
    std::uint32_t index = 0;
    protocol::ErrorCode error = protocol::ErrorCode::Unknown;
    friend bool operator==(const FailedFile&, const FailedFile&) = default;
};

/// `Open` replaces an earlier connection; Opened or Lost follows. After `Close` nothing is reported about it.
enum class Order : std::uint8_t { None, Open, Close };

/// The decisions of one step, in the order in which they are carried out.
struct Effects {
    Order order = Order::None;
    std::vector<protocol::ClientEnvelope> sends;
    std::vector<std::pair<FileJobId, FileJob>> jobs;
    std::vector<std::pair<FileKey, FileState>> states; ///< what has changed; without paths
    std::vector<MessageUuid> ready;                    ///< the server has all files of these messages
    std::vector<FailedFile> failed;
    std::optional<Instant> wakeUp; ///< replaces any earlier one
};

struct Config {
    std::string deviceName = "device";
    std::string clientName = "tidemark";
    std::uint64_t jitterSeed = 1;
    std::size_t maxTransfers = 3;
    /// Parts on their way, of all transfers. A server takes 16 from all devices of a user.
    std::size_t maxParts = 12;
    std::size_t partBytes = caps::maxChunkBytes;
    std::size_t maxFetches = 1000;    ///< of different files
    Milliseconds answerTimeout{5000}; ///< after this time without an answer the files wait visibly
    Milliseconds deadTimeout{20000};  ///< after this time without an answer the connection is replaced
    Milliseconds idleTimeout{10000};
    Milliseconds progressInterval{100};
    Milliseconds backoffBase{250};
    Milliseconds backoffCap{30000};
};

} // namespace transfer

/// The uuid of the upload of a file for a message. Each different file of a message has its own.
[[nodiscard]] constexpr MessageUuid uploadUuid(MessageUuid message, const BlobHash& hash)
{
    for (std::size_t i = 0; i < message.bytes.size(); ++i) {
        message.bytes.at(i) ^= hash.bytes.at(i);
    }
    return message;
}

} // namespace tidemark
