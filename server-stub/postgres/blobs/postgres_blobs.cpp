#include "server-stub/postgres/blobs/postgres_blobs.h"

#include "core/base/failpoint.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>
#include <variant>

namespace tidemark::server {

namespace {

using blob::Outcome;
using postgres::maxPartBytes;

constexpr std::size_t maxOpen = 64;
/// Bytes that wait to be stored together: a commit takes the time of some chunks.
constexpr std::size_t bytesPerFlush = 4 * maxPartBytes;
/// Other jobs wait for so long; the next removal goes on.
constexpr std::chrono::seconds maxRemovalTime{5};
constexpr std::uint32_t filesPerPage = 10000;

/// https://www.postgresql.org/docs/15/errcodes-appendix.html
constexpr QLatin1String diskFull("53100");

} // namespace

PostgresBlobs::Opened PostgresBlobs::open(const DatabaseUrl& url, postgres::Connection::Purpose purpose)
{
    DatabaseUrl named = url;
    named.parameters["application_name"] += " files";
    auto connection = postgres::Connection::open(named, purpose);
    if (!connection) {
        return Unexpected(connection.error());
    }
    (*connection)->limit(url.answerTimeout());
    std::unique_ptr<PostgresBlobs> blobs(new PostgresBlobs(std::move(named), std::move(connection).value()));
    blobs->m_connection->liftLimit();
    if (const auto& health = blobs->m_connection->health(); health.failed) {
        return Unexpected(QStringLiteral("%1: %2").arg(url.shown(), health.reason));
    }
    return blobs;
}

PostgresBlobs::Opened PostgresBlobs::openSnapshot(const DatabaseUrl& url, const std::string& snapshot)
{
    Opened opened = open(url);
    if (opened) {
        PostgresBlobs& blobs = **opened;
        blobs.m_isSnapshot = true;
        blobs.m_connection->beginSnapshot(snapshot);
        if (const auto& health = blobs.m_connection->health(); health.failed) {
            return Unexpected(QStringLiteral("%1: %2").arg(url.shown(), health.reason));
        }
    }
    return opened;
}

bool PostgresBlobs::endSnapshot()
{
    const bool isRead = !m_connection->health().failed;
    m_lastFailure = m_connection->health().reason;
    m_connection->rollback();
    return isRead;
}

PostgresBlobs::PostgresBlobs(DatabaseUrl url, std::unique_ptr<postgres::Connection> connection)
    : m_url(std::move(url)), m_connection(std::move(connection)), m_table(*m_connection)
{
}

template <typename Part>
bool PostgresBlobs::commit(Part part)
{
    if (m_isSnapshot) {
        part();
        return !m_connection->health().failed;
    }
    // An idle connection may be lost unnoticed, for example when another host has become the primary.
    return commitOnce(part)
           || (!m_connection->isUsable() && !m_connection->isCommitUnknown() && commitOnce(part));
}

template <typename Part>
bool PostgresBlobs::commitOnce(Part& part)
{
    m_reconnection.attempt(*m_connection, m_url);
    const bool isUsable = m_connection->isUsable();
    m_connection->begin();
    m_connection->limit(m_url.answerTimeout());
    if (!isUsable) {
        m_connection->fail(m_reconnection.error().isEmpty() ? QStringLiteral("the connection is lost")
                                                            : m_reconnection.error());
    }
    part();
    if (m_connection->commit()) {
        return true;
    }
    m_isFull = m_connection->health().code == diskFull;
    m_lastFailure = m_connection->health().reason;
    m_connection->rollback();
    return false;
}

Outcome PostgresBlobs::whyFailed() const
{
    return m_isFull ? Outcome::NoRoom : Outcome::Failed;
}

bool PostgresBlobs::removeOrphans()
{
    std::vector<BlobHash> files;
    std::vector<UploadKey> uploads;
    const bool isRead = commit([&] {
        files = m_table.oldFiles();
        uploads = m_table.oldUploads();
    });
    for (const BlobHash& hash : files) {
        static_cast<void>(carryOut(blob::Work(blob::DropFile{hash})));
    }
    for (const UploadKey& key : uploads) {
        static_cast<void>(carryOut(blob::Work(blob::DropUpload{key})));
    }
    return isRead && removeLooseBytes() == Outcome::Done;
}

blob::Result PostgresBlobs::carryOut(const blob::Work& work)
{
    return std::visit([this](const auto& one) { return carryOut(one); }, work);
}

blob::Result PostgresBlobs::carryOut(const blob::Open& work)
{
    // Another server may have continued the upload, or dropped it.
    for (int attempt = 0; attempt < 2; ++attempt) {
        Upload* upload = open(work.upload);
        const Flushed flushed = upload == nullptr ? Flushed{whyFailed()} : flush(*upload);
        if (flushed.outcome != Outcome::Done || flushed.received) {
            return {flushed.outcome, flushed.received.value_or(0)};
        }
    }
    return {Outcome::Failed};
}

blob::Result PostgresBlobs::carryOut(const blob::Append& work)
{
    Upload* upload = open(work.upload);
    if (upload == nullptr) {
        return {whyFailed()};
    }
    const std::uint64_t written = upload->stored.size + upload->waiting.size();
    const std::uint64_t end = work.offset + work.bytes.size();
    if (work.offset > written || end <= written) {
        return {Outcome::Done, upload->stored.size};
    }
    const std::string_view fresh = std::string_view(work.bytes).substr(written - work.offset);
    upload->waiting += fresh;
    if (upload->hasher) {
        upload->hasher->add(fresh);
    }
    if (upload->waiting.size() < bytesPerFlush) {
        return {Outcome::Done, upload->stored.size};
    }
    const std::uint64_t before = upload->stored.size;
    const Flushed flushed = flush(*upload);
    failpoint(Failpoint::ServerPartStored);
    return {flushed.outcome, flushed.outcome == Outcome::Done ? flushed.received.value_or(0) : before};
}

blob::Result PostgresBlobs::carryOut(const blob::Finish& work)
{
    Upload* upload = open(work.upload);
    if (upload == nullptr) {
        return {whyFailed()};
    }
    const Flushed flushed = flush(*upload);
    if (flushed.outcome != Outcome::Done || !flushed.received) {
        return {flushed.outcome == Outcome::Done ? Outcome::Missing : flushed.outcome};
    }
    const postgres::ByteTable::Named stored = upload->stored;
    if (stored.size < work.size) {
        return {Outcome::Missing, stored.size};
    }
    // A repetition reads the bytes.
    auto hasher = std::exchange(upload->hasher, std::nullopt);
    const auto hash = hasher ? std::optional(hasher->result()) : hashOf(stored);
    if (!hash) {
        return {Outcome::Failed, stored.size};
    }
    if (*hash != work.hash || stored.size != work.size) {
        return {Outcome::WrongHash};
    }
    failpoint(Failpoint::ServerFileHashed);
    bool isThere = false;
    if (!commit([&] { isThere = m_table.insertFile(work.hash, stored); })) {
        return {whyFailed(), stored.size};
    }
    failpoint(Failpoint::ServerFileMade);
    return {isThere ? Outcome::Done : Outcome::Failed, stored.size};
}

blob::Result PostgresBlobs::carryOut(const blob::Read& work)
{
    std::optional<std::string> bytes;
    bool isKnown = true;
    // Between the two statements the file may have been removed and made again.
    for (int attempt = 0; attempt < 2 && isKnown && !bytes; ++attempt) {
        const bool isRead = commit([&] {
            const auto file = m_table.file(work.hash);
            isKnown = file.has_value();
            bytes = isKnown ? read(*file, work.offset, work.limit) : std::nullopt;
        });
        if (!isRead) {
            return {whyFailed()};
        }
    }
    if (!isKnown) {
        return {Outcome::Missing};
    }
    return bytes ? blob::Result{Outcome::Done, 0, *std::move(bytes)} : blob::Result{Outcome::Failed};
}

blob::Result PostgresBlobs::carryOut(const blob::DropUpload& work)
{
    failpoint(Failpoint::ServerFileRecorded);
    close(work.upload);
    if (!commit([&] { m_table.removeUpload(work.upload); })) {
        return {whyFailed()};
    }
    return {removeLooseBytes()};
}

blob::Result PostgresBlobs::carryOut(const blob::DropFile& work)
{
    if (!commit([&] { m_table.removeFile(work.hash); })) {
        return {whyFailed()};
    }
    failpoint(Failpoint::ServerFileDropped);
    return {removeLooseBytes()};
}

std::vector<BlobStore::StoredFile> PostgresBlobs::files()
{
    std::vector<StoredFile> all;
    BlobHash last;
    bool hasMore = true;
    while (hasMore) {
        std::vector<StoredFile> page;
        static_cast<void>(commit([&] { page = m_table.filesAfter(last, filesPerPage); }));
        hasMore = page.size() == filesPerPage;
        if (hasMore) {
            last = page.back().hash;
        }
        std::ranges::move(page, std::back_inserter(all));
    }
    return all;
}

std::vector<BlobStore::StoredUpload> PostgresBlobs::uploads()
{
    std::vector<StoredUpload> all;
    static_cast<void>(commit([&] { all = m_table.uploads(); }));
    return all;
}

PostgresBlobs::Upload* PostgresBlobs::open(const UploadKey& key)
{
    const auto found = std::ranges::find(m_open, key, &Upload::key);
    if (found != m_open.end()) {
        m_open.splice(m_open.begin(), m_open, found);
        return &m_open.front();
    }
    std::optional<postgres::ByteTable::Named> stored;
    const bool isDone = commit([&] {
        stored = m_table.upload(key);
        if (!stored) {
            m_table.insertUpload(key);
            stored = m_table.upload(key);
        }
    });
    if (!isDone || !stored) {
        return nullptr;
    }
    if (m_open.size() >= maxOpen) {
        const UploadKey oldest = m_open.back().key;
        static_cast<void>(flush(m_open.back()));
        close(oldest);
    }
    m_open.push_front({key, *stored, {}, {}});
    if (stored->size == 0) {
        m_open.front().hasher.emplace();
    }
    return &m_open.front();
}

void PostgresBlobs::close(const UploadKey& key)
{
    std::erase_if(m_open, [&](const Upload& upload) { return upload.key == key; });
}

PostgresBlobs::Flushed PostgresBlobs::flush(Upload& upload)
{
    bool isThere = true;
    const bool isDone = commit([&] {
        const auto stored = m_table.holdUpload(upload.key);
        isThere = stored.has_value();
        if (!isThere) {
            return;
        }
        if (stored->id != upload.stored.id || stored->size != upload.stored.size) {
            const std::uint64_t end = upload.stored.size + upload.waiting.size();
            const bool continues = stored->id == upload.stored.id && stored->size > upload.stored.size;
            upload.waiting.erase(0, continues && stored->size < end ? stored->size - upload.stored.size
                                                                    : std::string::npos);
            upload.stored = *stored;
            upload.hasher.reset();
        }
        if (!upload.waiting.empty()) {
            m_table.append(upload.key, upload.stored, upload.waiting);
            failpoint(Failpoint::ServerPartWritten);
        }
    });
    if (!isDone || !isThere) {
        close(upload.key);
        return {isDone ? Outcome::Done : whyFailed()};
    }
    upload.stored.size += upload.waiting.size();
    upload.waiting.clear();
    return {Outcome::Done, upload.stored.size};
}

std::optional<BlobHash> PostgresBlobs::hashOf(const postgres::ByteTable::Named& bytes)
{
    BlobHasher hasher;
    for (std::uint64_t offset = 0; offset < bytes.size; offset += bytesPerFlush) {
        std::optional<std::string> part;
        if (!commit([&] { part = read(bytes, offset, bytesPerFlush); }) || !part) {
            return std::nullopt;
        }
        hasher.add(*part);
    }
    return hasher.result();
}

std::optional<std::string> PostgresBlobs::read(const postgres::ByteTable::Named& bytes, std::uint64_t offset,
                                               std::uint64_t limit)
{
    const std::uint64_t wanted = std::min(limit, bytes.size - std::min(bytes.size, offset));
    std::string found;
    if (wanted == 0) {
        return found;
    }
    for (const postgres::ByteTable::Part& part : m_table.parts(bytes.id, offset, wanted)) {
        if (!part.bytes.empty() && part.at == offset + found.size()) {
            found += part.bytes;
        }
    }
    return found.size() == wanted ? std::optional(std::move(found)) : std::nullopt;
}

Outcome PostgresBlobs::removeLooseBytes()
{
    const QDeadlineTimer deadline(maxRemovalTime);
    bool hasMore = true;
    while (hasMore && !deadline.hasExpired()) {
        if (!commit([&] { hasMore = m_table.removeSome(); })) {
            return whyFailed();
        }
    }
    return Outcome::Done;
}

} // namespace tidemark::server
