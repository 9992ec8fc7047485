#include "server-stub/hub/requests/files.h"

#include "core/base/overloaded.h"
#include "core/domain/request_caps.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

constexpr Milliseconds uploadLifetime{std::int64_t{24} * 60 * 60 * 1000};
/// Bounds the memory that the chunks of a user take: a client keeps a few chunks on their way.
constexpr std::size_t maxRunning = 16;
constexpr Milliseconds pauseWhenRunning{20};
/// Bounds the memory that all chunks take.
constexpr std::size_t maxRunningOfAll = 256;
/// Bounds the rows of uploads without a byte.
constexpr std::size_t maxUploads = 1000;

} // namespace

std::optional<protocol::Error> Files::refusalOfBegin(const protocol::BeginUpload& request) const
{
    const Limits& limits = m_context.config().limits;
    if (limits.maxFileBytes == 0) {
        return protocol::Error{ErrorCode::Unsupported, Milliseconds(0), "the server takes no files"};
    }
    if (!request.uuid.isValid() || !request.hash.isValid()) {
        return protocol::Error{ErrorCode::Malformed, Milliseconds(0), "the upload has no UUID or no hash"};
    }
    if (request.size > limits.maxFileBytes) {
        return protocol::Error{ErrorCode::FileTooLarge, Milliseconds(0),
                               "at most " + std::to_string(limits.maxFileBytes) + " bytes"};
    }
    return std::nullopt;
}

std::optional<protocol::Error> Files::refusalOfRoom(UserId user, std::uint64_t size)
{
    BlobRecords& blobs = m_context.store().blobs();
    const HubConfig& config = m_context.config();
    // Both numbers are below 2^63, so the sums do not overflow.
    if (blobs.uploadCount(user) >= maxUploads || blobs.bytesOf(user) + size > config.limits.maxUserBytes) {
        return protocol::Error{ErrorCode::UserStorageFull, Milliseconds(0), {}};
    }
    if (config.maxBlobBytes && blobs.allBytes() + size > *config.maxBlobBytes) {
        return protocol::Error{ErrorCode::ServerStorageFull, Milliseconds(0), {}};
    }
    return std::nullopt;
}

void Files::begin(const Caller& caller, const protocol::BeginUpload& request)
{
    if (const auto error = refusalOfBegin(request)) {
        return m_context.turn().reply(caller, *error);
    }
    BlobRecords& blobs = m_context.store().blobs();
    const UploadKey key{caller.user, request.uuid};
    auto upload = blobs.upload(key);
    if (upload && (upload->hash != request.hash || upload->size != request.size)) {
        return m_context.turn().refuse(caller, ErrorCode::UuidConflict);
    }
    const auto held = blobs.blob(request.hash);
    const bool isHeld =
        held && held->size == request.size
        && (blobs.hasUploaded(caller.user, request.hash) || blobs.isReadable(request.hash, caller.user));
    if (!upload) {
        if (const auto error = isHeld ? std::nullopt : refusalOfRoom(caller.user, request.size)) {
            return m_context.turn().reply(caller, *error);
        }
        upload = UploadRecord{key, request.hash, request.size, false, {}};
    }
    if (isHeld && !upload->isComplete) {
        upload->isComplete = true;
        m_context.turn().add(BlobJob{{}, blob::DropUpload{key}});
    }
    put(*upload);
    if (upload->isComplete) {
        return m_context.turn().reply(caller, protocol::UploadState{request.uuid, request.size, true});
    }
    start(caller, blob::Open{key, request.size});
}

void Files::append(const Caller& caller, const protocol::UploadChunk& chunk)
{
    const auto upload = find({caller.user, chunk.uuid});
    if (!upload) {
        return m_context.turn().reply(caller, upload.error());
    }
    const bool isWithin = chunk.bytes.size() <= caps::maxChunkBytes && chunk.offset <= upload->size
                          && chunk.bytes.size() <= upload->size - chunk.offset;
    if (!isWithin) {
        return m_context.turn().refuse(caller, ErrorCode::Malformed);
    }
    if (upload->isComplete) {
        return m_context.turn().reply(caller, protocol::UploadState{chunk.uuid, upload->size, true});
    }
    m_context.count(&HubStats::fileBytesReceived, chunk.bytes.size());
    start(caller, blob::Append{upload->key, chunk.offset, chunk.bytes});
}

