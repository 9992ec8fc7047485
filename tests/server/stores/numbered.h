#pragma once

#include "core/domain/ids.h"

#include <cstddef>
#include <cstdint>

namespace tidemark::server {

inline MessageUuid numbered(std::uint64_t number)
{
    MessageUuid uuid;
    for (std::size_t i = 0; i < 8; ++i) {
        uuid.bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
    }
    uuid.bytes[15] = 1;
    return uuid;
}

} // namespace tidemark::server
