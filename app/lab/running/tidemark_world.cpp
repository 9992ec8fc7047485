#include "app/lab/running/tidemark_world.h"

#include "app/lab/running/frame_words.h"

#include <algorithm>
#include <cstring>

namespace tidemark::lab {

namespace {

constexpr Milliseconds setUpStep{100};
constexpr int maxSetUpSteps = 3000;
constexpr int stepsBetweenRequests = 20;
constexpr Milliseconds quietBeforeScenario{2000};

bool hasVerb(const Scenario& scenario, std::initializer_list<Verb> verbs)
{
    return std::ranges::any_of(scenario.actions, [&](const Action& action) {
        return std::ranges::find(verbs, action.verb) != verbs.end();
    });
}

} // namespace

sim::Plan TidemarkWorld::planOf(const Scenario& scenario, sim::Defect defect)
{
    sim::Plan plan;
    plan.seed = scenario.seed;
    plan.defect = defect;
    plan.servers = static_cast<int>(scenario.servers);
    plan.restoresBackup = hasVerb(scenario, {Verb::DatabaseBackUp, Verb::DatabaseRestore});
    plan.keepsDeviceFiles = hasVerb(scenario, {Verb::BackUp, Verb::PutBack});
    plan.limits.maxFileBytes = 0;
    return plan;
}

TidemarkWorld::TidemarkWorld(const Scenario& scenario, sim::Defect defect)
    : PlayedWorld(scenario), m_plan(planOf(scenario, defect)), m_random(scenario.seed ^ 0x1abU),
      m_clock(scheduler(), UnixMs{0}), m_network(m_plan, scheduler()), m_bus(m_plan, scheduler()),
      m_database(m_plan)
{
    m_network.setRules(*this);
    makeServers();
    makeDevices();
    setUpAccounts();
    setUpConversations();
    scheduler().runUntil(scheduler().now() + quietBeforeScenario);
    m_isSetUp = true;
    begin();
}

TidemarkWorld::~TidemarkWorld() = default;

bool TidemarkWorld::canAdd(const Action& action) const
{
    switch (action.verb) {
    case Verb::BackUp:
    case Verb::PutBack:
        return m_plan.keepsDeviceFiles;
    case Verb::DatabaseBackUp:
    case Verb::DatabaseRestore:
        return m_plan.restoresBackup;
    default:
        return true;
    }
}

void TidemarkWorld::makeServers()
{
    m_isServerCut.resize(scenario().servers);
    for (std::size_t self = 0; self < scenario().servers; ++self) {
        const auto leads = [this, self] {
            const auto first =
                std::ranges::find_if(m_servers, [](const auto& server) { return server->isUp(); });
            return first == m_servers.begin() + static_cast<std::ptrdiff_t>(self);
        };
        m_servers.push_back(std::make_unique<sim::SimServer>(
            m_plan, scheduler(), m_clock, m_database, static_cast<int>(self),
            sim::SimServer::Wires{[this](server::ConnectionId id, const std::string& bytes) {
                                      m_network.sendToDevice(id, bytes);
                                  },
                                  [this](server::ConnectionId id) { m_network.closeByServer(id); },
                                  [this, self] { m_network.closeAllByServer(*m_servers[self]); },
                                  [](const server::OperatorAnswer&) {},
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

void TidemarkWorld::makeDevices()
{
    for (const PersonOf& person : scenario().people) {
        int number = 0;
        for (const std::string& name : person.devices) {
            Device device;
            device.name = name;
            device.person = person.name;
            device.sim =
                std::make_unique<sim::SimDevice>(m_plan, scheduler(), m_network, person.name, number++);
            device.sim->setClockAhead(Milliseconds(0));
            m_owners[device.sim->label()] = m_devices.size();
            m_devices.push_back(std::move(device));
        }
    }
    for (Device& device : m_devices) {
        device.sim->setWatch([this, &device](const Input&, const Effects&) { noteShown(device); });
        device.sim->start();
    }
}

void TidemarkWorld::await(const std::string& what, const std::function<void()>& ask,
                          const std::function<bool()>& isDone)
{
    for (int step = 0; step < maxSetUpSteps && !isDone(); ++step) {
        if (step % stepsBetweenRequests == 0) {
            ask();
        }
        scheduler().runUntil(scheduler().now() + setUpStep);
    }
    if (!isDone()) {
        throw sim::Violation("the world could not be set up: " + what);
    }
}

void TidemarkWorld::signIn(Device& device, bool makesAccount)
{
    constexpr std::size_t tokenBytes = 32;
    std::string token = device.sim->label() + "." + std::to_string(++device.tokens);
    token.resize(tokenBytes, 't');
    const std::string password = "password of " + device.person;
    if (makesAccount) {
        device.sim->feed(input::RegisterAccount{{}, device.person, password, token});
    } else {
        device.sim->feed(input::SignIn{{}, device.person, password, token});
    }
}

void TidemarkWorld::setUpAccounts()
{
    const auto isIn = [](const Device& device) {
        return device.sim->isUp() && device.sim->engine().account().has_value();
    };
    std::set<std::string> made;
    std::vector<Device*> first;
    std::vector<Device*> others;
    for (Device& device : m_devices) {
        (made.insert(device.person).second ? first : others).push_back(&device);
    }
    for (const bool makesAccount : {true, false}) {
        const std::vector<Device*>& some = makesAccount ? first : others;
        await(
            "not everybody is signed in",
            [&] {
                for (Device* device : some) {
                    if (!isIn(*device)) {
                        signIn(*device, makesAccount);
                    }
                }
            },
            [&] { return std::ranges::all_of(some, [&](const Device* device) { return isIn(*device); }); });
    }
}

ConversationId TidemarkWorld::findConversation(const Device& device, const ConversationOf& conversation)
{
    const auto peer = store().accounts().byName(conversation.members.back());
    for (const LocalConversation& one : device.sim->engine().conversations()) {
        const bool isSought = conversation.isDirect
                                  ? one.kind == ConversationKind::Direct && peer && one.peer == peer->id
                                  : one.title == conversation.name;
        if (isSought) {
            return one.id;
        }
    }
    return {};
}

void TidemarkWorld::setUpConversations()
{
    for (const ConversationOf& conversation : scenario().conversations) {
        const auto founder = std::ranges::find(m_devices, conversation.members.front(), &Device::person);
        ConversationId id;
        const MessageUuid uuid = newUuid();
        await(
            "there is no " + conversation.name,
            [&] {
                if (conversation.isDirect) {
                    founder->sim->feed(input::OpenDirect{{}, conversation.members.back()});
                } else {
                    founder->sim->feed(
                        input::CreateGroup{{},
                                           uuid,
                                           conversation.name,
                                           {conversation.members.begin() + 1, conversation.members.end()},
                                           true,
                                           false});
                }
            },
            [&] {
                id = findConversation(*founder, conversation);
                return id.isValid();
            });
        m_conversations[conversation.name] = id;
        m_names[id] = conversation.name;
        await(
            "not everybody has " + conversation.name, [] {},
            [&] {
                return std::ranges::all_of(m_devices, [&](const Device& device) {
                    const bool isMembers =
                        std::ranges::find(conversation.members, device.person) != conversation.members.end();
                    return !isMembers || device.sim->engine().conversation(id) != nullptr;
                });
            });
    }
}

MessageUuid TidemarkWorld::newUuid()
{
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_random.next(), m_random.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    return uuid;
}

std::string TidemarkWorld::nameOf(ConversationId conversation) const
{
    const auto found = m_names.find(conversation);
    return found == m_names.end() ? "conversation " + std::to_string(conversation.value) : found->second;
}

Seq TidemarkWorld::heldSeq(const Device& device, ConversationId conversation, const std::string& message)
{
    const auto sent = m_sent.find({nameOf(conversation), message});
    const auto record = sent == m_sent.end()
                            ? std::nullopt
                            : store().log().sent(conversation, sent->second.author, sent->second.uuid);
    const RangeSet* held = device.sim->engine().held(conversation);
    return record && held != nullptr && held->contains(record->seq) ? record->seq : Seq();
}

void TidemarkWorld::perform(const Action& action, std::size_t device)
{
    if (action.server > 0) {
        performOnServer(action);
    } else if (action.verb == Verb::DatabaseBackUp || action.verb == Verb::DatabaseRestore) {
        performOnDatabase(action);
    } else if (action.conversation.empty()) {
        performOnDevice(action, m_devices.at(device));
    } else {
        performInConversation(action, m_devices.at(device));
    }
}

void TidemarkWorld::performOnDevice(const Action& action, Device& device)
{
    sim::SimDevice& sim = *device.sim;
    forgetDetails(device); // its database may be another one afterwards
    switch (action.verb) {
    case Verb::SignOut:
        device.isSignedOut = true;
        sim.feed(input::SignOut{});
        break;
    case Verb::SignIn:
        device.isSignedOut = false;
        signIn(device, false);
        break;
    case Verb::Off:
        sim.stop();
        break;
    case Verb::On:
        sim.start();
        sim.feed(input::Connect{});
        break;
    case Verb::Kill:
        if (action.moment == KillMoment::Now) {
            sim.stop();
        } else {
            sim.stopAtCommit(action.moment == KillMoment::BeforeCommit ? sim::SimDevice::CommitSide::Before
                                                                       : sim::SimDevice::CommitSide::After);
        }
        break;
    case Verb::LoseDisk:
        sim.stop();
        sim.loseDisk();
        sim.start();
        signIn(device, false);
        break;
    case Verb::BackUp:
    case Verb::PutBack: {
        const bool wasUp = sim.isUp();
        sim.stop();
        if (action.verb == Verb::BackUp) {
            sim.keepBackup();
        } else {
            sim.putBackupBack();
        }
        if (wasUp) {
            sim.start();
        }
        break;
    }
    case Verb::Clock:
        sim.setClockAhead(Milliseconds(action.number));
        break;
    default:
        break;
    }
}

void TidemarkWorld::performInConversation(const Action& action, Device& device)
{
    const ConversationId id = m_conversations.at(action.conversation);
    const LocalConversation* known = device.sim->isUp() ? device.sim->engine().conversation(id) : nullptr;
    if (known == nullptr) {
        note(Event::Kind::Note, device.name,
             device.name + " is off, or does not know " + action.conversation);
        return;
    }
    switch (action.verb) {
    case Verb::Open:
    case Verb::Read:
        read(action, device, id);
        break;
    case Verb::MarkUnread:
        if (const Seq from = heldSeq(device, id, action.message); from.isValid()) {
            device.sim->feed(input::MarkUnread{{}, id, newUuid(), from});
        }
        break;
    case Verb::Send:
        send(action, device, id);
        break;
    case Verb::Recall:
        if (const Seq target = heldSeq(device, id, action.message); target.isValid()) {
            device.sim->feed(input::Send{id, newUuid(), content::Recall{target}});
        }
        break;
    case Verb::Mute:
    case Verb::Unmute: {
        ConversationSettings settings = known->settings;
        settings.muted = action.verb == Verb::Mute;
        device.sim->feed(input::SetSettings{{}, id, settings});
        break;
    }
    case Verb::Leave:
        device.sim->feed(input::Leave{{}, id});
        break;
    default:
        break;
    }
}

void TidemarkWorld::read(const Action& action, Device& device, ConversationId conversation)
{
    if (action.verb == Verb::Open) {
        device.open = conversation;
        device.sim->feed(input::LookAt{conversation});
    }
    const RangeSet* held = device.sim->isUp() ? device.sim->engine().held(conversation) : nullptr;
    const Seq through = !action.message.empty() ? heldSeq(device, conversation, action.message)
                        : held == nullptr       ? Seq()
                                                : held->top();
    if (through.isValid()) {
        device.sim->feed(input::MarkRead{{}, conversation, through});
    }
}

void TidemarkWorld::send(const Action& action, Device& device, ConversationId conversation)
{
    const auto& account = device.sim->engine().account();
    if (!account) {
        return;
    }
    const UserId author = account->user.id;
    for (std::uint32_t i = 1; i <= action.count && device.sim->isUp(); ++i) {
        const std::string name = action.count == 1 ? action.message : action.message + std::to_string(i);
        const MessageUuid uuid = newUuid();
        m_sent[{action.conversation, name}] = {author, uuid};
        content::Message message;
        // Each message has another text, so that none can be taken for another one.
        message.text = action.text.empty() ? name : name + ": " + action.text;
        device.sim->feed(input::Send{conversation, uuid, message});
    }
}

void TidemarkWorld::performOnServer(const Action& action)
{
    const std::size_t place = action.server - 1;
    sim::SimServer& server = *m_servers.at(place);
    constexpr Milliseconds drainTime{2000};
    switch (action.verb) {
    case Verb::ServerKill:
        if (action.moment == KillMoment::Now) {
            server.stop();
        } else {
            server.stopAtCommit(action.moment == KillMoment::BeforeCommit
                                    ? sim::SimStore::CommitFate::DieBefore
                                    : sim::SimStore::CommitFate::DieAfter);
        }
        break;
    case Verb::ServerStart:
        if (!server.isUp()) {
            server.start();
        }
        break;
    case Verb::ServerDrain:
        server.receive(server::ShutDown{Milliseconds(0), drainTime, {}});
        scheduler().after(drainTime, [this, place] { m_servers.at(place)->stop(); });
        break;
    case Verb::ServerCut:
        m_bus.cut(place);
        m_isServerCut[place] = true;
        break;
    case Verb::ServerMend:
        m_bus.heal(place);
        m_isServerCut[place] = false;
        break;
    default:
        break;
    }
}

void TidemarkWorld::performOnDatabase(const Action& action)
{
    for (const auto& server : m_servers) {
        server->stop();
    }
    if (action.verb == Verb::DatabaseBackUp) {
        m_database.keepBackup();
        m_clock.keepBackup();
    } else {
        m_database.restoreBackup();
        m_clock.restoreBackup();
        m_isRestored = true;
    }
    for (const auto& server : m_servers) {
        server->start();
    }
}

void TidemarkWorld::mendEverything()
{
    for (std::size_t place = 0; place < m_servers.size(); ++place) {
        m_servers[place]->setCalm();
        if (!m_servers[place]->isUp()) {
            m_servers[place]->start();
        }
        m_bus.heal(place);
        m_isServerCut[place] = false;
    }
    for (Device& device : m_devices) {
        device.sim->setCalm();
        device.sim->start();
        if (!device.isSignedOut && !device.sim->engine().account()) {
            signIn(device, false);
        }
        device.sim->feed(input::Connect{});
    }
}

std::string TidemarkWorld::whatMoves()
{
    const auto isBusy = [](const auto& server) { return !server->isUp() || !server->isIdle(); };
    if (std::ranges::any_of(m_servers, isBusy)) {
        return "a server is busy";
    }
    if (m_network.framesUnderWay() > 0) {
        return "frames are under way";
    }
    for (Device& device : m_devices) {
        if (!device.sim->isUp()) {
            device.sim->start();
            return device.name + " is not running";
        }
        if (device.isSignedOut) {
            continue;
        }
        if (!device.sim->engine().account()) {
            signIn(device, false);
            return device.name + " is not signed in";
        }
        if (!device.sim->engine().isQuiescent()) {
            return device.name + " is not done";
        }
    }
    return {};
}

void TidemarkWorld::forgetDetails(Device& device)
{
    device.unsent.reset();
    device.explained.clear();
}

void TidemarkWorld::noteShown(Device& device)
{
    forgetDetails(device);
    if (!m_isSetUp || !device.sim->isUp()) {
        return;
    }
    for (const LocalConversation& one : device.sim->engine().conversations()) {
        std::uint64_t& before = device.shown[one.id];
        if (one.counts.unread != before && m_names.contains(one.id)) {
            before = one.counts.unread;
            note(Event::Kind::Number, device.name, nameOf(one.id) + ": " + std::to_string(before));
        }
    }
}

bool TidemarkWorld::isOpen(const std::string& owner, std::size_t)
{
    return !links().isCut(m_owners.at(owner));
}

sim::LinkRules::Passage TidemarkWorld::passageOf(const std::string& owner, bool)
{
    const Links::Passage passage = links().passageOf(m_owners.at(owner));
    return {passage.isLost, passage.isDoubled, passage.mayOvertake, passage.delay};
}

void TidemarkWorld::sent(const sim::FrameOnLink& frame, bool isLost)
{
    countFrame();
    m_devices.at(m_owners.at(frame.owner)).server = frame.server;
    if (!m_isSetUp) {
        return;
    }
    const std::string& device = m_devices.at(m_owners.at(frame.owner)).name;
    const std::string server = serverName(frame.server);
    const FrameAtMoment shown{
        frame.number,
        frame.toServer ? device : server,
        frame.toServer ? server : device,
        wordsOfFrame(frame.bytes, frame.toServer, [this](ConversationId id) { return nameOf(id); }),
        since(frame.sentAt),
        since(frame.arrivesAt)};
    note(isLost ? Event::Kind::Lost : Event::Kind::Sent, shown.from, shown.words, shown.to, frame.number);
    if (!isLost) {
        m_underWay[frame.number] = shown;
    }
}

void TidemarkWorld::ended(const sim::FrameOnLink& frame, bool hasArrived)
{
    const auto found = m_underWay.find(frame.number);
    if (found == m_underWay.end()) {
        return;
    }
    note(hasArrived ? Event::Kind::Arrived : Event::Kind::Vanished, found->second.from, found->second.words,
         found->second.to, frame.number);
    m_underWay.erase(found);
}

} // namespace tidemark::lab
