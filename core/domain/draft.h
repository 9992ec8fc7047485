#pragma once

#include "core/domain/ids.h"

#include <cstdint>
#include <string>

namespace tidemark {

/// A user's draft in one conversation, as the server keeps it.
struct Draft {
    ConversationId conversation;
    std::string text; ///< empty: cleared; its version stays
    Seq replyTo = {};
    /// From one counter of the account, so that a later change of any draft has a greater one. 0: there never
    /// was a draft.
    std::uint64_t version = 0;
    MessageUuid uuid = {}; ///< of the change that made this version
    DeviceId device = {};  ///< that made it
    std::string deviceName = {};
    UnixMs at = {};
    friend bool operator==(const Draft&, const Draft&) = default;
};

} // namespace tidemark
