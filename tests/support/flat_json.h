#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark::test {

/// The values of a JSON object without nesting, by key: strings unescaped to UTF-8, literals unchanged.
/// Empty if the text is not such an object.
[[nodiscard]] std::optional<std::map<std::string, std::string>> readFlatJson(std::string_view text);

/// `text` as a JSON string with its quotes. Only characters that JSON requires to be escaped are escaped.
[[nodiscard]] std::string jsonString(std::string_view text);

} // namespace tidemark::test
