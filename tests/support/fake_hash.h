#pragma once

#include "core/domain/attachment.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tidemark::test {

/// Stands for SHA-256 where a test needs no real one. Never invalid.
[[nodiscard]] inline BlobHash fakeHash(std::string_view bytes)
{
    BlobHash hash;
    hash.bytes[0] = 1;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::uint8_t& place = hash.bytes.at(1 + i % (hash.bytes.size() - 1));
        place = static_cast<std::uint8_t>(place * 31 + static_cast<unsigned char>(bytes[i]) + i + 1);
    }
    return hash;
}

} // namespace tidemark::test
