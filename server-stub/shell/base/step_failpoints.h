#pragma once

#include "core/base/failpoint.h"
#include "server-stub/hub/hub.h"

#include <functional>
#include <span>

namespace tidemark::server {

// The failpoints that a step of the server reaches. They do nothing in builds without failpoints.

/// `step`: one after which nothing is handed to clients, or everything.
void reach(std::span<const Input> inputs, ServerStep step);
/// `deliver` carries out effects and passes them to the system.
void reachAcked(std::span<const Input> inputs, std::span<const Effect> effects,
                const std::function<void(std::span<const Effect>)>& deliver);

/// The same for a scheduled message that the step has sent because it was due. The author must be connected.
void reachDue(std::span<const Input> inputs, std::span<const Effect> effects, Failpoint place,
              const std::function<void(std::span<const Effect>)>& deliver);

} // namespace tidemark::server
