#include "core/transfer/report_log.h"

#include "core/base/require.h"

namespace tidemark::transfer {

namespace {

/// Whether `b` differs from `a` only by the bytes that have moved.
bool isProgress(const FileState& a, FileState b)
{
    b.done = a.done;
    return a == b;
}

} // namespace

FileState ReportLog::stateOf(const FileTransfer& transfer) const
{
    FileState state{.done = transfer.done(), .size = transfer.size};
    const auto waitingFor =
        m_connection == Connection::Silent ? protocol::ErrorCode::Unavailable : protocol::ErrorCode::Unknown;
    switch (transfer.phase()) {
    case FileTransfer::Phase::Waiting:
        state.step = FileState::Step::Waiting;
        state.error = waitingFor;
        break;
    case FileTransfer::Phase::Active:
        state.step = m_connection == Connection::Ready ? FileState::Step::Moving : FileState::Step::Waiting;
        state.error = waitingFor;
        break;
    case FileTransfer::Phase::Complete:
        state.step = FileState::Step::Moving; // until the message is in the log
        break;
    case FileTransfer::Phase::Failed:
        state.step = FileState::Step::Failed;
        state.error = transfer.error();
        break;
    }
    return state;
}

void ReportLog::put(const FileKey& file, FileState state)
{
    require(state.done <= state.size, "no more bytes are done than the file has");
    const auto found = m_last.find(file);
    if (found != m_last.end()) {
        const Reported& last = found->second;
        if (last.state == state) {
            return;
        }
        const Instant soonest = last.at + m_context.config.progressInterval;
        if (isProgress(last.state, state) && state.done != state.size && soonest > m_context.now()) {
            m_context.wakeAt(soonest);
            return;
        }
    }
    m_last.insert_or_assign(file, Reported{state, m_context.now()});
    m_context.effects().states.emplace_back(file, std::move(state));
}

std::optional<FileState> ReportLog::last(const FileKey& file) const
{
    const auto found = m_last.find(file);
    return found == m_last.end() ? std::nullopt : std::optional(found->second.state);
}

} // namespace tidemark::transfer
