#pragma once

#include "core/base/shared_bytes.h"
#include "server-stub/hub/contract/stores/blob_records.h"

#include <cstdint>
#include <variant>

/// The jobs that the hub gives to the store of files. The hub itself opens no file: jobs are effects, and
/// their results are inputs. The store does the jobs in the order in which it gets them.
namespace tidemark::server::blob {

/// Begins the upload, or continues it. Result: the bytes that are stored.
struct Open {
    UploadKey upload;
    std::uint64_t size = 0; ///< of the whole file
};
/// Stores the next bytes of the upload and ignores earlier ones. Result: the bytes that are stored safely.
struct Append {
    UploadKey upload;
    std::uint64_t offset = 0;
    SharedBytes bytes;
};
/// Makes a file of the upload if it has this size and hash; the upload stays until DropUpload, so that this
/// can be repeated. Result: Done also if there is such a file already.
struct Finish {
    UploadKey upload;
    BlobHash hash;
    std::uint64_t size = 0;
};
/// Reads a part of a file. Result: the bytes.
struct Read {
    BlobHash hash;
    std::uint64_t offset = 0;
    std::uint64_t limit = 0;
};
/// Removes an upload, without a result.
struct DropUpload {
    UploadKey upload;
};
/// Removes a file, without a result.
struct DropFile {
    BlobHash hash;
};
using Work = std::variant<Open, Append, Finish, Read, DropUpload, DropFile>;

enum class Outcome : std::uint8_t {
    Done,
    Missing,   ///< Finish: bytes are missing; Read: there is no such file
    WrongHash, ///< Finish
    NoRoom,    ///< the disk is full, or would be nearly full
    Failed     ///< an error of the disk, which may pass
};

struct Result {
    Outcome outcome = Outcome::Failed;
    std::uint64_t received = 0; ///< Open, Append, Finish: the bytes of the upload that are stored safely
    SharedBytes bytes = {};     ///< Read
};

} // namespace tidemark::server::blob
