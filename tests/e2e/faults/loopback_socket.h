#pragma once

#include <cstdint>

/// Plain TCP on 127.0.0.1, for programs between client and server. The caller closes the sockets.
namespace tidemark::test {

/// -1 if no program listens there, or no descriptors are left.
[[nodiscard]] int connectToLoopback(std::uint16_t port);
/// Listens on a free port; -1 if that failed.
[[nodiscard]] int listenOnLoopback();
/// The port to which a socket is bound; 0 if there is none.
[[nodiscard]] std::uint16_t loopbackPort(int socket);

} // namespace tidemark::test
