#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace tidemark::fuzz {

/// A condition that must hold for any bytes. The fuzzer keeps the bytes for which it fails.
inline void require(bool holds, std::string_view what)
{
    if (!holds) {
        std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
        std::abort();
    }
}

} // namespace tidemark::fuzz
