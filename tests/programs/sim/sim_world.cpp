#include "tests/programs/sim/sim_world.h"

#include "tests/programs/sim/invitation_life.h"
#include "tests/programs/sim/sim_twins.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tidemark::sim {

SimWorld::SimWorld(const RandomPlan& plan)
    : m_plan(plan), m_random(plan.seed),
      m_clock(m_scheduler, UnixMs{plan.clockJumps ? std::int64_t{1790000000000} : 0}),
      m_clockRandom(plan.seed ^ 0xc10c5U), m_fileRandom(plan.seed ^ 0xf11e5U),
      m_reactionRandom(plan.seed ^ 0x4eac7U), m_avatars(plan.seed ^ 0xa7a7a2U),
      m_ignoreRandom(plan.seed ^ 0x16042eU), m_clearRandom(plan.seed ^ 0xc1ea2U),
      m_hideRandom(plan.seed ^ 0x41deU), m_draftRandom(plan.seed ^ 0xd4af7U),
      m_scheduleRandom(plan.seed ^ 0x5c4ed01eU), m_invitationRandom(plan.seed ^ 0x1271feU),
      m_folders(plan.seed ^ 0xf01de25U), m_forwardRandom(plan.seed ^ 0xf024a2dU),
      m_network(m_plan, m_scheduler), m_bus(m_plan, m_scheduler), m_database(m_plan)
{
    makeServers();
    for (int i = 0; i < m_plan.users; ++i) {
        Person person;
        person.name = "user" + std::to_string(i);
        for (int j = 0; j < m_plan.devicesPerUser; ++j) {
            person.devices.push_back(
                std::make_unique<SimDevice>(m_plan, m_scheduler, m_network, person.name, j));
            person.devices.back()->start();
        }
        m_people.push_back(std::move(person));
    }
}

SimWorld::~SimWorld() = default;

void SimWorld::makeServers()
{
    const auto answered = [this](const server::OperatorAnswer& answer) {
        Operation& operation = m_operations.at(answer.ticket.value - 1);
        const auto* error = std::get_if<protocol::Error>(&answer.result);
        // The first answer to a deletion may have been lost.
        const bool isDeleted = error != nullptr && error->code == protocol::ErrorCode::AccountDeleted
                               && std::holds_alternative<server::DeleteUser>(operation.request);
        if (error != nullptr && error->code != protocol::ErrorCode::Unavailable && !isDeleted) {
            throw Violation("an operator was refused");
        }
        operation.isDone = operation.isDone || error == nullptr || isDeleted;
        if (const auto* announced = std::get_if<server::Announced>(&answer.result)) {
            operation.seq = announced->seq;
        }
    };
    for (int number = 0; number < m_plan.servers; ++number) {
        const auto self = static_cast<std::size_t>(number);
        const auto leads = [this, self] {
            const auto first = std::find_if(m_servers.begin(), m_servers.end(),
                                            [](const auto& server) { return server->isUp(); });
            return first == m_servers.begin() + static_cast<std::ptrdiff_t>(self);
        };
        m_servers.push_back(std::make_unique<SimServer>(
            m_plan, m_scheduler, m_clock, m_database, number,
            SimServer::Wires{[this](server::ConnectionId id, const std::string& bytes) {
                                 m_network.sendToDevice(id, bytes);
                             },
                             [this](server::ConnectionId id) { m_network.closeByServer(id); },
                             [this, self] { m_network.closeAllByServer(*m_servers[self]); }, answered,
                             [this, self](const std::vector<server::Hint>& hints) {
                                 m_bus.publish(*m_servers[self], hints);
                             },
                             leads}));
        m_network.attach(*m_servers.back());
        m_bus.attach(*m_servers.back());
    }
    for (const auto& server : m_servers) {
        server->start();
    }
}

SimServer& SimWorld::anyServer()
{
    return *m_servers[m_servers.size() == 1 ? 0 : m_random.below(m_servers.size())];
}

bool SimWorld::isAnyServerUp() const
{
    return std::any_of(m_servers.begin(), m_servers.end(), [](const auto& server) { return server->isUp(); });
}

void SimWorld::stopServersFor(const std::function<void()>& action)
{
    for (const auto& server : m_servers) {
        server->die();
    }
    action();
}

MessageUuid SimWorld::newUuid()
{
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_random.next(), m_random.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    return uuid;
}

SimDevice& SimWorld::anyDevice()
{
    Person& person = m_people[m_random.below(m_people.size())];
    return *person.devices[m_random.below(person.devices.size())];
}

void SimWorld::signIn()
{
    // The first device makes the account, and the others sign in. All repeat this until they succeed.
    for (int attempt = 0; attempt < 200; ++attempt) {
        bool all = true;
        for (Person& person : m_people) {
            for (std::size_t i = 0; i < person.devices.size(); ++i) {
                SimDevice& device = *person.devices[i];
                if (device.isUp() && device.engine().account()) {
                    continue;
                }
                all = false;
                const std::string token =
                    person.name + std::to_string(i) + std::string(31 - person.name.size(), 't');
                const std::string password = "password of " + person.name;
                if (i == 0 && attempt % 2 == 0) {
                    device.feed(input::RegisterAccount{{}, person.name, password, token});
                } else {
                    device.feed(input::SignIn{{}, person.name, password, token});
                }
            }
        }
        if (all) {
            return;
        }
        letPass(6000);
    }
    throw Violation("not everybody could sign in");
}

