#pragma once

#include "app/cli/importing/import_log.h"
#include "core/domain/ids.h"

#include <string>

/// The ids and names of the accounts, groups and messages that an import creates. They are the same in every
/// run, so that a repeated run creates nothing twice.
namespace tidemark::cli {

/// The account that writes for an author in a log: one per author and import secret.
struct AuthorIdentity {
    std::string token; ///< 32 bytes
    DeviceId device;
};

/// `secret` is the random secret of the importing profile.
[[nodiscard]] AuthorIdentity authorIdentity(const std::string& secret, const std::string& author);
[[nodiscard]] MessageUuid groupUuidOf(const std::string& room);
[[nodiscard]] MessageUuid messageUuidOf(const ImportLine& line);

/// Returns the name to try for an author at attempt 0, 1, 2, …: the author's own, then author@room, then
/// numbered ones. `room` is the room of the author's first line.
[[nodiscard]] std::string accountName(const std::string& author, const std::string& room, int attempt);
/// Makes a title that every server accepts from any room name: without control characters and at most 200
/// bytes. Uses plain letters if the name cannot be a title otherwise.
[[nodiscard]] std::string roomTitle(const std::string& room);
/// Makes a name that every server accepts, for an author whose name was refused as invalid.
[[nodiscard]] std::string plainName(const std::string& author);

} // namespace tidemark::cli
