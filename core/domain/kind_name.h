#pragma once

#include "core/domain/conversation.h"

namespace tidemark {

/// The kind's name in command output: "direct", "group", "channel", "notice" or "unknown".
[[nodiscard]] constexpr const char* kindName(ConversationKind kind)
{
    switch (kind) {
    case ConversationKind::Direct:
        return "direct";
    case ConversationKind::Group:
        return "group";
    case ConversationKind::Channel:
        return "channel";
    case ConversationKind::NoticeList:
        return "notice";
    case ConversationKind::Unknown:
        break;
    }
    return "unknown";
}

} // namespace tidemark