void SimWorld::operate()
{
    if (oneIn(2)) {
        m_operations.push_back(
            {server::Announce{newUuid(), "notice " + std::to_string(++m_lines)}, false, {}});
    } else {
        m_operations.push_back(
            {server::RaiseDot{newUuid(), oneIn(3) ? "search" : std::string(whatsNewDot)}, false, {}});
    }
    askServer();
}

void SimWorld::deleteLeaver()
{
    if (m_leaver && m_leaver->hasAccount() && !m_leaver->hasEnded()) {
        m_leaver->end();
        m_operations.push_back({server::DeleteUser{SimLeaver::name()}, false, {}});
        askServer();
    }
}

void SimWorld::askServer()
{
    SimServer& server = anyServer();
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        if (!m_operations[i].isDone) {
            server.receive(server::OperatorAsked{server::OperatorTicket(i + 1), m_operations[i].request});
        }
    }
}

std::vector<SimDevice*> SimWorld::allDevices()
{
    std::vector<SimDevice*> all;
    for (const Person& person : m_people) {
        for (const auto& device : person.devices) {
            all.push_back(device.get());
        }
    }
    return all;
}

void SimWorld::makeOthers()
{
    std::vector<std::string> names;
    for (const Person& person : m_people) {
        names.push_back(person.name);
    }
    if (m_plan.hasAttacker) {
        m_attacker = std::make_unique<SimAttacker>(m_plan, m_network, names, m_servers.size());
    }
    if (m_plan.hasLeaver()) {
        m_leaver = std::make_unique<SimLeaver>(m_plan, m_scheduler, m_network, names);
    }
    if (m_plan.hasCourier) {
        m_courier = std::make_unique<SimCourier>(m_plan, m_scheduler, m_network);
    }
    if (m_plan.hasStranger) {
        m_stranger = std::make_unique<SimStranger>(m_plan, m_scheduler, m_network, store(), *m_courier);
    }
}

void SimWorld::actOnce(int step)
{
    act();
    if (m_plan.hasReactions()) {
        react();
        react();
    }
    rest();
    if (m_plan.hasIgnoring() && m_ignoreRandom.below(3) == 0) {
        ignore();
    }
    rest();
    if (m_plan.hasClearing() && m_clearRandom.below(12) == 0) {
        clearHistory();
    }
    if (m_plan.hasHiding() && m_hideRandom.below(6) == 0) {
        hide();
    }
    rest();
    if (m_plan.hasDrafts() && m_draftRandom.below(2) == 0) {
        draft();
    }
    rest();
    if (m_plan.hasSchedules() && m_scheduleRandom.below(2) == 0) {
        schedule();
    }
    rest();
    if (m_plan.hasForwards() && m_forwardRandom.below(3) == 0) {
        forward();
    }
    rest();
    if (m_plan.forbidsForwarding() && step % 5 == 2) {
        forbidForwarding();
    }
    if (m_plan.hasFolders() && step % 3 == 1) {
        m_folders.act(allDevices());
    }
    rest();
    if (m_plan.hasInvitations() && m_invitationRandom.below(2) == 0) {
        const Person& person = m_people[m_invitationRandom.below(m_people.size())];
        SimDevice& device = *person.devices[m_invitationRandom.below(person.devices.size())];
        if (device.isUp()) {
            actOnInvitations(device, m_invitationRandom);
        }
    }
    if (m_attacker) {
        m_attacker->act();
    }
    actOfOthers();
    if (step == 2 * m_plan.steps / 3) {
        deleteLeaver();
    }
    if (m_plan.movesFiles) {
        actWithFiles();
    }
    if (m_plan.hasAvatars()) {
        m_avatars.act(allDevices());
    }
}

RunStatistics SimWorld::run()
{
    if (oneIn(2)) {
        // Announcements and dots from before the first user are not new to later users.
        operate();
        operate();
        letPass(3000);
    }
    signIn();
    makeOthers();
    const auto someStep = [&] {
        return static_cast<int>(m_random.below(static_cast<std::uint64_t>(m_plan.steps)));
    };
    const auto [backup, restore] = std::minmax({someStep(), someStep()});
    for (int step = 0; step < m_plan.steps; ++step) {
        if (m_plan.restoresBackup && step == backup) {
            stopServersFor([this] {
                m_database.keepBackup();
                m_clock.keepBackup();
            });
        }
        if (m_plan.clockJumps && m_clockRandom.below(10) == 0) {
            changeClock();
        }
        actOnce(step);
        if (m_plan.restoresBackup && step == restore) {
            stopServersFor([this] {
                m_database.restoreBackup();
                m_clock.restoreBackup();
            });
        }
        // The next action mostly comes while the last one is on its way.
        letPass(oneIn(10) ? 8000 : oneIn(3) ? 600 : 40);
        rest();
        checkMarksOfAll();
        m_reactionTruth.observe(store());
    }
    settle();
    m_reactionTruth.observe(store());
    checkMarksOfAll();

    RunStatistics outcome;
    checkAtRest(outcome);
    for (const ConversationId id : store().conversations().all()) {
        const auto conversation = store().conversations().find(id);
        outcome.entries += conversation->head.value;
        for (const Entry& entry : store().log().entries(id, Seq(), conversation->head, 1000000, false)) {
            outcome.recalls += entry.kind() == EntryKind::Recall ? 1 : 0;
        }
    }
    return outcome;
}

std::vector<std::string> SimWorld::factsBesideReactions()
{
    return factsOf(allDevices(), store());
}

} // namespace tidemark::sim
