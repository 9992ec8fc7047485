#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_server.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::sim {

/// The facts of the devices and the server at rest, except for reactions: logs, numbers, cursors, floors,
/// receipts, settings, totals and the order of lists. Versions of states are left out, because a reaction to
/// a user's message changes that user's state; so are log epochs, which are random, and times, which differ
/// by the milliseconds that reactions take.
[[nodiscard]] std::vector<std::string> factsOf(const std::vector<SimDevice*>& devices, server::Store& store);

/// R-I1: runs the seed's actions twice, once without reactions, and compares everything else at rest. Both
/// runs have one server and no faults, and each action ends before the next one; only the reactions are
/// under way together with another action. With faults, each frame would draw other chances, and the runs
/// would have nothing in common. Throws Violation.
void checkReactionsAside(std::uint64_t seed, Defect defect);

} // namespace tidemark::sim
