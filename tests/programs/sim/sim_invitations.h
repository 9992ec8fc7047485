#pragma once

#include "tests/programs/sim/devices/sim_device.h"
#include "tests/programs/sim/scheduler.h"

namespace tidemark::sim {

/// The device chooses who may add its user to groups, or answers an invitation.
void actOnInvitations(SimDevice& device, SplitMix64& random);

/// V-I1: the device has the server's open invitations, and shows those of users who are not ignored. V-I2:
/// none of them is to a group of which the user is a member. Throws Violation.
void checkInvitations(SimDevice& device, server::Store& store);

} // namespace tidemark::sim
