#include "core/transfer/file_transfer.h"

#include "core/base/require.h"

namespace tidemark::transfer {

FileTransfer::FileTransfer(Context& context, BlobHash fileHash, std::uint64_t fileSize)
    : hash(fileHash), size(fileSize), m_context(context),
      m_backoff(context.config.backoffBase, context.config.backoffCap)
{
}

void FileTransfer::begin()
{
    require(m_phase == Phase::Waiting, "only a waiting transfer begins");
    m_phase = Phase::Active;
    onBegin();
}

void FileTransfer::stop()
{
    m_asked.clear();
    m_jobs.clear();
    if (m_phase == Phase::Active) {
        m_phase = Phase::Waiting;
    }
}

void FileTransfer::reset()
{
    stop();
    m_phase = Phase::Waiting;
    m_error = protocol::ErrorCode::Unknown;
    m_notBefore = {};
    m_hasMismatched = false;
}

void FileTransfer::fail(protocol::ErrorCode error)
{
    require(m_phase != Phase::Complete, "a complete transfer does not fail");
    stop();
    m_phase = Phase::Failed;
    m_error = error;
}

void FileTransfer::complete()
{
    require(m_phase == Phase::Active, "only an active transfer completes");
    stop();
    m_phase = Phase::Complete;
    m_done = size;
}

void FileTransfer::postpone(Milliseconds delay)
{
    require(m_phase == Phase::Active, "only an active transfer is postponed");
    stop();
    m_notBefore = m_context.now() + delay;
}

void FileTransfer::retryLater(Milliseconds atLeast)
{
    postpone(std::max(atLeast, m_backoff.next(m_context.random())));
}

void FileTransfer::refuse(const protocol::Error& error)
{
    using protocol::ErrorCode;
    constexpr Milliseconds leastPause{20};
    if (error.code == ErrorCode::TooFast) {
        postpone(std::max(error.retryAfter, leastPause));
    } else if (protocol::isTransient(error.code)) {
        retryLater(error.retryAfter);
    } else {
        fail(error.code);
    }
}

void FileTransfer::noteProgress(std::uint64_t done)
{
    require(done >= m_done, "progress only rises");
    m_backoff.reset();
    setDone(done);
}

void FileTransfer::setDone(std::uint64_t done)
{
    require(done <= size, "no more bytes are done than the file has");
    m_done = done;
}

void FileTransfer::noteMismatch()
{
    if (std::exchange(m_hasMismatched, true)) {
        fail(protocol::ErrorCode::HashMismatch);
    } else {
        retryLater();
    }
}

Part FileTransfer::partAt(std::uint64_t offset) const
{
    require(offset < size, "a part begins inside the file");
    return {offset, std::min<std::uint64_t>(m_context.config.partBytes, size - offset)};
}

void FileTransfer::ask(protocol::ClientFrame frame, Part part)
{
    require(m_phase == Phase::Active, "only an active transfer asks the server");
    m_asked.emplace(m_context.send(std::move(frame)), part);
}

void FileTransfer::start(FileJob job, Part part)
{
    require(m_phase == Phase::Active, "only an active transfer starts a job");
    m_jobs.emplace(m_context.start(std::move(job)), part);
}

void FileTransfer::take(RequestId request, const protocol::ServerFrame& answer)
{
    const auto found = m_asked.find(request);
    require(found != m_asked.end(), "an answer belongs to a request of the transfer");
    const Part part = found->second;
    m_asked.erase(found);
    if (const auto* error = std::get_if<protocol::Error>(&answer)) {
        onError(*error);
    } else {
        onAnswer(part, answer);
    }
}

void FileTransfer::take(FileJobId job, FileJobResult result)
{
    const auto found = m_jobs.find(job);
    require(found != m_jobs.end(), "a result belongs to a job of the transfer");
    const Part part = found->second;
    m_jobs.erase(found);
    onJob(part, std::move(result));
}

} // namespace tidemark::transfer
