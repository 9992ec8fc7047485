#include "app/lab/running/moment.h"

#include <algorithm>

namespace tidemark::lab {

const DeviceAtMoment* deviceIn(const Moment& moment, std::string_view name)
{
    const auto found = std::ranges::find(moment.devices, name, &DeviceAtMoment::name);
    return found == moment.devices.end() ? nullptr : &*found;
}

const BadgeAtMoment* badgeIn(const DeviceAtMoment& device, std::string_view conversation)
{
    const auto found = std::ranges::find_if(
        device.badges, [&](const BadgeAtMoment& one) { return one.number.conversation == conversation; });
    return found == device.badges.end() ? nullptr : &*found;
}

std::string wordsOf(const Formula& formula, std::uint64_t unread)
{
    std::string words = std::to_string(formula.entries) + (formula.entries == 1 ? " entry" : " entries");
    const auto less = [&](std::uint64_t count, const char* what) {
        if (count > 0) {
            words += " - " + std::to_string(count) + " " + what;
        }
    };
    less(formula.own, "own");
    less(formula.recalled, "recalled");
    less(formula.ignored, "of ignored users");
    less(formula.hidden, "hidden");
    less(formula.notCountable, "that never count");
    words += " = " + std::to_string(unread);
    if (formula.notHeld > 0) {
        words += " (" + std::to_string(formula.notHeld) + " not held, counted by the server)";
    }
    return words;
}

std::string wordsOf(const Event& event)
{
    switch (event.kind) {
    case Event::Kind::Sent:
        return event.from + " sends to " + event.to + ": " + event.words;
    case Event::Kind::Lost:
        return event.from + " sends to " + event.to + ", and it is lost: " + event.words;
    case Event::Kind::Arrived:
        return event.to + " gets from " + event.from + ": " + event.words;
    case Event::Kind::Vanished:
        return "lost on the way from " + event.from + " to " + event.to + ": " + event.words;
    case Event::Kind::Number:
        return event.from + " shows " + event.words;
    case Event::Kind::Action:
    case Event::Kind::Note:
        break;
    }
    return event.words;
}

} // namespace tidemark::lab
