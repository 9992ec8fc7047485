#include "core/names/label.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace tidemark::labels_test {

namespace {

constexpr std::uint32_t maxBytes = 200;

struct Label {
    const char* what;
    const char* text;
};

// Invisible characters are written as bytes.
constexpr Label allowed[] = {
    {"ASCII", "anna"},
    {"a nickname", "[foo]|bar`^_{}\\"},
    {"accents", "Zo\xc3\xab \xc3\x85str\xc3\xb6m"},
    {"Vietnamese", "Nguy\xe1\xbb\x85n"},
    {"Chinese", "港口值班室"},
    {"Japanese", "渡辺さくら"},
    {"a variant of an ideograph", "渡\xe9\x82\x89\xf3\xa0\x84\x81"},
    {"Korean", "김민준"},
    {"Arabic", "محمد علي"},
    {"Arabic with vowels", "مُحَمَّد"},
    {"Persian with ZWNJ", "علی\xe2\x80\x8cرضا"},
    {"Hebrew", "שָׁלוֹם עולם"},
    {"Devanagari", "श्रीमान"},
    {"Devanagari with ZWJ", "क्\xe2\x80\x8dष"},
    {"Devanagari with ZWNJ", "क्\xe2\x80\x8cष"},
    {"Malayalam with a chillu of ZWJ", "അവന്\xe2\x80\x8d"},
    {"Bengali with ZWJ before the virama", "র\xe2\x80\x8d্য"},
    {"Sinhala with ZWJ", "ශ්\xe2\x80\x8dරී"},
    {"Thai", "น้ำทะเล"},
    {"Mongolian with a variant", "ᠮ\xe1\xa0\x8b"},
    {"emoji", "tide 🌊"},
    {"an emoji with its selector", "❤\xef\xb8\x8f"},
    {"a family", "👩\xe2\x80\x8d👩\xe2\x80\x8d👧"},
    {"a profession with a skin tone", "👩🏽\xe2\x80\x8d🔧"},
    {"a flag of two", "🏳\xef\xb8\x8f\xe2\x80\x8d🌈"},
    {"a keycap", "1\xef\xb8\x8f\xe2\x83\xa3"},
    {"a country", "🇳🇴"},
    {"England",
     "🏴\xf3\xa0\x81\xa7\xf3\xa0\x81\xa2\xf3\xa0\x81\xa5\xf3\xa0\x81\xae\xf3\xa0\x81\xa7\xf3\xa0\x81\xbf"},
    {"markup is text", "<b>bold</b> & https://example.org"},
};

constexpr Label refused[] = {
    {"nothing", ""},
    {"white space", " \t\xe3\x80\x80"},
    {"a control", "a\nb"},
    {"a control of C1", "a\xc2\x85z"},
    {"not UTF-8", "a\xff"},
    {"a surrogate", "\xed\xa0\x80"},
    {"a noncharacter", "a\xef\xb7\x90"},
    {"another noncharacter", "a\xef\xbf\xbf"},
    {"U+200B", "an\xe2\x80\x8bna"},
    {"U+200C between Latin letters", "an\xe2\x80\x8cna"},
    {"U+200D between Latin letters", "an\xe2\x80\x8dna"},
    {"U+200D at the end", "anna\xe2\x80\x8d"},
    {"U+200D between two emoji and nothing", "👩\xe2\x80\x8d"},
    {"U+200D alone", "\xe2\x80\x8d"},
    {"two U+200D", "👩\xe2\x80\x8d\xe2\x80\x8d👧"},
    {"U+2060", "an\xe2\x81\xa0na"},
    {"U+FEFF", "\xef\xbb\xbf"
               "anna"},
    {"the soft hyphen", "an\xc2\xadna"},
    {"right to left override", "a\xe2\x80\xaetxt.exe"},
    {"left to right embedding", "a\xe2\x80\xaa"
                                "b"},
    {"an isolate", "\xe2\x81\xa6"
                   "anna"},
    {"its end", "anna\xe2\x81\xa9"},
    {"left to right mark", "anna\xe2\x80\x8e"},
    {"Arabic letter mark", "anna\xd8\x9c"},
    {"line separator", "an\xe2\x80\xa8na"},
    {"combining grapheme joiner", "an\xcd\x8fna"},
    {"Hangul filler", "\xe3\x85\xa4"},
    {"half-width Hangul filler", "anna\xef\xbe\xa0"},
    {"blank Braille alone", "\xe2\xa0\x80"},
    {"Khmer inherent vowel", "ក\xe1\x9e\xb4"},
    {"a variation of a letter", "a\xef\xb8\x8f"},
    {"a variation of a digit that is no keycap", "user1\xef\xb8\x8f"},
    {"a selector alone", "\xef\xb8\x8f"},
    {"a variant of Latin", "a\xf3\xa0\x84\x80"},
    {"a tag without a flag", "a\xf3\xa0\x81\xa1"},
    {"a flag without its end", "🏴\xf3\xa0\x81\xa7\xf3\xa0\x81\xa2"},
    {"a language tag", "a\xf3\xa0\x80\x81"},
    {"an annotation", "a\xef\xbf\xb9"
                      "b"},
    {"a mark at the start", "\xcc\x81"
                            "anna"},
    {"five marks in a row", "a\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x86\xcc\x87"},
};

std::string repeated(std::string_view text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i) {
        all += text;
    }
    return all;
}

} // namespace

