#include "tests/support/flat_json.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace tidemark::test {

namespace {

void appendUtf8(std::string& value, std::uint32_t point)
{
    const auto append = [&value](std::uint32_t byte) { value.push_back(static_cast<char>(byte)); };
    const auto continuation = [&](unsigned shift) { append(0x80U | ((point >> shift) & 0x3fU)); };
    if (point < 0x80) {
        append(point);
    } else if (point < 0x800) {
        append(0xc0U | (point >> 6U));
        continuation(0);
    } else if (point < 0x10000) {
        append(0xe0U | (point >> 12U));
        continuation(6);
        continuation(0);
    } else {
        append(0xf0U | (point >> 18U));
        continuation(12);
        continuation(6);
        continuation(0);
    }
}

class FlatJsonReader {
public:
    explicit FlatJsonReader(std::string_view text) : m_rest(text) {}

    std::optional<std::map<std::string, std::string>> object()
    {
        std::map<std::string, std::string> values;
        if (!skip('{')) {
            return std::nullopt;
        }
        do {
            auto key = string();
            if (!key || !skip(':')) {
                return std::nullopt;
            }
            auto value = startsString() ? string() : literal();
            if (!value) {
                return std::nullopt;
            }
            values[std::move(*key)] = std::move(*value);
        } while (skip(','));
        return skip('}') ? std::optional(values) : std::nullopt;
    }

private:
    void skipSpace() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size())); }

    bool skip(char expected)
    {
        skipSpace();
        if (!m_rest.starts_with(expected)) {
            return false;
        }
        m_rest.remove_prefix(1);
        return true;
    }

    bool startsString()
    {
        skipSpace();
        return m_rest.starts_with('"');
    }

    std::optional<std::string> literal()
    {
        const auto length = std::min(m_rest.find_first_of(",} "), m_rest.size());
        std::string value(m_rest.substr(0, length));
        m_rest.remove_prefix(length);
        return value;
    }

    std::optional<std::string> string()
    {
        if (!skip('"')) {
            return std::nullopt;
        }
        std::string value;
        while (!m_rest.empty()) {
            const char character = m_rest.front();
            m_rest.remove_prefix(1);
            if (character == '"') {
                return value;
            }
            if (character != '\\') {
                value.push_back(character);
            } else if (!appendEscaped(value)) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

    bool appendEscaped(std::string& value)
    {
        if (m_rest.empty()) {
            return false;
        }
        const char kind = m_rest.front();
        m_rest.remove_prefix(1);
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        if (const auto at = letters.find(kind); at != std::string_view::npos) {
            value.push_back(meanings[at]);
            return true;
        }
        return kind == 'u' && appendCodePoint(value);
    }

    bool appendCodePoint(std::string& value)
    {
        auto point = hexUnit();
        if (point && *point >= 0xd800 && *point < 0xdc00 && m_rest.starts_with("\\u")) {
            m_rest.remove_prefix(2);
            const auto low = hexUnit();
            if (!low || *low < 0xdc00 || *low > 0xdfff) {
                return false;
            }
            point = 0x10000 + ((*point - 0xd800) << 10U) + (*low - 0xdc00);
        }
        if (!point || (*point >= 0xd800 && *point <= 0xdfff)) {
            return false;
        }
        appendUtf8(value, *point);
        return true;
    }

    std::optional<std::uint32_t> hexUnit()
    {
        constexpr std::size_t digits = 4;
        std::uint32_t unit = 0;
        const std::string_view text = m_rest.substr(0, digits);
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), unit, 16);
        if (text.size() < digits || parsed.ptr != text.data() + digits) {
            return std::nullopt;
        }
        m_rest.remove_prefix(digits);
        return unit;
    }

    std::string_view m_rest;
};

} // namespace

std::optional<std::map<std::string, std::string>> readFlatJson(std::string_view text)
{
    return FlatJsonReader(text).object();
}

std::string jsonString(std::string_view text)
{
    std::string json = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            json += {'\\', character};
        } else if (character == '\n') {
            json += "\\n";
        } else if (character == '\t') {
            json += "\\t";
        } else if (static_cast<unsigned char>(character) < 0x20) {
            char escape[7] = {};
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(character));
            json += escape;
        } else {
            json.push_back(character);
        }
    }
    return json + '"';
}

} // namespace tidemark::test
