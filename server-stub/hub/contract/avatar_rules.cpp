#include "server-stub/hub/contract/avatar_rules.h"

#include "core/domain/request_caps.h"

namespace tidemark::server {

namespace {

protocol::Error avatarInvalid(const char* field)
{
    return {protocol::ErrorCode::AvatarInvalid, Milliseconds(0), field};
}

} // namespace

std::optional<protocol::Error> refusalOfAvatar(const protocol::SetAvatar& request)
{
    if (!request.hash.isValid()) {
        return std::nullopt;
    }
    if (request.size == 0 || request.size > caps::maxAvatarBytes) {
        return avatarInvalid("size");
    }
    if (request.mime != "image/png" && request.mime != "image/jpeg" && request.mime != "image/webp") {
        return avatarInvalid("mime");
    }
    if (request.width == 0 || request.width > caps::maxAvatarSide || request.width != request.height) {
        return avatarInvalid("width");
    }
    return std::nullopt;
}

} // namespace tidemark::server
