#include "server-stub/hub/contract/mention_finder.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace tidemark::mention_finder_test {

using namespace tidemark::server;

namespace {

const std::set<std::string, std::less<>> people{"ann", "ann lee", "anna",         "Bo",     "陈静",
                                                "陈",  "Łukasz",  "all the best", "o'neil", "x.y"};

std::vector<std::string> named(std::string_view text)
{
    const MentionFinder finder(text, [](std::string_view name) { return people.contains(name); });
    return {finder.names().begin(), finder.names().end()};
}

bool isForAll(std::string_view text)
{
    return MentionFinder(text, [](std::string_view name) { return people.contains(name); }).isForAll();
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("names are found in the places where users write them")
{
    CHECK(named("@ann have a look") == Names{"ann"});
    CHECK(named("thanks, @Bo!") == Names{"Bo"});
    CHECK(named("(@ann, @Bo: @Łukasz)") == Names{"ann", "Bo", "Łukasz"});
    CHECK(named("@x.y. And @o'neil's") == Names{"x.y", "o'neil"});
    CHECK(named("no one").empty());
    CHECK(named("@").empty());
    CHECK(named("@@ann") == Names{"ann"});
    CHECK(named("@nobody @ann") == Names{"ann"});
}

TEST_CASE("the longest name counts, and a part of a word is no mention")
{
    CHECK(named("@ann lee said") == Names{"ann lee"});
    CHECK(named("@ann leeward") == Names{"ann"});
    CHECK(named("@anna") == Names{"anna"});
    CHECK(named("@annabel").empty());
    CHECK(named("@ann_").empty());
    CHECK(named("ask bo@ann").empty());
}

TEST_CASE("Chinese names need no space behind them")
{
    CHECK(named("@陈静你好") == Names{"陈静"});
    CHECK(named("你好@陈，在吗") == Names{"陈"});
}

TEST_CASE("@all mentions all members, unless a member has that name")
{
    CHECK(isForAll("@all please read"));
    CHECK(isForAll("read this, @all!"));
    CHECK_FALSE(isForAll("@allan"));
    CHECK_FALSE(isForAll("@all the best"));
    CHECK(named("@all the best") == Names{"all the best"});
    CHECK_FALSE(isForAll("all"));
}

TEST_CASE("a text of nothing but @ costs little")
{
    int asked = 0;
    const auto count = [&](std::string_view) {
        ++asked;
        return false;
    };
    std::string text;
    for (int i = 0; i < 2000; ++i) {
        text += "@a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 ";
    }
    CHECK(MentionFinder(text, count).names().empty());
    CHECK(asked <= MentionFinder::maxMentions * 24);
    CHECK(asked > 0);
}

} // namespace tidemark::mention_finder_test
