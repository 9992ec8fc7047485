#pragma once

#include "core/base/failpoint.h"
#include "core/sync/effects.h"

#include <optional>

namespace tidemark {

/// The deed that a write belongs to, for failpoints.
struct DeedWrite {
    Deed deed;
    bool isAnswered; ///< it takes the server's answer; otherwise it keeps what the user has done
    /// Chooses the step of the deed that the write belongs to.
    [[nodiscard]] Failpoint place(ClientStep made, ClientStep answered) const
    {
        return failpointOf(deed, isAnswered ? answered : made);
    }
};

[[nodiscard]] std::optional<DeedWrite> deedOf(const Write& write);

} // namespace tidemark
