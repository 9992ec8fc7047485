#include "app/lab/running/counter_world.h"

#include <algorithm>

namespace tidemark::lab {

CounterWorld::CounterWorld(const Scenario& scenario, Way way)
    : PlayedWorld(scenario),
      m_service(way, scheduler(), scenario,
                {[this](std::size_t device, CounterFrame frame) {
                     const std::string words = wordsOf(frame);
                     carry(device, false, words, [this, device, frame = std::move(frame)] {
                         m_devices.at(device)->arrive(frame);
                         noteShown(*m_devices.at(device));
                     });
                 },
                 [this](std::size_t device) { drop(device); }}),
      m_connections(deviceNames().size())
{
    for (const PersonOf& person : scenario.people) {
        for (const std::string& name : person.devices) {
            m_devices.push_back(
                std::make_unique<CounterDevice>(scheduler(), name, person.name, wiresOf(m_devices.size())));
        }
    }
    constexpr Milliseconds setUpTime{5000};
    for (const auto& device : m_devices) {
        device->start();
    }
    scheduler().runUntil(scheduler().now() + setUpTime);
    begin();
}

std::optional<std::size_t> CounterWorld::serverFor(std::size_t device) const
{
    const std::size_t servers = scenario().servers;
    for (std::size_t i = 0; i < servers; ++i) {
        if (const std::size_t server = (device + i) % servers; m_service.isUp(server)) {
            return server;
        }
    }
    return std::nullopt;
}

CounterDevice::Wires CounterWorld::wiresOf(std::size_t device)
{
    return {[this, device] {
                const auto server = serverFor(device);
                if (!server || links().isCut(device)) {
                    return false;
                }
                Connection& connection = m_connections.at(device);
                connection = {connection.number + 1, *server, {}, {}};
                return true;
            },
            [this, device](CounterRequest request) {
                const std::string words = wordsOf(request);
                const std::size_t server = m_connections.at(device).server;
                carry(device, true, words, [this, device, server, request = std::move(request)] {
                    m_service.receive(server, device, request);
                });
            },
            [this, device] {
                ++m_connections.at(device).number;
                m_service.disconnected(device);
            }};
}

void CounterWorld::carry(std::size_t device, bool toServer, const std::string& words,
                         const std::function<void()>& arrive)
{
    Connection& connection = m_connections.at(device);
    const Links::Passage passage = links().passageOf(device);
    const std::string server = "server" + std::to_string(connection.server + 1);
    const std::string& name = deviceNames().at(device);
    Instant& last = toServer ? connection.lastToServer : connection.lastToDevice;
    for (int copy = 0; copy < (passage.isDoubled ? 2 : 1); ++copy) {
        Instant when = scheduler().now() + passage.delay;
        if (!passage.mayOvertake) {
            when = std::max(when, last);
            last = when;
        }
        countFrame();
        const std::uint64_t number = ++m_lastFrame;
        const FrameAtMoment frame{
            number, toServer ? name : server, toServer ? server : name, words, now(), since(when)};
        const bool isLost = passage.isLost || links().isCut(device);
        note(isLost ? Event::Kind::Lost : Event::Kind::Sent, frame.from, words, frame.to, number);
        if (isLost) {
            continue;
        }
        m_underWay[number] = frame;
        scheduler().at(when, [this, device, number, arrive, made = connection.number] {
            const FrameAtMoment ended = m_underWay.at(number);
            m_underWay.erase(number);
            const bool hasArrived = !links().isCut(device) && m_connections.at(device).number == made;
            note(hasArrived ? Event::Kind::Arrived : Event::Kind::Vanished, ended.from, ended.words, ended.to,
                 number);
            if (hasArrived) {
                arrive();
            }
        });
    }
}

void CounterWorld::drop(std::size_t device)
{
    constexpr Milliseconds noticedAfter{20};
    const std::uint64_t number = ++m_connections.at(device).number;
    scheduler().after(noticedAfter, [this, device, number] {
        if (!links().isCut(device) && m_connections.at(device).number == number) {
            m_devices.at(device)->dropped();
        }
    });
}

void CounterWorld::perform(const Action& action, std::size_t device)
{
    if (action.server > 0) {
        performOnServer(action);
    } else if (action.verb == Verb::DatabaseBackUp || action.verb == Verb::DatabaseRestore) {
        performOnDatabase(action);
    } else if (action.conversation.empty()) {
        performOnDevice(action, *m_devices.at(device));
    } else {
        performInConversation(action, *m_devices.at(device));
    }
    noteShown(*m_devices.at(device));
}

void CounterWorld::performOnDevice(const Action& action, CounterDevice& device)
{
    switch (action.verb) {
    case Verb::SignOut:
        device.signOut();
        break;
    case Verb::SignIn:
        device.signIn();
        break;
    case Verb::Off:
        device.stop();
        break;
    case Verb::On:
        device.start();
        break;
    case Verb::Kill:
        if (action.moment == KillMoment::Now) {
            device.stop();
        } else {
            device.stopAt(action.moment);
        }
        break;
    case Verb::LoseDisk:
        device.loseDisk();
        break;
    case Verb::BackUp:
        device.keepBackup();
        break;
    case Verb::PutBack:
        device.putBackupBack();
        break;
    default: // its clock decides nothing
        break;
    }
}

void CounterWorld::performInConversation(const Action& action, CounterDevice& device)
{
    const auto isKnown = device.numbers().unread.contains(action.conversation);
    if (!device.isOn() || !device.isSignedIn() || !isKnown) {
        note(Event::Kind::Note, device.name(),
             device.name() + " is off, or does not know " + action.conversation);
        return;
    }
    const std::vector<CounterMessage>& held = device.held(action.conversation);
    const auto found = std::ranges::find(held, action.message, &CounterMessage::name);
    const std::size_t index = found == held.end() ? 0 : static_cast<std::size_t>(found - held.begin()) + 1;
    switch (action.verb) {
    case Verb::Open:
    case Verb::Read:
        if (action.message.empty() || index > 0) {
            m_seen.saw(device.person(), action.conversation, held, device.read(action.conversation, index));
        }
        break;
    case Verb::MarkUnread:
        if (index > 0) {
            device.markUnread(action.conversation, action.message);
            m_seen.forget(device.person(), action.conversation,
                          m_service.database().logs.at(action.conversation), index - 1);
        }
        break;
    case Verb::Send:
        for (std::uint32_t i = 1; i <= action.count; ++i) {
            device.send(action.conversation,
                        action.count == 1 ? action.message : action.message + std::to_string(i));
        }
        break;
    case Verb::Recall:
        if (index > 0) {
            device.recall(action.conversation, action.message);
        }
        break;
    case Verb::Mute:
    case Verb::Unmute:
        device.mute(action.conversation, action.verb == Verb::Mute);
        break;
    case Verb::Leave:
        device.leave(action.conversation);
        break;
    default:
        break;
    }
}

void CounterWorld::performOnServer(const Action& action)
{
    const std::size_t server = action.server - 1;
    switch (action.verb) {
    case Verb::ServerKill:
        if (action.moment == KillMoment::Now) {
            m_service.stop(server);
        } else {
            m_service.stopAt(server, action.moment);
        }
        break;
    case Verb::ServerStart:
        m_service.start(server);
        break;
    case Verb::ServerDrain:
        m_service.stop(server); // its devices go to another server at once
        break;
    case Verb::ServerCut:
    case Verb::ServerMend:
        m_service.setCut(server, action.verb == Verb::ServerCut);
        break;
    default:
        break;
    }
}

void CounterWorld::performOnDatabase(const Action& action)
{
    for (std::size_t server = 0; server < scenario().servers; ++server) {
        m_service.stop(server);
    }
    if (action.verb == Verb::DatabaseBackUp) {
        m_service.keepBackup();
        m_seenInBackup = m_seen;
    } else {
        m_service.restoreBackup();
        m_seen = m_seenInBackup; // reads that were acknowledged since are lost, in every way to count
    }
    for (std::size_t server = 0; server < scenario().servers; ++server) {
        m_service.start(server);
    }
}

void CounterWorld::mendEverything()
{
    for (std::size_t server = 0; server < scenario().servers; ++server) {
        m_service.setCut(server, false);
        m_service.stopAt(server, KillMoment::Now);
        m_service.start(server);
    }
    for (const auto& device : m_devices) {
        device->stopAt(KillMoment::Now);
        device->start();
    }
}

std::string CounterWorld::whatMoves()
{
    if (!m_service.isIdle()) {
        return "the service counts";
    }
    if (!m_underWay.empty()) {
        return "frames are under way";
    }
    for (const auto& device : m_devices) {
        if (!device->isQuiet()) {
            device->start();
            return device->name() + " is not done";
        }
    }
    return {};
}

void CounterWorld::noteShown(const CounterDevice& device)
{
    for (const auto& [conversation, unread] : device.numbers().unread) {
        std::int64_t& before = m_shown[{device.name(), conversation}];
        if (unread != before) {
            before = unread;
            note(Event::Kind::Number, device.name(), conversation + ": " + std::to_string(unread));
        }
    }
}

std::vector<ShownNumber> CounterWorld::numbersOf(const CounterDevice& device) const
{
    std::vector<ShownNumber> all;
    if (!device.isOn() || !device.isSignedIn()) {
        return all;
    }
    ShownNumber total{device.name(), {}, static_cast<std::uint64_t>(device.numbers().total), 0, true};
    for (const ConversationOf& conversation : scenario().conversations) {
        const CounterDatabase& database = m_service.database();
        const auto shown = device.numbers().unread.find(conversation.name);
        if (!database.isMember(device.person(), conversation.name)
            || shown == device.numbers().unread.end()) {
            continue;
        }
        const std::uint64_t truth = m_seen.unread(device.person(), conversation.name, database);
        all.push_back(
            {device.name(), conversation.name, static_cast<std::uint64_t>(shown->second), truth, true});
        total.truth += database.muted.contains({device.person(), conversation.name}) ? 0 : truth;
    }
    all.push_back(total);
    return all;
}

std::vector<ShownNumber> CounterWorld::numbers()
{
    std::vector<ShownNumber> all;
    for (const auto& device : m_devices) {
        const std::vector<ShownNumber> some = numbersOf(*device);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

Moment CounterWorld::moment()
{
    Moment moment;
    moment.at = now();
    moment.events = events().size();
    for (std::size_t place = 0; place < m_devices.size(); ++place) {
        const CounterDevice& device = *m_devices[place];
        DeviceAtMoment shown;
        shown.name = device.name();
        shown.person = device.person();
        shown.isOn = device.isOn();
        shown.isSignedIn = device.isSignedIn();
        shown.isOnline = device.isOnline();
        shown.isCut = links().isCut(place);
        shown.unsent = device.unsent();
        shown.server =
            device.isOnline() ? "server" + std::to_string(m_connections[place].server + 1) : std::string();
        for (const ShownNumber& number : numbersOf(device)) {
            if (number.conversation.empty()) {
                shown.total = number;
            } else {
                BadgeAtMoment badge;
                badge.number = number;
                badge.isMuted = m_service.database().muted.contains({device.person(), number.conversation});
                shown.badges.push_back(std::move(badge));
            }
        }
        moment.devices.push_back(std::move(shown));
    }
    for (std::size_t server = 0; server < scenario().servers; ++server) {
        moment.servers.push_back(
            {"server" + std::to_string(server + 1), m_service.isUp(server), m_service.isCut(server)});
    }
    for (const auto& [number, frame] : m_underWay) {
        moment.frames.push_back(frame);
    }
    return moment;
}

} // namespace tidemark::lab
