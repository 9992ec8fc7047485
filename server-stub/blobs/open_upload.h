#pragma once

#include "server-stub/blobs/blob_hasher.h"

#include <QFile>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace tidemark::server {

/// The file of an upload, to be written from its end on.
class OpenUpload {
public:
    /// Opens the file, and creates it if there is none. Its bytes are safe afterwards.
    [[nodiscard]] static std::optional<OpenUpload> open(const QString& path);

    [[nodiscard]] std::uint64_t written() const { return m_written; }
    /// The bytes that survive a loss of power.
    [[nodiscard]] std::uint64_t safe() const { return m_safe; }
    /// Returns false, and stores nothing, if the disk is full or fails.
    [[nodiscard]] bool append(std::string_view bytes);
    /// Makes all bytes safe.
    [[nodiscard]] bool flush();
    /// The hash of all bytes; empty if they cannot be read.
    [[nodiscard]] std::optional<BlobHash> hash();
    /// Whether the last failure was a lack of room.
    [[nodiscard]] bool isFull() const { return m_isFull; }

private:
    explicit OpenUpload(std::unique_ptr<QFile> file);

    std::unique_ptr<QFile> m_file;
    std::uint64_t m_written = 0;
    std::uint64_t m_safe = 0;
    /// Of all bytes; empty if some of them were written before the file was opened.
    std::optional<BlobHasher> m_hasher;
    bool m_isFull = false;
    bool m_isOpenedSafe = false; ///< the bytes from before it was opened are safe
};

} // namespace tidemark::server
