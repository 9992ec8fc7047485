#include "server-stub/postgres/tables/byte_table.h"

#include "server-stub/store/stored_values.h"

#include <algorithm>

// The present time of the database, and the age up to which a name without a record stays.
#define TIDEMARK_NOW "(date_part('epoch', now()) * 1000)::bigint"
#define TIDEMARK_DAY_AGO "(date_part('epoch', now() - interval '1 day') * 1000)::bigint"

namespace tidemark::server::postgres {

namespace {

/// 16 MiB: some milliseconds of work.
constexpr std::uint32_t partsPerStep = 64;

std::optional<ByteTable::Named> namedIn(Statement::Run&& run)
{
    return run.next() ? std::optional(ByteTable::Named{run.number(0), run.number(1)}) : std::nullopt;
}

UnixMs timeIn(const Statement::Run& run, int column)
{
    return UnixMs{static_cast<std::int64_t>(run.number(column))};
}

} // namespace

ByteTable::ByteTable(Connection& connection)
    : m_connection(connection),
      m_selectUpload(
          connection.statement("SELECT id, received FROM upload_bytes WHERE user_id = $1 AND uuid = $2")),
      m_holdUpload(connection.statement(
          "SELECT id, received FROM upload_bytes WHERE user_id = $1 AND uuid = $2 FOR UPDATE")),
      m_insertUpload(connection.statement("INSERT INTO upload_bytes (user_id, uuid, id, received, changed_at)"
                                          " VALUES ($1, $2, nextval('bytes_id'), 0, " TIDEMARK_NOW
                                          ") ON CONFLICT DO NOTHING")),
      m_insertPart(connection.statement("INSERT INTO byte_part (id, at, bytes) VALUES ($1, $2, $3)")),
      m_growUpload(connection.statement("UPDATE upload_bytes SET received = $3, changed_at = " TIDEMARK_NOW
                                        " WHERE user_id = $1 AND uuid = $2")),
      m_selectRecordOfUpload(
          connection.statement("SELECT 1 FROM upload WHERE user_id = $1 AND uuid = $2 AND is_complete = 0")),
      m_removeUpload(connection.statement("DELETE FROM upload_bytes WHERE user_id = $1 AND uuid = $2")),
      m_selectFile(connection.statement("SELECT id, size FROM blob_bytes WHERE hash = $1")),
      m_holdFile(connection.statement("SELECT id, size FROM blob_bytes WHERE hash = $1 FOR UPDATE")),
      m_holdUploadById(connection.statement("SELECT 1 FROM upload_bytes WHERE id = $1 FOR SHARE")),
      m_insertFile(connection.statement("INSERT INTO blob_bytes (hash, id, size, changed_at)"
                                        " VALUES ($1, $2, $3, " TIDEMARK_NOW ") ON CONFLICT DO NOTHING")),
      m_selectRecordOfFile(connection.statement("SELECT 1 FROM blob WHERE hash = $1")),
      m_removeFile(connection.statement("DELETE FROM blob_bytes WHERE hash = $1")),
      m_selectParts(connection.statement(
          "SELECT GREATEST(at, wanted.first), substring(bytes FROM GREATEST(wanted.first - at, 0)::int + 1"
          " FOR (wanted.behind - GREATEST(at, wanted.first))::int)"
          " FROM (VALUES ($2::bigint, $2::bigint + $3::bigint)) AS wanted (first, behind)"
          " CROSS JOIN byte_part WHERE id = $1 AND at > wanted.first - "
          + std::to_string(maxPartBytes) + " AND at < wanted.behind ORDER BY at")),
      m_noteLoose(connection.statement("INSERT INTO loose_bytes (id) VALUES ($1)")),
      m_holdLoose(connection.statement(
          "SELECT number, id FROM loose_bytes ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED")),
      m_selectFileById(connection.statement("SELECT 1 FROM blob_bytes WHERE id = $1")),
      m_selectUploadById(connection.statement("SELECT 1 FROM upload_bytes WHERE id = $1")),
      m_removeParts(
          connection.statement("DELETE FROM byte_part WHERE id = $1 AND at IN"
                               " (SELECT at FROM byte_part WHERE id = $1 ORDER BY at LIMIT $2) RETURNING 1")),
      m_removeLoose(connection.statement("DELETE FROM loose_bytes WHERE number = $1")),
      m_selectFiles(connection.statement(
          "SELECT hash, COALESCE((SELECT sum(octet_length(p.bytes)) FROM byte_part p WHERE p.id = b.id), "
          "0)::bigint, changed_at FROM blob_bytes b WHERE hash > $1 ORDER BY hash LIMIT $2")),
      m_selectUploads(
          connection.statement("SELECT user_id, uuid, changed_at FROM upload_bytes ORDER BY user_id, uuid")),
      m_selectOldFiles(
          connection.statement("SELECT b.hash FROM blob_bytes b LEFT JOIN blob r ON r.hash = b.hash"
                               " WHERE r.hash IS NULL AND b.changed_at < " TIDEMARK_DAY_AGO)),
      m_selectOldUploads(connection.statement(
          "SELECT b.user_id, b.uuid FROM upload_bytes b LEFT JOIN upload r ON r.user_id = b.user_id"
          " AND r.uuid = b.uuid WHERE r.is_complete = 1"
          " OR (r.user_id IS NULL AND b.changed_at < " TIDEMARK_DAY_AGO ")"))
{
}

std::optional<ByteTable::Named> ByteTable::upload(const UploadKey& key)
{
    return namedIn(m_selectUpload.run(key.user.value, storedUuid(key.uuid)));
}

std::optional<ByteTable::Named> ByteTable::holdUpload(const UploadKey& key)
{
    return namedIn(m_connection.write(m_holdUpload, key.user.value, storedUuid(key.uuid)));
}

void ByteTable::insertUpload(const UploadKey& key)
{
    m_connection.change(m_insertUpload, key.user.value, storedUuid(key.uuid));
}

void ByteTable::append(const UploadKey& key, const Named& upload, std::string_view bytes)
{
    std::uint64_t end = upload.size;
    while (!bytes.empty()) {
        const std::string_view part = bytes.substr(0, maxPartBytes);
        m_connection.change(m_insertPart, upload.id, end, part);
        bytes.remove_prefix(part.size());
        end += part.size();
    }
    m_connection.change(m_growUpload, key.user.value, storedUuid(key.uuid), end);
}

void ByteTable::removeUpload(const UploadKey& key)
{
    const auto found = holdUpload(key);
    // Another server may have begun it again.
    if (found && !m_selectRecordOfUpload.run(key.user.value, storedUuid(key.uuid)).next()) {
        m_connection.change(m_removeUpload, key.user.value, storedUuid(key.uuid));
        m_connection.change(m_noteLoose, found->id);
    }
}

std::optional<ByteTable::Named> ByteTable::file(const BlobHash& hash)
{
    return namedIn(m_selectFile.run(storedHash(hash)));
}

bool ByteTable::insertFile(const BlobHash& hash, const Named& upload)
{
    if (!m_connection.write(m_holdUploadById, upload.id).next()) {
        return false;
    }
    m_connection.change(m_insertFile, storedHash(hash), upload.id, upload.size);
    return true;
}

void ByteTable::removeFile(const BlobHash& hash)
{
    const auto found = namedIn(m_connection.write(m_holdFile, storedHash(hash)));
    // Another server may be giving it a record: it holds the name then.
    if (found && !m_selectRecordOfFile.run(storedHash(hash)).next()) {
        m_connection.change(m_removeFile, storedHash(hash));
        m_connection.change(m_noteLoose, found->id);
    }
}

std::vector<ByteTable::Part> ByteTable::parts(std::uint64_t id, std::uint64_t offset, std::uint64_t bytes)
{
    std::vector<Part> found;
    Statement::Run run = m_selectParts.run(id, offset, bytes);
    while (run.next()) {
        found.push_back({run.number(0), run.bytes(1)});
    }
    return found;
}

bool ByteTable::removeSome()
{
    const auto loose = namedIn(m_connection.write(m_holdLoose));
    if (!loose) {
        return false;
    }
    const auto [number, id] = *loose;
    std::uint32_t removed = 0;
    // The upload first: bytes get the name of a file before they lose that of their upload, and the second
    // statement sees what was committed before the first one.
    const bool isUpload = m_selectUploadById.run(id).next();
    if (!isUpload && !m_selectFileById.run(id).next()) {
        Statement::Run run = m_connection.write(m_removeParts, id, partsPerStep);
        while (run.next()) {
            ++removed;
        }
    }
    if (removed < partsPerStep) {
        m_connection.change(m_removeLoose, number);
    }
    return true;
}

std::vector<BlobStore::StoredFile> ByteTable::filesAfter(const BlobHash& hash, std::uint32_t limit)
{
    std::vector<BlobStore::StoredFile> found;
    Statement::Run run = m_selectFiles.run(storedHash(hash), limit);
    while (run.next()) {
        found.push_back({blobHashFrom(run.bytes(0)), run.number(1), timeIn(run, 2)});
    }
    return found;
}

std::vector<BlobStore::StoredUpload> ByteTable::uploads()
{
    std::vector<BlobStore::StoredUpload> found;
    Statement::Run run = m_selectUploads.run();
    while (run.next()) {
        found.push_back({{UserId(run.number(0)), uuidFrom(run.bytes(1))}, timeIn(run, 2)});
    }
    return found;
}

std::vector<BlobHash> ByteTable::oldFiles()
{
    std::vector<BlobHash> found;
    Statement::Run run = m_selectOldFiles.run();
    while (run.next()) {
        found.push_back(blobHashFrom(run.bytes(0)));
    }
    return found;
}

std::vector<UploadKey> ByteTable::oldUploads()
{
    std::vector<UploadKey> found;
    Statement::Run run = m_selectOldUploads.run();
    while (run.next()) {
        found.push_back({UserId(run.number(0)), uuidFrom(run.bytes(1))});
    }
    return found;
}

} // namespace tidemark::server::postgres
