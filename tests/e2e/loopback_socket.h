#pragma once

#include <cstdint>

/// Plain TCP on 127.0.0.1, for what stands between programs. Sockets are the caller's to close.
namespace tidemark::test {

/// -1: nobody listens there, or there are no descriptors left.
[[nodiscard]] int connectToLoopback(std::uint16_t port);
/// On a free port; -1: failed.
[[nodiscard]] int listenOnLoopback();
/// The port that a socket is bound to; 0: none.
[[nodiscard]] std::uint16_t loopbackPort(int socket);

} // namespace tidemark::test
