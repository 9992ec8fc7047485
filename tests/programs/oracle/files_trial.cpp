#include "tests/programs/oracle/files_trial.h"

#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/memory/memory_store.h"
#include "tests/support/fake_hash.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tidemark::oracle {

namespace {

constexpr std::size_t chunkBytes = 7;
/// The server sweeps two seconds after the last change.
constexpr Milliseconds sweepTime{3000};

std::optional<std::uint64_t> keptBy(std::uint64_t seed)
{
    return seed % 3 == 1 ? std::optional(4 + seed % 13) : std::nullopt;
}

server::RetentionPolicy policyBy(std::uint64_t seed)
{
    server::RetentionPolicy policy;
    policy.keepEntries = keptBy(seed);
    policy.interval = Milliseconds(0);
    return policy;
}

Attachment attachmentOf(const std::string& bytes)
{
    return {test::fakeHash(bytes), bytes.size(), "text/plain", "file.txt", 0, 0, {}};
}

} // namespace

FilesTrial::FilesTrial(std::uint64_t seed) : m_random(seed ^ 0xf11e5U), m_oracle(keptBy(seed))
{
    for (std::size_t size = 0; size < 12; ++size) {
        std::string bytes(size * 3, '\0');
        for (char& byte : bytes) {
            byte = static_cast<char>(m_random.below(256));
        }
        m_oracle.addFile(test::fakeHash(bytes), bytes);
        m_files.push_back(std::move(bytes));
    }
    m_sides.push_back({"store in memory",
                       std::make_unique<HubSide>(std::make_unique<server::MemoryStore>(), policyBy(seed)),
                       {}});
    m_sides.push_back(
        {"SQLite store", std::make_unique<HubSide>(HubSide::sqliteStore(), policyBy(seed)), {}});
    constexpr std::array<const char*, users> names{"anna", "ben", "carl", "dora"};
    for (Side& side : m_sides) {
        for (std::uint64_t number = 1; number <= users; ++number) {
            side.hub->admit(UserId(number), names.at(number - 1));
        }
    }
    for (std::uint64_t number = 1; number <= groups; ++number) {
        const protocol::CreateGroup create{newUuid(), "group", {"anna", "ben", "carl", "dora"}};
        for (Side& side : m_sides) {
            side.hub->take(UserId(1), create, m_now);
        }
        m_oracle.addGroup(ConversationId(number), users);
    }
}

MessageUuid FilesTrial::newUuid()
{
    MessageUuid uuid;
    ++m_uuids;
    for (std::size_t i = 0; i < 8; ++i) {
        uuid.bytes.at(i) = static_cast<std::uint8_t>(m_uuids >> (8 * i));
    }
    uuid.bytes[15] = 1;
    return uuid;
}

void FilesTrial::step()
{
    m_now += Milliseconds(m_random.below(300));
    const UserId user = anyone();
    const std::uint64_t what = m_random.below(100);
    if (what < 45) {
        uploadSome(user);
    } else if (what < 65) {
        send(user);
    } else if (what < 75) {
        recall(user);
    } else if (what < 92) {
        fetch(user);
    } else {
        comeOrGo(user);
    }
    for (Side& side : m_sides) {
        compareRecords(side);
    }
    if (oneIn(15)) {
        compareFiles();
    }
}

FileOracle::UploadName FilesTrial::anyUpload(UserId user)
{
    std::vector<FileOracle::UploadName> own;
    for (const auto& [name, upload] : m_oracle.uploads()) {
        if (name.first == user) {
            own.push_back(name);
        }
    }
    return own.empty() || oneIn(6) ? FileOracle::UploadName(user, newUuid())
                                   : own.at(m_random.below(own.size()));
}

