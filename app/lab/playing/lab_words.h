#pragma once

#include "app/lab/running/moment.h"
#include "app/lab/scenario/scenario.h"

#include <QString>

namespace tidemark::lab {

/// The words of the window, in its language. Names and frames keep the words of the scenario and the
/// protocol.

/// Converts a text of a scenario or a world, which is UTF-8.
[[nodiscard]] QString textOf(const std::string& text);

/// One line about an event, without its time.
[[nodiscard]] QString eventText(const Event& event);
/// "12.345 s"
[[nodiscard]] QString timeText(Milliseconds at);

/// The state of a number: shown as a sign and a word, so that nobody needs to see colours.
enum class NumberState : std::uint8_t {
    Right,
    Differs, ///< from the true number, while something moves that may repair it
    Wrong,   ///< at rest
    Missing  ///< the device shows none
};
[[nodiscard]] NumberState stateOf(const ShownNumber& number, bool isAtRest);
/// "✓ 3", "… 3, on the way to 2" or "✗ 3, should be 2"
[[nodiscard]] QString numberText(const ShownNumber& number, bool isAtRest);

/// "5 entries − 1 own = 4 unread"
[[nodiscard]] QString formulaText(const Formula& formula, std::uint64_t unread);

/// "on", "no connection", "off" and so on; always a word.
[[nodiscard]] QString deviceState(const DeviceAtMoment& device);
[[nodiscard]] QString serverState(const ServerAtMoment& server);
/// Everything that a device shows, in words: for screen readers.
[[nodiscard]] QString deviceText(const DeviceAtMoment& device, bool isAtRest);
/// One device's log, cursor, floor and number, in words.
[[nodiscard]] QString bandText(const DeviceAtMoment& device, const BadgeAtMoment& badge);

/// The name of a way to count, for users.
[[nodiscard]] QString wayText(Way way);

} // namespace tidemark::lab