TEST_CASE("names and titles of all scripts are accepted unchanged")
{
    for (const Label& label : allowed) {
        CAPTURE(label.what);
        CHECK(titleOf(label.text, maxBytes) == label.text);
        CHECK(accountNameOf(label.text, maxBytes) == label.text);
    }
}

TEST_CASE("invisible characters, and those that turn or hide text, are in no name and no title")
{
    for (const Label& label : refused) {
        CAPTURE(label.what);
        CHECK_FALSE(titleOf(label.text, maxBytes));
        CHECK_FALSE(accountNameOf(label.text, maxBytes));
    }
    CHECK_FALSE(titleOf("a" + repeated("\xcc\x81", 10'000), 65'536));
    CHECK_FALSE(titleOf(std::string_view("a\0b", 3), maxBytes));
}

TEST_CASE("names and titles are stored in form NFC, up to their greatest length")
{
    CHECK(accountNameOf("Zoe\xcc\x88", maxBytes) == "Zo\xc3\xab");
    CHECK(titleOf("e\xcc\x81", 2) == "\xc3\xa9");
    CHECK(titleOf("\xe1\x84\x80\xe1\x85\xa1", maxBytes) == "가");
    CHECK_FALSE(titleOf("\xc3\xa9x", 2));
    CHECK(accountNameOf(std::string(64, 'x'), 64));
    CHECK_FALSE(accountNameOf(std::string(65, 'x'), 64));
    CHECK_FALSE(titleOf(std::string(1'000'000, 'x'), maxBytes));
}

TEST_CASE("a title loses the white space at its ends, a name may have none")
{
    CHECK(titleOf("  tide \xe3\x80\x80", maxBytes) == "tide");
    CHECK(titleOf("\xc2\xa0two  words\n", maxBytes) == "two  words");
    for (const char* name : {" anna", "anna ", "anna\xe3\x80\x80",
                             "\xc2\xa0"
                             "anna",
                             "anna\xe2\xa0\x80"}) {
        CHECK_FALSE(accountNameOf(name, maxBytes));
    }
}

TEST_CASE("an unassigned character may be in a title, and not in a name")
{
    for (const char* text :
         {"\xf0\x9f\xba\xbf", "\xee\x80\x80"}) { // U+1FABF + n, and a character for private use
        CHECK(titleOf(text, maxBytes) == text);
    }
    CHECK_FALSE(accountNameOf("\xee\x80\x80", maxBytes));
    CHECK_FALSE(accountNameOf("a\xcd\xb8", maxBytes)); // U+0378 is unassigned
    CHECK(titleOf("a\xcd\xb8", maxBytes));
}

} // namespace tidemark::labels_test