void Files::finish(const Caller& caller, const protocol::FinishUpload& request)
{
    const auto upload = find({caller.user, request.uuid});
    if (!upload) {
        return m_context.turn().reply(caller, upload.error());
    }
    if (upload->isComplete) {
        return m_context.turn().reply(caller, protocol::UploadState{request.uuid, upload->size, true});
    }
    start(caller, blob::Finish{upload->key, upload->hash, upload->size});
}

void Files::cancel(const Caller& caller, const protocol::CancelUpload& request)
{
    const UploadKey key{caller.user, request.uuid};
    if (m_context.store().blobs().upload(key)) {
        m_context.store().blobs().removeUpload(key);
        m_context.turn().add(BlobJob{{}, blob::DropUpload{key}});
        m_context.turn().noteBlobWork();
    }
    m_context.turn().reply(caller, protocol::Done{});
}

void Files::read(const Caller& caller, const protocol::GetBlob& request)
{
    const auto attachment = find(caller.user, request);
    if (!attachment) {
        return m_context.turn().reply(caller, attachment.error());
    }
    const std::uint64_t wanted = request.limit == 0
                                     ? caps::maxChunkBytes
                                     : std::min<std::uint64_t>(request.limit, caps::maxChunkBytes);
    if (request.offset >= attachment->size) {
        return m_context.turn().reply(caller, protocol::BlobPart{request.offset, {}, attachment->size});
    }
    start(caller,
          blob::Read{attachment->hash, request.offset, std::min(wanted, attachment->size - request.offset)},
          request);
}

Expected<UploadRecord, protocol::Error> Files::find(const UploadKey& key)
{
    auto upload = m_context.store().blobs().upload(key);
    if (!upload) {
        return refusal(ErrorCode::NoSuchUpload);
    }
    return *std::move(upload);
}

Expected<Attachment, protocol::Error> Files::find(UserId user, const protocol::GetBlob& request)
{
    const auto membership = m_context.membership(request.conversation, user);
    if (!membership) {
        return Unexpected(membership.error());
    }
    const bool isGone = request.seq <= goneFor(membership->conversation, membership->member);
    const auto found =
        isGone ? std::nullopt : m_context.store().log().entry(request.conversation, request.seq);
    const auto* message = found ? found->entry.as<content::Message>() : nullptr;
    if (message == nullptr || request.index >= message->attachments.size()) {
        return refusal(ErrorCode::NoSuchEntry);
    }
    return message->attachments[request.index];
}

void Files::put(UploadRecord upload)
{
    upload.expiresAt = UnixMs{m_context.wall().value + uploadLifetime.count()};
    m_context.store().blobs().putUpload(upload);
    m_context.turn().noteBlobWork();
}

void Files::start(const Caller& caller, blob::Work work, const protocol::GetBlob& request)
{
    const auto running = m_running.find(caller.user);
    if (m_asked.size() >= maxRunningOfAll || (running != m_running.end() && running->second >= maxRunning)) {
        m_context.count(&HubStats::refusedTooFast);
        return m_context.turn().refuse(caller, ErrorCode::TooFast, pauseWhenRunning);
    }
    ++m_running[caller.user];
    m_last = Ticket(m_last.value + 1);
    m_fresh.push_back(m_last);
    m_context.turn().add(BlobJob{m_last, work});
    if (auto* chunk = std::get_if<blob::Append>(&work)) {
        chunk->bytes.clear();
    }
    if (const auto* making = std::get_if<blob::Finish>(&work)) {
        m_context.finishingFiles().begin(making->hash);
    }
    m_asked.emplace(m_last, Asked{caller, std::move(work), request});
}

void Files::end(Ticket ticket)
{
    const auto asked = m_asked.find(ticket);
    const auto running = m_running.find(asked->second.caller.user);
    if (--running->second == 0) {
        m_running.erase(running);
    }
    if (const auto* making = std::get_if<blob::Finish>(&asked->second.work)) {
        m_context.finishingFiles().end(making->hash);
    }
    m_asked.erase(asked);
}

