#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "server-stub/hub/contract/stores/store.h"

#include <vector>

namespace tidemark::sim {

/// `user` as the reader of the conversation of `member`, who is the user.
[[nodiscard]] Viewer readerIn(server::Store& store, const server::MemberRecord& member);

/// I4: the device hides what the server says, and holds no words of it.
void checkHidden(SimDevice& device, server::Store& store);
/// I13: what any of a user's devices has hidden is hidden on the server.
void checkHideWishes(const std::vector<SimDevice*>& devices, server::Store& store);

} // namespace tidemark::sim
