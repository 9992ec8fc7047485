#pragma once

#include "core/transfer/transfer_engine.h"

#include <doctest/doctest.h>

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::test {

[[nodiscard]] MessageUuid uuidOf(std::uint64_t number);
/// Bytes that differ from one `seed` to the next.
[[nodiscard]] std::string fileOf(std::size_t size, char seed = 'a');

inline constexpr std::size_t partBytes = 1000;

/// A server's part of transfers, as simple as it can be: it answers each request at once.
class FileServer {
public:
    struct Upload {
        BlobHash hash;
        std::uint64_t size = 0;
        std::string bytes;
    };

    /// The next answer to a request of this kind is an error.
    void refuses(std::size_t kind, protocol::ErrorCode code, Milliseconds retryAfter = {});
    [[nodiscard]] std::optional<protocol::ServerFrame> answer(const protocol::ClientFrame& frame);

    std::map<MessageUuid, Upload> uploads;
    std::map<BlobHash, std::string> blobs;
    /// The files of messages, by conversation and seq.
    std::map<std::pair<ConversationId, Seq>, std::vector<std::string>> messages;
    std::uint64_t chunkBytesReceived = 0;
    bool isSilent = false;
    Limits limits;

private:
    [[nodiscard]] protocol::ServerFrame take(const protocol::BeginUpload& begin);
    [[nodiscard]] protocol::ServerFrame take(const protocol::UploadChunk& chunk);
    [[nodiscard]] protocol::ServerFrame take(const protocol::FinishUpload& finish);
    [[nodiscard]] protocol::ServerFrame take(const protocol::CancelUpload& cancel);
    [[nodiscard]] protocol::ServerFrame take(const protocol::GetBlob& request);

    std::map<std::size_t, std::deque<protocol::Error>> m_refusals;
};

template <typename Frame>
[[nodiscard]] std::size_t kindOfFrame()
{
    return protocol::ClientFrame(Frame()).index();
}

/// A transfer engine with a disk and a server. Time passes only when the test says so.
class Bench {
public:
    /// Parts have `partBytes`.
    explicit Bench(transfer::Config config = {});

    void does(const transfer::Input& input);
    void comesOnline();
    /// Answers jobs and requests until nothing is left. Opens the connection when the engine wants one.
    void runs();
    /// Does one job or answers one request; false: there was none.
    bool runsOnce();
    void losesConnection();
    /// Time passes, and timers fire. Jobs and requests are answered on the way.
    void waits(Milliseconds time);

    /// A message with these files is pending.
    transfer::Send sends(std::uint64_t message, const std::vector<std::string>& files,
                         std::uint64_t conversation = 1);
    void fetches(Seq seq, const std::string& file, std::uint32_t index = 0);
    [[nodiscard]] static FileKey keyOf(std::uint64_t message, std::uint32_t index = 0,
                                       std::uint64_t conversation = 1);
    [[nodiscard]] static FileKey placeOf(Seq seq, std::uint32_t index = 0);
    [[nodiscard]] FileState stateOf(const FileKey& file) const;

    FileServer server;
    std::map<std::pair<MessageUuid, BlobHash>, std::string> outgoing;
    std::map<BlobHash, std::string> partial;
    std::map<BlobHash, std::string> held;
    std::size_t roomLeft = SIZE_MAX;
    bool spoilsNextPart = false; ///< a byte of the next appended part is wrong
    bool comparesHashes = true;

    bool isOpen = false;
    std::size_t openings = 0;
    std::vector<MessageUuid> ready;
    std::vector<transfer::FailedFile> failed;
    std::map<FileKey, FileState> states;
    std::vector<std::pair<FileKey, FileState>> reports;
    std::deque<protocol::ClientEnvelope> requests;
    std::vector<protocol::ClientEnvelope> allRequests;
    std::deque<std::pair<FileJobId, FileJob>> jobs;
    std::size_t maxAsked = 0;

private:
    [[nodiscard]] FileJobResult carryOut(const FileJob& job);
    void note(transfer::Effects effects);

    TransferEngine m_engine;
    Instant m_now{Milliseconds(1000000)};
    std::optional<Instant> m_wakeUp;
    bool m_opens = false;
};

} // namespace tidemark::test
