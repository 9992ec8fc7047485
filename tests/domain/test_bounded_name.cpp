#include "core/domain/bounded_name.h"
#include "core/domain/request_caps.h"

#include <doctest/doctest.h>

namespace tidemark::bounded_name_test {

TEST_CASE("the name of a device is cut to the length that servers store, and then stays")
{
    CHECK(boundedName("Anna's laptop") == "Anna's laptop");
    CHECK(boundedName("  \xe3\x80\x80phone \n") == "phone");
    CHECK(boundedName("a\nb\x7f\xc2\x85 c") == "ab c");
    CHECK(boundedName("").empty());
    CHECK(boundedName(" \t").empty());
    CHECK(boundedName("broken\xff").empty());
    CHECK(boundedName(std::string(1000000, 'x')) == std::string(caps::maxDeviceNameBytes, 'x'));
    std::string wide;
    for (int i = 0; i < 1000; ++i) {
        wide +=
            "\xe7\x94\xb5"; // each character has three bytes, so a character crosses the limit of a hundred
    }
    CHECK(boundedName(wide) == wide.substr(0, 99));
    const std::string spaces = std::string(caps::maxDeviceNameBytes - 2, 'x') + "    y";
    CHECK(boundedName(spaces) == std::string(caps::maxDeviceNameBytes - 2, 'x'));
    for (const std::string& name : {wide, spaces, std::string(" a b ")}) {
        CHECK(boundedName(boundedName(name)) == boundedName(name));
    }
}

} // namespace tidemark::bounded_name_test
