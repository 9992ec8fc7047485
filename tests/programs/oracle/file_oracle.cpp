#include "tests/programs/oracle/file_oracle.h"

#include <algorithm>

namespace tidemark::oracle {

using protocol::ErrorCode;

void FileOracle::addGroup(ConversationId id, std::uint64_t users)
{
    Group& group = m_groups[id];
    group.head = 1; // the notice of its creation
    for (std::uint64_t number = 1; number <= users; ++number) {
        group.joined[UserId(number)] = Seq();
        group.known.insert(UserId(number));
    }
}

bool FileOracle::isPresent(UserId user, ConversationId group) const
{
    return m_groups.at(group).joined.contains(user);
}

bool FileOracle::isLive(const Group& group, Seq seq, const Message& message) const
{
    const bool isTrimmed = m_kept && seq.value + *m_kept <= group.head;
    return !message.isRecalled && !isTrimmed;
}

std::map<BlobHash, std::set<std::pair<ConversationId, Seq>>> FileOracle::references() const
{
    std::map<BlobHash, std::set<std::pair<ConversationId, Seq>>> found;
    for (const auto& [id, group] : m_groups) {
        for (const auto& [seq, message] : group.messages) {
            for (const BlobHash& hash :
                 isLive(group, seq, message) ? message.files : std::vector<BlobHash>()) {
                found[hash].insert({id, seq});
            }
        }
    }
    return found;
}

std::set<BlobHash> FileOracle::stored() const
{
    std::set<BlobHash> kept;
    for (const auto& [hash, places] : references()) {
        kept.insert(hash);
    }
    for (const auto& [name, upload] : m_uploads) {
        if (upload.isComplete) {
            kept.insert(upload.hash);
        }
    }
    return kept;
}

std::uint64_t FileOracle::bytesOf(UserId user) const
{
    std::set<BlobHash> sent;
    for (const auto& [hash, places] : references()) {
        for (const auto& [id, seq] : places) {
            if (m_groups.at(id).messages.at(seq).author == user) {
                sent.insert(hash);
            }
        }
    }
    std::uint64_t bytes = 0;
    for (const BlobHash& hash : sent) {
        bytes += sizeOf(hash);
    }
    for (const auto& [name, upload] : m_uploads) {
        bytes += name.first == user ? upload.size : 0;
    }
    return bytes;
}

bool FileOracle::mayName(UserId user, const BlobHash& hash, std::uint64_t size) const
{
    const bool hasUploaded = std::any_of(m_uploads.begin(), m_uploads.end(), [&](const auto& one) {
        return one.first.first == user && one.second.isComplete && one.second.hash == hash;
    });
    bool isReadable = false;
    const auto everywhere = references();
    if (const auto places = everywhere.find(hash); places != everywhere.end()) {
        for (const auto& [id, seq] : places->second) {
            const auto joined = m_groups.at(id).joined.find(user);
            isReadable |= joined != m_groups.at(id).joined.end() && seq > joined->second;
        }
    }
    return (hasUploaded || isReadable) && m_world.contains(hash) && sizeOf(hash) == size;
}

FileOracle::Answer FileOracle::begin(UserId user, const protocol::BeginUpload& request)
{
    const UploadName name{user, request.uuid};
    const auto found = m_uploads.find(name);
    if (found != m_uploads.end()
        && (found->second.hash != request.hash || found->second.size != request.size)) {
        return {.refusal = ErrorCode::UuidConflict};
    }
    if (mayName(user, request.hash, request.size)) {
        if (found != m_uploads.end() && !found->second.isComplete) {
            m_uploads.erase(found);
        }
        return {.received = request.size, .isComplete = true};
    }
    Upload& upload = m_uploads.try_emplace(name, Upload{request.hash, request.size, {}, false}).first->second;
    return {.received = upload.bytes.size()};
}

FileOracle::Answer FileOracle::append(UserId user, const protocol::UploadChunk& chunk)
{
    const auto found = m_uploads.find({user, chunk.uuid});
    if (found == m_uploads.end()) {
        return {.refusal = ErrorCode::NoSuchUpload};
    }
    Upload& upload = found->second;
    if (!upload.isComplete && chunk.offset <= upload.bytes.size()
        && chunk.offset + chunk.bytes.size() > upload.bytes.size()) {
        upload.bytes.resize(chunk.offset);
        upload.bytes += chunk.bytes;
    }
    return {.received = upload.isComplete ? upload.size : upload.bytes.size(),
            .isComplete = upload.isComplete};
}

FileOracle::Answer FileOracle::finish(UserId user, const protocol::FinishUpload& request)
{
    const auto found = m_uploads.find({user, request.uuid});
    if (found == m_uploads.end()) {
        return {.refusal = ErrorCode::NoSuchUpload};
    }
    Upload& upload = found->second;
    if (!upload.isComplete && upload.bytes.size() < upload.size) {
        return {.received = upload.bytes.size()};
    }
    if (!upload.isComplete && (!m_world.contains(upload.hash) || m_world.at(upload.hash) != upload.bytes)) {
        m_uploads.erase(found);
        return {.refusal = ErrorCode::HashMismatch};
    }
    upload.isComplete = true;
    return {.received = upload.size, .isComplete = true};
}

void FileOracle::cancel(UserId user, const protocol::CancelUpload& request)
{
    m_uploads.erase({user, request.uuid});
}

FileOracle::Answer FileOracle::send(UserId user, const protocol::Send& send)
{
    Group& group = m_groups.at(send.conversation);
    if (!group.joined.contains(user)) {
        return {.refusal = ErrorCode::NotMember};
    }
    if (const auto* recall = std::get_if<content::Recall>(&send.content)) {
        Message& target = group.messages.at(recall->target);
        const bool isTrimmed = m_kept && recall->target.value + *m_kept <= group.head;
        if (isTrimmed) {
            return {.refusal = ErrorCode::NoSuchEntry};
        }
        if (target.isRecalled) {
            return {.refusal = ErrorCode::AlreadyRecalled};
        }
        target.isRecalled = true;
        return {.seq = Seq(++group.head)};
    }
    Message message{user, {}, false};
    for (const Attachment& file : std::get<content::Message>(send.content).attachments) {
        if (!mayName(user, file.hash, file.size)) {
            return {.refusal = ErrorCode::BlobMissing};
        }
        message.files.push_back(file.hash);
    }
    // The message takes the place of its author's uploads.
    std::erase_if(m_uploads, [&](const auto& one) {
        return one.first.first == user && one.second.isComplete
               && std::find(message.files.begin(), message.files.end(), one.second.hash)
                      != message.files.end();
    });
    group.messages[Seq(++group.head)] = std::move(message);
    return {.seq = Seq(group.head)};
}

FileOracle::Answer FileOracle::get(UserId user, const protocol::GetBlob& request) const
{
    const Group& group = m_groups.at(request.conversation);
    const auto joined = group.joined.find(user);
    if (joined == group.joined.end()) {
        return {.refusal = ErrorCode::NotMember};
    }
    const auto found = group.messages.find(request.seq);
    const bool isThere = found != group.messages.end() && request.seq > joined->second
                         && isLive(group, request.seq, found->second)
                         && request.index < found->second.files.size();
    if (!isThere) {
        return {.refusal = ErrorCode::NoSuchEntry};
    }
    const std::string& bytes = m_world.at(found->second.files.at(request.index));
    const std::uint64_t offset = std::min<std::uint64_t>(request.offset, bytes.size());
    return {.bytes = bytes.substr(offset, request.limit)};
}

void FileOracle::join(UserId user, ConversationId id)
{
    Group& group = m_groups.at(id);
    if (!group.joined.contains(user)) {
        group.joined[user] = Seq(group.head);
        ++group.head;
    }
}

void FileOracle::leave(UserId user, ConversationId id)
{
    Group& group = m_groups.at(id);
    if (group.joined.erase(user) > 0) {
        ++group.head;
    }
}

} // namespace tidemark::oracle
