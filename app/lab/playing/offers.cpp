#include "app/lab/playing/offers.h"

#include "app/lab/playing/lab_words.h"
#include "app/lab/scenario/scenario_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace tidemark::lab {

namespace {

/// The context of the texts.
struct Offers {
    Q_DECLARE_TR_FUNCTIONS(tidemark::lab::Offers)
};

Action actionOf(Verb verb, const std::string& device)
{
    Action action;
    action.verb = verb;
    action.device = device;
    action.isForAll = device.empty();
    return action;
}

Action serverAction(Verb verb, std::uint32_t server)
{
    Action action;
    action.verb = verb;
    action.server = server;
    return action;
}

Action databaseAction(Verb verb)
{
    Action action;
    action.verb = verb;
    return action;
}

Action withMoment(Action action, KillMoment moment)
{
    action.moment = moment;
    return action;
}

Action withNumber(Action action, std::int64_t number)
{
    action.number = number;
    return action;
}

bool wasDone(const OfferContext& context, Verb verb, const std::string& device)
{
    return std::ranges::any_of(context.scenario.actions, [&](const Action& action) {
        return action.verb == verb && action.device == device && action.at <= context.now;
    });
}

/// A name for a message that no message of the scenario has, also none of several.
std::string freeName(const Scenario& scenario)
{
    const auto isTaken = [&](const std::string& name) {
        return std::ranges::any_of(scenario.actions, [&](const Action& action) {
            return action.verb == Verb::Send && action.message.starts_with(name);
        });
    };
    for (int number = 1;; ++number) {
        std::string name = "hand" + std::to_string(number) + "-";
        if (!isTaken(name)) {
            return name;
        }
    }
}

Offer sendOffer(const OfferContext& context, const std::string& device, std::uint32_t count)
{
    Action action = actionOf(Verb::Send, device);
    action.conversation = context.conversation;
    action.message = freeName(context.scenario) + (count == 1 ? "1" : "");
    action.count = count;
    return {Offers::tr("Send %Ln messages to %1", nullptr, static_cast<int>(count))
                .arg(textOf(context.conversation)),
            action};
}

OfferGroup messageOffers(const OfferContext& context, const std::string& device, Verb verb,
                         const QString& title)
{
    OfferGroup group{title, {}};
    for (const std::string& message : messagesSoFar(context)) {
        Action action = actionOf(verb, device);
        action.conversation = context.conversation;
        action.message = message;
        group.offers.push_back({textOf(message), std::move(action)});
    }
    return group;
}

void addConversationOffers(std::vector<OfferGroup>& groups, const OfferContext& context,
                           const DeviceAtMoment& device)
{
    const BadgeAtMoment* badge = badgeIn(device, context.conversation);
    if (badge == nullptr) {
        return;
    }
    const QString name = textOf(context.conversation);
    const auto inConversation = [&](Verb verb) {
        Action action = actionOf(verb, device.name);
        action.conversation = context.conversation;
        return action;
    };
    OfferGroup& first = groups.emplace_back();
    first.offers.push_back({Offers::tr("Open %1").arg(name), inConversation(Verb::Open)});
    first.offers.push_back({Offers::tr("Read everything in %1").arg(name), inConversation(Verb::Read)});
    first.offers.push_back(sendOffer(context, device.name, 1));
    first.offers.push_back(sendOffer(context, device.name, 5));
    first.offers.push_back(badge->isMuted
                               ? Offer{Offers::tr("Unmute %1").arg(name), inConversation(Verb::Unmute)}
                               : Offer{Offers::tr("Mute %1").arg(name), inConversation(Verb::Mute)});
    first.offers.push_back({Offers::tr("Leave %1").arg(name), inConversation(Verb::Leave)});
    groups.push_back(messageOffers(context, device.name, Verb::Read, Offers::tr("Read to")));
    groups.push_back(messageOffers(context, device.name, Verb::MarkUnread, Offers::tr("Mark unread from")));
    groups.push_back(messageOffers(context, device.name, Verb::Recall, Offers::tr("Recall")));
}

OfferGroup killOffers(const Action& kill)
{
    return {Offers::tr("Kill"),
            {{Offers::tr("Now"), withMoment(kill, KillMoment::Now)},
             {Offers::tr("Before it next stores something"), withMoment(kill, KillMoment::BeforeCommit)},
             {Offers::tr("After it next stored something"), withMoment(kill, KillMoment::AfterCommit)}}};
}

OfferGroup diskOffers(const OfferContext& context, const std::string& device)
{
    OfferGroup group{Offers::tr("Disk"),
                     {{Offers::tr("Lose the disk"), actionOf(Verb::LoseDisk, device)},
                      {Offers::tr("Make a backup"), actionOf(Verb::BackUp, device)}}};
    if (wasDone(context, Verb::BackUp, device)) {
        group.offers.push_back({Offers::tr("Put the backup back"), actionOf(Verb::PutBack, device)});
    }
    return group;
}

OfferGroup clockOffers(const std::string& device)
{
    constexpr std::int64_t hourMs = 3600 * 1000;
    constexpr std::int64_t dayMs = 24 * hourMs;
    const Action clock = actionOf(Verb::Clock, device);
    return {Offers::tr("Clock"),
            {{Offers::tr("One day behind"), withNumber(clock, -dayMs)},
             {Offers::tr("One hour behind"), withNumber(clock, -hourMs)},
             {Offers::tr("Right"), withNumber(clock, 0)},
             {Offers::tr("One hour ahead"), withNumber(clock, hourMs)},
             {Offers::tr("One day ahead"), withNumber(clock, dayMs)}}};
}

OfferGroup percentOffers(const QString& title, Verb verb, const std::string& device)
{
    OfferGroup group{title, {}};
    for (const int percent : {0, 10, 30, 50, 90}) {
        group.offers.push_back(
            {Offers::tr("%1 % of the frames").arg(percent), withNumber(actionOf(verb, device), percent)});
    }
    return group;
}

} // namespace

