#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "core/base/random.h"

namespace tidemark::sim {

/// The device chooses who may add its user to groups, answers an invitation, or adds a user to a group.
void actOnInvitations(SimDevice& device, SplitMix64& random);

} // namespace tidemark::sim
