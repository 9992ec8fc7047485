#pragma once

#include "server-stub/hub/contract/stores/blob_store.h"
#include "server-stub/postgres/session/connection.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server::postgres {

/// Longest part of bytes in one row.
inline constexpr std::uint64_t maxPartBytes = std::uint64_t{256} * 1024;

/// The bytes of files and uploads, in parts of one row each. Bytes never change, but those of an upload grow.
/// A name leads to them: that of an upload or of a complete file, or both. Bytes without a name are removed
/// in steps.
class ByteTable {
public:
    struct Named {
        std::uint64_t id = 0;
        std::uint64_t size = 0;
    };
    struct Part {
        std::uint64_t at = 0;
        std::string bytes;
    };

    explicit ByteTable(Connection& connection);

    [[nodiscard]] std::optional<Named> upload(const UploadKey& key);
    /// The same, and locks its name.
    [[nodiscard]] std::optional<Named> holdUpload(const UploadKey& key);
    /// Does nothing if there is such an upload.
    void insertUpload(const UploadKey& key);
    /// The upload's name must be locked.
    void append(const UploadKey& key, const Named& upload, std::string_view bytes);
    /// Removes the name, unless the upload goes on.
    void removeUpload(const UploadKey& key);

    [[nodiscard]] std::optional<Named> file(const BlobHash& hash);
    /// Gives the bytes of an upload the name of a file, too, unless there is such a file. Returns false if
    /// the upload is gone.
    [[nodiscard]] bool insertFile(const BlobHash& hash, const Named& upload);
    /// Removes the name, unless the file has a record.
    void removeFile(const BlobHash& hash);

    /// The parts that overlap `bytes` bytes from `offset` on, cut to that, ascending.
    [[nodiscard]] std::vector<Part> parts(std::uint64_t id, std::uint64_t offset, std::uint64_t bytes);

    /// Removes some bytes without a name. Returns false if there are none that no other server is removing.
    [[nodiscard]] bool removeSome();

    /// Files after this one, ascending by hash, with the sizes of their parts; at most `limit`.
    [[nodiscard]] std::vector<BlobStore::StoredFile> filesAfter(const BlobHash& hash, std::uint32_t limit);
    [[nodiscard]] std::vector<BlobStore::StoredUpload> uploads();
    /// Names that have no record and are older than a day.
    [[nodiscard]] std::vector<BlobHash> oldFiles();
    /// The same, and the uploads whose file is complete.
    [[nodiscard]] std::vector<UploadKey> oldUploads();

private:
    Connection& m_connection;
    Statement m_selectUpload;
    Statement m_holdUpload;
    Statement m_insertUpload;
    Statement m_insertPart;
    Statement m_growUpload;
    Statement m_selectRecordOfUpload;
    Statement m_removeUpload;
    Statement m_selectFile;
    Statement m_holdFile;
    Statement m_holdUploadById;
    Statement m_insertFile;
    Statement m_selectRecordOfFile;
    Statement m_removeFile;
    Statement m_selectParts;
    Statement m_noteLoose;
    Statement m_holdLoose;
    Statement m_selectFileById;
    Statement m_selectUploadById;
    Statement m_removeParts;
    Statement m_removeLoose;
    Statement m_selectFiles;
    Statement m_selectUploads;
    Statement m_selectOldFiles;
    Statement m_selectOldUploads;
};

} // namespace tidemark::server::postgres
