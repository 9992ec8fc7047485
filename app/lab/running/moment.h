#pragma once

#include "core/domain/range_set.h"
#include "core/domain/read_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::lab {

/// A number that a device shows, with the number by its definition.
struct ShownNumber {
    std::string device;
    std::string conversation; ///< empty: the total
    std::uint64_t shown = 0;
    std::uint64_t truth = 0;
    bool isExact = true; ///< false: the device says that it does not know the number exactly

    [[nodiscard]] bool isWrong() const { return shown != truth; }
};

/// The terms of an unread number: all entries above R, without those that do not count.
struct Formula {
    std::uint64_t entries = 0; ///< in (R, head]
    std::uint64_t own = 0;
    std::uint64_t recalled = 0;
    std::uint64_t ignored = 0;
    std::uint64_t hidden = 0;
    std::uint64_t notCountable = 0;
    std::uint64_t notHeld = 0; ///< whatever they are, the server has counted them
};
/// "5 entries − 1 own − 1 recalled = 3"
[[nodiscard]] std::string wordsOf(const Formula& formula, std::uint64_t unread);

/// One conversation as a device shows it.
struct BadgeAtMoment {
    ShownNumber number;
    std::uint64_t mentions = 0;
    bool isMember = true;
    bool isMuted = false;
    bool isOpen = false; ///< on screen
    // Only with Tidemark's way:
    Cursor cursor;
    Cursor confirmed; ///< as the server has acknowledged it
    Seq floor;
    Seq head;        ///< the newest entry that the device has heard of
    Seq countedHead; ///< the entry up to which the number counts
    RangeSet held;
    std::vector<Seq> unread; ///< the messages that count
    Formula formula;
};

struct DeviceAtMoment {
    std::string name;
    std::string person;
    bool isOn = true;
    bool isSignedIn = true;
    bool isOnline = true; ///< as the device believes
    bool isCut = false;   ///< its link
    std::string server;   ///< the one to which it is connected; empty: none
    ShownNumber total;
    std::vector<BadgeAtMoment> badges; ///< in the order of the scenario's conversations
    std::uint64_t unsent = 0;          ///< messages and other changes that the server has not acknowledged
};

struct ServerAtMoment {
    std::string name;
    bool isUp = true;
    bool isCut = false; ///< from the other servers
};

struct FrameAtMoment {
    std::uint64_t number = 0;
    std::string from;
    std::string to;
    std::string words;
    Milliseconds sentAt{0};
    Milliseconds arrivesAt{0};
};

/// Everything that one sees at one moment.
struct Moment {
    Milliseconds at{0};
    std::size_t events = 0; ///< the number of events before it
    std::vector<DeviceAtMoment> devices;
    std::vector<ServerAtMoment> servers;
    std::vector<FrameAtMoment> frames; ///< under way
};

/// The device of this name; null: there is none.
[[nodiscard]] const DeviceAtMoment* deviceIn(const Moment& moment, std::string_view name);
/// The conversation as the device shows it; null: it does not.
[[nodiscard]] const BadgeAtMoment* badgeIn(const DeviceAtMoment& device, std::string_view conversation);

/// Something that has happened. The events of a world are always the same for the same scenario.
struct Event {
    enum class Kind : std::uint8_t {
        Action,   ///< of the scenario
        Sent,     ///< a frame
        Lost,     ///< a frame, at once
        Arrived,  ///< a frame
        Vanished, ///< a frame, on its way: the link was cut
        Number,   ///< a device shows another number
        Note      ///< anything else
    };
    Kind kind = Kind::Note;
    Milliseconds at{0};
    std::string from; ///< a device or server; empty: the scenario
    std::string to;   ///< of frames
    std::string words;
    std::uint64_t frame = 0;
    std::uint64_t step = 0; ///< of the world, from 1; events of one step come at once
};
[[nodiscard]] std::string wordsOf(const Event& event);

} // namespace tidemark::lab
