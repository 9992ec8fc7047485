#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// Rules for names of accounts and titles of groups and channels, which are shown within other text: valid
/// UTF-8 in Unicode's form NFC, 1..maxBytes bytes in that form, without characters that are invisible or
/// change the text around them:
/// - no controls, line separators, noncharacters or formatting characters, such as those that change the text
/// direction or have no width;
/// - but ZWJ and ZWNJ where a script or an emoji needs them, and variation selectors and tags after the
/// character that they vary;
/// - at most four combining marks in a row, and none at the start.
/// White space at the ends does not count.

/// No text with more bytes than this has at most `maxBytes` in form NFC: composing makes a text at most three
/// times shorter. Refuse a longer one before normalising it, because ICU's time grows with the square of the
/// number of combining marks in a row.
[[nodiscard]] constexpr std::size_t maxBytesBeforeComposing(std::uint32_t maxBytes)
{
    return std::size_t{3} * maxBytes + 16;
}

/// Returns a title as it is stored: in form NFC, without white space at its ends. Empty if the title is
/// invalid.
[[nodiscard]] std::optional<std::string> titleOf(std::string_view text, std::uint32_t maxBytes);

/// Returns a part of a title in form NFC, for searching. Empty if the text is not UTF-8 or has more than
/// `maxBytes` in that form.
[[nodiscard]] std::optional<std::string> partOfTitle(std::string_view text, std::uint32_t maxBytes);

/// Returns the name of a new account as it is stored, in form NFC. Empty if the name is invalid: besides the
/// rules above, a name has no white space at its ends, and no private-use characters or characters unknown to
/// this version of Unicode, because those cannot be compared.
[[nodiscard]] std::optional<std::string> accountNameOf(std::string_view text, std::uint32_t maxBytes);

} // namespace tidemark
