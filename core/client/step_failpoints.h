#pragma once

#include "core/domain/protocol.h"
#include "core/sync/effects.h"

#include <vector>

namespace tidemark {

class Transport;

// Failpoints that each step of the loop passes. They do nothing in builds without failpoints.

/// Before the transaction.
void reachDecided(const std::vector<Write>& writes);
void reachCommitted(const std::vector<Write>& writes);
/// Call when `transport` has taken `sends`.
void reachSent(const std::vector<protocol::ClientEnvelope>& sends, Transport& transport);

} // namespace tidemark
