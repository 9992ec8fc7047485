#include "server-stub/hub/requests/files.h"

#include "core/base/overloaded.h"
#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/request_cost.h"

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
    if (blobs.mayName(caller.user, request.hash, request.size)) {
        // No record has to keep the file.
        if (upload && !upload->isComplete) {
            m_context.dropUpload(*upload);
        } else if (upload) {
            put(*upload);
        }
        return m_context.turn().reply(caller, protocol::UploadState{request.uuid, request.size, true});
    }
    if (!upload) {
        if (const auto error = refusalOfRoom(caller.user, request.size)) {
            return m_context.turn().reply(caller, *error);
        }
        upload = UploadRecord{key, request.hash, request.size, false, {}};
    }
    put(*upload);
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
    if (upload->expiresAt.value - m_context.wall().value < uploadLifetime.count() / 2) {
        put(*upload);
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
        put(*upload);
        return m_context.turn().reply(caller, protocol::UploadState{request.uuid, upload->size, true});
    }
    if (m_finishingUploads.contains(upload->key)) {
        return m_context.turn().refuse(caller, ErrorCode::TooFast, pauseWhenRunning);
    }
    start(caller, blob::Finish{upload->key, upload->hash, upload->size});
}

void Files::cancel(const Caller& caller, const protocol::CancelUpload& request)
{
    const UploadKey key{caller.user, request.uuid};
    if (const auto upload = m_context.store().blobs().upload(key)) {
        m_context.dropUpload(*upload);
    }
    m_context.turn().reply(caller, protocol::Done{});
}

void Files::read(const Caller& caller, const protocol::GetBlob& request)
{
    const auto file = find(caller.user, request);
    if (!file) {
        return m_context.turn().reply(caller, file.error());
    }
    if (request.offset >= file->size) {
        return m_context.turn().reply(caller, protocol::BlobPart{request.offset, {}, file->size});
    }
    start(caller,
          blob::Read{file->hash, request.offset, std::min(bytesAsked(request), file->size - request.offset)},
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

Expected<BlobRecord, protocol::Error> Files::find(UserId user, const protocol::GetBlob& request)
{
    if (!request.seq.isValid()) {
        return findAvatar(user, request);
    }
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
    const Attachment& attachment = message->attachments[request.index];
    return BlobRecord{attachment.hash, attachment.size};
}

Expected<BlobRecord, protocol::Error> Files::findAvatar(UserId user, const protocol::GetBlob& request)
{
    const auto avatar = m_avatars.find(user, {request.conversation, request.user});
    if (!avatar) {
        return Unexpected(avatar.error());
    }
    if (!avatar->hash.isValid() || avatar->version != request.avatarVersion) {
        return refusal(ErrorCode::NoSuchEntry);
    }
    return BlobRecord{avatar->hash, avatar->size};
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
        chunk->bytes = {};
    }
    if (const auto* making = std::get_if<blob::Finish>(&work)) {
        m_context.finishingFiles().begin(making->hash);
        m_finishingUploads.insert(making->upload);
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
        m_finishingUploads.erase(making->upload);
        m_context.turn().noteBlobWork(); // the sweep left the file alone
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
    if (made != nullptr) {
        const Answer answer = finished(*made, result.result);
        if (isHere && answer) {
            m_context.turn().reply(asked.caller, answer.value());
        } else if (isHere) {
            m_context.turn().reply(asked.caller, answer.error());
        }
        return;
    }
    std::visit(Overloaded{
                   [&](const blob::Open& work) { opened(asked.caller, work, result.result); },
                   [&](const blob::Append& work) { appended(asked.caller, work, result.result); },
                   [&](const blob::Read&) { wasRead(asked, result.result); },
                   [](const auto&) {},
               },
               asked.work);
}

void Files::opened(const Caller& caller, const blob::Open& work, const blob::Result& result)
{
    const auto upload = m_context.store().blobs().upload(work.upload);
    if (result.outcome == blob::Outcome::NoRoom && result.received == 0 && upload) {
        m_context.dropUpload(*upload); // so that it takes nothing of the user's room
    }
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

Answer Files::finished(const blob::Finish& work, const blob::Result& result)
{
    auto upload = m_context.store().blobs().upload(work.upload);
    if (!upload || upload->hash != work.hash || upload->size != work.size) {
        // It was cancelled meanwhile, and the uuid may stand for another upload now.
        m_context.dropIfUnknown(work.hash);
        return refusal(ErrorCode::NoSuchUpload);
    }
    switch (result.outcome) {
    case blob::Outcome::Done:
        if (!m_context.store().blobs().holdFile(work.hash)) {
            return Unexpected(errorOf(blob::Outcome::Failed)); // the upload still has the bytes
        }
        m_context.store().blobs().putBlob({work.hash, work.size});
        upload->isComplete = true;
        put(*upload);
        m_context.turn().add(BlobJob{{}, blob::DropUpload{work.upload}});
        return protocol::ServerFrame(protocol::UploadState{work.upload.uuid, work.size, true});
    case blob::Outcome::Missing:
        return protocol::ServerFrame(protocol::UploadState{work.upload.uuid, result.received, false});
    case blob::Outcome::WrongHash:
        m_context.dropUpload(*upload);
        break;
    case blob::Outcome::NoRoom:
    case blob::Outcome::Failed:
        break;
    }
    return Unexpected(errorOf(result.outcome));
}

void Files::wasRead(const Asked& asked, const blob::Result& result)
{
    // The message may have been recalled, or the user removed, while the bytes were read.
    const auto file = find(asked.caller.user, asked.request);
    if (!file) {
        return m_context.turn().reply(asked.caller, file.error());
    }
    if (result.outcome != blob::Outcome::Done) {
        return refuse(asked.caller, result.outcome);
    }
    m_context.count(&HubStats::fileBytesSent, result.bytes.size());
    m_context.turn().reply(asked.caller, protocol::BlobPart{asked.request.offset, result.bytes, file->size});
}

protocol::Error Files::errorOf(blob::Outcome outcome)
{
    switch (outcome) {
    case blob::Outcome::WrongHash:
        return {ErrorCode::HashMismatch, Milliseconds(0), {}};
    case blob::Outcome::NoRoom:
        return {ErrorCode::ServerStorageFull, Milliseconds(0), {}};
    case blob::Outcome::Missing:
        return {ErrorCode::BlobMissing, Milliseconds(0), "the server has lost the file"};
    case blob::Outcome::Done:
    case blob::Outcome::Failed:
        break;
    }
    return {ErrorCode::Unavailable, retryDelay, {}};
}

void Files::refuse(const Caller& caller, blob::Outcome outcome)
{
    m_context.turn().reply(caller, errorOf(outcome));
}

} // namespace tidemark::server
