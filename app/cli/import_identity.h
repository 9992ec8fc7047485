#pragma once

#include "app/cli/import_log.h"
#include "core/domain/ids.h"

#include <string>

/// The names that an import gives to what it makes: the same ones in every run, so that nothing is made
/// twice.
namespace tidemark::cli {

/// The account that speaks for an author of a log: one per author and import secret.
struct AuthorIdentity {
    std::string token; ///< 32 bytes
    DeviceId device;
};

/// `secret`: random bytes of the profile that imports.
[[nodiscard]] AuthorIdentity authorIdentity(const std::string& secret, const std::string& author);
[[nodiscard]] MessageUuid groupUuidOf(const std::string& room);
[[nodiscard]] MessageUuid messageUuidOf(const ImportLine& line);

/// The n-th name (from 0) to try for an author: the own one, then author@room, then numbered. The room is
/// that of the author's first line.
[[nodiscard]] std::string accountName(const std::string& author, const std::string& room, int attempt);
/// A title that every server takes, for a room of any name: without control characters, at most 200 bytes.
[[nodiscard]] std::string roomTitle(const std::string& room);
/// A name that every server takes, for one that was refused as invalid.
[[nodiscard]] std::string plainName(const std::string& author);

} // namespace tidemark::cli
