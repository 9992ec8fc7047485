#pragma once

#include "core/wire/codec.h"
#include "tests/programs/fuzz/require.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tidemark::fuzz {

/// Decodes the bytes. A decoded value must survive encoding and decoding.
template <typename Decode>
void decodeAndBack(std::span<const std::uint8_t> bytes, const Decode& decode)
{
    const std::string text(bytes.begin(), bytes.end());
    const auto decoded = decode(std::string_view(text));
    if (!decoded) {
        return;
    }
    const auto again = decode(std::string_view(wire::encode(*decoded)));
    require(again.has_value(), "a decoded frame can be encoded and decoded again");
    require(*again == *decoded, "encoding and decoding change nothing");
}

} // namespace tidemark::fuzz