void FilesTrial::uploadSome(UserId user)
{
    const FileOracle::UploadName name = anyUpload(user);
    const auto known = m_oracle.uploads().find(name);
    const std::uint64_t what = known == m_oracle.uploads().end() ? 0 : m_random.below(10);
    if (what < 1) {
        const std::string& bytes = anyFile();
        // At times another size is said, or another file under a name that is taken.
        const protocol::BeginUpload request{name.second, test::fakeHash(bytes),
                                            bytes.size() + (oneIn(15) ? 1 : 0)};
        ask(user, request, m_oracle.begin(user, request));
    } else if (what < 2) {
        const protocol::BeginUpload again{name.second, known->second.hash, known->second.size};
        ask(user, again, m_oracle.begin(user, again));
    } else if (what < 6) {
        sendChunk(user, name);
    } else if (what < 9) {
        const protocol::FinishUpload request{name.second};
        ask(user, request, m_oracle.finish(user, request));
    } else {
        const protocol::CancelUpload request{name.second};
        m_oracle.cancel(user, request);
        ask(user, request, {});
    }
}

void FilesTrial::sendChunk(UserId user, const FileOracle::UploadName& name)
{
    const FileOracle::Upload& upload = m_oracle.uploads().at(name);
    std::string bytes;
    for (const std::string& file : m_files) {
        bytes = test::fakeHash(file) == upload.hash ? file : bytes;
    }
    bytes.resize(upload.size, '?');
    if (!bytes.empty() && oneIn(20)) {
        bytes.back() = static_cast<char>(bytes.back() + 1); // so that the hash will be wrong
    }
    // Mostly the next chunk, at times an earlier or a later one.
    const std::uint64_t offset = oneIn(5) ? m_random.below(upload.size + 1)
                                          : std::min<std::uint64_t>(upload.bytes.size(), upload.size);
    const std::size_t size = oneIn(2) ? chunkBytes : bytes.size();
    const protocol::UploadChunk chunk{name.second, offset, bytes.substr(offset, size)};
    ask(user, chunk, m_oracle.append(user, chunk));
}

void FilesTrial::send(UserId user)
{
    protocol::Send request{anyGroup(), newUuid(), {}, {}};
    content::Message message;
    for (std::uint64_t i = 0; i <= m_random.below(3); ++i) {
        message.attachments.push_back(attachmentOf(anyFile()));
    }
    // Mostly a file that the user has uploaded.
    for (const auto& [name, upload] : m_oracle.uploads()) {
        if (name.first == user && upload.isComplete && !oneIn(4)) {
            message.attachments.resize(1);
            message.attachments.front().hash = upload.hash;
            message.attachments.front().size = upload.size;
        }
    }
    request.content = message;
    ask(user, request, m_oracle.send(user, request));
}

void FilesTrial::recall(UserId user)
{
    const ConversationId id = anyGroup();
    std::vector<Seq> own;
    for (const auto& [seq, message] : m_oracle.groups().at(id).messages) {
        if (message.author == user) {
            own.push_back(seq);
        }
    }
    if (!own.empty()) {
        const protocol::Send request{id, newUuid(), {}, content::Recall{own.at(m_random.below(own.size()))}};
        ask(user, request, m_oracle.send(user, request));
    }
}

void FilesTrial::fetch(UserId user)
{
    const ConversationId id = anyGroup();
    protocol::GetBlob request{id, Seq(1 + m_random.below(m_oracle.groups().at(id).head + 2)), 0, 0, 1000};
    request.index = static_cast<std::uint32_t>(m_random.below(3));
    request.offset = oneIn(3) ? m_random.below(40) : 0;
    request.limit = oneIn(3) ? 5 : 1000;
    ask(user, request, m_oracle.get(user, request));
}

void FilesTrial::comeOrGo(UserId user)
{
    const ConversationId id = anyGroup();
    const bool isPresent = m_oracle.isPresent(user, id);
    if (isPresent && oneIn(2)) {
        m_oracle.leave(user, id);
        ask(user, protocol::Leave{id}, {});
    } else if (!isPresent) {
        m_oracle.join(user, id);
        ask(user, protocol::Join{id}, {});
    }
}

