#pragma once

#include "core/domain/ids.h"
#include "tests/sim/scheduler.h"

#include <map>
#include <string>
#include <utility>

namespace tidemark::sim {

/// The clock on the servers' wall, which may jump, and when entries were written by the one that never does.
class SimClock {
public:
    /// `startsAt`: what the wall shows at first.
    SimClock(const Scheduler& scheduler, UnixMs startsAt) : m_scheduler(scheduler), m_start(startsAt) {}

    [[nodiscard]] UnixMs wall() const;
    /// From now on it is so much ahead of the true time.
    void setAhead(Milliseconds ahead) { m_ahead = ahead; }
    /// From now on it shows some minutes of 1970.
    void setTo1970();

    void serverStarts();
    void wrote(ConversationId conversation, Seq seq);
    /// Throws a Violation when the entry is not `limit` old by the true time, and the server can know: it has
    /// run since, or no entry that it found was written while the clock was wrong.
    void checkIsOld(ConversationId conversation, Seq seq, Milliseconds limit, const std::string& what) const;

private:
    const Scheduler& m_scheduler;
    UnixMs m_start;
    Milliseconds m_ahead{0};
    std::map<std::pair<ConversationId, Seq>, Instant> m_written;
    bool m_wasWrong = false;   ///< when some entry was written
    bool m_foundWrong = false; ///< the server did, when it started
    Instant m_serverStarted{};
};

} // namespace tidemark::sim
