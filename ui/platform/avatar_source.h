#pragma once

#include "core/domain/ids.h"

#include <QPixmap>

namespace tidemark {

/// Gives the pictures of people and groups for painting. They are round and `side` device pixels wide. A
/// null picture means that there is none, or none yet: initials take its place. GUI thread.
class AvatarSource {
public:
    AvatarSource() = default;
    virtual ~AvatarSource() = default;
    AvatarSource(const AvatarSource&) = delete;
    AvatarSource& operator=(const AvatarSource&) = delete;

    /// The picture of a group, or of the other user of a direct chat.
    [[nodiscard]] virtual QPixmap ofConversation(ConversationId conversation, int side) = 0;
    /// The picture of a user in the open conversation.
    [[nodiscard]] virtual QPixmap ofMember(UserId user, int side) = 0;
    /// The picture of the user of this device.
    [[nodiscard]] virtual QPixmap ownAvatar(int side) = 0;
};

} // namespace tidemark
