#pragma once

#include "core/domain/protocol.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::oracle {

/// The rules of files in their plainest form: every question is answered by looking at every message. It is
/// slow on purpose, and shares no code with the code that it checks.
///
/// Its groups hide what was said before a user joined. Users ask one after the other, and every request is
/// done before the next one.
class FileOracle {
public:
    /// The answer that a request must get.
    struct Answer {
        std::optional<protocol::ErrorCode> refusal = {};
        std::uint64_t received = 0; ///< of an UploadState
        bool isComplete = false;    ///< of an UploadState
        std::string bytes = {};     ///< of a BlobPart
        Seq seq = {};               ///< of a SendAck
    };
    struct Message {
        UserId author;
        std::vector<BlobHash> files;
        bool isRecalled = false;
    };
    struct Group {
        std::uint64_t head = 0;
        std::map<Seq, Message> messages;
        std::map<UserId, Seq> joined; ///< of the present members: where they joined
        std::set<UserId> known;       ///< who ever was a member
    };
    struct Upload {
        BlobHash hash;
        std::uint64_t size = 0;
        std::string bytes;
        bool isComplete = false;
    };
    using UploadName = std::pair<UserId, MessageUuid>;

    /// The server keeps only so many entries of each group, if it is set.
    explicit FileOracle(std::optional<std::uint64_t> kept) : m_kept(kept) {}

    /// A file that exists in the world. Users may have its bytes or only its hash.
    void addFile(const BlobHash& hash, std::string bytes) { m_world[hash] = std::move(bytes); }
    /// The users with numbers from 1 to `users` are members from the beginning.
    void addGroup(ConversationId id, std::uint64_t users);

    Answer begin(UserId user, const protocol::BeginUpload& request);
    Answer append(UserId user, const protocol::UploadChunk& chunk);
    Answer finish(UserId user, const protocol::FinishUpload& request);
    void cancel(UserId user, const protocol::CancelUpload& request);
    /// A message with the files, or a recall.
    Answer send(UserId user, const protocol::Send& send);
    [[nodiscard]] Answer get(UserId user, const protocol::GetBlob& request) const;
    void join(UserId user, ConversationId group);
    void leave(UserId user, ConversationId group);

    [[nodiscard]] const std::map<ConversationId, Group>& groups() const { return m_groups; }
    [[nodiscard]] const std::map<UploadName, Upload>& uploads() const { return m_uploads; }
    [[nodiscard]] bool isPresent(UserId user, ConversationId group) const;
    /// The files that messages name, with the places of these messages.
    [[nodiscard]] std::map<BlobHash, std::set<std::pair<ConversationId, Seq>>> references() const;
    /// The files that the server has to keep.
    [[nodiscard]] std::set<BlobHash> stored() const;
    [[nodiscard]] std::uint64_t bytesOf(UserId user) const;
    [[nodiscard]] std::uint64_t sizeOf(const BlobHash& hash) const { return m_world.at(hash).size(); }

private:
    [[nodiscard]] bool isLive(const Group& group, Seq seq, const Message& message) const;
    [[nodiscard]] bool mayName(UserId user, const BlobHash& hash, std::uint64_t size) const;

    std::optional<std::uint64_t> m_kept;
    std::map<BlobHash, std::string> m_world;
    std::map<ConversationId, Group> m_groups;
    std::map<UploadName, Upload> m_uploads;
};

} // namespace tidemark::oracle
