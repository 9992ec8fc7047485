#include "server-stub/store/tables/blob_table.h"

#include "server-stub/store/stored_values.h"

#define TIDEMARK_UPLOAD_COLUMNS "user, uuid, hash, size, is_complete, expires_at"
#define TIDEMARK_AVATAR_COLUMNS "user, conversation, version, hash, size"

namespace tidemark::server {

namespace {

UploadRecord uploadIn(const Statement::Run& run)
{
    return {{UserId(run.number(0)), uuidFrom(run.bytes(1))},
            blobHashFrom(run.bytes(2)),
            run.number(3),
            run.number(4) != 0,
            UnixMs{static_cast<std::int64_t>(run.number(5))}};
}

Avatar avatarIn(const Statement::Run& run)
{
    const std::string hash = run.bytes(3);
    return {.owner = {.user = UserId(run.number(0)), .conversation = ConversationId(run.number(1))},
            .version = run.number(2),
            .hash = hash.empty() ? BlobHash{} : blobHashFrom(hash),
            .size = run.number(4)};
}

} // namespace

BlobTable::BlobTable(Connection& connection)
    : m_selectUpload(
        connection.statement("SELECT " TIDEMARK_UPLOAD_COLUMNS " FROM upload WHERE user = ? AND uuid = ?")),
      m_putUpload(connection.statement("INSERT OR REPLACE INTO upload (" TIDEMARK_UPLOAD_COLUMNS
                                       ") VALUES (?, ?, ?, ?, ?, ?)")),
      m_removeUpload(connection.statement("DELETE FROM upload WHERE user = ? AND uuid = ?")),
      m_removeUploadsOf(
          connection.statement("DELETE FROM upload WHERE user = ? AND hash = ? AND is_complete = 1")),
      m_selectUploaded(connection.statement(
          "SELECT 1 FROM upload WHERE hash = ? AND user = ? AND is_complete = 1 LIMIT 1")),
      m_selectExpired(connection.statement("SELECT user, uuid FROM upload WHERE expires_at <= ? LIMIT ?")),
      m_selectBlob(connection.statement("SELECT size FROM blob WHERE hash = ?")),
      m_insertBlob(connection.statement("INSERT OR IGNORE INTO blob (hash, size) VALUES (?, ?)")),
      m_removeBlob(connection.statement("DELETE FROM blob WHERE hash = ?")),
      // The bound keeps the question cheap for a file that many entries name. If it hides the only entry that
      // the user may read, the user uploads the file again.
      m_selectReadable(connection.statement(
          "SELECT 1 FROM (SELECT conversation, seq FROM blob_ref WHERE hash = ? LIMIT 100) AS ref"
          " JOIN member ON member.conversation = ref.conversation AND member.user = ?"
          " WHERE member.is_member = 1 AND ref.seq > member.hidden_upto LIMIT 1")),
      m_selectLoose(connection.statement("SELECT hash FROM loose_blob LIMIT ?")),
      m_noteLoose(connection.statement("INSERT OR IGNORE INTO loose_blob (hash)"
                                       " SELECT hash FROM upload WHERE user = ? AND uuid = ?"
                                       " AND EXISTS (SELECT 1 FROM blob WHERE blob.hash = upload.hash)")),
      m_noteLooseReferences(
          connection.statement("INSERT OR IGNORE INTO loose_blob (hash)"
                               " SELECT hash FROM blob_ref WHERE conversation = ? AND seq > ? AND seq <= ?")),
      m_forgetLoose(connection.statement("DELETE FROM loose_blob WHERE hash = ?")),
      m_selectUse(connection.statement("SELECT EXISTS (SELECT 1 FROM blob_ref WHERE hash = ?)"
                                       " OR EXISTS (SELECT 1 FROM upload WHERE hash = ? AND is_complete = 1)"
                                       " OR EXISTS (SELECT 1 FROM avatar WHERE hash = ?)"
                                       " OR NOT EXISTS (SELECT 1 FROM blob WHERE hash = ?)")),
      m_sumOfUser(connection.statement("SELECT COALESCE((SELECT bytes FROM file_usage WHERE user = ?), 0)"
                                       " + COALESCE((SELECT SUM(size) FROM upload WHERE user = ?), 0)")),
      m_sumOfAll(connection.statement("SELECT COALESCE((SELECT bytes FROM file_usage WHERE user = 0), 0)"
                                      " + COALESCE((SELECT SUM(size) FROM upload INDEXED BY "
                                      "upload_incomplete WHERE is_complete = 0), 0)")),
      m_raiseUsage(connection.statement("INSERT INTO file_usage (user, bytes) SELECT ?, ? WHERE NOT EXISTS"
                                        " (SELECT 1 FROM blob_ref WHERE author = ? AND hash = ?)"
                                        " ON CONFLICT (user) DO UPDATE SET bytes = bytes + excluded.bytes")),
      m_lowerUsage(
          connection.statement("UPDATE file_usage SET bytes = bytes - ? WHERE user = ? AND NOT EXISTS"
                               " (SELECT 1 FROM blob_ref WHERE author = ? AND hash = ?)")),
      m_raiseTotal(connection.statement("INSERT INTO file_usage (user, bytes) SELECT 0, ? WHERE NOT EXISTS "
                                        "(SELECT 1 FROM blob WHERE hash = ?)"
                                        " ON CONFLICT (user) DO UPDATE SET bytes = bytes + excluded.bytes")),
      m_lowerTotal(connection.statement(
          "UPDATE file_usage SET bytes = bytes - COALESCE((SELECT size FROM blob WHERE hash = ?), 0)"
          " WHERE user = 0")),
      m_selectNamed(connection.statement("SELECT DISTINCT author, hash, size FROM blob_ref"
                                         " WHERE conversation = ? AND seq > ? AND seq <= ?")),
      m_countUploads(connection.statement("SELECT COUNT(*) FROM upload WHERE user = ?")),
      m_countAll(connection.statement("SELECT (SELECT COUNT(*) FROM blob), (SELECT COUNT(*) FROM upload"
                                      " INDEXED BY upload_incomplete WHERE is_complete = 0)")),
      m_selectBlobs(connection.statement("SELECT hash, size FROM blob ORDER BY hash")),
      m_selectUploads(
          connection.statement("SELECT " TIDEMARK_UPLOAD_COLUMNS " FROM upload ORDER BY user, uuid")),
      m_selectReferences(
          connection.statement("SELECT hash, seq FROM blob_ref WHERE conversation = ? ORDER BY hash, seq")),
      m_selectAvatar(connection.statement("SELECT " TIDEMARK_AVATAR_COLUMNS
                                          " FROM avatar WHERE user = ? AND conversation = ?")),
      m_putAvatar(connection.statement("INSERT OR REPLACE INTO avatar (" TIDEMARK_AVATAR_COLUMNS
                                       ") VALUES (?, ?, ?, ?, ?)")),
      m_noteLooseAvatar(connection.statement(
          "INSERT OR IGNORE INTO loose_blob (hash)"
          " SELECT hash FROM avatar WHERE user = ? AND conversation = ? AND hash IS NOT NULL")),
      m_selectAvatars(
          connection.statement("SELECT " TIDEMARK_AVATAR_COLUMNS " FROM avatar ORDER BY user, conversation")),
      m_insertReference(connection.statement(
          "INSERT OR IGNORE INTO blob_ref (hash, conversation, seq, author, size) VALUES (?, ?, ?, ?, ?)")),
      m_removeReferences(
          connection.statement("DELETE FROM blob_ref WHERE conversation = ? AND seq > ? AND seq <= ?"))
{
}

std::optional<UploadRecord> BlobTable::upload(const UploadKey& key)
{
    Statement::Run run = m_selectUpload.run(key.user.value, storedUuid(key.uuid));
    return run.next() ? std::optional(uploadIn(run)) : std::nullopt;
}

void BlobTable::putUpload(const UploadRecord& upload)
{
    m_putUpload.change(upload.key.user.value, storedUuid(upload.key.uuid), storedHash(upload.hash),
                       upload.size, upload.isComplete, upload.expiresAt.value);
}

void BlobTable::removeUpload(const UploadKey& key)
{
    m_noteLoose.change(key.user.value, storedUuid(key.uuid));
    m_removeUpload.change(key.user.value, storedUuid(key.uuid));
}

bool BlobTable::hasUploaded(UserId user, const BlobHash& hash)
{
    return m_selectUploaded.run(storedHash(hash), user.value).next();
}

std::vector<UploadKey> BlobTable::expiredUploads(UnixMs now, std::uint32_t limit)
{
    std::vector<UploadKey> expired;
    Statement::Run run = m_selectExpired.run(now.value, limit);
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

void BlobTable::putBlob(const BlobRecord& blob)
{
    m_raiseTotal.change(blob.size, storedHash(blob.hash));
    m_insertBlob.change(storedHash(blob.hash), blob.size);
}

void BlobTable::removeBlob(const BlobHash& hash)
{
    m_lowerTotal.change(storedHash(hash));
    m_removeBlob.change(storedHash(hash));
    m_forgetLoose.change(storedHash(hash));
}

bool BlobTable::isReadable(const BlobHash& hash, UserId user)
{
    return m_selectReadable.run(storedHash(hash), user.value).next();
}

std::vector<BlobHash> BlobTable::unusedBlobs(std::uint32_t limit)
{
    std::vector<BlobHash> unused;
    // Each round forgets the ones that are in use, until some are left or there are no more.
    for (bool hasMore = true; hasMore && unused.empty();) {
        unused = looseBlobs(limit);
        hasMore = unused.size() == limit;
        std::erase_if(unused, [this](const BlobHash& hash) {
            const bool isInUse = isUsed(hash);
            if (isInUse) {
                m_forgetLoose.change(storedHash(hash));
            }
            return isInUse;
        });
    }
    return unused;
}

std::vector<BlobHash> BlobTable::looseBlobs()
{
    return looseBlobs(-1);
}

std::vector<BlobHash> BlobTable::looseBlobs(std::int64_t limit)
{
    std::vector<BlobHash> loose;
    Statement::Run run = m_selectLoose.run(limit);
    while (run.next()) {
        loose.push_back(blobHashFrom(run.bytes(0)));
    }
    return loose;
}

bool BlobTable::isUsed(const BlobHash& hash)
{
    Statement::Run run =
        m_selectUse.run(storedHash(hash), storedHash(hash), storedHash(hash), storedHash(hash));
    return run.next() && run.number(0) != 0;
}

std::uint64_t BlobTable::bytesOf(UserId user)
{
    Statement::Run run = m_sumOfUser.run(user.value, user.value);
    return run.next() ? run.number(0) : 0;
}

std::uint64_t BlobTable::allBytes()
{
    Statement::Run run = m_sumOfAll.run();
    return run.next() ? run.number(0) : 0;
}

BlobCounts BlobTable::counts()
{
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

std::vector<BlobReference> BlobTable::references(ConversationId conversation)
{
    std::vector<BlobReference> all;
    Statement::Run run = m_selectReferences.run(conversation.value);
    while (run.next()) {
        all.push_back({blobHashFrom(run.bytes(0)), conversation, Seq(run.number(1))});
    }
    return all;
}

Avatar BlobTable::avatar(const AvatarOwner& owner)
{
    Statement::Run run = m_selectAvatar.run(owner.user.value, owner.conversation.value);
    return run.next() ? avatarIn(run) : Avatar{owner};
}

void BlobTable::putAvatar(const Avatar& avatar, UserId by)
{
    m_noteLooseAvatar.change(avatar.owner.user.value, avatar.owner.conversation.value);
    m_putAvatar.change(avatar.owner.user.value, avatar.owner.conversation.value, avatar.version,
                       avatar.hash.isValid() ? std::optional(storedHash(avatar.hash)) : std::nullopt,
                       avatar.size);
    m_removeUploadsOf.change(by.value, storedHash(avatar.hash));
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

void BlobTable::addReferences(ConversationId conversation, Seq seq, UserId author,
                              const std::vector<Attachment>& attachments)
{
    for (const Attachment& attachment : attachments) {
        m_raiseUsage.change(author.value, attachment.size, author.value, storedHash(attachment.hash));
        m_insertReference.change(storedHash(attachment.hash), conversation.value, seq.value, author.value,
                                 attachment.size);
        m_removeUploadsOf.change(author.value, storedHash(attachment.hash));
    }
}

void BlobTable::removeReferences(ConversationId conversation, Seq after, Seq through)
{
    struct Named {
        UserId author;
        BlobHash hash;
        std::uint64_t size = 0;
    };
    std::vector<Named> named;
    {
        Statement::Run run = m_selectNamed.run(conversation.value, after.value, through.value);
        while (run.next()) {
            named.push_back({UserId(run.number(0)), blobHashFrom(run.bytes(1)), run.number(2)});
        }
    }
    if (named.empty()) {
        return;
    }
    m_noteLooseReferences.change(conversation.value, after.value, through.value);
    m_removeReferences.change(conversation.value, after.value, through.value);
    for (const Named& one : named) {
        m_lowerUsage.change(one.size, one.author.value, one.author.value, storedHash(one.hash));
    }
}

} // namespace tidemark::server
