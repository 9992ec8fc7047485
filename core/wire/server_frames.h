#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class ServerEnvelope;
}

/// Encodes and decodes the frames that servers send.
namespace tidemark::wire {

/// Sets the envelope's frame; an UnknownFrame sets none.
void fillFrame(v1::ServerEnvelope& envelope, const protocol::ServerFrame& frame);
/// Returns UnknownFrame for variants that this build does not support.
[[nodiscard]] protocol::ServerFrame readFrame(v1::ServerEnvelope& envelope, Problem& problem);

} // namespace tidemark::wire
