#pragma once

#include "core/domain/attachment.h"
#include "core/domain/ids.h"

#include <compare>
#include <cstdint>

namespace tidemark {

/// The user or the group that an avatar depicts: exactly one of the two is set.
struct AvatarOwner {
    UserId user = {};
    ConversationId conversation = {};
    friend constexpr auto operator<=>(const AvatarOwner&, const AvatarOwner&) = default;
};

/// A place at which a reader sees an avatar: that of `user` as seen in `conversation`; without a user, that
/// of the conversation; without a conversation, the reader's own.
struct AvatarPlace {
    ConversationId conversation = {};
    UserId user = {};
    friend constexpr auto operator<=>(const AvatarPlace&, const AvatarPlace&) = default;
};

/// The owner of the avatar that `reader` sees at `place`.
[[nodiscard]] constexpr AvatarOwner ownerAt(const AvatarPlace& place, UserId reader)
{
    if (!place.conversation.isValid()) {
        return {.user = reader};
    }
    return place.user.isValid() ? AvatarOwner{.user = place.user}
                                : AvatarOwner{.conversation = place.conversation};
}

/// A picture of a user or group, as the server knows it.
struct Avatar {
    AvatarOwner owner;
    std::uint64_t version = 0; ///< rises with each change; 0: there never was a picture
    BlobHash hash = {};        ///< none: there is no picture
    std::uint64_t size = 0;
    friend bool operator==(const Avatar&, const Avatar&) = default;
};

} // namespace tidemark
