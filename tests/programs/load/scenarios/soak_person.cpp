#include "tests/programs/load/scenarios/soak_person.h"

#include "tests/programs/load/base/failure.h"

#include <algorithm>

namespace tidemark::load {

SoakPerson::SoakPerson(Loop& loop, const Place& place, const Population& people, Ledger& ledger,
                       std::size_t user, bool keepsHeld)
    : m_people(people), m_ledger(ledger), m_user(user),
      m_device(loop, place, {Population::nameOf(user), false, keepsHeld})
{
    m_device.onEnded([this](Device&) { m_lost(); });
}

void SoakPerson::start()
{
    m_device.start([this] {
        for (const auto& [group, number] : m_unanswered) {
            sendAgain(group, number);
        }
        for (const auto& [group, through] : m_reading) {
            readAgain(group, through);
        }
    });
}

void SoakPerson::cut()
{
    m_device.cut();
    m_lost();
}

void SoakPerson::send()
{
    const std::vector<std::size_t>& groups = m_people.groupsOf(m_user);
    const std::uint64_t number = ++m_number;
    const std::size_t group = groups[number % groups.size()];
    m_unanswered.emplace(group, number);
    sendAgain(group, number);
}

void SoakPerson::sendAgain(std::size_t group, std::uint64_t number)
{
    protocol::Send send = Ledger::messageOf(m_people.groups()[group].id, m_user, number);
    m_device.ask(std::move(send), [this, group, number](const protocol::ServerFrame& frame) {
        const auto* ack = std::get_if<protocol::SendAck>(&frame);
        require(ack != nullptr, "a message is acknowledged");
        m_ledger.acknowledged(group, ack->seq, m_user, number, ack->duplicate);
        m_unanswered.erase({group, number});
    });
}

void SoakPerson::read()
{
    const std::vector<std::size_t>& groups = m_people.groupsOf(m_user);
    const std::size_t group = groups[++m_number % groups.size()];
    if (!m_reading.contains(group)) {
        m_reading.emplace(group, m_ledger.head(group));
        readAgain(group, m_ledger.head(group));
    }
}

void SoakPerson::readAgain(std::size_t group, Seq through)
{
    protocol::Read read;
    read.intents.push_back({m_people.groups()[group].id, Generation(1), Cursor{0, through}});
    m_device.ask(std::move(read), [this, group, through](const protocol::ServerFrame& frame) {
        const auto* states = std::get_if<protocol::States>(&frame);
        require(states != nullptr && states->states.size() == 1
                    && states->states.front().cursor.readSeq >= through,
                "the server confirms the read");
        m_read[group] = std::max(m_read[group], through);
        m_reading.erase(group);
    });
}

void SoakPerson::pullMuch()
{
    constexpr int times = 40;
    for (int i = 0; i < times; ++i) {
        const std::vector<std::size_t>& groups = m_people.groupsOf(m_user);
        const Group& group = m_people.groups()[groups[static_cast<std::size_t>(i) % groups.size()]];
        protocol::Pull request;
        request.conversation = group.id;
        request.logEpoch = group.logEpoch;
        request.after = group.base;
        request.limit = 1000;
        m_device.ask(request, [](const protocol::ServerFrame& frame) {
            require(std::holds_alternative<protocol::Range>(frame), "pulling a log");
        });
    }
}

void SoakPerson::sendHeartbeat()
{
    m_device.heartbeat([](const protocol::ServerFrame& frame) {
        const auto* ack = std::get_if<protocol::HeartbeatAck>(&frame);
        require(ack != nullptr && ack->agree, "device and server agree");
    });
}

std::uint64_t SoakPerson::unread() const
{
    std::uint64_t sum = 0;
    for (const std::size_t group : m_people.groupsOf(m_user)) {
        const auto read = m_read.find(group);
        sum += m_ledger.unread(group, m_user, read == m_read.end() ? Seq() : read->second);
    }
    return sum;
}

void SoakPerson::checkTotals(std::function<void()> done)
{
    m_device.ask(protocol::GetTotals(), [this, done = std::move(done)](const protocol::ServerFrame& frame) {
        const auto* totals = std::get_if<protocol::TotalsNow>(&frame);
        require(totals != nullptr, "the server sends totals");
        check(totals->unread == unread(), [&] {
            return m_device.name() + " is told of " + std::to_string(totals->unread)
                   + " unread messages where there are " + std::to_string(unread());
        });
        done();
    });
}

} // namespace tidemark::load
