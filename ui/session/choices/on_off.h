#pragma once

#include <QString>

namespace tidemark {

/// Returns the word that the profile stores for a switch.
[[nodiscard]] inline QString onOrOff(bool on)
{
    return on ? QStringLiteral("on") : QStringLiteral("off");
}

} // namespace tidemark
