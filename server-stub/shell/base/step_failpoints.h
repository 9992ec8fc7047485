#pragma once

#include "server-stub/hub/hub.h"

#include <functional>
#include <span>

namespace tidemark::server {

// The failpoints that a step of the server reaches. They do nothing in builds without failpoints.

enum class StepStage { Received, Committed, Notified };
void reach(std::span<const Input> inputs, StepStage stage);
/// `deliver` carries out effects and passes them to the system.
void reachAcked(std::span<const Input> inputs, std::span<const Effect> effects,
                const std::function<void(std::span<const Effect>)>& deliver);

} // namespace tidemark::server
