#pragma once

#include "core/base/expected.h"
#include "server-stub/blobs/blob_hasher.h"
#include "server-stub/hub/contract/stores/blob_store.h"
#include "server-stub/postgres/session/database_url.h"
#include "server-stub/postgres/session/reconnection.h"
#include "server-stub/postgres/tables/byte_table.h"

#include <QString>

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace tidemark::server {

/// Keeps the bytes of files in a PostgreSQL database that any number of servers use at once, over a
/// connection of its own. May be used in another thread than the one that opened it, but in one at a time.
///
/// An upload may go on at another server, and two may write to it at once: what one has stored safely, the
/// other continues. An upload or a file with a record (BlobRecords) is removed only with its record.
class PostgresBlobs final : public BlobStore {
public:
    using Opened = Expected<std::unique_ptr<PostgresBlobs>, QString>;

    /// The error is human-readable.
    [[nodiscard]] static Opened
    open(const DatabaseUrl& url,
         postgres::Connection::Purpose purpose = postgres::Connection::Purpose::Serve);
    /// Only for reading the state of PostgresStore::snapshot().
    [[nodiscard]] static Opened openSnapshot(const DatabaseUrl& url, const std::string& snapshot);

    /// Whether all reads of the snapshot have succeeded.
    [[nodiscard]] bool endSnapshot();

    /// Cleans up after servers that have ended: removes the bytes of uploads and files that
    /// have no record. Those of the last day stay, because other servers may be making them. Returns whether
    /// this succeeded.
    [[nodiscard]] bool removeOrphans();

    [[nodiscard]] blob::Result carryOut(const blob::Work& work) override;
    [[nodiscard]] std::vector<StoredFile> files() override;
    [[nodiscard]] std::vector<StoredUpload> uploads() override;
    /// Why the last job failed.
    [[nodiscard]] const QString& lastFailure() const { return m_lastFailure; }

private:
    struct Upload {
        UploadKey key;
        postgres::ByteTable::Named stored;
        std::string waiting; ///< bytes behind the stored ones
        /// Of all bytes; empty if another server, or an earlier process, has stored some of them.
        std::optional<BlobHasher> hasher;
    };

    PostgresBlobs(DatabaseUrl url, std::unique_ptr<postgres::Connection> connection);

    [[nodiscard]] blob::Result carryOut(const blob::Open& work);
    [[nodiscard]] blob::Result carryOut(const blob::Append& work);
    [[nodiscard]] blob::Result carryOut(const blob::Finish& work);
    [[nodiscard]] blob::Result carryOut(const blob::Read& work);
    [[nodiscard]] blob::Result carryOut(const blob::DropUpload& work);
    [[nodiscard]] blob::Result carryOut(const blob::DropFile& work);

    /// Does `part` in a transaction of its own, twice if the connection is lost before the commit. Returns
    /// whether all of it has succeeded and is durable.
    template <typename Part>
    [[nodiscard]] bool commit(Part part);
    template <typename Part>
    [[nodiscard]] bool commitOnce(Part& part);
    [[nodiscard]] blob::Outcome whyFailed() const;
    /// The upload, with a name for its bytes; null if the database fails.
    [[nodiscard]] Upload* open(const UploadKey& key);
    void close(const UploadKey& key);
    /// Stores the waiting bytes, and takes over what other servers have stored. After any other outcome than
    /// Done, and if `received` is empty because the upload is gone, it is closed.
    struct Flushed {
        blob::Outcome outcome = blob::Outcome::Failed;
        std::optional<std::uint64_t> received = {};
    };
    [[nodiscard]] Flushed flush(Upload& upload);
    [[nodiscard]] std::optional<BlobHash> hashOf(const postgres::ByteTable::Named& bytes);
    /// Empty if the bytes are not all there.
    [[nodiscard]] std::optional<std::string> read(const postgres::ByteTable::Named& bytes,
                                                  std::uint64_t offset, std::uint64_t limit);
    [[nodiscard]] blob::Outcome removeLooseBytes();

    DatabaseUrl m_url;
    std::unique_ptr<postgres::Connection> m_connection;
    postgres::ByteTable m_table;
    postgres::Reconnection m_reconnection;
    std::list<Upload> m_open; ///< the one used last comes first
    bool m_isSnapshot = false;
    bool m_isFull = false; ///< the last failure was a lack of room
    QString m_lastFailure;
};

} // namespace tidemark::server
