#include "app/lab/running/tidemark_world.h"
#include "app/lab/world/checks.h"
#include "app/lab/world/sim_hiding.h"
#include "core/client/explanation.h"
#include "server-stub/hub/contract/counts.h"

namespace tidemark::lab {

std::uint64_t TidemarkWorld::truthOf(const server::MemberRecord& member)
{
    const auto [place, isNew] = m_truths.try_emplace({member.user, member.conversation}, 0);
    if (isNew) {
        place->second = store()
                            .log()
                            .recount(member.conversation, effectiveRead(member.floor, member.cursor.readSeq),
                                     sim::readerIn(store(), member))
                            .unread;
    }
    return place->second;
}

const TidemarkWorld::Explained& TidemarkWorld::explainedIn(Device& device,
                                                           const LocalConversation& conversation)
{
    const auto [place, isNew] = device.explained.try_emplace(conversation.id);
    if (!isNew) {
        return place->second;
    }
    const Seq read = std::min(effectiveRead(conversation), conversation.countedHead);
    const ExplainedRange range = explainedRange(read, conversation.countedHead);
    const auto entries = device.sim->store().history(conversation.id, range.after, next(range.through),
                                                     static_cast<int>(maxExplainedEntries));
    const auto why = explain(device.sim->store().load(), conversation.id,
                             QList<HistoryEntry>(entries.begin(), entries.end()));
    if (why) {
        place->second.formula = {conversation.countedHead.value - read.value,
                                 why->own,
                                 why->recalled,
                                 why->ignored,
                                 why->hidden,
                                 why->notCountable,
                                 why->notLookedAt};
        place->second.unread.reserve(static_cast<std::size_t>(why->counted.size()));
        for (const HistoryEntry& one : why->counted) {
            place->second.unread.push_back(one.entry.seq);
        }
    }
    return place->second;
}

ShownNumber TidemarkWorld::totalOf(Device& device)
{
    ShownNumber total{
        device.name, {}, device.sim->engine().totals().unread, 0, device.sim->engine().totals().exact};
    const auto account = store().accounts().byName(device.person);
    const std::vector<server::MemberRecord> members =
        account ? store().members().ofUser(account->id) : std::vector<server::MemberRecord>();
    for (const server::MemberRecord& member : members) {
        const auto record = store().conversations().find(member.conversation);
        if (countsInTotal(record->kind, member.isMember, member.settings)) {
            total.truth += truthOf(member);
        }
    }
    return total;
}

std::optional<BadgeAtMoment> TidemarkWorld::badgeOf(Device& device, ConversationId id,
                                                    const std::string& name, bool withDetails)
{
    const LocalConversation* ours = device.sim->engine().conversation(id);
    const auto account = store().accounts().byName(device.person);
    const auto member = account ? store().members().find(id, account->id) : std::nullopt;
    if (ours == nullptr || !ours->isMember || !member || !member->isMember) {
        return std::nullopt; // the device shows no number of it
    }
    BadgeAtMoment badge;
    badge.number = {device.name, name, ours->counts.unread, 0, ours->exact};
    badge.number.truth = truthOf(*member);
    if (!withDetails) {
        return badge;
    }
    badge.mentions = ours->counts.mentions;
    badge.isMuted = ours->settings.muted;
    badge.isOpen = device.open == id;
    badge.cursor = ours->cursor;
    badge.confirmed = ours->confirmed;
    badge.floor = ours->floor;
    badge.head = ours->serverHead;
    badge.countedHead = ours->countedHead;
    badge.held = *device.sim->engine().held(id);
    const Explained& explained = explainedIn(device, *ours);
    badge.formula = explained.formula;
    badge.unread = explained.unread;
    return badge;
}

DeviceAtMoment TidemarkWorld::atMoment(Device& device)
{
    DeviceAtMoment shown;
    shown.name = device.name;
    shown.person = device.person;
    shown.isOn = device.sim->isUp();
    shown.isCut = links().isCut(placeOf(device.name));
    // A device that has signed out keeps its account until it signs in again, but shows nothing of it.
    shown.isSignedIn = shown.isOn && device.sim->engine().account().has_value()
                       && device.sim->engine().connection().phase != ConnectionPhase::SignedOut;
    shown.isOnline = shown.isOn && device.sim->engine().connection().phase == ConnectionPhase::Online;
    shown.server = shown.isOnline ? serverName(device.server) : std::string();
    if (!shown.isSignedIn) {
        forgetDetails(device);
        return shown;
    }
    shown.total = totalOf(device);
    if (!device.unsent) {
        const Snapshot stored = device.sim->store().load();
        device.unsent = stored.intents.size() + stored.pending.size();
    }
    shown.unsent = *device.unsent;
    for (const ConversationOf& conversation : scenario().conversations) {
        const ConversationId id = m_conversations.at(conversation.name);
        if (auto badge = badgeOf(device, id, conversation.name, true)) {
            shown.badges.push_back(*std::move(badge));
        }
    }
    return shown;
}

Moment TidemarkWorld::moment()
{
    Moment moment;
    moment.at = now();
    moment.events = events().size();
    m_truths.clear();
    for (Device& device : m_devices) {
        moment.devices.push_back(atMoment(device));
    }
    for (std::size_t place = 0; place < m_servers.size(); ++place) {
        moment.servers.push_back({serverName(place), m_servers[place]->isUp(), m_isServerCut[place]});
    }
    for (const auto& [number, frame] : m_underWay) {
        moment.frames.push_back(frame);
    }
    return moment;
}

std::vector<ShownNumber> TidemarkWorld::numbers()
{
    std::vector<ShownNumber> all;
    m_truths.clear();
    for (Device& device : m_devices) {
        if (!device.sim->isUp() || !device.sim->engine().account()) {
            continue;
        }
        for (const ConversationOf& conversation : scenario().conversations) {
            if (const auto badge =
                    badgeOf(device, m_conversations.at(conversation.name), conversation.name, false)) {
                all.push_back(badge->number);
            }
        }
        all.push_back(totalOf(device));
    }
    return all;
}

std::vector<std::string> TidemarkWorld::findings()
{
    std::vector<std::string> found = failures();
    if (!found.empty()) {
        return found; // the world has not come to rest
    }
    const auto check = [&](const auto& doCheck) {
        try {
            doCheck();
        } catch (const sim::Violation& violation) {
            found.emplace_back(violation.what());
        }
    };
    check(
        [&] { sim::checkServer(store(), m_plan, UnixMs{scheduler().now().time_since_epoch().count()}, {}); });
    for (const PersonOf& person : scenario().people) {
        std::vector<sim::SimDevice*> devices;
        for (Device& device : m_devices) {
            if (device.person == person.name && device.sim->isUp() && device.sim->engine().account()) {
                devices.push_back(device.sim.get());
                check([&] { sim::checkDevice(*device.sim, store()); });
                check([&] { sim::checkMarks(*device.sim, store()); });
            }
        }
        // Actions that were acknowledged and then lost with the database need not hold.
        if (!devices.empty() && !m_isRestored) {
            check([&] { sim::checkDiaries(devices, store()); });
        }
    }
    return found;
}

} // namespace tidemark::lab
