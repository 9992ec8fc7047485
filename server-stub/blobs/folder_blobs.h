#pragma once

#include "server-stub/blobs/open_upload.h"
#include "server-stub/hub/contract/stores/blob_store.h"

#include <QString>

#include <cstdint>
#include <list>
#include <memory>
#include <set>

namespace tidemark::server {

/// Keeps each file in a folder: complete ones in files/ab/<hash>, others in uploads/<user>-<uuid>.
///
/// Bytes that were reported as safe survive a loss of power. A file gets its name in files/ only when its
/// bytes are safe and have the right hash.
class FolderBlobs final : public BlobStore {
public:
    /// `reservedBytes`: what uploads leave free on the disk.
    FolderBlobs(QString folder, std::uint64_t reservedBytes);
    ~FolderBlobs() override;

    [[nodiscard]] blob::Result carryOut(const blob::Work& work) override;
    [[nodiscard]] std::vector<StoredFile> files() override;
    [[nodiscard]] std::vector<StoredUpload> uploads() override;

private:
    struct Kept {
        UploadKey key;
        OpenUpload upload;
    };

    [[nodiscard]] blob::Result carryOut(const blob::Open& work);
    [[nodiscard]] blob::Result carryOut(const blob::Append& work);
    [[nodiscard]] blob::Result carryOut(const blob::Finish& work);
    [[nodiscard]] blob::Result carryOut(const blob::Read& work);
    [[nodiscard]] blob::Result carryOut(const blob::DropUpload& work);
    [[nodiscard]] blob::Result carryOut(const blob::DropFile& work);

    [[nodiscard]] QString pathOf(const UploadKey& upload) const;
    [[nodiscard]] QString pathOf(const BlobHash& hash) const;
    /// The open upload; null if its file cannot be opened.
    [[nodiscard]] OpenUpload* open(const UploadKey& upload);
    void close(const UploadKey& upload);
    [[nodiscard]] bool makeFolders() const;
    /// Makes a folder in files/, and its name safe.
    [[nodiscard]] bool makeFolderOfFiles(const QString& folder);
    /// NoRoom or Failed, by errno and by the last failure of `upload`, which may be null.
    [[nodiscard]] blob::Outcome whyFailed(const OpenUpload* upload) const;
    [[nodiscard]] bool hasRoomFor(std::uint64_t bytes) const;

    QString m_folder;
    std::uint64_t m_reservedBytes;
    std::set<QString> m_safeFolders; ///< in files/: their names survive a loss of power
    std::list<Kept> m_open;          ///< the one used last comes first
};

} // namespace tidemark::server
