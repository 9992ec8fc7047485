#pragma once

#include "server-stub/hub/contract/stores/store.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace tidemark::server::conformance {

/// For a store in which accounts got these names before names were compared: anna, Bob, anna with U+200D at
/// its end, anna with a Cyrillic first letter, and bob.
inline void checkAccountsOfBefore(Store& store)
{
    const std::string invisible = "anna\xe2\x80\x8d";
    const std::string cyrillic = "\xd0\xb0nna";
    CHECK(store.accounts().meantBy("anna")->id == UserId(1));
    CHECK(store.accounts().meantBy("ANNA")->id == UserId(1));
    CHECK(store.accounts().meantBy(invisible)->id == UserId(3));
    CHECK(store.accounts().meantBy(cyrillic)->id == UserId(4));
    CHECK(store.accounts().meantBy("Bob")->id == UserId(2));
    CHECK(store.accounts().meantBy("bob")->id == UserId(5));
    CHECK_FALSE_MESSAGE(store.accounts().meantBy("BOB"), "a name that fits two accounts finds none");
    CHECK(store.accounts().byFold("bob") == std::vector{UserId(2), UserId(5)});
    for (const std::string& name : {std::string("anna"), invisible, cyrillic}) {
        CHECK(store.accounts().lookalikeOf(name) == UserId(1));
    }
    store.begin();
    CHECK(store.accounts().insert("cleo", "") == UserId(6));
    REQUIRE(store.commit());
}

} // namespace tidemark::server::conformance
