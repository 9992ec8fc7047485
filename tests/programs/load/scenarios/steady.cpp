#include "tests/programs/load/scenarios/steady.h"

#include "tests/programs/load/base/failure.h"

namespace tidemark::load {

Steady::Steady(Stage& stage, double perSecond)
    : m_stage(stage), m_ledger(stage.people), m_perSecond(perSecond),
      m_devices(stage.people.devices(stage.loop, stage.server.place(), false, false)),
      m_numbers(m_devices.size())
{
    signInAll(stage.loop, m_devices, 20);
}

std::vector<double> Steady::run(double seconds, const std::function<void()>& each)
{
    m_times.clear();
    const bench::Stopwatch watch;
    m_watch = &watch;
    const double rate = m_perSecond * static_cast<double>(m_devices.size());
    std::uint64_t sent = 0;
    m_stage.loop.runFor(seconds, 2, [&] {
        each();
        // The users send one after the other, so that messages do not come at once.
        for (; static_cast<double>(sent) < watch.seconds() * rate; ++sent) {
            send(m_next++ % m_devices.size());
        }
    });
    m_stage.loop.runUntil(
        [&] {
            each();
            return m_sentAt.empty();
        },
        "acknowledgements");
    m_watch = nullptr;
    return m_times;
}

double Steady::oldest() const
{
    return m_sentAt.empty() ? 0 : m_watch->milliseconds() - *m_sentAt.begin();
}

void Steady::checkAll() const
{
    m_ledger.compareTotals(m_stage.loop, m_devices);
    m_ledger.compareLogs(m_stage.loop, m_stage.server.place());
}

void Steady::send(std::size_t user)
{
    const std::vector<std::size_t>& groups = m_stage.people.groupsOf(user);
    const std::uint64_t number = ++m_numbers[user];
    const std::size_t group = groups[number % groups.size()];
    protocol::Send send = Ledger::messageOf(m_stage.people.groups()[group].id, user, number);
    const double sentAt = m_watch->milliseconds();
    const auto waiting = m_sentAt.insert(sentAt);
    m_devices[user]->ask(std::move(send), [=, this](const protocol::ServerFrame& frame) {
        const auto* ack = std::get_if<protocol::SendAck>(&frame);
        require(ack != nullptr && !ack->duplicate, "a message is acknowledged");
        m_times.push_back(m_watch->milliseconds() - sentAt);
        m_ledger.acknowledged(group, ack->seq, user, number, false);
        m_sentAt.erase(waiting);
    });
}

} // namespace tidemark::load
