#pragma once

#include "core/domain/protocol.h"
#include "core/sync/effects.h"

#include <vector>

namespace tidemark {

class Transport;

// The failpoints that a step of the loop passes. They do nothing in builds without failpoints.

/// Before the transaction.
void reachDecided(const std::vector<Write>& writes);
void reachCommitted(const std::vector<Write>& writes);
/// `transport` has taken `sends`.
void reachSent(const std::vector<protocol::ClientEnvelope>& sends, Transport& transport);

} // namespace tidemark
