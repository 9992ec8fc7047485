#include "tests/programs/load/scenarios/senders.h"

#include "tests/programs/load/base/failure.h"

#include <algorithm>

namespace tidemark::load {

Senders::Senders(Stage& stage)
    : m_stage(stage), m_ledger(stage.people),
      m_devices(stage.people.devices(stage.loop, stage.server.place(), false, false)),
      m_numbers(m_devices.size())
{
    signInAll(stage.loop, m_devices, m_devices.size());
    for (std::size_t member = 0; member < m_devices.size(); ++member) {
        m_notified.emplace_back(stage.people.groups().size());
        m_devices[member]->onPush([this, member](Device&, const protocol::ServerFrame& frame) {
            if (const auto* notify = std::get_if<protocol::Notify>(&frame)) {
                note(member, *notify);
            }
        });
    }
}

std::vector<double> Senders::run(double seconds, const std::function<void()>& each)
{
    const double processorBefore = m_stage.server.processorSeconds();
    const bench::Stopwatch watch;
    m_watch = &watch;
    m_until = seconds;
    m_done = 0;
    m_times.clear();
    for (std::size_t sender = 0; sender < m_devices.size(); ++sender) {
        sendNext(sender);
    }
    m_stage.loop.runUntil(
        [&] {
            each();
            return m_done == m_devices.size();
        },
        "acknowledgements");
    const double took = watch.seconds();
    m_rate = static_cast<double>(m_times.size()) / took;
    m_processorShare = (m_stage.server.processorSeconds() - processorBefore) / took * 100;
    return m_times;
}

void Senders::checkAll() const
{
    m_stage.loop.runUntil([&] { return allAreNotified(); },
                          "all members to be notified of the newest messages");
    m_ledger.compareTotals(m_stage.loop, m_devices);
    m_ledger.compareLogs(m_stage.loop, m_stage.server.place());
}

void Senders::note(std::size_t member, const protocol::Notify& notify)
{
    for (const protocol::Head& head : notify.heads) {
        Seq& newest = m_notified[member][m_stage.people.groupWith(head.conversation)];
        newest = std::max(newest, head.head);
    }
}

/// Whether all members of each group but the author were notified of its newest message.
bool Senders::allAreNotified() const
{
    for (std::size_t member = 0; member < m_devices.size(); ++member) {
        for (const std::size_t group : m_stage.people.groupsOf(member)) {
            if (m_ledger.newestAuthor(group) != member && m_notified[member][group] != m_ledger.head(group)) {
                return false;
            }
        }
    }
    return true;
}

void Senders::sendNext(std::size_t sender)
{
    if (m_watch->seconds() >= m_until) {
        ++m_done;
        return;
    }
    const std::vector<std::size_t>& groups = m_stage.people.groupsOf(sender);
    const std::uint64_t number = ++m_numbers[sender];
    const std::size_t group = groups[number % groups.size()];
    protocol::Send send = Ledger::messageOf(m_stage.people.groups()[group].id, sender, number);
    const double sentAt = m_watch->milliseconds();
    m_devices[sender]->ask(std::move(send), [=, this](const protocol::ServerFrame& frame) {
        const auto* ack = std::get_if<protocol::SendAck>(&frame);
        require(ack != nullptr && !ack->duplicate, "a message is acknowledged");
        m_times.push_back(m_watch->milliseconds() - sentAt);
        m_ledger.acknowledged(group, ack->seq, sender, number, false);
        sendNext(sender);
    });
}

} // namespace tidemark::load
