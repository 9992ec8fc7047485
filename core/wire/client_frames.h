#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class ClientEnvelope;
}

/// The variants that clients send.
namespace tidemark::wire {

/// Sets the envelope's frame; an UnknownFrame sets none.
void fillFrame(v1::ClientEnvelope& envelope, const protocol::ClientFrame& frame);
/// UnknownFrame for every variant that this build does not do.
[[nodiscard]] protocol::ClientFrame readFrame(v1::ClientEnvelope& envelope, Problem& problem);

} // namespace tidemark::wire
