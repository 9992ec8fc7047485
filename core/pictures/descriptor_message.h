#pragma once

#include "core/base/file_descriptor.h"

#include <cstddef>

namespace tidemark {

/// Sends one message, and a descriptor with it unless that is -1. Returns false if the other side is gone.
[[nodiscard]] bool sendMessage(int socket, const void* message, std::size_t size, int descriptor);

enum class Received { Message, Nothing, End };

/// Receives one message of exactly `size` bytes, and the descriptor that came with it. Returns
/// `Nothing` if a socket that does not block is empty, and `End` if the size differs or the other side is
/// gone.
[[nodiscard]] Received receiveMessage(int socket, void* message, std::size_t size,
                                      FileDescriptor& descriptor);

} // namespace tidemark
