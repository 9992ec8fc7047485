#pragma once

#include "app/lab/world/scheduler.h"
#include "core/domain/ids.h"

#include <map>
#include <string>
#include <utility>

namespace tidemark::sim {

/// The wall clock of the servers, which may jump, and the times of events by the true time, which never
/// jumps.
class SimClock {
public:
    /// `startsAt`: the first time of the wall clock.
    SimClock(const Scheduler& scheduler, UnixMs startsAt) : m_scheduler(scheduler), m_start(startsAt) {}

    [[nodiscard]] UnixMs wall() const;
    /// From now on the wall clock is ahead of the true time by this much.
    void setAhead(Milliseconds ahead) { m_ahead = ahead; }
    /// From now on the wall clock shows some minutes of 1970.
    void setTo1970();

    void serverStarts() { m_lastStart = m_scheduler.now(); }
    /// The true time since the last start of a server.
    [[nodiscard]] Milliseconds running() const { return m_scheduler.now() - m_lastStart; }

    void wrote(ConversationId conversation, Seq seq);
    /// Throws a Violation if the entry is not `limit` old by the true time.
    void checkIsOld(ConversationId conversation, Seq seq, Milliseconds limit, const std::string& what) const;

    /// Call when a contact with the user is stored.
    void hadContact(UserId user) { m_contacts[user] = m_scheduler.now(); }
    /// Throws a Violation if a contact is stored that is not older than `limit` by the true time.
    void checkWasAway(UserId user, Milliseconds limit) const;

    // Remembers the contacts that a backup of the servers' database contains.
    void keepBackup() { m_keptContacts = m_contacts; }
    void restoreBackup() { m_contacts = m_keptContacts; }

private:
    const Scheduler& m_scheduler;
    UnixMs m_start;
    Milliseconds m_ahead{0};
    Instant m_lastStart{};
    std::map<std::pair<ConversationId, Seq>, Instant> m_written;
    std::map<UserId, Instant> m_contacts;
    std::map<UserId, Instant> m_keptContacts;
};

} // namespace tidemark::sim
