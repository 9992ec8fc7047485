#pragma once

#include "core/domain/ids.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// A uuid as the database keeps it: 16 bytes, or NULL for none.
[[nodiscard]] std::optional<std::string_view> storedUuid(const MessageUuid& uuid);
[[nodiscard]] MessageUuid uuidFrom(std::string_view bytes);

/// User ids, eight bytes each, little end first.
[[nodiscard]] std::string storedUsers(const std::vector<UserId>& users);
[[nodiscard]] std::vector<UserId> usersFrom(std::string_view bytes);

} // namespace tidemark::server
