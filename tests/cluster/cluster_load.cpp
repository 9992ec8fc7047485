#include "tests/cluster/cluster_load.h"

#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/people/ledger.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tidemark::cluster {

using load::check;
using load::require;

namespace {

constexpr load::Shape shape{12, 3, 4, 2};
constexpr double actionsPerSecond = 300;
constexpr std::size_t maxUnanswered = 20;
constexpr double timeoutSeconds = 60;
constexpr int stepMs = 5;

} // namespace

ClusterLoad::ClusterLoad(const Places& places)
    : m_places(places), m_people(m_loop, places.front(), shape), m_ledger(m_people)
{
    for (std::size_t user = 0; user < shape.users; ++user) {
        for (std::uint64_t device = 1; device <= shape.devices; ++device) {
            m_devices.push_back(std::make_unique<RoamingDevice>(m_loop, places, user, device,
                                                                m_devices.size() % places.size()));
        }
    }
}

void ClusterLoad::turn()
{
    m_loop.turn(stepMs);
    for (const auto& device : m_devices) {
        device->turn(seconds());
    }
}

void ClusterLoad::runUntil(const std::function<bool()>& isDone, const char* what)
{
    double last = seconds();
    const double end = last + timeoutSeconds;
    double due = 0;
    while (!isDone()) {
        turn();
        const double now = seconds();
        check(now < end, [what] { return std::string("waited too long for ") + what; });
        // Actions that were not done in time are skipped.
        for (due += std::min(now - last, 0.1) * actionsPerSecond; due >= 1; --due) {
            act();
        }
        last = now;
    }
}

void ClusterLoad::run(double forSeconds)
{
    const double end = seconds() + forSeconds;
    runUntil([&] { return seconds() >= end; }, "the time to pass");
}

void ClusterLoad::runUntilAnswered(std::size_t requests)
{
    const std::size_t before = m_answers;
    runUntil([&] { return m_answers >= before + requests; }, "requests to be answered");
}

void ClusterLoad::crowd(std::size_t node)
{
    for (const auto& device : m_devices) {
        device->moveTo(node);
    }
}

void ClusterLoad::settle()
{
    const double end = seconds() + timeoutSeconds;
    while (!std::all_of(m_devices.begin(), m_devices.end(),
                        [](const auto& one) { return one->isThere() && one->unanswered() == 0; })) {
        turn();
        check(seconds() < end, [] { return std::string("not everybody is answered within a minute"); });
    }
}

void ClusterLoad::act()
{
    RoamingDevice& device = *m_devices[m_random.below(m_devices.size())];
    if (device.unanswered() >= maxUnanswered) {
        return;
    }
    const std::vector<std::size_t>& groups = m_people.groupsOf(device.user());
    const std::size_t group = groups[m_random.below(groups.size())];
    const std::uint64_t dice = m_random.below(100);
    if (dice < 60) {
        send(device, group);
    } else if (dice < 75) {
        change(device, group);
    } else if (dice < 95) {
        read(device, group);
    } else {
        mark(device, group);
    }
}

MessageUuid ClusterLoad::nextUuid(std::size_t user)
{
    return load::uuidOf(user, ++m_numbers);
}

void ClusterLoad::append(RoamingDevice& device, std::size_t group, Line line, SentContent content)
{
    protocol::Send request;
    request.conversation = m_people.groups()[group].id;
    request.uuid = nextUuid(device.user());
    request.content = std::move(content);
    device.ask(std::move(request), [this, group, line = std::move(line)](const protocol::ServerFrame& frame) {
        const auto* ack = std::get_if<protocol::SendAck>(&frame);
        require(ack != nullptr, "an entry is acknowledged");
        m_ledger.appended(group, ack->seq, line);
        ++m_answers;
        if (line.kind == EntryKind::Message) {
            m_unchanged.emplace_back(group, line.author, ack->seq);
        }
    });
}

