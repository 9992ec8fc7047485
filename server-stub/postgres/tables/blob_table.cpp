#include "server-stub/postgres/tables/blob_table.h"

#include "server-stub/store/stored_values.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#define TIDEMARK_UPLOAD_COLUMNS "user_id, uuid, hash, size, is_complete, expires_at"
#define TIDEMARK_AVATAR_COLUMNS "user_id, conversation, version, hash, size"

namespace tidemark::server::postgres {

namespace {

/// The condition that `hash` is one of the first parameter.
#define TIDEMARK_IS_ONE "hash IN (SELECT decode(one, 'hex') FROM unnest($1::text[]) AS one)"

/// Bounds the question for a file that many entries name. If the bound hides the only entry that the user may
/// read, the user uploads the file again.
constexpr std::uint32_t maxPlaces = 100;
constexpr std::uint32_t parts = 64;

std::uint32_t partOf(const BlobHash& hash)
{
    return hash.bytes.front() % parts;
}

UploadRecord uploadIn(const Statement::Run& run)
{
    return {{UserId(run.number(0)), uuidFrom(run.bytes(1))},
            blobHashFrom(run.bytes(2)),
            run.number(3),
            run.number(4) != 0,
            UnixMs{static_cast<std::int64_t>(run.number(5))}};
}

std::vector<Value> valuesOf(const UploadRecord& upload)
{
    return {bound(upload.key.user.value), bound(storedUuid(upload.key.uuid)), bound(storedHash(upload.hash)),
            bound(upload.size),           bound(upload.isComplete),           bound(upload.expiresAt.value)};
}

Avatar avatarIn(const Statement::Run& run)
{
    const std::string hash = run.bytes(3);
    return {.owner = {.user = UserId(run.number(0)), .conversation = ConversationId(run.number(1))},
            .version = run.number(2),
            .hash = hash.empty() ? BlobHash{} : blobHashFrom(hash),
            .size = run.number(4)};
}

Hexadecimals hashesOf(const auto& all)
{
    Hexadecimals hashes;
    for (const BlobHash& hash : all) {
        hashes.values.emplace_back(storedHash(hash));
    }
    return hashes;
}

std::set<BlobHash> hashesIn(Statement::Run&& run)
{
    std::set<BlobHash> hashes;
    while (run.next()) {
        hashes.insert(blobHashFrom(run.bytes(0)));
    }
    return hashes;
}

} // namespace

BlobTable::BlobTable(Connection& connection)
    : m_connection(connection),
      m_selectUpload(connection.statement("SELECT " TIDEMARK_UPLOAD_COLUMNS
                                          " FROM upload WHERE user_id = $1 AND uuid = $2")),
      m_insertUpload(connection.statement("INSERT INTO upload (" TIDEMARK_UPLOAD_COLUMNS
                                          ") VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
                                          " RETURNING 1")),
      m_updateUpload(connection.statement(
          "UPDATE upload SET hash = $3, size = $4, is_complete = $5, expires_at = $6"
          " WHERE user_id = $1 AND uuid = $2 AND hash = $7 AND is_complete = $8 RETURNING 1")),
      m_removeUpload(
          connection.statement("DELETE FROM upload WHERE user_id = $1 AND uuid = $2 RETURNING hash")),
      m_removeUploadsOf(connection.statement(
          "DELETE FROM upload WHERE user_id = $1 AND hash = $2 AND is_complete = 1 RETURNING uuid")),
      m_selectUploaded(connection.statement(
          "SELECT 1 FROM upload WHERE hash = $1 AND user_id = $2 AND is_complete = 1 LIMIT 1")),
      m_holdExpired(connection.statement("SELECT user_id, uuid FROM upload WHERE expires_at <= $1"
                                         " ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED")),
      m_selectBlob(connection.statement("SELECT size FROM blob WHERE hash = $1")),
      m_holdBlob(connection.statement("SELECT size FROM blob WHERE hash = $1 FOR SHARE")),
      m_holdFile(connection.statement("SELECT 1 FROM blob_bytes WHERE hash = $1 FOR SHARE")),
      m_insertBlob(connection.statement(
          "INSERT INTO blob (hash, size) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1")),
      m_removeBlob(connection.statement("DELETE FROM blob WHERE hash = $1 RETURNING size")),
      m_removeBlobBytes(connection.statement("DELETE FROM blob_bytes WHERE hash = $1 RETURNING id")),
      m_removeUploadBytes(
          connection.statement("DELETE FROM upload_bytes WHERE user_id = $1 AND uuid = $2 RETURNING id")),
      m_noteLooseBytes(connection.statement("INSERT INTO loose_bytes (id) VALUES ($1)")),
      m_selectPlaces(connection.statement("SELECT conversation, seq FROM blob_ref WHERE hash = $1 LIMIT $2")),
      m_selectReadable(
          connection.statement("SELECT 1 FROM unnest($1::bigint[], $2::bigint[]) AS place (conversation, seq)"
                               " JOIN member m ON m.conversation = place.conversation AND m.user_id = $3"
                               " WHERE m.is_member = 1 AND place.seq > m.hidden_upto LIMIT 1")),
      m_noteLoose(connection.statement("INSERT INTO loose_blob (hash) VALUES ($1)")),
      m_selectLoose(connection.statement(
          "SELECT number, hash FROM loose_blob WHERE number > $1 ORDER BY number LIMIT $2")),
      m_forgetLoose(connection.statement("DELETE FROM loose_blob WHERE number = ANY($1::bigint[])")),
      m_selectKnown(connection.statement("SELECT hash FROM blob WHERE " TIDEMARK_IS_ONE)),
      m_holdKnown(connection.statement("SELECT hash FROM blob WHERE " TIDEMARK_IS_ONE
                                       " ORDER BY hash FOR UPDATE SKIP LOCKED")),
      m_selectReferred(connection.statement("SELECT DISTINCT hash FROM blob_ref WHERE " TIDEMARK_IS_ONE)),
      m_selectCompleted(connection.statement("SELECT DISTINCT hash FROM upload WHERE is_complete = 1"
                                             " AND " TIDEMARK_IS_ONE)),
      m_selectShown(connection.statement("SELECT DISTINCT hash FROM avatar WHERE " TIDEMARK_IS_ONE)),
      m_selectAvatar(connection.statement("SELECT " TIDEMARK_AVATAR_COLUMNS
                                          " FROM avatar WHERE user_id = $1 AND conversation = $2")),
      m_insertAvatar(
          connection.statement("INSERT INTO avatar (" TIDEMARK_AVATAR_COLUMNS
                               ") VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING 1")),
      m_updateAvatar(
          connection.statement("UPDATE avatar SET version = $3, hash = $4, size = $5"
                               " WHERE user_id = $1 AND conversation = $2 AND version = $6 RETURNING 1")),
      m_selectAvatars(connection.statement("SELECT " TIDEMARK_AVATAR_COLUMNS
                                           " FROM avatar ORDER BY user_id, conversation")),
      m_sumOfUser(
          connection.statement("SELECT COALESCE((SELECT bytes FROM file_usage WHERE user_id = $1), 0)"
                               " + COALESCE((SELECT sum(size) FROM upload WHERE user_id = $1), 0)::bigint")),
      m_sumOfBlobs(connection.statement("SELECT COALESCE(sum(bytes), 0)::bigint FROM blob_total")),
      m_sumOfUploads(
          connection.statement("SELECT COALESCE(sum(size), 0)::bigint FROM upload WHERE is_complete = 0")),
      m_countUploads(connection.statement("SELECT count(*) FROM upload WHERE user_id = $1")),
      m_countAll(connection.statement("SELECT (SELECT count(*) FROM blob),"
                                      " (SELECT count(*) FROM upload WHERE is_complete = 0)")),
      m_selectBlobs(connection.statement("SELECT hash, size FROM blob ORDER BY hash")),
      m_selectUploads(
          connection.statement("SELECT " TIDEMARK_UPLOAD_COLUMNS " FROM upload ORDER BY user_id, uuid")),
      m_selectReferences(
          connection.statement("SELECT hash, seq FROM blob_ref WHERE conversation = $1 ORDER BY hash, seq")),
      m_insertReference(connection.statement("INSERT INTO blob_ref (hash, conversation, seq)"
                                             " VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1")),
      m_removeReference(connection.statement(
          "DELETE FROM blob_ref WHERE hash = $1 AND conversation = $2 AND seq = $3 RETURNING 1")),
      m_addUses(connection.statement(
          "INSERT INTO file_use AS found (user_id, hash, refs) VALUES ($1, $2, $3)"
          " ON CONFLICT (user_id, hash) DO UPDATE SET refs = found.refs + excluded.refs RETURNING refs")),
      m_removeUse(connection.statement("DELETE FROM file_use WHERE user_id = $1 AND hash = $2")),
      m_addUsage(
          connection.statement("INSERT INTO file_usage AS found (user_id, bytes) VALUES ($1, $2)"
                               " ON CONFLICT (user_id) DO UPDATE SET bytes = found.bytes + excluded.bytes")),
      m_addTotal(
          connection.statement("INSERT INTO blob_total AS found (part, bytes) VALUES ($1, $2)"
                               " ON CONFLICT (part) DO UPDATE SET bytes = found.bytes + excluded.bytes"))
{
}

std::optional<UploadRecord> BlobTable::upload(const UploadKey& key)
{
    if (!m_connection.isInTransaction()) {
        m_uploads.clear();
    }
    if (const auto known = m_uploads.find(key); known != m_uploads.end()) {
        return known->second;
    }
    Statement::Run run = m_selectUpload.run(key.user.value, storedUuid(key.uuid));
    const auto found = run.next() ? std::optional(uploadIn(run)) : std::nullopt;
    if (!m_connection.health().failed) {
        m_uploads.emplace(key, found);
    }
    return found;
}

void BlobTable::putUpload(const UploadRecord& upload)
{
    std::vector<Value> values = valuesOf(upload);
    const auto before = this->upload(upload.key);
    if (before) {
        values.push_back(bound(storedHash(before->hash)));
        values.push_back(bound(before->isComplete));
    }
    if (!m_connection.writeWith(before ? m_updateUpload : m_insertUpload, values).next()) {
        return m_connection.fail(QStringLiteral("another server changed an upload at the same time"));
    }
    m_uploads.insert_or_assign(upload.key, upload);
}

void BlobTable::removeUpload(const UploadKey& key)
{
    Statement::Run removed = m_connection.write(m_removeUpload, key.user.value, storedUuid(key.uuid));
    if (removed.next()) {
        noteLoose(blobHashFrom(removed.bytes(0)));
    }
    noteLooseBytes(m_connection.write(m_removeUploadBytes, key.user.value, storedUuid(key.uuid)));
    m_uploads.insert_or_assign(key, std::nullopt);
}

bool BlobTable::hasUploaded(UserId user, const BlobHash& hash)
{
    return m_selectUploaded.run(storedHash(hash), user.value).next();
}

std::vector<UploadKey> BlobTable::expiredUploads(UnixMs now, std::uint32_t limit)
{
    std::vector<UploadKey> expired;
    Statement::Run run = m_connection.write(m_holdExpired, now.value, limit);
    while (run.next()) {
        expired.push_back({UserId(run.number(0)), uuidFrom(run.bytes(1))});
    }
    return expired;
}

std::optional<BlobRecord> BlobTable::blob(const BlobHash& hash)
{
    Statement::Run run = m_selectBlob.run(storedHash(hash));
    return run.next() ? std::optional(BlobRecord{hash, run.number(0)}) : std::nullopt;
}

std::optional<BlobRecord> BlobTable::holdBlob(const BlobHash& hash)
{
    Statement::Run run = m_connection.write(m_holdBlob, storedHash(hash));
    return run.next() ? std::optional(BlobRecord{hash, run.number(0)}) : std::nullopt;
}

bool BlobTable::holdFile(const BlobHash& hash)
{
    // A server that removes the record and the name of the bytes locks the record first.
    static_cast<void>(holdBlob(hash));
    return m_connection.write(m_holdFile, storedHash(hash)).next();
}

void BlobTable::putBlob(const BlobRecord& blob)
{
    if (m_connection.write(m_insertBlob, storedHash(blob.hash), blob.size).next()) {
        m_totals[partOf(blob.hash)] += static_cast<std::int64_t>(blob.size);
    }
}

void BlobTable::removeBlob(const BlobHash& hash)
{
    Statement::Run removed = m_connection.write(m_removeBlob, storedHash(hash));
    if (removed.next()) {
        m_totals[partOf(hash)] -= static_cast<std::int64_t>(removed.number(0));
    }
    noteLooseBytes(m_connection.write(m_removeBlobBytes, storedHash(hash)));
}

void BlobTable::noteLooseBytes(Statement::Run&& ids)
{
    while (ids.next()) {
        m_connection.change(m_noteLooseBytes, ids.number(0));
    }
}

bool BlobTable::isReadable(const BlobHash& hash, UserId user)
{
    Numbers conversations;
    Numbers seqs;
    Statement::Run places = m_selectPlaces.run(storedHash(hash), maxPlaces);
    while (places.next()) {
        conversations.values.push_back(places.number(0));
        seqs.values.push_back(places.number(1));
    }
    // Runs also without places, so that the time does not tell whether the file exists.
    return m_selectReadable.run(conversations, seqs, user.value).next();
}

std::vector<BlobHash> BlobTable::unusedBlobs(std::uint32_t limit)
{
    std::vector<BlobHash> unused;
    std::uint64_t last = 0;
    for (bool hasMore = true; hasMore && unused.empty();) {
        const std::vector<Loose> loose = looseAfter(last, limit);
        hasMore = loose.size() == limit;
        if (!loose.empty()) {
            last = loose.back().number;
            unused = unusedOf(loose);
        }
    }
    return unused;
}

std::vector<BlobTable::Loose> BlobTable::looseAfter(std::uint64_t number, std::uint32_t limit)
{
    std::vector<Loose> loose;
    Statement::Run run = m_selectLoose.run(number, limit);
    while (run.next()) {
        loose.push_back({run.number(0), blobHashFrom(run.bytes(1))});
    }
    return loose;
}

std::vector<BlobHash> BlobTable::unusedOf(const std::vector<Loose>& loose)
{
    std::set<BlobHash> all;
    for (const Loose& one : loose) {
        all.insert(one.hash);
    }
    const std::set<BlobHash> known = hashesIn(m_selectKnown.run(hashesOf(all)));
    const std::set<BlobHash> held = hashesIn(m_connection.write(m_holdKnown, hashesOf(known)));
    // These statements begin when the records are locked, so they see the uses of all servers.
    std::set<BlobHash> used = hashesIn(m_selectReferred.run(hashesOf(held)));
    used.merge(hashesIn(m_selectCompleted.run(hashesOf(held))));
    used.merge(hashesIn(m_selectShown.run(hashesOf(held))));
    Numbers done;
    for (const Loose& one : loose) {
        if (!known.contains(one.hash) || used.contains(one.hash)) {
            done.values.push_back(one.number);
        }
    }
    if (!done.values.empty()) {
        m_connection.change(m_forgetLoose, done);
    }
    std::vector<BlobHash> unused;
    std::ranges::set_difference(held, used, std::back_inserter(unused));
    return unused;
}

void BlobTable::noteLoose(const BlobHash& hash)
{
    m_connection.change(m_noteLoose, storedHash(hash));
}

std::uint64_t BlobTable::bytesOf(UserId user)
{
    flush();
    Statement::Run run = m_sumOfUser.run(user.value);
    return run.next() ? run.number(0) : 0;
}

std::uint64_t BlobTable::allBytes()
{
    flush();
    Statement::Run blobs = m_sumOfBlobs.run();
    Statement::Run uploads = m_sumOfUploads.run();
    return (blobs.next() ? blobs.number(0) : 0) + (uploads.next() ? uploads.number(0) : 0);
}

BlobCounts BlobTable::counts()
{
    flush();
    Statement::Run run = m_countAll.run();
    return run.next() ? BlobCounts{run.number(0), run.number(1)} : BlobCounts();
}

std::size_t BlobTable::uploadCount(UserId user)
{
    Statement::Run run = m_countUploads.run(user.value);
    return run.next() ? run.number(0) : 0;
}

std::vector<BlobRecord> BlobTable::allBlobs()
{
    std::vector<BlobRecord> all;
    Statement::Run run = m_selectBlobs.run();
    while (run.next()) {
        all.push_back({blobHashFrom(run.bytes(0)), run.number(1)});
    }
    return all;
}

std::vector<UploadRecord> BlobTable::allUploads()
{
    std::vector<UploadRecord> all;
    Statement::Run run = m_selectUploads.run();
    while (run.next()) {
        all.push_back(uploadIn(run));
    }
    return all;
}

std::vector<BlobHash> BlobTable::looseBlobs()
{
    std::vector<BlobHash> all;
    for (const Loose& one : looseAfter(0, std::numeric_limits<std::uint32_t>::max())) {
        all.push_back(one.hash);
    }
    return all;
}

std::vector<BlobReference> BlobTable::references(ConversationId conversation)
{
    std::vector<BlobReference> all;
    Statement::Run run = m_selectReferences.run(conversation.value);
    while (run.next()) {
        all.push_back({blobHashFrom(run.bytes(0)), conversation, Seq(run.number(1))});
    }
    return all;
}

void BlobTable::addReferences(ConversationId conversation, Seq seq, UserId author,
                              const std::vector<Attachment>& attachments)
{
    for (const Attachment& attachment : attachments) {
        const std::string_view hash = storedHash(attachment.hash);
        if (m_connection.write(m_insertReference, hash, conversation.value, seq.value).next()) {
            Use& use = m_uses[{author, attachment.hash}];
            ++use.added;
            use.size = attachment.size;
        }
        removeUploadsOf(author, attachment.hash);
    }
}

void BlobTable::removeUploadsOf(UserId user, const BlobHash& hash)
{
    Statement::Run uploads = m_connection.write(m_removeUploadsOf, user.value, storedHash(hash));
    while (uploads.next()) {
        noteLooseBytes(m_connection.write(m_removeUploadBytes, user.value, uploads.bytes(0)));
    }
    m_uploads.clear();
}

Avatar BlobTable::avatar(const AvatarOwner& owner)
{
    Statement::Run run = m_selectAvatar.run(owner.user.value, owner.conversation.value);
    return run.next() ? avatarIn(run) : Avatar{owner};
}

void BlobTable::putAvatar(const Avatar& avatar, UserId by)
{
    const Avatar before = this->avatar(avatar.owner);
    std::vector<Value> values{
        bound(avatar.owner.user.value), bound(avatar.owner.conversation.value), bound(avatar.version),
        bound(avatar.hash.isValid() ? std::optional(storedHash(avatar.hash)) : std::nullopt),
        bound(avatar.size)};
    const bool isFirst = before.version == 0;
    if (!isFirst) {
        values.push_back(bound(before.version));
    }
    const bool isKept = avatar.version == before.version + 1
                        && m_connection.writeWith(isFirst ? m_insertAvatar : m_updateAvatar, values).next();
    if (!isKept) {
        return m_connection.fail(QStringLiteral("another server changed an avatar at the same time"));
    }
    if (before.hash.isValid()) {
        noteLoose(before.hash);
    }
    removeUploadsOf(by, avatar.hash);
}

std::vector<Avatar> BlobTable::allAvatars()
{
    std::vector<Avatar> all;
    Statement::Run run = m_selectAvatars.run();
    while (run.next()) {
        all.push_back(avatarIn(run));
    }
    return all;
}

void BlobTable::removeReferences(ConversationId conversation, Seq seq, UserId author,
                                 const std::vector<Attachment>& attachments)
{
    for (const Attachment& attachment : attachments) {
        const std::string_view hash = storedHash(attachment.hash);
        if (m_connection.write(m_removeReference, hash, conversation.value, seq.value).next()) {
            Use& use = m_uses[{author, attachment.hash}];
            --use.added;
            use.size = attachment.size;
            noteLoose(attachment.hash);
        }
    }
}

void BlobTable::flush()
{
    flushUses();
    for (const auto& [part, bytes] : std::exchange(m_totals, {})) {
        m_connection.change(m_addTotal, part, bytes);
    }
}

void BlobTable::flushUses()
{
    std::map<UserId, std::int64_t> usage;
    for (const auto& [place, use] : std::exchange(m_uses, {})) {
        const auto& [user, hash] = place;
        Statement::Run run = m_connection.write(m_addUses, user.value, storedHash(hash), use.added);
        const auto uses = run.next() ? static_cast<std::int64_t>(run.number(0)) : 0;
        const bool isFirst = uses > 0 && uses == use.added;
        const bool wasLast = uses == 0 && use.added < 0;
        if (uses == 0) {
            m_connection.change(m_removeUse, user.value, storedHash(hash));
        }
        if (isFirst || wasLast) {
            usage[user] +=
                isFirst ? static_cast<std::int64_t>(use.size) : -static_cast<std::int64_t>(use.size);
        }
    }
    for (const auto& [user, bytes] : usage) {
        m_connection.change(m_addUsage, user.value, bytes);
    }
}

void BlobTable::forget()
{
    m_uploads.clear();
    m_uses.clear();
    m_totals.clear();
}

} // namespace tidemark::server::postgres
