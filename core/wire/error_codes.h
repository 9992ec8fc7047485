#pragma once

#include "core/domain/protocol.h"

/// Error codes and their numbers in v1.ErrorCode.
namespace tidemark::wire {

[[nodiscard]] int errorNumber(protocol::ErrorCode code);
/// ErrorCode::Unknown for a number of a later protocol.
[[nodiscard]] protocol::ErrorCode errorCode(int number);

} // namespace tidemark::wire
