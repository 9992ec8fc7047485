#pragma once

#include "core/domain/ids.h"

#include <string>

namespace tidemark {

/// A stored value that a recount from the rows does not confirm.
struct StoreDifference {
    ConversationId conversation; ///< 0: the account as a whole
    std::string what;            ///< e.g. "unread", "held"
    std::string stored;
    std::string computed;

    friend bool operator==(const StoreDifference&, const StoreDifference&) = default;
};

} // namespace tidemark
