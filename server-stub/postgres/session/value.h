#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server::postgres {

/// A value for a parameter of a statement, in the form that libpq sends.
struct Value {
    std::optional<std::string> content; ///< empty: NULL
    bool isBytes = false;               ///< otherwise a number or an array, as text
};

/// Numbers, to be bound as an array of bigint.
struct Numbers {
    std::vector<std::uint64_t> values;
};

/// Byte strings, to be bound as an array of text with two hexadecimal digits for each byte.
struct Hexadecimals {
    std::vector<std::string> values;
};

/// The values of ids.
template <typename Ids>
[[nodiscard]] Numbers numbersOf(const Ids& ids)
{
    Numbers numbers;
    for (const auto id : ids) {
        numbers.values.push_back(id.value);
    }
    return numbers;
}

/// Two hexadecimal digits for each byte.
[[nodiscard]] std::string hexadecimal(std::string_view bytes);
/// An array of elements that are written as they are: numbers, hexadecimal digits, base64 or NULL.
[[nodiscard]] Value arrayOf(const std::vector<std::string>& elements);

/// Numbers keep all 64 bits, as signed numbers.
template <std::integral Number>
[[nodiscard]] Value bound(Number number)
{
    return {std::to_string(static_cast<std::int64_t>(number))};
}
[[nodiscard]] Value bound(std::string_view bytes);
[[nodiscard]] Value bound(const Numbers& numbers);
[[nodiscard]] Value bound(const Hexadecimals& bytes);
/// An empty optional is bound as NULL.
template <typename T>
[[nodiscard]] Value bound(const std::optional<T>& value)
{
    return value ? bound(*value) : Value();
}

} // namespace tidemark::server::postgres
