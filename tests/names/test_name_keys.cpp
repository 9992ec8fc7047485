#include "core/names/name_keys.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tidemark::name_keys_test {

namespace {

bool lookAlike(const std::string& one, const std::string& other)
{
    const std::vector<std::string> theirs = nameSkeletons(other);
    const std::vector<std::string> ours = nameSkeletons(one);
    return std::any_of(ours.begin(), ours.end(), [&theirs](const std::string& skeleton) {
        return std::find(theirs.begin(), theirs.end(), skeleton) != theirs.end();
    });
}

struct Pair {
    const char* one;
    const char* other;
};

constexpr Pair same[] = {
    {"anna", "ANNA"},
    {"Zo\xc3\xab", "ZOE\xcc\x88"},
    {"Strasse", "STRASSE"},
    {"stra\xc3\x9f"
     "e",
     "STRASSE"},
    {"ΣΊΣΥΦΟΣ", "σίσυφος"},
    {"\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0", "\xd0\xb0\xd0\xbd\xd0\xbd\xd0\xb0"}, // Anna in Cyrillic
    {"IVAN", "ivan"},
    {"MAX", "max"},
};

// The second name looks like the first.
constexpr Pair alike[] = {
    {"anna", "anna\xe2\x80\x8d"},
    {"anna", "an\xe2\x80\x8bna"},
    {"anna", "\xef\xbb\xbf"
             "anna"},
    {"anna", "\xe2\x80\xaa"
             "anna"},
    {"anna", "an\xc2\xadna"},
    {"anna", "\xd0\xb0nna"}, // Cyrillic a
    {"anna", "\xd0\x90NNA"}, // the same in capitals
    {"alice", "AIice"},      // a capital i
    {"alice", "a1ice"},
    {"max", "\xd0\x9c\xd0\x90\xd0\xa5"}, // all Cyrillic
    {"paul", "\xd1\x80\xd0\xb0ul"},
    {"oscar", "0scar"},
    {"rnarc", "marc"},
    {"anna", "\xef\xbd\x81nna"},     // a full-width a
    {"anna", "\xf0\x9d\x90\x9anna"}, // a mathematical a
    {"anna b", "anna  b"},
    {"anna b", "anna\xc2\xa0"
               "b"},
    {"\xd9\x85\xd8\xad\xd9\x85\xd8\xaf", "\xd9\x85\xd8\xad\xd9\x80\xd9\x85\xd8\xaf"}, // with a tatweel
    {"\xd8\xb9\xd9\x84\xdb\x8c\xe2\x80\x8c\xd8\xb1\xd8\xb6\xd8\xa7",
     "\xd8\xb9\xd9\x84\xdb\x8c\xd8\xb1\xd8\xb6\xd8\xa7"},
    {"\xe2\x9d\xa4\xef\xb8\x8f", "\xe2\x9d\xa4"},
};

constexpr Pair different[] = {
    {"anna", "anne"},
    {"anna", "hanna"},
    {"jose", "jos\xc3\xa9"},
    {"anna1", "anna2"},
    {"anna", "anna_"},
    {"user1", "user11"},
    {"ivan", "lvan"},
    {"张伟", "張偉"},
    {"דוד", "דויד"},
    {"\xd0\xb0\xd0\xbd\xd0\xbd\xd0\xb0", "anna"}, // the Cyrillic n looks like a capital H
    {"राम", "रमा"},
    {"tide 🌊", "tide 🌙"},
    {"a b", "ab"},
};

} // namespace

TEST_CASE("names of another case or encoding have the same fold, and so the same skeletons")
{
    for (const Pair& pair : same) {
        CAPTURE(pair.one);
        CHECK(nameFold(pair.one) == nameFold(pair.other));
        CHECK(lookAlike(pair.one, pair.other));
        CHECK(nameFold(nameFold(pair.one)) == nameFold(pair.one));
    }
}

TEST_CASE("lookalikes share a skeleton and no fold")
{
    for (const Pair& pair : alike) {
        CAPTURE(pair.one);
        CAPTURE(pair.other);
        CHECK(nameFold(pair.one) != nameFold(pair.other));
        CHECK(lookAlike(pair.one, pair.other));
    }
}

TEST_CASE("names that look different share no key")
{
    for (const Pair& pair : different) {
        CAPTURE(pair.one);
        CAPTURE(pair.other);
        CHECK(nameFold(pair.one) != nameFold(pair.other));
        CHECK_FALSE(lookAlike(pair.one, pair.other));
    }
}

TEST_CASE("every name has keys, whatever its characters")
{
    CHECK(nameFold("\xff"
                   "A")
          == "\xff"
             "A");
    CHECK(nameSkeletons("\xff"
                        "A")
          == std::vector<std::string>{"\xff"
                                      "A"});
    for (const char* name : {"", "\xe2\x80\x8d", "\xef\xbf\xbf", " ", "\xcc\x81"}) {
        CHECK_FALSE(nameSkeletons(name).empty());
    }
}

} // namespace tidemark::name_keys_test
