#pragma once

#include "core/domain/ids.h"

#include <algorithm>

namespace tidemark::server {

/// When the first mute may have to end.
class MuteSchedule {
public:
    [[nodiscard]] UnixMs next() const { return m_next; }
    /// A mute ends at `at`.
    void note(UnixMs at) { m_next = std::min(m_next, at); }
    /// All mutes that end before `at` have ended.
    void advanceTo(UnixMs at) { m_next = at; }

private:
    UnixMs m_next; ///< 0 at first: unknown
};

} // namespace tidemark::server
