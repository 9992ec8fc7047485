#include "server-stub/hub/contract/text_rules.h"

#include "core/base/utf8.h"

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
