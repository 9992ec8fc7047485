#pragma once

#include "tests/programs/bench/harness/require.h"

#include <stdexcept>

namespace tidemark::load {

using bench::require;

/// A run cannot go on, or the server has done something wrong.
class Failure : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

/// For composed reasons. The text is made only when it is needed.
template <typename Text>
void check(bool condition, const Text& text)
{
    if (!condition) {
        throw Failure(text());
    }
}

} // namespace tidemark::load
