#include "server-stub/hub/contract/text_rules.h"

#include "core/base/utf8.h"

#include <cstddef>

namespace tidemark::server {

bool isValidUtf8(std::string_view text)
{
    while (!text.empty()) {
        if (utf8::takeCodePoint(text) == utf8::invalid) {
            return false;
        }
    }
    return true;
}

bool isValidLabel(std::string_view text, std::uint32_t maxBytes)
{
    if (text.empty() || text.size() > maxBytes) {
        return false;
    }
    bool first = true;
    char32_t last = 0;
    while (!text.empty()) {
        last = utf8::takeCodePoint(text);
        if (last == utf8::invalid || utf8::isControl(last) || (first && utf8::isSpace(last))) {
            return false;
        }
        first = false;
    }
    return !utf8::isSpace(last);
}

bool isValidPassword(std::string_view password)
{
    return password.size() >= minPasswordBytes && password.size() <= maxPasswordBytes;
}

std::optional<protocol::Error> refusalOfText(std::string_view text, std::uint32_t maxBytes)
{
    using protocol::ErrorCode;
    if (text.empty()) {
        return protocol::Error{ErrorCode::TextEmpty, Milliseconds(0), {}};
    }
    if (text.size() > maxBytes) {
        return protocol::Error{ErrorCode::TextTooLong, Milliseconds(0), {}};
    }
    if (!isValidUtf8(text)) {
        return protocol::Error{ErrorCode::Malformed, Milliseconds(0), "text is not UTF-8"};
    }
    return std::nullopt;
}

} // namespace tidemark::server