void ClusterLoad::send(RoamingDevice& device, std::size_t group)
{
    const std::string text = "message " + std::to_string(m_numbers) + " of " + std::to_string(device.user());
    append(device, group, {EntryKind::Message, device.user(), text},
           content::Message{text, false, {}, {}, false});
}

void ClusterLoad::change(RoamingDevice& device, std::size_t group)
{
    const auto found = std::find_if(m_unchanged.begin(), m_unchanged.end(), [&](const auto& one) {
        return std::get<0>(one) == group && std::get<1>(one) == device.user();
    });
    if (found == m_unchanged.end()) {
        return;
    }
    const Seq target = std::get<2>(*found);
    m_unchanged.erase(found);
    if (m_random.below(2) == 0) {
        const std::string text = "edit " + std::to_string(m_numbers);
        append(device, group, {EntryKind::Edit, device.user(), text, target}, content::Edit{target, text});
    } else {
        append(device, group, {EntryKind::Recall, device.user(), {}, target}, content::Recall{target});
    }
}

RoamingDevice::Answer ClusterLoad::stateOf(std::size_t group, std::size_t user, Cursor least)
{
    return [this, group, user, least](const protocol::ServerFrame& frame) {
        const auto* states = std::get_if<protocol::States>(&frame);
        require(states != nullptr && states->states.size() == 1 && states->states.front().cursor >= least,
                "a cursor is where it was moved to, or further");
        m_ledger.noteCursor(group, user, states->states.front().cursor);
        ++m_answers;
    };
}

void ClusterLoad::read(RoamingDevice& device, std::size_t group)
{
    const Cursor cursor{m_ledger.cursor(group, device.user()).epoch, m_ledger.head(group)};
    protocol::Read request;
    request.intents.push_back({m_people.groups()[group].id, Generation(1), cursor});
    device.ask(std::move(request), stateOf(group, device.user(), cursor));
}

void ClusterLoad::mark(RoamingDevice& device, std::size_t group)
{
    const Seq base = m_people.groups()[group].base;
    const Seq from(base.value + 1 + m_random.below(m_ledger.head(group).value - base.value));
    if (from > m_ledger.head(group)) {
        return;
    }
    protocol::MarkUnread request;
    request.conversation = m_people.groups()[group].id;
    request.generation = Generation(1);
    request.from = from;
    request.uuid = nextUuid(device.user());
    const Cursor least{m_ledger.cursor(group, device.user()).epoch + 1, Seq()};
    device.ask(std::move(request), stateOf(group, device.user(), least));
}

void ClusterLoad::checkAt(std::size_t node)
{
    std::size_t right = 0;
    crowd(node);
    for (const auto& device : m_devices) {
        device->ask(protocol::GetTotals(), [&, user = device->user()](const protocol::ServerFrame& frame) {
            const auto* totals = std::get_if<protocol::TotalsNow>(&frame);
            require(totals != nullptr, "the server sends totals");
            check(totals->unread == m_ledger.unread(user), [&] {
                return "user " + std::to_string(user) + " is told of " + std::to_string(totals->unread)
                       + " unread messages where there are " + std::to_string(m_ledger.unread(user));
            });
            ++right;
        });
    }
    settle();
    require(right == m_devices.size(), "every user received the right totals");
    for (const auto& device : m_devices) {
        check(device->unread() == m_ledger.unread(device->user()), [&] {
            return "a device of user " + std::to_string(device->user()) + " shows "
                   + std::to_string(device->unread()) + " unread messages where there are "
                   + std::to_string(m_ledger.unread(device->user()));
        });
    }
    m_ledger.compareLogs(m_loop, m_places[node]);
}

void ClusterLoad::checkAll()
{
    for (std::size_t node = 0; node < m_places.size(); ++node) {
        checkAt(node);
    }
}

std::uint64_t ClusterLoad::refusals() const
{
    std::uint64_t sum = 0;
    for (const auto& device : m_devices) {
        sum += device->refusals();
    }
    return sum;
}

} // namespace tidemark::cluster
