#include "core/transfer/upload.h"

#include "core/base/require.h"

namespace tidemark::transfer {

void Upload::onBegin()
{
    m_hasCancelled = false;
    sendBegin();
}

void Upload::sendBegin()
{
    require(asked().empty() && jobs().empty(), "an upload begins with nothing on its way");
    m_step = Step::Beginning;
    m_isKnown = true;
    ask(protocol::BeginUpload{uuid(), hash, size});
}

void Upload::onAnswer(const Part& /*part*/, const protocol::ServerFrame& answer)
{
    const auto* state = std::get_if<protocol::UploadState>(&answer);
    if (state != nullptr && state->uuid == uuid()) {
        onState(*state);
    } else if (m_step == Step::Cancelling && std::holds_alternative<protocol::Done>(answer)) {
        sendBegin();
    } else {
        retryLater();
    }
}

void Upload::onState(const protocol::UploadState& state)
{
    if (state.isComplete) {
        m_isKnown = false; // the message takes the upload's place
        complete();
        return;
    }
    switch (m_step) {
    case Step::Beginning:
        m_next = std::min(state.received, size);
        setDone(m_next);
        m_step = Step::Moving;
        moveOn();
        break;
    case Step::Moving:
        noteProgress(confirmed());
        moveOn();
        break;
    case Step::Finishing: // the server lacks bytes, and says with the next Begin which
    case Step::Cancelling:
        retryLater();
        break;
    }
}

/// The server has at least the bytes before this offset, but perhaps not durably.
std::uint64_t Upload::confirmed() const
{
    if (!asked().empty()) {
        return asked().begin()->second.offset;
    }
    return jobs().empty() ? m_next : jobs().begin()->second.offset;
}

void Upload::moveOn()
{
    while (m_next < size && asked().size() + jobs().size() < window()) {
        const Part part = partAt(m_next);
        m_next += part.length;
        start(job::ReadOutgoing{m_message, hash, part.offset, part.length}, part);
    }
    if (m_next == size && asked().empty() && jobs().empty()) {
        m_step = Step::Finishing;
        ask(protocol::FinishUpload{uuid()});
    }
}

void Upload::onJob(const Part& part, FileJobResult result)
{
    if (result.outcome != FileJobResult::Outcome::Done || result.bytes.size() != part.length) {
        fail(protocol::ErrorCode::FileUnreadable);
        return;
    }
    ask(protocol::UploadChunk{uuid(), part.offset, std::move(result.bytes)}, part);
}

void Upload::onError(const protocol::Error& error)
{
    using protocol::ErrorCode;
    switch (error.code) {
    case ErrorCode::UuidConflict: // another file of this name was begun
        if (m_step == Step::Moving || m_step == Step::Finishing) {
            retryLater();
        } else if (std::exchange(m_hasCancelled, true)) {
            fail(error.code);
        } else {
            m_step = Step::Cancelling;
            ask(protocol::CancelUpload{uuid()});
        }
        break;
    case ErrorCode::HashMismatch:
        noteMismatch();
        break;
    case ErrorCode::NoSuchUpload: // it was dropped meanwhile
    case ErrorCode::BlobMissing:
        retryLater();
        break;
    default:
        refuse(error);
        break;
    }
}

} // namespace tidemark::transfer
