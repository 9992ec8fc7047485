#pragma once

#include "core/domain/protocol.h"

#include <optional>

namespace tidemark::server {

/// AvatarInvalid if a field breaks the rules in avatar.proto; empty if it is good, or removes the avatar.
/// Does not look for the file.
[[nodiscard]] std::optional<protocol::Error> refusalOfAvatar(const protocol::SetAvatar& request);

} // namespace tidemark::server
