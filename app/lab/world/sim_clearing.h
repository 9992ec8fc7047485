#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "server-stub/hub/contract/stores/store.h"

#include <vector>

namespace tidemark::sim {

/// I5: the device has cleared what the server says, and holds nothing of it.
void checkCleared(SimDevice& device, server::Store& store);
/// I13: what any of a user's devices has cleared is cleared on the server.
void checkClearWishes(const std::vector<SimDevice*>& devices, server::Store& store);

} // namespace tidemark::sim
