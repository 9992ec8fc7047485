#include "tests/sim/sim_clock.h"

#include "tests/sim/plan.h"

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

void SimClock::serverStarts()
{
    m_serverStarted = m_scheduler.now();
    m_foundWrong = m_wasWrong;
}

void SimClock::wrote(ConversationId conversation, Seq seq)
{
    m_written[{conversation, seq}] = m_scheduler.now();
    m_wasWrong |= m_ahead != Milliseconds(0);
}

void SimClock::checkIsOld(ConversationId conversation, Seq seq, Milliseconds limit,
                          const std::string& what) const
{
    const auto found = m_written.find({conversation, seq});
    if (found == m_written.end() || (m_foundWrong && found->second < m_serverStarted)) {
        return;
    }
    const Milliseconds age = m_scheduler.now() - found->second;
    if (age < limit) {
        throw Violation("entry " + std::to_string(seq.value) + " of conversation "
                        + std::to_string(conversation.value) + " " + what + " when it was "
                        + std::to_string(age.count()) + " ms old, with a limit of "
                        + std::to_string(limit.count()));
    }
}

} // namespace tidemark::sim
