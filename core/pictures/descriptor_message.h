#pragma once

#include "core/pictures/file_descriptor.h"

#include <cstddef>

namespace tidemark {

/// Sends one message, and a descriptor with it unless that is -1. Returns false if the other side is gone.
[[nodiscard]] bool sendMessage(int socket, const void* message, std::size_t size, int descriptor);

enum class Received { Message, Nothing, End };

/// Receives one message of exactly `size` bytes, and the descriptor that came with it. `Nothing` is for
/// sockets that do not block. A message of another size, or none because the other side is gone, is `End`.
[[nodiscard]] Received receiveMessage(int socket, void* message, std::size_t size,
                                      FileDescriptor& descriptor);

} // namespace tidemark
