#pragma once

#include "core/domain/protocol.h"

/// Maps error codes to their numbers in v1.ErrorCode.
namespace tidemark::wire {

[[nodiscard]] int errorNumber(protocol::ErrorCode code);
/// Returns ErrorCode::Unknown for a number from a later protocol.
[[nodiscard]] protocol::ErrorCode errorCode(int number);

} // namespace tidemark::wire
