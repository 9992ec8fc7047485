#include "tests/programs/sim/sim_world.h"

#include "tests/programs/sim/checks.h"
#include "tests/programs/sim/sim_clearing.h"
#include "tests/programs/sim/sim_drafts.h"
#include "tests/programs/sim/sim_hiding.h"
#include "tests/programs/sim/sim_ignoring.h"
#include "tests/programs/sim/sim_invitations.h"
#include "tests/programs/sim/sim_schedules.h"
#include "tests/programs/sim/sim_twins.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tidemark::sim {

namespace {

/// Servers save at intervals how long they have run, so a restart may lose this much when ages are computed.
constexpr Milliseconds maxUncounted{60000};

std::string describeUnsent(SimDevice& device)
{
    std::string text = device.engine().isFlushed() ? "" : ", not flushed";
    const Snapshot stored = device.store().load();
    for (const CursorIntent& intent : stored.intents) {
        text += "; intent of conversation " + std::to_string(intent.conversation.value)
                + (intent.mark ? " with mark" : "") + " to "
                + std::to_string(intent.readSeq.value_or(Seq()).value);
    }
    for (const PendingMessage& message : stored.pending) {
        text += "; pending in conversation " + std::to_string(message.conversation.value) + " state "
                + std::to_string(static_cast<int>(message.state)) + " seq "
                + std::to_string(message.seq.value);
    }
    return text;
}

} // namespace

SimWorld::SimWorld(const Plan& plan)
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

