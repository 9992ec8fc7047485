#pragma once

#include "ui/reading_gate.h"

#include <QString>

namespace tidemark {

/// Why nothing is marked as read, in a few words for the header; empty for None. `idle` is the time without
/// input after which that is so.
[[nodiscard]] QString pauseText(ReadingPause pause, Milliseconds idle = ReadingTimes().idle);

/// "When I have seen it"
[[nodiscard]] QString policyName(ReadingPolicy policy);
/// What it means, in a line.
[[nodiscard]] QString policyExplained(ReadingPolicy policy);

} // namespace tidemark
