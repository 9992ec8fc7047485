#include "tests/server/shell/file_transfer.h"

#include "core/domain/request_caps.h"
#include "server-stub/blobs/blob_hasher.h"

namespace tidemark::test {

MessageUuid uploadUuid(std::uint8_t number)
{
    MessageUuid made;
    made.bytes.fill(number);
    return made;
}

BlobHash hashOf(std::string_view bytes)
{
    server::BlobHasher hasher;
    hasher.add(bytes);
    return hasher.result();
}

std::string manyBytes(std::size_t size)
{
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = static_cast<char>(i * 31 + i / 7919);
    }
    return bytes;
}

protocol::Send fileMessage(ConversationId conversation, std::uint64_t number, const std::string& bytes)
{
    protocol::Send send = messageOf(conversation, number, "");
    send.content = content::Message{
        .attachments = {{hashOf(bytes), bytes.size(), "application/octet-stream", "bytes.bin", 0, 0, {}}}};
    return send;
}

bool upload(WireClient& client, std::uint8_t number, const std::string& bytes)
{
    const MessageUuid uuid = uploadUuid(number);
    const auto begun =
        client.ask<protocol::UploadState>(protocol::BeginUpload{uuid, hashOf(bytes), bytes.size()});
    if (!begun || begun->isComplete) {
        return begun.has_value();
    }
    for (std::uint64_t offset = begun->received; offset < bytes.size(); offset += caps::maxChunkBytes) {
        if (!client.ask<protocol::UploadState>(
                protocol::UploadChunk{uuid, offset, bytes.substr(offset, caps::maxChunkBytes)})) {
            return false;
        }
    }
    const auto done = client.ask<protocol::UploadState>(protocol::FinishUpload{uuid});
    return done && done->isComplete;
}

std::string download(WireClient& client, ConversationId conversation, Seq seq, std::size_t size)
{
    std::string bytes;
    while (bytes.size() < size) {
        const auto part =
            client.ask<protocol::BlobPart>(protocol::GetBlob{conversation, seq, 0, bytes.size(), 0});
        if (!part || part->bytes.empty()) {
            break;
        }
        bytes += part->bytes;
    }
    return bytes;
}

} // namespace tidemark::test