void Files::dropFreshJobs()
{
    for (const Ticket ticket : std::exchange(m_fresh, {})) {
        end(ticket);
    }
}

void Files::done(const BlobJobDone& result)
{
    const auto found = m_asked.find(result.ticket);
    if (found == m_asked.end()) {
        return;
    }
    const Asked asked = found->second;
    end(result.ticket);
    const Session* session = m_context.sessions().find(asked.caller.target);
    const bool isHere = session != nullptr && session->user == asked.caller.user;
    if (isHere) {
        m_context.turn().expectAnswer(asked.caller);
    }
    const auto* made = std::get_if<blob::Finish>(&asked.work);
    if (m_context.turn().hasFailed() || (!isHere && made == nullptr)) {
        return; // the client asks again
    }
    std::visit(Overloaded{
                   [&](const blob::Open& work) { opened(asked.caller, work, result.result); },
                   [&](const blob::Append& work) { appended(asked.caller, work, result.result); },
                   [&](const blob::Finish& work) { finished(asked.caller, work, result.result); },
                   [&](const blob::Read&) { wasRead(asked, result.result); },
                   [](const auto&) {},
               },
               asked.work);
}

void Files::opened(const Caller& caller, const blob::Open& work, const blob::Result& result)
{
    if (result.outcome != blob::Outcome::Done) {
        return refuse(caller, result.outcome);
    }
    m_context.turn().reply(caller, protocol::UploadState{work.upload.uuid, result.received, false});
}

void Files::appended(const Caller& caller, const blob::Append& work, const blob::Result& result)
{
    if (result.outcome != blob::Outcome::Done) {
        return refuse(caller, result.outcome);
    }
    m_context.turn().reply(caller, protocol::UploadState{work.upload.uuid, result.received, false});
}

void Files::finished(const Caller& caller, const blob::Finish& work, const blob::Result& result)
{
    auto upload = find(work.upload);
    if (!upload) { // cancelled meanwhile
        return m_context.turn().reply(caller, upload.error());
    }
    switch (result.outcome) {
    case blob::Outcome::Done:
        m_context.store().blobs().putBlob({work.hash, work.size});
        upload->isComplete = true;
        put(*upload);
        m_context.turn().add(BlobJob{{}, blob::DropUpload{work.upload}});
        return m_context.turn().reply(caller, protocol::UploadState{work.upload.uuid, work.size, true});
    case blob::Outcome::Missing:
        return m_context.turn().reply(caller,
                                      protocol::UploadState{work.upload.uuid, result.received, false});
    case blob::Outcome::WrongHash:
        m_context.store().blobs().removeUpload(work.upload);
        m_context.turn().add(BlobJob{{}, blob::DropUpload{work.upload}});
        break;
    case blob::Outcome::NoRoom:
    case blob::Outcome::Failed:
        break;
    }
    refuse(caller, result.outcome);
}

void Files::wasRead(const Asked& asked, const blob::Result& result)
{
    // The message may have been recalled, or the user removed, while the bytes were read.
    const auto attachment = find(asked.caller.user, asked.request);
    if (!attachment) {
        return m_context.turn().reply(asked.caller, attachment.error());
    }
    if (result.outcome != blob::Outcome::Done) {
        return refuse(asked.caller, result.outcome);
    }
    m_context.count(&HubStats::fileBytesSent, result.bytes.size());
    m_context.turn().reply(asked.caller,
                           protocol::BlobPart{asked.request.offset, result.bytes, attachment->size});
}

void Files::refuse(const Caller& caller, blob::Outcome outcome)
{
    switch (outcome) {
    case blob::Outcome::WrongHash:
        return m_context.turn().refuse(caller, ErrorCode::HashMismatch);
    case blob::Outcome::NoRoom:
        return m_context.turn().refuse(caller, ErrorCode::ServerStorageFull);
    case blob::Outcome::Done:
    case blob::Outcome::Missing:
    case blob::Outcome::Failed:
        return m_context.turn().refuse(caller, ErrorCode::Unavailable, retryDelay);
    }
}

} // namespace tidemark::server
