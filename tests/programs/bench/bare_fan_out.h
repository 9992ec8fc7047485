#pragma once

#include <cstddef>
#include <vector>

namespace tidemark::bench {

/// Milliseconds from a byte on one connection until the last of `connections` others has received
/// `bytesEach`, server and clients on one epoll set and one thread each, loopback, no protocol. One value a
/// round.
[[nodiscard]] std::vector<double> timeBareFanOut(std::size_t connections, std::size_t bytesEach, int rounds);

} // namespace tidemark::bench
