#pragma once

namespace tidemark {

/// Gives up everything that decoding does not need: all descriptors but the `socket`, the right to open,
/// connect, execute, or start a process or thread, and most memory. Returns nullptr, or what the system
/// refused; then do not decode. The process dies at the first other system call (SIGSYS), and with the thread
/// that started it.
[[nodiscard]] const char* enterSandbox(int socket);

} // namespace tidemark
