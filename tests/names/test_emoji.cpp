#include "core/names/emoji.h"

#include <doctest/doctest.h>

#include <string>

namespace tidemark::emoji_test {

namespace {

constexpr std::size_t maxBytes = 64;

} // namespace

TEST_CASE("one emoji of each form is a reaction")
{
    for (const char* emoji : {"\U0001F44D", "\U0001F44D\U0001F3FD", "\u2764\uFE0F", "1\uFE0F\u20E3",
                              "\U0001F1F3\U0001F1F4", "\U0001F469\u200D\U0001F52C",
                              "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"}) {
        INFO(emoji);
        CHECK(emojiOf(emoji, maxBytes) == std::string(emoji));
    }
}

TEST_CASE("a missing variation selector is added, so that each emoji has one form")
{
    CHECK(emojiOf("\u2764", maxBytes) == std::string("\u2764\uFE0F"));
}

TEST_CASE("anything else is no reaction")
{
    const std::string thumb = "\U0001F44D";
    std::string chain = "\U0001F469";
    for (int i = 0; i < 6; ++i) {
        chain += "\u200D\U0001F469";
    }
    for (const std::string& text :
         {std::string(), std::string("a"), std::string("1"), std::string("ok"), thumb + thumb, thumb + " ",
          " " + thumb, thumb + "a", std::string("\u200D"), std::string("\uFE0F"), std::string("\U0001F1F3"),
          std::string("<b>"), std::string("\xff\xfe"), std::string("\u202E"), chain}) {
        INFO(text);
        CHECK_FALSE(emojiOf(text, maxBytes));
    }
    CHECK_FALSE_MESSAGE(emojiOf(thumb, 3), "it is longer than allowed");
}

} // namespace tidemark::emoji_test
