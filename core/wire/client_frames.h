#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class ClientEnvelope;
}

/// Encodes and decodes the frames that clients send.
namespace tidemark::wire {

/// Sets the envelope's frame; an UnknownFrame sets none.
void fillFrame(v1::ClientEnvelope& envelope, const protocol::ClientFrame& frame);
/// Returns UnknownFrame for variants that this build does not support.
[[nodiscard]] protocol::ClientFrame readFrame(v1::ClientEnvelope& envelope, Problem& problem);

} // namespace tidemark::wire
