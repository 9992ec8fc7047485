#include "tests/transfer/bench.h"

#include "core/base/overloaded.h"
#include "tests/support/fake_hash.h"

#include <algorithm>

namespace tidemark::test {

using Outcome = FileJobResult::Outcome;
using protocol::ErrorCode;

MessageUuid uuidOf(std::uint64_t number)
{
    MessageUuid uuid;
    uuid.bytes[0] = static_cast<std::uint8_t>(number);
    uuid.bytes[1] = static_cast<std::uint8_t>(number / 256);
    uuid.bytes[15] = 1;
    return uuid;
}

std::string fileOf(std::size_t size, char seed)
{
    std::string bytes(size, seed);
    for (std::size_t i = 0; i < size; i += 7) {
        bytes[i] = static_cast<char>(i / 7);
    }
    return bytes;
}

void FileServer::refuses(std::size_t kind, ErrorCode code, Milliseconds retryAfter)
{
    m_refusals[kind].push_back({code, retryAfter, {}});
}

std::optional<protocol::ServerFrame> FileServer::answer(const protocol::ClientFrame& frame)
{
    if (isSilent) {
        return std::nullopt;
    }
    if (auto& refusals = m_refusals[frame.index()]; !refusals.empty()) {
        const protocol::Error error = refusals.front();
        refusals.pop_front();
        return error;
    }
    return std::visit(Overloaded{[&](const protocol::Hello& hello) -> protocol::ServerFrame {
                                     CHECK(hello.silent);
                                     CHECK(hello.keepsToken);
                                     CHECK(hello.token == "token");
                                     protocol::Welcome welcome;
                                     welcome.limits = limits;
                                     return welcome;
                                 },
                                 [&](const protocol::BeginUpload& one) { return take(one); },
                                 [&](const protocol::UploadChunk& one) { return take(one); },
                                 [&](const protocol::FinishUpload& one) { return take(one); },
                                 [&](const protocol::CancelUpload& one) { return take(one); },
                                 [&](const protocol::GetBlob& one) { return take(one); },
                                 [](const auto&) -> protocol::ServerFrame {
                                     return protocol::Error{ErrorCode::Unsupported, {}, {}};
                                 }},
                      frame);
}

protocol::ServerFrame FileServer::take(const protocol::BeginUpload& begin)
{
    if (blobs.contains(begin.hash)) {
        return protocol::UploadState{begin.uuid, begin.size, true};
    }
    Upload& upload = uploads[begin.uuid];
    if (upload.hash.isValid() && upload.hash != begin.hash) {
        return protocol::Error{ErrorCode::UuidConflict, {}, {}};
    }
    upload.hash = begin.hash;
    upload.size = begin.size;
    return protocol::UploadState{begin.uuid, upload.bytes.size(), false};
}

protocol::ServerFrame FileServer::take(const protocol::UploadChunk& chunk)
{
    const auto upload = uploads.find(chunk.uuid);
    if (upload == uploads.end()) {
        return protocol::Error{ErrorCode::NoSuchUpload, {}, {}};
    }
    CHECK(chunk.bytes.size() <= partBytes);
    chunkBytesReceived += chunk.bytes.size();
    std::string& bytes = upload->second.bytes;
    if (chunk.offset <= bytes.size() && chunk.offset + chunk.bytes.size() > bytes.size()) {
        bytes += chunk.bytes.view().substr(bytes.size() - chunk.offset);
    }
    return protocol::UploadState{chunk.uuid, bytes.size(), false};
}

protocol::ServerFrame FileServer::take(const protocol::FinishUpload& finish)
{
    const auto found = uploads.find(finish.uuid);
    if (found == uploads.end()) {
        return protocol::Error{ErrorCode::NoSuchUpload, {}, {}};
    }
    const Upload upload = found->second;
    if (upload.bytes.size() < upload.size) {
        return protocol::UploadState{finish.uuid, upload.bytes.size(), false};
    }
    uploads.erase(found);
    if (fakeHash(upload.bytes) != upload.hash) {
        return protocol::Error{ErrorCode::HashMismatch, {}, {}};
    }
    blobs[upload.hash] = upload.bytes;
    return protocol::UploadState{finish.uuid, upload.size, true};
}

protocol::ServerFrame FileServer::take(const protocol::CancelUpload& cancel)
{
    uploads.erase(cancel.uuid);
    return protocol::Done{};
}

protocol::ServerFrame FileServer::take(const protocol::GetBlob& request)
{
    const auto message = messages.find({request.conversation, request.seq});
    if (message == messages.end() || request.index >= message->second.size()) {
        return protocol::Error{ErrorCode::NoSuchEntry, {}, {}};
    }
    const std::string& bytes = message->second[request.index];
    return protocol::BlobPart{request.offset, bytes.substr(request.offset, request.limit), bytes.size()};
}

namespace {

transfer::Config withSmallParts(transfer::Config config)
{
    config.partBytes = partBytes;
    return config;
}

} // namespace

Bench::Bench(transfer::Config engineConfig) : m_engine(withSmallParts(std::move(engineConfig))) {}

void Bench::does(const transfer::Input& input)
{
    note(m_engine.step(input, m_now));
}

void Bench::note(transfer::Effects effects)
{
    if (effects.order != transfer::Order::None) {
        requests.clear();
        isOpen = false;
        m_opens = effects.order == transfer::Order::Open;
        openings += m_opens ? 1U : 0U;
    }
    for (protocol::ClientEnvelope& one : effects.sends) {
        REQUIRE(isOpen);
        allRequests.push_back(one);
        requests.push_back(std::move(one));
    }
    maxAsked = std::max(maxAsked, requests.size());
    std::ranges::move(effects.jobs, std::back_inserter(jobs));
    for (auto& [file, state] : effects.states) {
        states.insert_or_assign(file, state);
        reports.emplace_back(file, state);
    }
    std::ranges::move(effects.ready, std::back_inserter(ready));
    std::ranges::move(effects.failed, std::back_inserter(failed));
    m_wakeUp = effects.wakeUp;
}

void Bench::comesOnline()
{
    does(transfer::Online{"token", DeviceId(1), server.limits});
}

bool Bench::runsOnce()
{
    if (!jobs.empty()) {
        const auto [id, job] = std::move(jobs.front());
        jobs.pop_front();
        does(transfer::JobDone{id, carryOut(job)});
        return true;
    }
    if (m_opens) {
        m_opens = false;
        isOpen = true;
        does(transfer::Opened{});
        return true;
    }
    if (!requests.empty()) {
        const protocol::ClientEnvelope request = std::move(requests.front());
        requests.pop_front();
        if (const auto answer = server.answer(request.frame)) {
            does(transfer::FrameArrived{{request.request, 0, *answer}});
        }
        return true;
    }
    return false;
}

void Bench::runs()
{
    while (runsOnce()) {
    }
}

void Bench::losesConnection()
{
    requests.clear();
    isOpen = m_opens = false;
    does(transfer::Lost{});
}

void Bench::waits(Milliseconds time)
{
    const Instant end = m_now + time;
    runs();
    while (m_wakeUp && *m_wakeUp <= end) {
        REQUIRE_MESSAGE(*m_wakeUp >= m_now - Milliseconds(1), "the engine wants to wake up in the past");
        m_now = std::max(m_now + Milliseconds(1), *m_wakeUp);
        does(transfer::Tick{});
        runs();
    }
    m_now = std::max(m_now, end);
}

FileJobResult Bench::carryOut(const FileJob& job)
{
    return std::visit(
        Overloaded{
            [&](const job::ReadOutgoing& one) -> FileJobResult {
                const auto file = outgoing.find({one.message, one.hash});
                return file == outgoing.end()
                           ? FileJobResult{Outcome::Failed}
                           : FileJobResult{Outcome::Done, 0, file->second.substr(one.offset, one.length)};
            },
            [&](const job::MeasurePartial& one) -> FileJobResult {
                return held.contains(one.hash) ? FileJobResult{Outcome::Held}
                                               : FileJobResult{Outcome::Done, partial[one.hash].size()};
            },
            [&](const job::AppendPartial& one) -> FileJobResult {
                std::string& file = partial[one.hash];
                REQUIRE(file.size() == one.offset);
                if (one.bytes.size() > roomLeft) {
                    return {Outcome::NoRoom, file.size()};
                }
                roomLeft -= one.bytes.size();
                file += one.bytes;
                if (std::exchange(spoilsNextPart, false)) {
                    file.back() ^= 1;
                }
                return {Outcome::Done, file.size()};
            },
            [&](const job::FinishPartial& one) -> FileJobResult {
                const std::string bytes = partial[one.hash];
                partial.erase(one.hash);
                if (comparesHashes && (fakeHash(bytes) != one.hash || bytes.size() != one.size)) {
                    return {Outcome::WrongHash};
                }
                held[one.hash] = bytes;
                return {Outcome::Done};
            },
        },
        job);
}

transfer::Send Bench::sends(std::uint64_t message, const std::vector<std::string>& files,
                            std::uint64_t conversation)
{
    transfer::Send send;
    send.message = uuidOf(message);
    send.conversation = ConversationId(conversation);
    send.order = message;
    for (const std::string& bytes : files) {
        send.files.push_back({fakeHash(bytes), bytes.size()});
        outgoing[{send.message, fakeHash(bytes)}] = bytes;
    }
    does(send);
    return send;
}

void Bench::fetches(Seq seq, const std::string& file, std::uint32_t index)
{
    does(transfer::Fetch{placeOf(seq, index), fakeHash(file), file.size()});
}

FileKey Bench::keyOf(std::uint64_t message, std::uint32_t index, std::uint64_t conversation)
{
    return {ConversationId(conversation), {}, uuidOf(message), index};
}

FileKey Bench::placeOf(Seq seq, std::uint32_t index)
{
    return {ConversationId(1), seq, {}, index};
}

FileState Bench::stateOf(const FileKey& file) const
{
    const auto found = states.find(file);
    REQUIRE(found != states.end());
    return found->second;
}

} // namespace tidemark::test