std::vector<std::string> messagesSoFar(const OfferContext& context)
{
    std::vector<std::string> names;
    for (const Action& action : context.scenario.actions) {
        const bool isThere = action.verb == Verb::Send && action.conversation == context.conversation
                             && action.at <= context.now;
        for (std::uint32_t i = 1; isThere && i <= action.count; ++i) {
            names.push_back(action.count == 1 ? action.message : action.message + std::to_string(i));
        }
    }
    if (names.size() > maxOfferedMessages) {
        names.erase(names.begin(), names.end() - static_cast<std::ptrdiff_t>(maxOfferedMessages));
    }
    return names;
}

std::vector<OfferGroup> deviceOffers(const OfferContext& context, const DeviceAtMoment& device)
{
    std::vector<OfferGroup> groups;
    addConversationOffers(groups, context, device);
    OfferGroup power;
    power.offers.push_back(device.isOn ? Offer{Offers::tr("Switch off"), actionOf(Verb::Off, device.name)}
                                       : Offer{Offers::tr("Switch on"), actionOf(Verb::On, device.name)});
    if (device.isOn) {
        power.offers.push_back(device.isSignedIn
                                   ? Offer{Offers::tr("Sign out"), actionOf(Verb::SignOut, device.name)}
                                   : Offer{Offers::tr("Sign in"), actionOf(Verb::SignIn, device.name)});
    }
    groups.push_back(std::move(power));
    if (device.isOn) {
        groups.push_back(killOffers(actionOf(Verb::Kill, device.name)));
    }
    groups.push_back(diskOffers(context, device.name));
    groups.push_back(clockOffers(device.name));
    return groups;
}

std::vector<OfferGroup> linkOffers(const std::string& device)
{
    constexpr std::int64_t tenSecondsMs = 10000;
    std::vector<OfferGroup> groups;
    groups.push_back({{},
                      {{Offers::tr("Cut"), actionOf(Verb::Cut, device)},
                       {Offers::tr("Cut for 10 s"), withNumber(actionOf(Verb::Cut, device), tenSecondsMs)},
                       {Offers::tr("Mend"), actionOf(Verb::Mend, device)}}});
    groups.push_back(percentOffers(Offers::tr("Lose"), Verb::Loss, device));
    groups.push_back(percentOffers(Offers::tr("Double"), Verb::Double, device));
    groups.push_back(percentOffers(Offers::tr("Let overtake"), Verb::Overtake, device));
    OfferGroup delay{Offers::tr("Delay"), {}};
    for (const int milliseconds : {1, 10, 100, 500, 2000}) {
        delay.offers.push_back({Offers::tr("%1 ms each way").arg(milliseconds),
                                withNumber(actionOf(Verb::Delay, device), milliseconds)});
    }
    groups.push_back(std::move(delay));
    return groups;
}

std::vector<OfferGroup> serverOffers(const OfferContext& context, std::uint32_t number,
                                     const ServerAtMoment& server)
{
    std::vector<OfferGroup> groups;
    OfferGroup& first = groups.emplace_back();
    if (!server.isUp) {
        first.offers.push_back({Offers::tr("Start"), serverAction(Verb::ServerStart, number)});
        return groups;
    }
    first.offers.push_back({Offers::tr("Drain"), serverAction(Verb::ServerDrain, number)});
    if (context.scenario.servers > 1) {
        first.offers.push_back(
            server.isCut ? Offer{Offers::tr("Mend, to the others"), serverAction(Verb::ServerMend, number)}
                         : Offer{Offers::tr("Cut from the others"), serverAction(Verb::ServerCut, number)});
    }
    groups.push_back(killOffers(serverAction(Verb::ServerKill, number)));
    return groups;
}

std::vector<OfferGroup> databaseOffers(const OfferContext& context)
{
    std::vector<OfferGroup> groups;
    OfferGroup& first = groups.emplace_back();
    first.offers.push_back({Offers::tr("Make a backup"), databaseAction(Verb::DatabaseBackUp)});
    if (wasDone(context, Verb::DatabaseBackUp, {})) {
        first.offers.push_back({Offers::tr("Put the backup back"), databaseAction(Verb::DatabaseRestore)});
    }
    return groups;
}

} // namespace tidemark::lab
