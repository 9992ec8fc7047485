#pragma once

#include "core/base/backoff.h"
#include "core/transfer/transfer_context.h"

#include <map>

namespace tidemark::transfer {

/// Bytes of a file.
struct Part {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// Transfers one file to the server or from it. It can be stopped and started again at any time. Then it asks
/// first where to go on.
class FileTransfer {
public:
    enum class Phase : std::uint8_t { Waiting, Active, Complete, Failed };

    FileTransfer(Context& context, BlobHash hash, std::uint64_t size);
    virtual ~FileTransfer() = default;
    FileTransfer(const FileTransfer&) = delete;
    FileTransfer& operator=(const FileTransfer&) = delete;

    const BlobHash hash;
    const std::uint64_t size;

    [[nodiscard]] Phase phase() const { return m_phase; }
    /// Why it failed.
    [[nodiscard]] protocol::ErrorCode error() const { return m_error; }
    [[nodiscard]] std::uint64_t done() const { return m_done; }
    [[nodiscard]] Instant notBefore() const { return m_notBefore; }
    [[nodiscard]] bool isDue() const { return m_phase == Phase::Waiting && m_notBefore <= m_context.now(); }

    /// Precondition: it is waiting.
    void begin();
    /// Ends what is on its way. An active transfer waits then.
    void stop();
    /// Begins from the start when its turn comes, whatever its phase.
    void reset();
    void fail(protocol::ErrorCode error);

    [[nodiscard]] bool owns(RequestId request) const { return m_asked.contains(request); }
    [[nodiscard]] bool owns(FileJobId job) const { return m_jobs.contains(job); }
    /// Preconditions: it owns the request or job.
    void take(RequestId request, const protocol::ServerFrame& answer);
    void take(FileJobId job, FileJobResult result);
    /// Whether an answer of the server is awaited.
    [[nodiscard]] bool isAsking() const { return !m_asked.empty(); }

protected:
    virtual void onBegin() = 0;
    virtual void onAnswer(const Part& part, const protocol::ServerFrame& answer) = 0;
    virtual void onError(const protocol::Error& error) = 0;
    virtual void onJob(const Part& part, FileJobResult result) = 0;

    void ask(protocol::ClientFrame frame, Part part = {});
    void start(FileJob job, Part part = {});
    void complete();
    /// Stops, and begins again after `delay`.
    void postpone(Milliseconds delay);
    /// Stops, and begins again after a time that grows with each failure without progress.
    void retryLater(Milliseconds atLeast = Milliseconds(0));
    /// Handles refusals that mean the same for all transfers.
    void refuse(const protocol::Error& error);
    /// The file went on, so the next failure is the first again. Precondition: `done` is not below done().
    void noteProgress(std::uint64_t done);
    void setDone(std::uint64_t done);
    /// The hash of the bytes that arrived is wrong. Tries once more.
    void noteMismatch();
    /// The next part of the file, beginning at `offset`, which is below `size`.
    [[nodiscard]] Part partAt(std::uint64_t offset) const;
    [[nodiscard]] const std::map<RequestId, Part>& asked() const { return m_asked; }
    [[nodiscard]] const std::map<FileJobId, Part>& jobs() const { return m_jobs; }
    [[nodiscard]] std::size_t window() const { return m_context.window(); }

private:
    Context& m_context;
    Phase m_phase = Phase::Waiting;
    protocol::ErrorCode m_error = protocol::ErrorCode::Unknown;
    std::uint64_t m_done = 0;
    Instant m_notBefore{};
    Backoff m_backoff;
    bool m_hasMismatched = false;
    std::map<RequestId, Part> m_asked;
    std::map<FileJobId, Part> m_jobs;
};

} // namespace tidemark::transfer