void FilesTrial::ask(UserId user, const protocol::ClientFrame& frame, const FileOracle::Answer& right)
{
    for (Side& side : m_sides) {
        side.hub->take(user, frame, m_now);
        const auto& inbox = side.hub->inbox(HubSide::connectionOf(user));
        const auto answer = std::find_if(inbox.begin(), inbox.end(), [](const protocol::ServerEnvelope& one) {
            return one.request.isValid();
        });
        if (answer == inbox.end()) {
            fail(side, "a request has no answer");
        }
        compareAnswer(side, answer->frame, right);
    }
}

void FilesTrial::compareAnswer(Side& side, const protocol::ServerFrame& answer,
                               const FileOracle::Answer& right) const
{
    if (const auto* error = std::get_if<protocol::Error>(&answer)) {
        if (error->code != right.refusal) {
            fail(side, "a request was refused with code " + std::to_string(static_cast<int>(error->code)));
        }
        return;
    }
    if (right.refusal) {
        fail(side, "a request was not refused with code " + std::to_string(static_cast<int>(*right.refusal)));
    }
    if (const auto* state = std::get_if<protocol::UploadState>(&answer)) {
        if (state->received != right.received || state->isComplete != right.isComplete) {
            fail(side, "an upload has " + std::to_string(state->received) + " bytes, must be "
                           + std::to_string(right.received));
        }
    } else if (const auto* part = std::get_if<protocol::BlobPart>(&answer)) {
        if (part->bytes != right.bytes) {
            fail(side, "a file has other bytes");
        }
    } else if (const auto* ack = std::get_if<protocol::SendAck>(&answer)) {
        if (ack->seq != right.seq) {
            fail(side, "a message has seq " + std::to_string(ack->seq.value) + ", must be "
                           + std::to_string(right.seq.value));
        }
    }
}

void FilesTrial::compareRecords(Side& side)
{
    side.hub->turn({server::Tick{}}, m_now); // the server trims
    server::BlobRecords& records = side.hub->store().blobs();
    std::map<BlobHash, std::set<std::pair<ConversationId, Seq>>> references;
    for (std::uint64_t number = 1; number <= groups; ++number) {
        for (const server::BlobReference& one : records.references(ConversationId(number))) {
            references[one.hash].insert({one.conversation, one.seq});
        }
    }
    if (references != m_oracle.references()) {
        fail(side, "other messages refer to files");
    }
    for (std::uint64_t number = 1; number <= users; ++number) {
        const std::uint64_t bytes = records.bytesOf(UserId(number));
        if (bytes != m_oracle.bytesOf(UserId(number))) {
            fail(side, "user " + std::to_string(number) + " has " + std::to_string(bytes) + " bytes, must be "
                           + std::to_string(m_oracle.bytesOf(UserId(number))));
        }
    }
    ++m_comparisons;
}

void FilesTrial::compareFiles()
{
    for (int sweeps = 0; sweeps < 2; ++sweeps) {
        m_now += sweepTime;
        for (Side& side : m_sides) {
            side.hub->turn({server::Tick{}}, m_now);
        }
    }
    for (Side& side : m_sides) {
        std::set<BlobHash> stored;
        for (const server::BlobStore::StoredFile& file : side.hub->files().files()) {
            stored.insert(file.hash);
        }
        if (stored != m_oracle.stored()) {
            fail(side, std::to_string(stored.size()) + " files are stored, must be "
                           + std::to_string(m_oracle.stored().size()));
        }
    }
}

void FilesTrial::finish()
{
    compareFiles();
    for (Side& side : m_sides) {
        const std::vector<std::string> findings = server::audit(side.hub->store());
        if (!findings.empty()) {
            fail(side, findings.front());
        }
    }
}

void FilesTrial::fail(const Side& side, const std::string& what) const
{
    throw Mismatch(side.name + ": " + what);
}

} // namespace tidemark::oracle
