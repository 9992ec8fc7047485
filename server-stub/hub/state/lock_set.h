#pragma once

#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/state/session_registry.h"

#include <span>

namespace tidemark::server {

/// The rows that the requests in `inputs` will change, ascending and without duplicates, as far as the
/// requests name them. Rows found only while a request is handled (a floor that has to rise, a new owner) are
/// missing.
[[nodiscard]] LockSet lockSetOf(std::span<const Input> inputs, const SessionRegistry& sessions);

} // namespace tidemark::server
