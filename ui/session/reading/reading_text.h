#pragma once

#include "ui/session/reading/reading_gate.h"

#include <QString>

namespace tidemark {

/// Says in a few words, for the header, why nothing is marked as read; empty for None. `idle` is the time
/// without input after which reading pauses.
[[nodiscard]] QString pauseText(ReadingPause pause, Milliseconds idle = ReadingTimes().idle);

/// For example "When I have seen it".
[[nodiscard]] QString policyName(ReadingPolicy policy);
/// Explains the policy in one line.
[[nodiscard]] QString policyExplained(ReadingPolicy policy);

} // namespace tidemark
