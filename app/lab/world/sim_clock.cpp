#include "app/lab/world/sim_clock.h"

#include "app/lab/world/plan.h"

namespace tidemark::sim {

UnixMs SimClock::wall() const
{
    return UnixMs{m_start.value + m_scheduler.now().time_since_epoch().count() + m_ahead.count()};
}

void SimClock::setTo1970()
{
    constexpr std::int64_t somethingMs = 500000;
    m_ahead = Milliseconds(somethingMs - m_start.value - m_scheduler.now().time_since_epoch().count());
}

void SimClock::wrote(ConversationId conversation, Seq seq)
{
    m_written[{conversation, seq}] = m_scheduler.now();
}

void SimClock::checkIsOld(ConversationId conversation, Seq seq, Milliseconds limit,
                          const std::string& what) const
{
    const Milliseconds age = m_scheduler.now() - m_written.at({conversation, seq});
    if (age < limit) {
        throw Violation("entry " + std::to_string(seq.value) + " of conversation "
                        + std::to_string(conversation.value) + " " + what + " when it was "
                        + std::to_string(age.count()) + " ms old, with a limit of "
                        + std::to_string(limit.count()));
    }
}

void SimClock::checkWasAway(UserId user, Milliseconds limit) const
{
    const auto contact = m_contacts.find(user);
    if (contact == m_contacts.end()) {
        throw Violation("user " + std::to_string(user.value) + " was away without ever having been there");
    }
    const Milliseconds away = m_scheduler.now() - contact->second;
    if (away <= limit) {
        throw Violation("user " + std::to_string(user.value) + " was forgotten after "
                        + std::to_string(away.count()) + " ms, with a limit of "
                        + std::to_string(limit.count()));
    }
}

} // namespace tidemark::sim
