#pragma once

#include "app/lab/playing/lab_controller.h"
#include "app/lab/running/library.h"

#include <string>

namespace tidemark::lab::test {

inline Scenario builtIn(const std::string& name)
{
    return scenarioNamed(name).value();
}

/// Everything that one sees at a moment, as text.
inline std::string digestOf(const Moment& moment)
{
    std::string text = std::to_string(moment.at.count()) + " " + std::to_string(moment.events) + "\n";
    for (const DeviceAtMoment& device : moment.devices) {
        text += device.name + (device.isOn ? " on" : " off") + (device.isOnline ? " online " : " ")
                + device.server + (device.isCut ? " cut " : " ") + std::to_string(device.total.shown) + "/"
                + std::to_string(device.total.truth) + " " + std::to_string(device.unsent) + "\n";
        for (const BadgeAtMoment& badge : device.badges) {
            text += "  " + badge.number.conversation + " " + std::to_string(badge.number.shown) + "/"
                    + std::to_string(badge.number.truth) + " " + std::to_string(badge.cursor.readSeq.value)
                    + " " + std::to_string(badge.confirmed.readSeq.value) + " "
                    + std::to_string(badge.head.value) + " " + std::to_string(badge.held.size()) + "\n";
        }
    }
    for (const ServerAtMoment& server : moment.servers) {
        text += server.name + (server.isUp ? " up" : " dead") + "\n";
    }
    for (const FrameAtMoment& frame : moment.frames) {
        text += std::to_string(frame.number) + " " + frame.from + ">" + frame.to + " " + frame.words + "\n";
    }
    return text;
}

inline std::string digestOf(const LabController& controller)
{
    return digestOf(controller.moment()) + digestOf(controller.counters());
}

inline Action actionOf(Verb verb, const std::string& device)
{
    Action action;
    action.verb = verb;
    action.device = device;
    return action;
}

} // namespace tidemark::lab::test
