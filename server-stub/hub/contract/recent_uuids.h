#pragma once

#include "core/domain/ids.h"

#include <algorithm>
#include <cstddef>
#include <vector>

/// The uuids of the latest changes of a register, the newest last, by which a repeated request is recognised.
namespace tidemark::server {

[[nodiscard]] inline bool isKnown(const std::vector<MessageUuid>& recent, MessageUuid uuid)
{
    return std::find(recent.begin(), recent.end(), uuid) != recent.end();
}

/// Adds `uuid`; keeps at most `max`.
inline void remember(std::vector<MessageUuid>& recent, MessageUuid uuid, std::size_t max)
{
    if (recent.size() >= max) {
        recent.erase(recent.begin());
    }
    recent.push_back(uuid);
}

} // namespace tidemark::server
