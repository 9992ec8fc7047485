#include "core/base/require.h"

#include <doctest/doctest.h>

#include <string>

namespace tidemark::require_test {
namespace {

TEST_CASE("a violated precondition names its place and its condition")
{
    CHECK_NOTHROW(require(true, "one is one"));
    std::string message;
    try {
        require(false, "one is two");
    } catch (const PreconditionViolation& violation) {
        message = violation.what();
    }
    CHECK(message.starts_with("tests/base/test_require.cpp:"));
    CHECK(message.ends_with(": one is two"));
}

TEST_CASE("a check that takes long is made only in builds with assertions")
{
    int calls = 0;
    const auto holds = [&] {
        ++calls;
        return true;
    };
    requireInDebug(holds, "the call is counted");
    CHECK(calls == (hasAssertions ? 1 : 0));
}

} // namespace
} // namespace tidemark::require_test