void SimWorld::gather(SimDevice& device)
{
    if (oneIn(3)) {
        device.feed(input::OpenDirect{{}, m_people[m_random.below(m_people.size())].name});
        return;
    }
    input::CreateGroup group{{}, newUuid(), "group " + std::to_string(++m_lines), {}, oneIn(3), oneIn(4)};
    for (const Person& person : m_people) {
        if (oneIn(2)) {
            group.members.push_back(person.name);
        }
    }
    device.feed(group);
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

std::vector<ConversationId> SimWorld::channels()
{
    std::vector<ConversationId> found;
    if (isAnyServerUp()) {
        found = store().conversations().all();
        std::erase_if(found, [this](ConversationId id) {
            return store().conversations().find(id)->kind != ConversationKind::Channel;
        });
    }
    return found;
}

void SimWorld::follow(SimDevice& device)
{
    const std::vector<ConversationId> all = channels();
    if (all.size() < 2 || (all.size() < 5 && oneIn(6))) {
        device.feed(input::CreateChannel{{}, newUuid(), "channel " + std::to_string(++m_lines)});
        return;
    }
    const ConversationId any = all[m_random.below(all.size())];
    switch (m_random.below(16)) {
    case 0:
    case 1:
    case 2:
        for (const ConversationId channel : all) {
            device.feed(input::Follow{{}, channel});
        }
        break;
    case 3:
        device.feed(input::Follow{{}, any});
        break;
    case 4:
        device.feed(input::Unfollow{{}, any});
        break;
    case 5:
        device.feed(input::FindChannels{{}, "channel"});
        break;
    case 6:
    case 7:
    case 8:
        openFeed();
        break;
    default:
        for (const ConversationId channel : all) {
            postTo(channel);
        }
    }
}

void SimWorld::openFeed()
{
    // Some tries for a device whose feed has a number.
    SimDevice* device = &anyDevice();
    for (int tries = 0; tries < 8 && (!device->isUp() || device->engine().totals().feed == 0); ++tries) {
        device = &anyDevice();
    }
    device->feed(input::OpenFeed{{}});
    if (oneIn(4)) {
        device->die();
    }
}

void SimWorld::postTo(ConversationId channel)
{
    const UserId owner = store().conversations().find(channel)->creator;
    for (const Person& person : m_people) {
        SimDevice& device = *person.devices[m_random.below(person.devices.size())];
        const bool isOwners =
            device.isUp() && device.engine().account() && device.engine().account()->user.id == owner;
        const LocalConversation* known = isOwners ? device.engine().conversation(channel) : nullptr;
        if (known != nullptr) {
            write(device, LocalConversation(*known));
        }
    }
}

void SimWorld::stayAway()
{
    const Person& person = m_people[m_random.below(m_people.size())];
    for (const auto& device : person.devices) {
        device->feed(input::GoOffline{});
    }
    const std::size_t notices = m_random.below(3);
    for (std::size_t i = 0; i < notices; ++i) {
        operate();
    }
    letPass(900000);
    const auto contactAt = [&] {
        const auto account = store().accounts().byName(person.name);
        return account ? account->lastContact : UnixMs{};
    };
    const std::int64_t away = m_scheduler.now().time_since_epoch().count() - contactAt().value;
    const auto isOnline = [&] {
        return std::any_of(person.devices.begin(), person.devices.end(), [](const auto& device) {
            return device->isUp() && device->engine().connection().phase == ConnectionPhase::Online;
        });
    };
    // A device that was down when it should go offline is online once it has started.
    const bool stayedAway = !isOnline();
    const bool seemsForgotten =
        stayedAway && contactAt() > UnixMs{} && away > m_plan.noticesForgetAfter->count();
    const auto list = store().conversations().noticeList();
    const Seq missed = list ? store().conversations().find(*list)->head : Seq();
    // A server is certain of an absence once it has run long enough with a right clock. It decides at the
    // Hello.
    const bool isForgotten =
        seemsForgotten && !m_plan.clockJumps && m_clock.running() > *m_plan.noticesForgetAfter + maxUncounted;
    for (const auto& device : person.devices) {
        device->feed(input::Connect{});
    }
    letPass(4000);
    if (!isForgotten || !isOnline() || !list) {
        return;
    }
    const auto row = store().members().find(*list, store().accounts().byName(person.name)->id);
    if (!row || row->floor < missed) {
        throw Violation("I5: " + person.name + " was away for long and has notices up to "
                        + std::to_string(missed.value) + " unread");
    }
}

void SimWorld::seeDot(SimDevice& device)
{
    if (!device.isUp()) {
        return;
    }
    const std::vector<Dot> dots = device.engine().dots();
    if (!dots.empty()) {
        device.feed(input::SeeDot{{}, dots[m_random.below(dots.size())].name});
    }
}

void SimWorld::ignore()
{
    const auto below = [this](std::uint64_t bound) { return m_ignoreRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    const auto other = store().accounts().byName(m_people[below(m_people.size())].name);
    if (!device.isUp() || !other || other->name == person.name) {
        return;
    }
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_ignoreRandom.next(), m_ignoreRandom.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    const IgnoreLevel level =
        static_cast<IgnoreLevel>(below(m_plan.hasBlocking() ? 3 : 2)); // at most Blocked
    device.feed(input::SetIgnored{{}, other->id, level, uuid});
    if (below(12) == 0) {
        device.die();
    }
}

void SimWorld::forward()
{
    const auto below = [this](std::uint64_t bound) { return m_forwardRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    const auto all = device.isUp() ? device.engine().conversations() : std::vector<LocalConversation>();
    if (all.empty()) {
        return;
    }
    const LocalConversation& from = all[below(all.size())];
    if (!from.serverHead.isValid()) {
        return;
    }
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_forwardRandom.next(), m_forwardRandom.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    content::Message message;
    message.source = {from.id, from.logEpoch, Seq(1 + below(from.serverHead.value))};
    device.feed(input::Send{all[below(all.size())].id, uuid, message});
}

void SimWorld::forbidForwarding()
{
    const auto below = [this](std::uint64_t bound) { return m_forwardRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    const auto all = device.isUp() ? device.engine().conversations() : std::vector<LocalConversation>();
    if (!all.empty()) {
        device.feed(input::SetForwarding{{}, all[below(all.size())].id, below(2) == 0});
    }
}

void SimWorld::hide()
{
    const auto below = [this](std::uint64_t bound) { return m_hideRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    const std::vector<LocalConversation> all = device.engine().conversations();
    if (all.empty()) {
        return;
    }
    const LocalConversation& conversation = all[below(all.size())];
    if (!conversation.serverHead.isValid()) {
        return;
    }
    std::vector<Seq> seqs;
    for (std::uint64_t count = 1 + below(3); count > 0; --count) {
        // Mostly one of the newest, which may be unread.
        const std::uint64_t back =
            below(below(4) == 0 ? conversation.serverHead.value
                                : std::min<std::uint64_t>(8, conversation.serverHead.value));
        seqs.emplace_back(conversation.serverHead.value - back);
    }
    device.feed(input::HideMessages{{}, conversation.id, std::move(seqs)});
    if (below(4) == 0) {
        device.die();
    }
}

void SimWorld::clearHistory()
{
    const auto below = [this](std::uint64_t bound) { return m_clearRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    const std::vector<LocalConversation> all = device.engine().conversations();
    if (all.empty()) {
        return;
    }
    device.feed(input::ClearHistory{{}, all[below(all.size())].id});
    if (below(4) == 0) {
        device.die();
    }
}

void SimWorld::draft()
{
    const auto below = [this](std::uint64_t bound) { return m_draftRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    std::vector<LocalConversation> all = device.engine().conversations();
    std::erase_if(all, [](const LocalConversation& one) {
        return !one.isMember || one.kind == ConversationKind::NoticeList;
    });
    if (all.empty()) {
        return;
    }
    const ConversationId id = all[below(std::min<std::uint64_t>(all.size(), 2))].id;
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_draftRandom.next(), m_draftRandom.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    const std::uint64_t action = below(10);
    const SimComposer composer = action == 0 || below(3) != 0 ? device.lookAtDraft(id) : device.composer(id);
    if (action == 0) {
        device.feed(input::SettleDraft{{}, id, below(2) == 0});
    } else if (action <= 2 && !composer.text.empty()) {
        // The last word makes each message another one, also if two devices send the same draft.
        const std::string text = composer.text + " sent" + std::to_string(++m_words);
        device.feed(input::Send{id, uuid, content::Message{text}, composer.base});
    } else {
        const std::string word = "word" + std::to_string(++m_words);
        const std::string text = action == 3             ? std::string()
                                 : composer.text.empty() ? word
                                                         : composer.text + ' ' + word;
        device.feed(input::SetDraft{.command = {},
                                    .conversation = id,
                                    .uuid = uuid,
                                    .text = text,
                                    .base = composer.base,
                                    .isFinished = below(2) == 0});
    }
    if (below(12) == 0) {
        device.die();
    }
}

void SimWorld::schedule()
{
    const auto below = [this](std::uint64_t bound) { return m_scheduleRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    std::vector<LocalConversation> all = device.engine().conversations();
    std::erase_if(all, [](const LocalConversation& one) {
        return !one.isMember || one.kind == ConversationKind::NoticeList;
    });
    if (all.empty()) {
        return;
    }
    const auto uuid = [this] {
        MessageUuid fresh;
        const std::array<std::uint64_t, 2> halves{m_scheduleRandom.next(), m_scheduleRandom.next() | 1U};
        std::memcpy(fresh.bytes.data(), halves.data(), sizeof halves);
        return fresh;
    };
    const std::string text = "scheduled" + std::to_string(++m_scheduledTexts);
    const UnixMs due{below(6) == 0 ? 0 : m_clock.wall().value + static_cast<std::int64_t>(below(30000))};
    const std::vector<LocalScheduled> open = device.engine().scheduled();
    const std::uint64_t action = below(6);
    if (open.empty() || action < 3) {
        device.feed(input::Schedule{.command = {},
                                    .conversation = all[below(all.size())].id,
                                    .uuid = uuid(),
                                    .change = uuid(),
                                    .text = text,
                                    .due = due});
    } else {
        const MessageUuid& chosen = open[below(open.size())].server.uuid;
        if (action == 5) {
            device.feed(input::CancelScheduled{{}, chosen, uuid()});
        } else {
            device.feed(input::ChangeScheduled{
                .command = {}, .uuid = chosen, .change = uuid(), .text = text, .movesDue = true, .due = due});
        }
    }
    if (below(10) == 0) {
        device.die();
    }
}

void SimWorld::react()
{
    const auto below = [this](std::uint64_t bound) { return m_reactionRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    std::vector<LocalConversation> all = device.engine().conversations();
    std::erase_if(all, [](const LocalConversation& one) {
        return !one.isMember || one.kind == ConversationKind::NoticeList || !one.serverHead.isValid();
    });
    if (all.empty()) {
        return;
    }
    const LocalConversation& conversation = all[below(all.size())];
    if (below(6) == 0) {
        feedReaction(device, input::SeeReactions{{}, conversation.id});
        return;
    }
    const std::array emoji{"\U0001F44D", "\u2764\uFE0F"};
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_reactionRandom.next(), m_reactionRandom.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    const std::uint64_t back = below(std::min<std::uint64_t>(conversation.serverHead.value, 4));
    const ConversationId id = conversation.id;
    const std::string_view chosen = emoji.at(below(emoji.size()));
    const bool isOn = below(3) != 0;
    feedReaction(
        device,
        input::React{{}, id, Seq(conversation.serverHead.value - back), std::string(chosen), isOn, uuid});
    if (m_plan.leavesWhileReacting() && below(6) == 0) {
        person.devices[below(person.devices.size())]->feed(input::Leave{{}, id});
    }
    if (below(12) == 0) {
        device.die();
    }
}

void SimWorld::feedReaction(SimDevice& device, const Input& input)
{
    if (!m_plan.leavesOutReactions) {
        device.feed(input);
    }
}

void SimWorld::act()
{
    SimDevice& device = anyDevice();
    switch (m_random.below(51)) {
    case 0:
        device.die();
        return;
    case 1:
        if (SimServer& server = anyServer(); m_plan.faults.serverCrashAfterCommit > 0 && server.isUp()) {
            server.die();
        }
        return;
    case 2:
    case 3:
        device.feed(input::GoOffline{});
        return;
    case 4:
    case 5:
    case 6:
        device.feed(input::Connect{});
        return;
    case 7:
        gather(device);
        return;
    case 8:
        if (m_plan.losesPushes) {
            m_network.losePushesFor(Milliseconds(static_cast<std::int64_t>(m_random.below(120000))));
        }
        if (m_plan.cutsBus) {
            m_bus.cutOne();
        }
        return;
    case 9:
        device.feed(input::SetAccountSettings{{}, anyPrivacy()});
        return;
    case 10:
        operate();
        return;
    case 11:
    case 12:
        seeDot(device);
        return;
    case 13:
        if (m_plan.noticesForgetAfter) {
            stayAway();
        }
        return;
    case 14:
    case 15:
    case 16:
    case 17:
    case 18:
    case 19:
    case 20:
        follow(device);
        return;
    default:
        actOn(device);
    }
}

void SimWorld::changeClock()
{
    constexpr std::int64_t dayMs = 86400000;
    const auto distance = [&](std::int64_t maxMs) {
        return static_cast<std::int64_t>(m_clockRandom.below(static_cast<std::uint64_t>(maxMs)));
    };
    switch (m_clockRandom.below(6)) {
    case 0:
        m_clock.setTo1970();
        return;
    case 1:
        m_clock.setAhead(Milliseconds(distance(4000 * dayMs)));
        return;
    case 2:
        m_clock.setAhead(Milliseconds(distance(200000)));
        return;
    case 3:
        m_clock.setAhead(Milliseconds(-distance(200000)));
        return;
    default:
        m_clock.setAhead(Milliseconds(0));
    }
}

void SimWorld::actOn(SimDevice& device)
{
    if (!device.isUp()) {
        return;
    }
    const std::vector<LocalConversation> all = device.engine().conversations();
    if (all.empty()) {
        gather(device);
        return;
    }
    const LocalConversation conversation = all[m_random.below(all.size())];
    const std::uint64_t what = m_random.below(100);
    if (what < 43) {
        write(device, conversation);
    } else if (what < 45) {
        chatter(device, conversation);
    } else if (what < 57) {
        change(device, conversation);
    } else if (what < 90) {
        read(device, conversation);
    } else {
        manage(device, conversation);
    }
}

void SimWorld::actWithFiles()
{
    const auto choose = [this](std::uint64_t bound) { return m_fileRandom.below(bound); };
    const Person& person = m_people[choose(m_people.size())];
    SimDevice& device = *person.devices[choose(person.devices.size())];
    const auto all = device.isUp() ? device.engine().conversations() : std::vector<LocalConversation>();
    if (all.empty() || choose(2) == 0) {
        return;
    }
    const ConversationId conversation = all[choose(all.size())].id;
    if (choose(3) == 0) {
        device.fetchFile(conversation, choose(1000));
        return;
    }
    std::vector<std::string> files(1 + choose(3));
    for (std::string& file : files) {
        file.resize(choose(5) == 0 ? 0 : choose(6000));
        std::generate(file.begin(), file.end(), [&] { return static_cast<char>(choose(256)); });
    }
    const std::string text = choose(2) == 0 ? std::string() : "files " + std::to_string(++m_lines);
    device.sendFiles(conversation, newUuid(), text, files);
}

void SimWorld::write(SimDevice& device, const LocalConversation& conversation)
{
    const std::uint64_t lines = oneIn(8) ? 10 + m_random.below(40) : 1 + m_random.below(2);
    for (std::uint64_t i = 0; i < lines; ++i) {
        writeLine(device, conversation);
    }
}

void SimWorld::writeLine(SimDevice& device, const LocalConversation& conversation)
{
    content::Message text;
    text.text = "line " + std::to_string(++m_lines) + (oneIn(4) ? " 你好" : "");
    if (oneIn(5)) {
        text.mentions.push_back(UserId(1 + m_random.below(m_people.size())));
    }
    text.mentionsAll = oneIn(20);
    text.isAction = oneIn(20);
    if (oneIn(6) && conversation.serverHead.isValid()) {
        text.replyTo = Seq(1 + m_random.below(conversation.serverHead.value));
    }
    device.feed(input::Send{conversation.id, newUuid(), text});
}

void SimWorld::chatter(SimDevice& device, const LocalConversation& conversation)
{
    const std::uint64_t lines = 20 + m_random.below(20);
    for (std::uint64_t i = 0; i < lines; ++i) {
        writeLine(device, conversation);
        m_scheduler.runUntil(m_scheduler.now() + Milliseconds(20));
    }
    m_scheduler.runUntil(m_scheduler.now() + Milliseconds(2500));
}

void SimWorld::change(SimDevice& device, const LocalConversation& conversation)
{
    if (!conversation.serverHead.isValid()) {
        return;
    }
    // The target is mostly an own message, so that the recall succeeds.
    Seq target(1 + m_random.below(conversation.serverHead.value));
    const auto entries =
        store().log().entries(conversation.id, Seq(), conversation.serverHead, 100000, false);
    for (std::size_t tries = 0; tries < 8 && !entries.empty(); ++tries) {
        const Entry& entry = entries[m_random.below(entries.size())];
        if (entry.kind() == EntryKind::Message && device.engine().account()
            && entry.author == device.engine().account()->user.id) {
            target = entry.seq;
            break;
        }
    }
    if (m_plan.pinsMessages() && oneIn(3)) {
        const bool isPinned = std::ranges::binary_search(conversation.pinned, target);
        const NoticeKind kind = isPinned ? NoticeKind::Unpinned : NoticeKind::Pinned;
        device.feed(input::Send{conversation.id, newUuid(), content::Notice{.kind = kind, .target = target}});
        return;
    }
    const bool isRecall = oneIn(2);
    if (!isRecall || m_plan.editsBeforeRecalls()) {
        device.feed(input::Send{conversation.id, newUuid(),
                                content::Edit{target, "edited " + std::to_string(++m_lines)}});
    }
    if (isRecall && m_plan.editsBeforeRecalls()) {
        m_scheduler.runUntil(m_scheduler.now() + Milliseconds(2000)); // others pull the edit
    }
    if (isRecall) {
        device.feed(input::Send{conversation.id, newUuid(), content::Recall{target}});
    }
}

void SimWorld::read(SimDevice& device, const LocalConversation& conversation)
{
    const std::uint64_t what = m_random.below(20);
    const Seq any(1 + m_random.below(std::max<std::uint64_t>(conversation.serverHead.value, 1)));
    if (what < 12 && m_plan.marksOften()) {
        device.feed(input::MarkUnread{{}, conversation.id, newUuid(), any});
    } else if (what < 14) {
        device.feed(input::LookAt{conversation.id});
        device.feed(input::MarkRead{{}, conversation.id, any});
    } else if (what < 16) {
        device.feed(input::MarkRead{{}, conversation.id, {}});
    } else if (what < 17) {
        device.feed(input::MarkAllRead{{}});
    } else if (what < 18) {
        device.feed(input::MarkUnread{{}, conversation.id, newUuid(), any});
    } else if (what < 19) {
        readAndUndo(device, conversation);
    } else {
        device.feed(input::LoadOlder{conversation.id, any});
    }
}

void SimWorld::readAndUndo(SimDevice& device, const LocalConversation& conversation)
{
    const Seq from = next(effectiveRead(conversation));
    device.feed(input::MarkRead{{}, conversation.id, {}, CursorCause::MarkedRead});
    letPass(oneIn(2) ? 20 : 3000);
    device.feed(input::MarkUnread{{}, conversation.id, newUuid(), from, CursorCause::Undo});
    if (oneIn(3)) {
        // The user then reads again.
        device.feed(input::MarkRead{{}, conversation.id, {}, CursorCause::Undo});
    }
}

UserId SimWorld::anybody()
{
    return UserId(1 + m_random.below(m_people.size()));
}

ReceiptPrivacy SimWorld::anyPrivacy()
{
    return static_cast<ReceiptPrivacy>(m_random.below(3));
}

std::optional<std::uint32_t> SimWorld::anyMuteSeconds()
{
    const auto seconds = static_cast<std::uint32_t>(m_random.below(60));
    return oneIn(3) ? std::nullopt : std::optional(seconds);
}

void SimWorld::manage(SimDevice& device, const LocalConversation& conversation)
{
    switch (m_random.below(10)) {
    case 8:
        // The removed user can mostly come back.
        device.feed(input::RemoveMember{{}, conversation.id, anybody(), oneIn(6)});
        break;
    case 9:
        device.feed(input::SetRole{{}, conversation.id, anybody(), static_cast<Role>(m_random.below(3))});
        break;
    case 6:
        device.feed(input::GetMembers{{}, conversation.id, {}});
        break;
    case 7:
        device.feed(input::NoteTyping{conversation.id});
        device.feed(input::NoteActivity{conversation.id.value % 2 == 0});
        break;
    case 0:
        device.feed(input::Leave{{}, conversation.id});
        break;
    case 1:
        device.feed(input::Join{{}, ConversationId(1 + m_random.below(5))});
        break;
    case 2:
        device.feed(input::Rename{{}, conversation.id, "title " + std::to_string(++m_lines)});
        break;
    case 3:
        device.feed(input::AddMember{{}, conversation.id, m_people[m_random.below(m_people.size())].name});
        break;
    case 4:
        device.feed(input::GetReaders{{}, conversation.id, conversation.serverHead});
        break;
    default:
        device.feed(input::SetSettings{
            {}, conversation.id, {oneIn(2), oneIn(4), oneIn(2), anyPrivacy()}, anyMuteSeconds()});
    }
}

bool SimWorld::isQuiet()
{
    return whatIsNotQuiet().empty();
}

std::string SimWorld::whatIsNotQuiet()
{
    if (std::any_of(m_servers.begin(), m_servers.end(),
                    [](const auto& server) { return !server->isUp() || !server->isIdle(); })) {
        return "a server is busy";
    }
    if (std::any_of(m_operations.begin(), m_operations.end(),
                    [](const Operation& one) { return !one.isDone; })) {
        return "the operator waits for an answer";
    }
    if (store().deletions().next()) {
        return "the deleted account is not removed yet";
    }
    // The server may have expired messages at this instant, and the devices do not know it yet.
    if (m_network.framesUnderWay() > 0) {
        return "frames are under way";
    }
    for (SimDevice* device : allDevices()) {
        if (!device->isUp()) {
            return device->label() + " is not running";
        }
        if (!device->areFilesQuiet()) {
            return device->label() + " moves files";
        }
        if (!device->engine().isQuiescent()) {
            return device->label() + " is not quiescent, phase "
                   + std::to_string(static_cast<int>(device->engine().connection().phase))
                   + describeUnsent(*device);
        }
    }
    return {};
}

void SimWorld::settle()
{
    if (m_attacker) {
        m_attacker->stop();
    }
    if (m_courier) {
        m_courier->settle();
    }
    if (m_stranger) {
        m_stranger->settle();
    }
    m_network.setCalm();
    m_bus.setCalm();
    for (const auto& server : m_servers) {
        server->setCalm();
        if (m_courier) {
            server->die(); // a server that starts removes what an earlier crash has left
        }
    }
    for (SimDevice* device : allDevices()) {
        device->setCalm();
        device->start();
        device->feed(input::Connect{});
    }
    m_clock.setAhead(Milliseconds(0));
    // From then on the server knows exactly which messages are too old.
    if (m_plan.unreadExpiresAfter) {
        m_scheduler.runUntil(m_scheduler.now() + *m_plan.unreadExpiresAfter + maxUncounted);
    }
    if (m_plan.hasAvatars()) {
        showAvatars();
    }
    // This is long enough for two heartbeats of the slowest device after the last repair.
    for (int round = 0; round < 12; ++round) {
        for (int pause = 0; pause < 40; ++pause) {
            actOfOthers();
            deleteLeaver();
            m_scheduler.runUntil(m_scheduler.now() + Milliseconds(1000));
        }
        for (SimDevice* device : allDevices()) {
            device->feed(input::Connect{});
        }
        askServer();
        if (round >= 2 && isQuiet() && areOthersDone()) {
            if (m_courier) {
                // Time to trim the last messages, and to remove their files.
                m_scheduler.runUntil(m_scheduler.now() + Milliseconds(m_plan.keepEntries ? 15000 : 5000));
                // First, because it says more about a lost file.
                if (m_plan.hasAvatars()) {
                    m_avatars.check(allDevices(), store(), m_database.files());
                }
                m_courier->check(store(), m_database.files());
            }
            return;
        }
    }
    throw Violation("no quiescence within eight minutes: "
                    + (areOthersDone() ? whatIsNotQuiet() : "the courier or the stranger waits"));
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

void SimWorld::showAvatars()
{
    // A device asks again for a picture that it has asked for only after some minutes.
    constexpr int pauses = 6;
    constexpr Milliseconds pause{60000};
    for (int i = 0; i < pauses; ++i) {
        for (SimDevice* device : allDevices()) {
            device->feed(input::Connect{});
            AvatarLife::showAll(*device);
        }
        m_scheduler.runUntil(m_scheduler.now() + pause);
    }
}

bool SimWorld::areOthersDone() const
{
    return (!m_courier || m_courier->isDone()) && (!m_stranger || m_stranger->isDone())
           && (!m_leaver || m_leaver->hasEnded());
}

void SimWorld::actOfOthers()
{
    if (m_courier) {
        m_courier->act();
    }
    if (m_stranger) {
        m_stranger->act();
    }
    if (m_leaver) {
        m_leaver->act();
    }
}

bool SimWorld::isAttackersToo(ConversationId conversation)
{
    const auto isIn = [&](const std::string& name) {
        const auto account = store().accounts().byName(name);
        return account && store().members().find(conversation, account->id);
    };
    return (m_attacker && isIn(SimAttacker::name())) || (m_leaver && isIn(SimLeaver::name()));
}

void SimWorld::checkMarksOfAll()
{
    for (const Person& person : m_people) {
        std::vector<const SimDevice*> others;
        for (const Person& other : m_people) {
            for (const auto& device : other.devices) {
                if (&other != &person) {
                    others.push_back(device.get());
                }
            }
        }
        for (const auto& device : person.devices) {
            if (device->isUp()) {
                checkDelivered(*device, others, [this](ConversationId id) { return isAttackersToo(id); });
            }
            if (device->isUp() && m_plan.hasNoFaults() && !m_plan.clockJumps) {
                checkTimely(*device, store(), UnixMs{m_scheduler.now().time_since_epoch().count()});
            }
        }
    }
}

void SimWorld::checkOperations()
{
    const auto list = store().conversations().noticeList();
    for (const Operation& operation : m_operations) {
        const auto* notice = std::get_if<server::Announce>(&operation.request);
        if (notice == nullptr) {
            continue;
        }
        const auto sent = store().log().sent(list.value_or(ConversationId()), UserId(), notice->uuid);
        if (!sent || sent->seq != operation.seq) {
            throw Violation("I12: a notice is not where it was said to be");
        }
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
    checkServer(store(), m_plan, UnixMs{m_scheduler.now().time_since_epoch().count()});
    if (m_leaver) {
        SimLeaver::checkServer(store(), m_plan);
    }
    for (const Person& person : m_people) {
        std::vector<SimDevice*> devices;
        for (const auto& device : person.devices) {
            checkDevice(*device, store());
            checkDots(*device, store(), m_database.dots());
            checkMarks(*device, store());
            m_reactionTruth.check(*device, store());
            checkIgnored(*device, store());
            checkFolders(*device, store());
            checkInvitations(*device, store());
            checkCleared(*device, store());
            checkHidden(*device, store());
            if (m_leaver) {
                SimLeaver::checkDevice(*device, store());
            }
            if (!m_plan.restoresBackup) {
                checkDrafts(*device, store());
                checkScheduled(*device, store());
            }
            device->checkFiles();
            devices.push_back(device.get());
            outcome.mismatches += static_cast<std::uint64_t>(device->mismatches());
            outcome.acknowledged += device->diary().acked.size();
        }
        checkPrivacy(devices, store());
        checkDeliveries(devices, store());
        // Actions that were lost with the server's database need not hold.
        if (!m_plan.restoresBackup) {
            checkDiaries(devices, store());
            checkOpenings(devices, store());
            checkPendingReactions(devices, store());
            checkSeenReactions(devices, store());
            checkPendingIgnores(devices, store());
            checkFolderWishes(devices, store());
            checkClearWishes(devices, store());
            checkHideWishes(devices, store());
            checkTexts(devices, store());
            checkSends(devices, store(), m_clock.wall());
        }
    }
    if (!m_plan.restoresBackup) {
        checkOperations();
    }
    // A heartbeat may come after one server has stored a change and before another has received the hint.
    if (m_plan.servers == 1 && m_plan.keepsFrameOrder() && outcome.mismatches > 0) {
        throw Violation("a device and the server disagreed although no frame was lost");
    }
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
