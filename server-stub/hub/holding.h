#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/hub/session_registry.h"

#include <span>

namespace tidemark::server {

/// What the requests among `inputs` are going to change, ascending and each once, as far as they say so
/// themselves: what is found out on the way (a floor that has to rise, an heir) is not in it.
[[nodiscard]] Holding holdingOf(std::span<const Input> inputs, const SessionRegistry& sessions);

} // namespace tidemark::server
