#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace tidemark::fuzz {

/// What must hold for any bytes; the fuzzer keeps the bytes for which it does not.
inline void require(bool holds, std::string_view what)
{
    if (!holds) {
        std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
        std::abort();
    }
}

} // namespace tidemark::fuzz
