#include "server-stub/hub/contract/attachment_rules.h"

#include "core/domain/request_caps.h"
#include "core/names/label.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tidemark::server {

namespace {

bool isFileName(std::string_view name)
{
    return titleOf(name, caps::maxAttachmentNameBytes) == name && name != "." && name != ".."
           && name.find_first_of("/\\") == std::string_view::npos;
}

bool isMime(std::string_view mime)
{
    const auto isToken = [](std::string_view part) {
        return !part.empty() && std::all_of(part.begin(), part.end(), [](char letter) {
            return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
                   || (letter >= '0' && letter <= '9')
                   || std::string_view("!#$&-^_.+").find(letter) != std::string_view::npos;
        });
    };
    const std::size_t slash = mime.find('/');
    return mime.size() <= caps::maxMimeBytes && slash != std::string_view::npos
           && isToken(mime.substr(0, slash)) && isToken(mime.substr(slash + 1));
}

protocol::Error invalid(const char* field)
{
    return {protocol::ErrorCode::AttachmentInvalid, Milliseconds(0), field};
}

} // namespace

std::optional<protocol::Error> refusalOfAttachment(const Attachment& attachment)
{
    if (!attachment.hash.isValid()) {
        return invalid("sha256");
    }
    if (!isFileName(attachment.name)) {
        return invalid("name");
    }
    if (!isMime(attachment.mime)) {
        return invalid("mime");
    }
    if (attachment.preview.size() > caps::maxPreviewBytes) {
        return invalid("preview");
    }
    if ((attachment.width == 0) != (attachment.height == 0)) {
        return invalid("width");
    }
    return std::nullopt;
}

} // namespace tidemark::server
