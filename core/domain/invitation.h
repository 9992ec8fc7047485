#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"

#include <string>

namespace tidemark {

/// A user is asked to become a member of a group.
struct Invitation {
    ConversationId conversation;
    std::string title; ///< of the group
    User inviter;
    UnixMs at; ///< by the server's clock

    friend bool operator==(const Invitation&, const Invitation&) = default;
};

} // namespace tidemark
